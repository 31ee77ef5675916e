"""Random games for tests on both interpreters: an own generator, so that a seed means the same on each."""

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules.constants import OK
from shared_rules.table import BETWEEN, DONE, ENDED, MEXICAN, NO_GAME


class Rng:
    """31-bit linear congruential steps, upper bits used."""

    def __init__(self, seed):
        self.state = seed * 2 + 1 & 0x3FFFFFFF
        for _ in range(4):
            self.below(2)

    def below(self, n):
        self.state = (self.state * 1103 + 12345) & 0x3FFFFFFF
        return (self.state >> 11) % n

    def chance(self, percent):
        return self.below(100) < percent

    def pick(self, row):
        return row[self.below(len(row))]


def begun(log_id=0x1234567, tracks=(1, 2, 4, 5, 7, 8, 10, 11), preset=rs.CARDINAL_IT):
    mask = 0
    for track in tracks:
        mask |= 1 << track
    return ev.game_begun(log_id, 12, mask, ev.FLAG_DRAWS_RECORDED, 0x12345678, preset)


def seated(table):
    return [track for track in range(1, MEXICAN) if table.seats >> track & 1]


def propose(rng, record, turns=80):
    """A likely next event; it may be refused. None when the game is over."""
    table = record.table
    if table.phase == NO_GAME or table.phase >= DONE:
        return None
    seats = seated(table)
    if table.paused:
        return ev.simple(ev.RESUMED)
    if table.phase == BETWEEN:
        pick = rng.below(100)
        if table.round and pick < 60:
            track = rng.pick(seats)
            if table.score(table.round, track) == 0xFFFF:
                return ev.score(track, table.round, rng.below(120))
        if pick < 64:
            return ev.simple(ev.SEARCH_LAP)
        return ev.round_begun(rng.pick(seats), table.next_engine())
    if table.turns >= turns and rng.chance(20):
        return ev.of_track(ev.ROUND_ENDED, 0 if rng.chance(10) else rng.pick(seats))
    pick = rng.below(1000)
    if pick < 700:
        return ev.simple(ev.TILE_LAID)
    if pick < 820:
        return ev.simple(ev.NOTHING_LAID)
    if pick < 880:
        return ev.of_track(ev.MARKER_DOWN if table.markers >> table.turn & 1 else ev.MARKER_UP, table.turn)
    if pick < 910:
        return ev.of_track(ev.DOUBLE, rng.pick(seats + [MEXICAN]))
    if pick < 930:
        return ev.simple(ev.TILE_DRAWN)
    if pick < 950:
        return ev.of_track(ev.CALLED, table.turn)
    if pick < 990:
        return record.undo_event()
    if pick < 996:
        return record.redo_event()
    return ev.simple(ev.PAUSED)


def step(rng, record, turns=80):
    """A possible next event of the game that `record` holds, or None when it is over."""
    while True:
        event = propose(rng, record, turns)
        if event is not None and record.admit(event) == OK:
            return event
        if event is None and (record.table.phase >= DONE or record.table.phase == NO_GAME):
            return None


def over(record):
    return record.table.phase == DONE or record.table.phase == ENDED
