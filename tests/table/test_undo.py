"""Undo is the inverse in every state, the first and the last included, and a log always folds to the same state."""

from shared_rules import events as ev
from shared_rules import record, snapshot
from shared_rules import ruleset as rs
from shared_rules.constants import E_NOT_LAST, E_NOTHING, OK
from table.helpers import Game, seats

BOTH = True


class Dice:
    """A small generator, good enough to choose among events."""

    def __init__(self, seed):
        self.state = seed * 2 + 1

    def below(self, n):
        self.state = (self.state * 75 + 74) % 65537
        return self.state % n


def candidates(t):
    """Events that may or may not be possible at table `t`, many of each kind."""
    out = [ev.simple(ev.TILE_LAID)] * 6 + [ev.simple(ev.NOTHING_LAID)] * 4
    out += [ev.simple(h) for h in (ev.LAPSED, ev.SEARCH_LAP, ev.TILE_DRAWN, ev.ROUND_BLOCKED, ev.PAUSED, ev.RESUMED)]
    for track in range(1, 13):
        out.append(ev.of_track(ev.MARKER_UP, track))
        out.append(ev.of_track(ev.MARKER_DOWN, track))
        out.append(ev.of_track(ev.DOUBLE, track))
        if track < 12:
            for kind in (ev.CALLED, ev.JOINED, ev.LEFT, ev.ROUND_ENDED):
                out.append(ev.of_track(kind, track))
            out.append(ev.penalty(track, 2))
            out.append(ev.score(track, 1 + track % 13, track * 9))
            if t.phase == 1:
                out += [ev.round_begun(track, t.next_engine())] * 8
    return out


def random_game(seed, length):
    dice = Dice(seed)
    tracks = [t for t in range(1, 12) if dice.below(2)] or [1]
    while len(tracks) < 4:
        tracks = sorted(set(tracks + [1 + dice.below(11)]))
    game = Game(tuple(tracks[:8]), rs.CARDINAL_IT if seed % 2 else rs.CARDINAL_CS, recorded=bool(seed % 3))
    while len(game.log) < length:
        choice = candidates(game.table)
        event = choice[dice.below(len(choice))]
        if game.record.admit(event) == OK:
            yield game, event
            game.do(event)
        elif dice.below(40) == 0 and game.record.undo_event():
            game.undo()
            if dice.below(2):
                game.redo()


def test_undo_is_the_inverse_everywhere():
    for seed in range(6):
        for game, event in random_game(seed, 120):
            if not ev.is_table_event(event[0]):
                continue
            before = snapshot.pack(game.table)
            twin = Game((1, 2))
            twin.record = record.fold(game.log)
            twin.do(event)
            after = snapshot.pack(twin.table)
            twin.undo()
            assert snapshot.pack(twin.table) == before, (seed, event)
            twin.redo()
            assert snapshot.pack(twin.table) == after, (seed, event)


def test_a_log_folds_to_the_state_it_left():
    for seed in range(20):
        game = None
        for game, _ in random_game(seed, 200):
            pass
        folded = record.fold(game.log)
        assert snapshot.pack(folded.table) == snapshot.pack(game.table)
        assert (folded.crc, folded.top, folded.redo, folded.skipped) == (game.record.crc, game.record.top, game.record.redo, 0)
        assert snapshot.pack(snapshot.unpack(snapshot.pack(game.table))) == snapshot.pack(game.table)


class Segments(record.ListSource):
    """A list that keeps a snapshot every few events, like the hub's journal."""

    def __init__(self, every):
        super().__init__()
        self.every = every
        self.kept = {}

    def base(self, seq):
        return seq // self.every * self.every

    def snapshot(self, base):
        return self.kept[base]

    def keep(self, r):
        if r.head % self.every == 0:
            self.kept[r.head] = (snapshot.pack(r.table), r.top, list(r.redo), r.crc)


def catch_up(r, game):
    """Give `r` the events that `game` has and it has not."""
    for event in game.log[r.head :]:
        r.source.events.append(event)
        r.append(event)
        r.work()
        r.source.keep(r)
    assert snapshot.pack(r.table) == snapshot.pack(game.table)


def test_undo_across_snapshots_equals_undo_from_the_start():
    for every in (1, 2, 7, 30):
        r = record.Record(Segments(every))
        for game, _ in random_game(every, 160):
            catch_up(r, game)
        catch_up(r, game)
        for _ in range(40):
            for side in (r, game.record):
                event = side.undo_event()
                side.source.events.append(event)
                side.append(event)
                side.work()
            r.source.keep(r)
            assert snapshot.pack(r.table) == snapshot.pack(game.table)
            again = record.Record(r.source)
            again.restore(r.head)
            again.work()
            assert snapshot.pack(again.table) == snapshot.pack(r.table) and again.crc == r.crc and again.top == r.top


def test_only_the_last_event_can_be_taken_back():
    game = Game((1, 2)).begin(1).laid(2)
    game.refuse(ev.undone(2), E_NOT_LAST)
    game.refuse(ev.redone(1), E_NOTHING)
    game.undo().undo().undo()
    assert game.record.undo_event() is None  # the beginning of the game stays
    game.refuse(ev.undone(1), E_NOTHING)
    game.redo().redo()
    game.failed()
    assert game.record.redo_event() is None
    assert game.table.markers == seats(2)
