"""Logs to test with: a small game and a whole random one, made by the reducer so that every event is possible."""

import random

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules.constants import OK
from shared_rules.record import ListSource, Record
from shared_rules.table import BETWEEN, ROUND, next_seat

TRACKS = (1, 2, 4, 5, 7, 8, 10, 11)


def begun(log_id=0x1234567, tracks=(1, 4, 9), preset=rs.CARDINAL_IT, set_size=12, flags=0):
    """`game begun` for these tracks."""
    return ev.game_begun(log_id, set_size, sum(1 << t for t in tracks), flags, 99, preset)


class Game:
    """A log that grows by possible events only."""

    def __init__(self, first=None):
        self.record = Record(ListSource())
        self.events = self.record.source.events
        self.add(first or begun())

    @property
    def table(self):
        return self.record.table

    def add(self, *events):
        for event in events:
            code = self.record.admit(event)
            assert code == OK, (code, event)
            self.events.append(event)
            self.record.append(event)
            self.record.work()
        return self

    def round(self, starter=None, winner=None, scores=None, turns=3):
        """One round: a few turns, somebody out, scores {track: pips} typed in."""
        table = self.table
        starter = starter or next_seat(table.seats, 0)
        self.add(ev.round_begun(starter, table.next_engine()))
        for _ in range(turns):
            self.add(ev.simple(ev.TILE_LAID, 30))
        self.add(ev.of_track(ev.ROUND_ENDED, winner or starter, 20))
        for track, pips in (scores or {}).items():
            self.add(ev.score(track, table.round, pips))
        return self


def whole_game(seed, tracks=TRACKS, log_id=0x2345678):
    """A random 13-round game of about 1,400 events."""
    rng = random.Random(seed)
    game = Game(begun(log_id, tracks))
    for track in tracks:
        game.add(ev.named(track, f"Player {track}"))
    table = game.table
    while table.phase in (BETWEEN, ROUND):
        game.add(ev.round_begun(rng.choice(tracks), table.next_engine(), rng.randrange(100)))
        for _ in range(rng.randrange(70, 110)):
            pick = rng.random()
            if pick < 0.7:
                event = ev.simple(ev.TILE_LAID, rng.randrange(200))
            elif pick < 0.85:
                event = ev.simple(ev.NOTHING_LAID, rng.randrange(200))
            elif pick < 0.93:
                down = table.markers >> table.turn & 1
                event = ev.of_track(ev.MARKER_DOWN if down else ev.MARKER_UP, table.turn, rng.randrange(100))
            elif pick < 0.96:
                event = ev.of_track(ev.DOUBLE, rng.choice(tracks), rng.randrange(100))
            else:
                event = game.record.undo_event(rng.randrange(50)) if game.record.head > len(tracks) + 2 else None
            if event and game.record.admit(event) == OK:
                game.add(event)
                table = game.table
            if table.phase != ROUND:
                break
        if table.phase == ROUND:
            winner = rng.choice(tracks)
            game.add(ev.of_track(ev.ROUND_ENDED, winner, rng.randrange(100)))
            for track in tracks:
                if track != winner:
                    game.add(ev.score(track, table.round, rng.randrange(1, 90)))
        table = game.table
    return game.events
