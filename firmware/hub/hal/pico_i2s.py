"""Sound files through an I2S amplifier (MAX98357A): 16 kHz, 16 bit, mono.

The interrupt of `machine.I2S` takes samples out of a ring; `poll` refills it from the file, a small piece at a time.
A new sound starts at once: the old one is cut while the amplifier is off, so that nothing clicks. I2S is open only
while a sound plays, because flash must not be written meanwhile (interrupts would be off for longer than the ring's
32-sample halves).
"""

# The type checker knows CPython's `time`, `select` and `sys`, not MicroPython's.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
import select
from time import ticks_add, ticks_diff, ticks_ms

from machine import I2S, Pin
from micropython import const

from hub.hal import pico_wav
from shared_rules.names import CLACK, CLICK

RATE = const(16000)
_ALWAYS = (CLICK, CLACK)  # with every press
_PIECE = const(512)  # bytes a `poll` reads and writes: 16 ms of sound
_PIECES = const(3)  # so many at the start, one a call later
_RING = const(4096)  # bytes: 128 ms of sound, twice the longest step with all lights changing
# The amplifier needs a few ms from off to full operation; and the driver keeps the last 127 bytes of its ring for ever.
_LEAD = const(256)
_TAIL = const(256)
_SILENCE = bytes(256)
_MARGIN_MS = const(12)  # what stands in the driver's two DMA halves (4 ms), rounding, one step


class Speaker:
    """`mute` (a GPIO number) is low while the amplifier is off. `missing` counts sounds that had no good file."""

    def __init__(self, sck, ws, sd, mute, folder):
        self._pins = (Pin(sck), Pin(ws), Pin(sd))
        self._amplifier = Pin(mute, Pin.OUT, value=0)
        self._shelf = pico_wav.Shelf(folder, _ALWAYS)
        self._buffer = bytearray(_PIECE)
        self._from = 0  # of the buffer: what I2S has not taken yet
        self._to = 0
        self._file = None  # to read from, until its end
        self._taken = None  # from the shelf
        self._tail = 0
        self._shift = 0
        self._i2s = None
        self._end = 0
        self._ready = select.poll()
        self.missing = 0

    def play(self, n, volume):
        self.stop()
        if not n or not volume:
            return 0
        try:
            self._taken = self._shelf.take(n)
        except (OSError, ValueError):
            self.missing += 1
            return 0
        self._file, size = self._taken
        sck, ws, sd = self._pins
        self._i2s = I2S(0, sck=sck, ws=ws, sd=sd, mode=I2S.TX, bits=16, format=I2S.MONO, rate=RATE, ibuf=_RING)
        # A poll tells the driver that `write` must not wait.
        self._ready.register(self._i2s, select.POLLOUT)
        for _ in self._ready.ipoll(0):
            pass
        self._ready.unregister(self._i2s)
        self._shift = volume - 3
        self._buffer[:_LEAD] = _SILENCE
        self._from, self._to = 0, _LEAD
        self._tail = _TAIL
        self._end = ticks_add(ticks_ms(), (size + _LEAD + _TAIL) * 1000 // (2 * RATE) + _MARGIN_MS)
        self._amplifier(1)
        for _ in range(_PIECES):
            self._feed()
        return size * 1000 // (2 * RATE)

    def busy(self):
        return self._i2s is not None

    def stop(self):
        if self._i2s is not None:
            self._amplifier(0)
            self._i2s.deinit()
            self._i2s = None
        if self._taken is not None:
            self._shelf.give(self._taken)
            self._file = self._taken = None

    def prepare(self, n):
        self._shelf.prepare(n)

    def poll(self):
        if self._i2s is not None:
            self._feed()
            if ticks_diff(self._end, ticks_ms()) <= 0:
                self.stop()

    def _feed(self):
        """Hand over what the buffer holds; when all of it is taken, fill it anew."""
        if self._from == self._to:
            self._fill()
        if self._from != self._to:
            # every stream takes (buffer, start, length); the stubs know only the buffer
            self._from += self._i2s.write(self._buffer, self._from, self._to - self._from)  # pyright: ignore[reportCallIssue]

    def _fill(self):
        buffer = self._buffer
        count = 0
        if self._file is not None:
            count = self._file.readinto(buffer)
            if self._shift:
                I2S.shift(buf=buffer, bits=16, shift=self._shift)
            if count < _PIECE:
                self._file = None
        if not count and self._tail:
            count = self._tail
            self._tail = 0
            buffer[:_TAIL] = _SILENCE
        self._from, self._to = 0, count

    def deinit(self):
        self.stop()
        self._shelf.close()
