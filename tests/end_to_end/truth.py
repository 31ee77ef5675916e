"""Compares what a hub learned from presses with the game as it really is."""

from shared_rules import events as ev
from shared_rules import table as tb
from shared_rules.game.state import COVER, OVER, ROUND_BLOCKED, SAY


def assert_agrees(table, game):
    """`table`: the state folded from the hub's log · `game`: the fully known game, between two moves."""
    state = game.state
    tracks = game.tracks
    assert table.round == game.round_no
    if state.need == OVER:
        assert table.phase in (tb.BETWEEN, tb.DONE)
        winner = tb.NOBODY_WON if state.out == ROUND_BLOCKED else tracks[state.out]
        assert table.winners[game.round_no - 1] == winner
        for track, pips in zip(tracks, game.scores(), strict=True):
            assert table.score(game.round_no, track) == pips, f"track {track}"
        return
    assert table.phase == tb.ROUND
    assert table.engine == state.engine
    assert table.starter == tracks[state.starter]
    assert table.turn == tracks[state.turn]
    assert table.markers == sum(1 << tracks[seat] for seat in range(len(tracks)) if state.markers >> seat & 1)
    if table.flags & ev.FLAG_DRAWS_RECORDED:
        assert table.bone_lo == table.bone_hi == state.left
    else:  # draws of the running turn show at its end
        assert table.bone_lo <= state.left + state.drawn and state.left <= table.bone_hi
    if table.duty():
        # Doubles of the running turn are told when it ends, and a cover counts for the table then, too.
        if state.need != SAY:
            told = state.open[: len(state.open) - state.mine]
            assert [state.track(line) for line in told] == list(table.due[: table.due_count])
        if state.need == COVER:
            assert table.owes() == tracks[state.turn]
            assert table.due_track() == state.track(state.due())
