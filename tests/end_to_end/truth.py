"""Compares what a hub learned from presses with the game as it really is."""

from rules.truth import compare
from shared_rules.game.state import OVER


def assert_agrees(table, game):
    """`table`: the state folded from the hub's log · `game`: the fully known game, between two moves.

    The comparison is the rules core's own; what people wrote down at the round's end comes on top.
    """
    assert table.round == game.round_no
    compare(game, table)
    if game.state.need == OVER:
        for track, pips in zip(game.tracks, game.scores(), strict=True):
            assert table.score(game.round_no, track) == pips, f"track {track}"
