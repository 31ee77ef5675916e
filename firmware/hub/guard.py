"""The edge around each part of a step: what raised, how often, and whether the part may go on.

A part that raises is started over. One that raises three times within a minute is switched off; where the hub is no hub
without it, the board restarts instead.
"""

from hub.clock import since
from shared_rules.constants import const

# Codes of faults that the hub itself reports, by whatever part (`wire.PART_*`); never reused.
RAISED = const(1)
NO_MEMORY = const(2)
IO_ERROR = const(3)
STUCK = const(4)  # a button is down for longer than anybody presses
MISSING = const(5)  # the board promises what is not there
UNREADABLE = const(6)  # a file is damaged or of an unknown version; defaults hold

_KEPT = const(8)
_STRIKES = const(3)
_MINUTE = const(60000)
_NEEDED = const(0x0A)  # buttons and face: the hub is no hub without them
_PARTS = const(10)


class Guard:
    """Keeps the last faults and counts strikes."""

    def __init__(self):
        self.faults = []  # [part, code, how often (stops at 255), a few words]
        self.off = 0  # mask of parts that are switched off
        self.restart = False  # a part raised again and again that the hub cannot do without
        self._strikes = bytearray(_PARTS)
        self._first = [0] * _PARTS  # when each part's first strike was

    def note(self, part, code, text=""):
        """Keep a fault; the same one again only counts up."""
        for fault in self.faults:
            if fault[0] == part and fault[1] == code:
                fault[2] = min(fault[2] + 1, 255)
                fault[3] = text
                return
        if len(self.faults) >= _KEPT:
            self.faults.pop(0)
        self.faults.append([part, code, 1, text])

    def raised(self, part, error, now):
        """A part raised `error`. Returns True if it may start over."""
        code = NO_MEMORY if isinstance(error, MemoryError) else IO_ERROR if isinstance(error, OSError) else RAISED
        self.note(part, code, _words(error))
        if not self._strikes[part] or since(now, self._first[part]) > _MINUTE:
            self._strikes[part] = 0
            self._first[part] = now
        self._strikes[part] += 1
        if self._strikes[part] < _STRIKES:
            return True
        self._strikes[part] = 0
        if _NEEDED >> part & 1:
            self.restart = True
            return True
        self.off |= 1 << part
        return False


def _words(error):
    """A few words about an exception; never raises another one."""
    try:
        return ("%s: %s" % (type(error).__name__, error))[:40]
    except Exception:  # no memory left for words
        return ""
