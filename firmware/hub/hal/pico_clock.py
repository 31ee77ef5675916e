"""Time, and doing nothing for a while without missing a button or a byte."""

# The type checker knows CPython's `time`, `select` and `sys`, not MicroPython's.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
from time import ticks_add, ticks_diff, ticks_ms

import machine
from micropython import const

_MASK = const(0x1FFFFFFF)


class Clock:
    """`pending` and `waiting` say whether an edge or a byte is there."""

    def __init__(self, pending, waiting):
        self._pending = pending
        self._waiting = waiting

    def now(self):
        return ticks_ms() & _MASK  # pyright: ignore[reportOperatorIssue]

    def idle(self, ms):
        end = ticks_add(ticks_ms(), ms)
        pending = self._pending
        waiting = self._waiting
        while not pending() and not waiting() and ticks_diff(end, ticks_ms()) > 0:
            machine.idle()  # until the next interrupt, a millisecond at most
