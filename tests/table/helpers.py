"""A record on a list, and short names for events, for tests of the table core."""

from shared_rules import events as ev
from shared_rules import record
from shared_rules import ruleset as rs
from shared_rules.constants import OK


def seats(*tracks):
    """The mask of some tracks."""
    mask = 0
    for track in tracks:
        mask |= 1 << track
    return mask


class Game:
    """A log that grows by `do`; `refuse` asserts that an event is refused and changes nothing."""

    def __init__(self, tracks, preset=rs.CARDINAL_IT, recorded=True, overrides=b"", size=12):
        self.record = record.Record(record.ListSource())
        flags = ev.FLAG_DRAWS_RECORDED if recorded else 0
        self.do(ev.game_begun(77, size, seats(*tracks), flags, 1, preset, overrides))

    @property
    def table(self):
        return self.record.table

    @property
    def log(self):
        return self.record.source.events

    def do(self, *events):
        for event in events:
            code = self.record.admit(event)
            assert code == OK, (event, code)
            self.log.append(event)
            self.record.append(event)
            while not self.record.work(3):
                pass
        return self

    def refuse(self, event, code):
        from shared_rules import snapshot

        before = snapshot.pack(self.table)
        got = self.record.admit(event)
        assert got == code, (event, got, code)
        assert snapshot.pack(self.table) == before

    def begin(self, starter, engine=12):
        return self.do(ev.round_begun(starter, engine))

    def laid(self, turns=1):
        return self.do(*[ev.simple(ev.TILE_LAID)] * turns)

    def failed(self, turns=1):
        return self.do(*[ev.simple(ev.NOTHING_LAID)] * turns)

    def double(self, track):
        return self.do(ev.of_track(ev.DOUBLE, track))

    def undo(self):
        return self.do(self.record.undo_event())

    def redo(self):
        return self.do(self.record.redo_event())
