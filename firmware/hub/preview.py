"""The table as flash seems to hold it, to be lit before the restart has made sure of it.

Lights are all that this is good for: it reads the tail and the segment before it, believes pages that rule 1 of
`docs/journal.md` does not believe yet, and gives up at the first thing that does not fit. Nothing is written,
acknowledged or told on top of it, no press is judged by it; the restart then reads everything anew.
"""

from hub import segments
from shared_rules import events as ev
from shared_rules.constants import const
from shared_rules.errors import Corrupt
from shared_rules.record import Record
from shared_rules.table import ROUND

_SLICE = const(8)  # events folded in one step: about 5 ms on a Pico, and nobody presses yet


class Preview:
    """Call `step` until it returns True; `table` is then what can be lit, or None. A source for `Record`."""

    def __init__(self, store):
        self.table = None
        self._store = store
        self._tail = None
        self._segment = None
        self._raw = self._before = b""
        self._at = 0
        self._seq = 0
        self._record = Record(self)
        self._stage: object = self._read_tail

    def step(self):
        try:
            self._stage = self._stage()  # pyright: ignore[reportCallIssue]
        except Corrupt:  # an undo that reaches back further, a state of another version
            self._stage = None
        return self._stage is None

    def _read_tail(self):
        raw = self._store.read(segments.TAIL)
        if not raw:
            return None
        self._raw = raw
        self._tail = tail = segments.read_tail(raw)
        if tail.state != segments.GOOD:
            return None
        return self._read_segment if tail.base else self._begin

    def _read_segment(self):
        """The newest one before the tail."""
        tail = self._tail
        best, found = -1, ""
        for name in self._store.names():
            numbers = segments.parse_name(name)
            if numbers and numbers[0] == tail.generation and best < numbers[1] < tail.base:
                best, found = numbers[1], name
        raw = self._store.read(found) if found else None
        if not raw:
            return None
        self._before = raw
        self._segment = piece = segments.read_segment(raw)
        if piece.snapshot <= 0 or piece.end != tail.base or piece.crc != tail.crc_before or piece.log_id != tail.log_id:
            return None
        return self._begin

    def _begin(self):
        self._record.restore(self._tail.end)
        return self._fold

    def _fold(self):
        if not self._record.work(_SLICE):
            return self._fold
        # Between rounds and before a game something is asked, and the face asks nothing yet.
        if self._record.table.phase == ROUND:
            self.table = self._record.table
        return None

    # -- what `Record` reads -------------------------------------------------------------------------------------------

    def base(self, seq):
        return self._tail.base if seq >= self._tail.base else 0

    def snapshot(self, base):
        state, top, redo = segments.read_snapshot(self._before, self._segment)
        return state, top, redo, self._segment.crc

    def read(self, seq):
        tail = self._tail
        if seq < tail.base:
            raise Corrupt("before the tail")
        if seq < self._seq or not self._at:
            self._at, self._seq = tail.start, tail.base
        while True:
            n = ev.size(self._raw, self._at, tail.stop)
            if n <= 0:
                raise Corrupt("no event at byte %d" % self._at)
            at = self._at
            self._at += n + 2
            self._seq += 1
            if self._seq > seq:
                return self._raw[at : at + n]
