"""Buttons with an interrupt: each edge goes, with its time, into a ring taken once. Nothing here debounces.

The interrupt is a hard one (13 us after the edge on an emulated Pico, whatever the program does) and allocates nothing.
While flash is written interrupts wait: such an edge gets the time at which the write ended.
"""

# The type checker knows CPython's `time`, `select` and `sys`, not MicroPython's.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
from array import array
from time import ticks_ms

from machine import Pin
from micropython import const

_RING = const(32)  # a power of two
_MASK = const(0x1FFFFFFF)


class _Line:
    """One button: closes its pin to ground when it is down."""

    def __init__(self, ring, index, number):
        self._ring = ring
        self._index = index << 1
        self.pin = Pin(number, Pin.IN, Pin.PULL_UP)
        self.pin.irq(self._edge, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def _edge(self, pin):
        self._ring.put(self._index | 1 - pin.value())


class Ring:
    """Edges the hub has not seen yet. A full ring drops the newest: the level decides anyway."""

    def __init__(self):
        self._times = array("i", bytes(4 * _RING))
        self._codes = bytearray(_RING)
        self._head = 0
        self._tail = 0

    def put(self, code):
        head = self._head
        after = (head + 1) & (_RING - 1)
        if after != self._tail:
            self._times[head] = ticks_ms() & _MASK  # pyright: ignore[reportOperatorIssue]
            self._codes[head] = code
            self._head = after

    def take(self):
        tail = self._tail
        if tail == self._head:
            return -1
        self._tail = (tail + 1) & (_RING - 1)
        # A small int for the first 18 hours; after that an edge costs 16 bytes of heap.
        return self._times[tail] << 4 | self._codes[tail]

    def filled(self):
        return self._tail != self._head


class Buttons:
    """`numbers`: the GPIO numbers, in the order of the board's list."""

    def __init__(self, numbers):
        self._ring = ring = Ring()
        self._lines = [_Line(ring, i, number) for i, number in enumerate(numbers)]
        self.edge = ring.take
        self.pending = ring.filled

    def level(self, i):
        return 1 - self._lines[i].pin.value()

    def deinit(self):
        for line in self._lines:
            line.pin.irq(None)
