"""What fingers mean: a press (on release), a hold (after a second), a chord of two buttons (on the first release).

A second button voids what a single one would have meant, until all are up again.
"""

from hub.clock import since
from shared_rules.constants import const

HOLD_MS = const(1000)
FILL_MS = const(250)  # a hold begins to show after this, so that a press does not flicker

NONE = const(0)
PRESS = const(0x10)  # + button
HOLD = const(0x20)  # + button
UNDO = const(0x30)
MENU = const(0x31)

_IDLE = const(0)
_SINGLE = const(1)
_CHORD = const(2)
_VOID = const(3)

_UNDO_MASK = const(5)  # TURN and ROUND
_MENU_MASK = const(6)  # MARK and ROUND
_WAITING = const(8)


class Gestures:
    """Takes debounced edges, keeps up to eight gestures until the hub has time for them."""

    def __init__(self):
        self.down = 0  # mask of buttons that are down
        self.mode = _IDLE
        self.first = 0  # the button that went down first, and when
        self.start = 0
        self.chord = 0
        self.ring = bytearray(_WAITING)
        self.head = 0
        self.waiting = 0
        self.pressed = False  # a button went down; whoever clicks resets this

    def edge(self, i, down, when):
        """Button `i` is down or up since `when`."""
        bit = 1 << i
        if down:
            if self.mode == _IDLE:
                self.mode = _SINGLE
                self.first = i
                self.start = when
            elif self.mode == _SINGLE:
                self.mode = _CHORD
                self.chord = self.down | bit
            else:
                self.mode = _VOID
            self.down |= bit
            self.pressed = True
            return
        if not self.down & bit:
            return
        self.down &= ~bit
        if self.mode == _SINGLE:
            self._put((HOLD if since(when, self.start) >= HOLD_MS else PRESS) | i)
        elif self.mode == _CHORD:
            if self.chord == _UNDO_MASK:
                self._put(UNDO)
            elif self.chord == _MENU_MASK:
                self._put(MENU)
        self.mode = _VOID if self.down else _IDLE

    def lost(self, i):
        """Button `i` is stuck: it counts as up, and means nothing."""
        self.down &= ~(1 << i)
        self.mode = _VOID if self.down else _IDLE

    def poll(self, now, touching):
        """A hold acts while the button is still down. touching: mask of the raw levels; one may be on its way up."""
        if self.mode == _SINGLE and touching >> self.first & 1 and since(now, self.start) >= HOLD_MS:
            self._put(HOLD | self.first)
            self.mode = _VOID

    def filling(self, now):
        """How far a hold has filled up, 0-12 tracks."""
        if self.mode != _SINGLE:
            return 0
        ms = since(now, self.start)
        return 0 if ms < FILL_MS else min(12, 1 + (ms - FILL_MS) * 12 // (HOLD_MS - FILL_MS))

    def holding(self):
        """May a hold be on its way?"""
        return self.mode == _SINGLE

    def take(self):
        """The oldest gesture that waits, or `NONE`."""
        if not self.waiting:
            return NONE
        gesture = self.ring[self.head]
        self.head = (self.head + 1) % _WAITING
        self.waiting -= 1
        return gesture

    def forget(self):
        """Drop what waits, and what is going on until all buttons are up."""
        self.waiting = 0
        self.mode = _VOID if self.down else _IDLE

    def _put(self, gesture):
        if self.waiting < _WAITING:
            self.ring[(self.head + self.waiting) % _WAITING] = gesture
            self.waiting += 1
