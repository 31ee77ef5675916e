"""Stand-in for CircuitPython's `microcontroller`: on CPython an annotation of Adafruit's driver needs it."""


class Pin:
    pass
