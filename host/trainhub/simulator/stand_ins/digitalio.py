"""Stand-in for CircuitPython's `digitalio`: as much of it as Adafruit's NeoPixel driver uses."""


class Direction:
    INPUT = 0
    OUTPUT = 1


class DigitalInOut:
    """`pin` is a GPIO number."""

    def __init__(self, pin):
        self.number = pin
        self.direction = Direction.INPUT

    def deinit(self):
        pass
