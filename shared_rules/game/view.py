"""What one seat may know: its hand, the table, the sizes of the other hands. Never a hidden tile."""

from shared_rules import tiles
from shared_rules.game.moves import FIRST_LAY, far_of, line_of
from shared_rules.game.state import NOBODY


class View:
    """A copy of what `seat` sees now; changing it changes nothing.

    hand: its tiles · counts: tiles in each hand · left: tiles in the boneyard · ends: pips of each line's end ·
    branches: (line of the train, seat that may play it) of each branch · markers, started, called: masks · due: line of
    the double to be covered first, or 255 · out: tiles on the table · legal: its moves, empty if it is not its turn.
    """

    def __init__(self, game, seat):
        state = game.state
        plan = state.plan
        self.rules = plan.rules
        self.seat = seat
        self.seats = plan.seats
        self.tracks = game.tracks
        self.round_no = game.round_no
        self.engine = state.engine
        self.turn = game.turn
        self.first_branch = plan.lines
        self.hand = state.hand(seat)
        self.counts = bytes(state.counts)
        self.left = state.left
        self.ends = bytes(state.ends)
        self.branches = [(state.forks[at], state.forks[at + 1]) for at in range(0, len(state.forks), 2)]
        self.markers = state.markers
        self.started = state.started
        self.called = state.called
        self.due = state.due()
        self.drawn = state.tile if state.turn == seat else NOBODY
        self.legal = list(game.legal()) if self.turn == seat else []
        self.out = on_table(state)

    def tile(self, move):
        """The tile that a laying move lays, or 255 for the other moves."""
        if move < FIRST_LAY:
            return NOBODY
        return tiles.tile(self.ends[line_of(move)], far_of(move))


def on_table(state):
    """Tiles on the table, the engine among them, ascending."""
    plan = state.plan
    hidden = bytearray(tiles.TILES)
    for at in range(state.left):
        hidden[state.bone[at]] = 1
    for seat in range(plan.seats):
        for number in state.hand(seat):
            hidden[number] = 1
    return bytes(n for n in range(tiles.tile(plan.size, plan.size) + 1) if not hidden[n])
