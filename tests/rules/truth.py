"""Plays the fully known game, and a table that hears only its events, side by side; compares them after every move."""

from shared_rules import events as ev
from shared_rules import gate, reducer, rng, table
from shared_rules import ruleset as rs
from shared_rules.constants import MEXICAN, OK
from shared_rules.game.game import Game
from shared_rules.game.inspect import check
from shared_rules.game.moves import LATE_CALL
from shared_rules.game.state import COVER, LOST, NOBODY, OVER, SAY

TRACKS = (
    (), (), (3, 9), (1, 2, 11), (2, 5, 6, 10), (1, 3, 5, 7, 9), (1, 2, 3, 6, 7, 11), (2, 3, 4, 5, 8, 9, 10),
    (1, 2, 4, 5, 7, 8, 10, 11), (1, 2, 3, 5, 6, 7, 9, 10, 11), (1, 2, 3, 4, 5, 6, 7, 9, 10, 11),
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
)  # fmt: skip


class Table:
    """A table that folds events; each must pass `check`."""

    def __init__(self, game, preset, overrides=b"", size=12):
        self.state = table.Table()
        self.preset = preset
        mask = 0
        for track in game.tracks:
            mask |= 1 << track
        flags = ev.FLAG_DRAWS_RECORDED if game.record_draws else 0
        self.count = 0
        self.hear([ev.game_begun(7, size, mask, flags, 0, preset, overrides)])

    def hear(self, events):
        for event in events:
            assert ev.well_formed(event, 0, len(event)) == OK, event
            code = gate.check(self.state, event)
            assert code == OK, (code, event, len(events))
            reducer.apply(self.state, event)
            self.count += 1


def mask_of_tracks(game, seats):
    mask = 0
    for seat in range(len(game.tracks)):
        if seats >> seat & 1:
            mask |= 1 << game.tracks[seat]
    return mask


def compare(game, t):
    """The table knows what the truth is, or bounds it."""
    s = game.state
    assert t.bone_lo <= t.bone_hi
    assert (t.phase == table.ROUND) == (s.need != OVER)
    if s.need == OVER:
        winner = table.NOBODY_WON if game.winner == NOBODY else game.winner
        assert t.winners[game.round_no - 1] == winner
        assert (t.phase == table.DONE) == game.over
        return
    assert t.round == game.round_no
    assert t.engine == s.engine
    assert t.starter == game.tracks[s.starter]
    assert t.turn == game.tracks[s.turn], (t.turn, s.turn)
    assert t.seats == mask_of_tracks(game, s.plan.all & ~s.gone)
    assert t.markers == mask_of_tracks(game, s.markers), (t.markers, s.markers)
    assert t.fresh == mask_of_tracks(game, s.fresh)
    unheard = 0 if game.record_draws else s.drawn  # draws of the running turn show at its end
    assert t.bone_lo <= s.left + unheard <= t.bone_hi, (t.bone_lo, s.left, t.bone_hi)
    # Doubles of the running turn are told when it ends.
    told = s.open[: len(s.open) - s.mine]
    if s.need != SAY:  # a cover counts for the table when the turn ends
        assert list(t.due[: t.due_count]) == [s.track(line) for line in told]
    assert t.laid_count == 0
    if s.need == COVER:
        assert t.owes() == t.turn
        assert t.due_track() == s.track(s.due())
    elif s.need != LOST and s.need != SAY:
        assert not t.owes()
    assert not t.blocked_due() or s.drawn
    if s.plan.call:
        assert t.window == (0 if s.window == NOBODY else game.tracks[s.window])
    if game.record_draws:
        assert t.drawn == s.drawn
    if game.record_draws and not game.leaving:  # a hand that went back makes the boneyard a bound
        assert t.exact()
        assert t.bone_hi == s.left
        assert t.fails == s.fails
        if s.plan.call:
            assert t.called == mask_of_tracks(game, s.called), (t.called, s.called)


def play(game, table_, chooser, rounds=99, late=None, inspect=True, each=None):
    """Play up to `rounds` rounds; chooser(game) gives each move. Compares after every move."""
    t = table_.state
    moves = 0
    while not game.over and rounds:
        rounds -= 1
        table_.hear(game.begin_round())
        compare(game, t)
        while not game.over_round:
            if game.late_call() >= 0 and late and late(game):
                table_.hear(game.apply(LATE_CALL))
                compare(game, t)
            if each:
                each(game, table_)
                if game.over_round:
                    break
            events = game.apply(chooser(game))
            table_.hear(events)
            compare(game, t)
            moves += 1
            if inspect:
                broken = check(game.state)
                assert not broken, broken
            assert moves < 20000, "the game does not end"
    return moves


def randomly(seed):
    """A chooser that picks any legal move."""
    random = rng.Random(seed)

    def choose(game):
        legal = game.legal()
        assert legal, (game.state.need, game.state.tile)
        return legal[random.below(len(legal))]

    return choose


def run(preset, overrides, seats, seed, recorded, rounds=2, size=12, inspect=True):
    """One short random game by a preset with overrides; returns the game."""
    rules = rs.values(preset, overrides, size)
    tracks = TRACKS[seats]
    game = Game(rules, tracks, seed, recorded)
    table_ = Table(game, preset, overrides, size)
    random = rng.Random(seed + 99)
    play(game, table_, randomly(seed + 1), rounds, lambda game: random.below(2), inspect)
    return game, table_


__all__ = ["MEXICAN", "Table", "compare", "play", "randomly", "run"]
