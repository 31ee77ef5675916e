"""Stand-in for the module that puts bytes on a NeoPixel wire: notes what the LEDs would have latched.

Adafruit's unmodified driver calls `neopixel_write(pin, buffer)`; the simulator looks at `recorder(pin, count)`.
"""

_recorders = {}


class Recorder:
    """One chain of LEDs. `latched` holds the bytes as sent; `frames` counts transmissions."""

    def __init__(self, count):
        self.latched = bytearray(3 * count)
        self.frames = 0

    def pixels(self, order):
        """Red, green, blue of every LED; `order` says where each of them travels on the wire."""
        shown = bytearray(len(self.latched))
        for colour in range(3):
            for i in range(len(self.latched) // 3):
                shown[3 * i + colour] = self.latched[3 * i + order[colour]]
        return shown


def recorder(pin, count):
    """The LEDs soldered to this pin, dark at power-up."""
    _recorders[pin] = Recorder(count)
    return _recorders[pin]


def neopixel_write(pin, buffer):
    """Bytes beyond the last LED go nowhere, as on a real chain."""
    chain = _recorders[pin.number]
    size = min(len(buffer), len(chain.latched))
    chain.latched[:size] = buffer[:size]
    chain.frames += 1
