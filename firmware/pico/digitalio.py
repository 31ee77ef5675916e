"""CircuitPython's module of that name, as far as Adafruit's NeoPixel driver uses it."""

from hub.hal.pico_pixels import DigitalInOut, Direction

__all__ = ("DigitalInOut", "Direction")
