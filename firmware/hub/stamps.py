"""The time code of each event: how long after the one before it happened."""

from hub.clock import after, since
from shared_rules import events as ev
from shared_rules.constants import const

_LONGEST = const(1760000)  # ms; a longer pause has no time code


class Stamps:
    """Codes are coarse; the rounding error of one goes into the next."""

    def __init__(self):
        self._last = -1  # the time that the stamps so far add up to

    def begin(self, now):
        """The first event of a log happened."""
        self._last = now

    def put(self, event, now):
        """`event` with its time code set from `now` (ms, wraps at 2**29)."""
        if self._last < 0 or since(now, self._last) > _LONGEST:
            self._last = now
            code = ev.TIME_UNKNOWN
        else:
            code = ev.pack_time(since(now, self._last) // 100)
            self._last = after(self._last, ev.unpack_time(code) * 100)
        return event[:-1] + bytes((code,))
