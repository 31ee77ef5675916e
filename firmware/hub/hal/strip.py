"""The LEDs through Adafruit's own driver; the board's part of it is the `neopixel_write` that it calls.

`neopixel` must be Adafruit's module: MicroPython's frozen one of the same name has no `show` and no colour order. The
tree puts Adafruit's first on `sys.path`; the check below catches a board where it is not.
"""

import neopixel


class Strip:
    """`count` LEDs on `pin` (what the board's `digitalio` takes). Colours are linear, 0-255 each."""

    def __init__(self, pin, count):
        if not hasattr(neopixel.NeoPixel, "show"):
            raise ImportError("neopixel is not Adafruit's driver")
        # Brightness stays at 1: Adafruit's own brightness is float work and a second buffer; the hub has a table.
        self._pixels = neopixel.NeoPixel(pin, count, auto_write=False)

    def set(self, i, r, g, b):
        self._pixels[i] = (r, g, b)

    def show(self):
        self._pixels.show()

    def deinit(self):
        """All dark, pin released."""
        self._pixels.deinit()
