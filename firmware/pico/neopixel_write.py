"""CircuitPython's module of that name, which Adafruit's driver calls; the work is done in the board's drivers."""

from hub.hal.pico_pixels import neopixel_write

__all__ = ("neopixel_write",)
