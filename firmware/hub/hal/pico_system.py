"""The board itself: its number, chance, watchdog and restart."""

# The type checker knows CPython's `time`, `select` and `sys`, not MicroPython's.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
import os
from time import ticks_add, ticks_diff, ticks_ms

import machine
from micropython import const

from hub.hal import pico_boot

# Longer than the longest healthy step: a sealed journal segment took 118 ms. RP2040 allows 8388 at most.
_WATCHDOG_MS = const(5000)
# A start counts as a good one after so long without a fault: not at once, because the note of it costs a flash write,
# 45 ms where it erases, and the table is to be lit first.
_PROVED_MS = const(1000)


class System:
    """`healthy()` tells the boot logic that this slot works; None in development, where no watchdog is armed either.

    `quiet()` is True while flash may be written.
    """

    simulated = False

    def __init__(self, healthy, quiet):
        self._healthy = healthy
        self._quiet = quiet
        self._dog = None
        self._proved_at = ticks_add(ticks_ms(), _PROVED_MS)

    def uid(self):
        return machine.unique_id()

    def entropy(self):
        raw = os.urandom(4)
        return (raw[0] << 24 | raw[1] << 16 | raw[2] << 8 | raw[3]) & (1 << 30) - 1

    def feed(self):
        """After each healthy step. The first one arms the watchdog."""
        if self._dog is not None:
            self._dog.feed()
        elif self._healthy is not None:
            self._dog = machine.WDT(timeout=_WATCHDOG_MS)
        if self._healthy is not None and self._quiet() and ticks_diff(self._proved_at, ticks_ms()) <= 0:
            self._healthy()
            self._healthy = None

    def maintenance(self, minutes):
        """Restart, with the watchdog off and no app, for so many minutes at most."""
        pico_boot.leave_note(max(1, minutes))
        machine.reset()

    def release(self):
        """The app stops (Ctrl-C): nobody will feed the watchdog any more."""
        pico_boot.pause()
        self._dog = None

    def reset(self):
        machine.reset()
