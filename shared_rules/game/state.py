"""One round of the fully known game, packed: everything needed to go on, and nothing that can be worked out from it."""

from shared_rules import rng, tiles
from shared_rules.constants import const

NOBODY = const(255)
ROUND_BLOCKED = const(254)  # in `out` of a round that is over

# What the seat in turn has to do (`need`).
PLAY = const(0)  # lay a tile
COVER = const(1)  # cover the double that is due
MINE = const(2)  # cover a double it laid in this turn
EXTRA = const(3)  # lay another tile after a double, anywhere legal
LONG = const(4)  # go on with its long first train, or stop
SAY = const(5)  # everything laid; one tile is left and not called yet
LOST = const(6)  # nothing: this turn is lost
OVER = const(7)  # no round is running


NAMES = (
    "plan", "rng", "hands", "counts", "bone", "left", "ends", "forks", "engine", "starter", "turn", "need",
    "markers", "started", "fresh", "long", "running", "drawn", "tile", "open", "mine", "fails", "called",
    "window", "lost", "gone", "out", "odd", "moves",
)  # fmt: skip


class State:
    """Masks have bit s for seat s, `started` bit l for line l. Written by `deal` and `play` alone."""

    __slots__ = NAMES

    def __init__(self, plan, random):
        self.plan = plan
        self.rng = random  # state of the generator
        self.hands = tiles.rows(plan.seats, plan.size)
        self.counts = tiles.numbers(plan.seats)  # tiles in each hand
        self.bone = b""  # tiles of the boneyard; the next one drawn is bone[left - 1]
        self.left = 0
        self.ends = tiles.numbers(plan.lines)  # pips of each line's end; branches are appended
        self.forks = bytearray()  # of each branch: line of its train, seat that laid its double
        self.engine = 0
        self.starter = 0
        self.turn = 0
        self.need = OVER
        self.markers = 0
        self.started = 0  # lines that hold a tile
        self.fresh = 0  # seats that have not finished a turn yet
        self.long = 0  # seats that still have their long first train to come
        self.running = False  # is this turn such a train?
        self.drawn = 0  # tiles drawn in this turn
        self.tile = NOBODY  # the tile drawn last, until another move is made
        self.open = []  # lines with a double that is (or will be) due, in the order laid
        self.mine = 0  # how many of the last of them were laid in this turn
        self.fails = 0  # turns in a row with nothing laid and nothing drawn
        self.called = 0
        self.window = NOBODY  # the seat before, which may still call
        self.lost = 0  # seats that lose their next turn
        self.gone = 0  # seats that left in this round
        self.out = NOBODY  # who is out; the round may go on for others' first turns
        self.odd = True  # may anything but the next seat's plain turn follow a tile? (False: surely not)
        self.moves = None  # what `legal` found, until the next move

    def copy(self):
        """A state that goes on by itself."""
        other = State(self.plan, self.rng)
        for name in NAMES:
            value = getattr(self, name)
            if name in ("hands", "counts", "ends", "forks", "open"):
                value = value[:]
            setattr(other, name, value)
        return other

    def home(self, line):
        """The line of the train that `line` belongs to: itself, or that of a branch."""
        at = line - self.plan.lines
        return line if at < 0 else self.forks[2 * at]

    def track(self, line):
        """The track on which `line` lies."""
        return self.plan.track(self.home(line))

    def hand(self, seat):
        """The tiles of a hand, ascending."""
        return tiles.tiles_of(self.hands, seat * self.plan.width, self.plan.size)

    def first_turns(self):
        """Do open doubles still wait for the end of everybody's long first turns?"""
        return self.plan.first == 2 and self.fresh != 0

    def due(self):
        """The line whose open double is first in order, or `NOBODY`."""
        if not self.open:
            return NOBODY
        return self.open[len(self.open) - 1 if self.plan.reverse else 0]

    def dead(self, pips):
        """Is every tile with that number on the table?"""
        plan = self.plan
        for seat in range(plan.seats):
            if self.hands[seat * plan.width + pips]:
                return False
        for at in range(self.left):
            if tiles.HIGH[self.bone[at]] == pips or tiles.LOW[self.bone[at]] == pips:
                return False
        return True

    def next_seat(self, seat):
        """The next seat clockwise that still plays."""
        while True:
            seat += 1
            if seat >= self.plan.seats:
                seat = 0
            if not self.gone >> seat & 1:
                return seat

    def playing(self):
        """How many seats play."""
        n = self.plan.seats
        gone = self.gone
        while gone:
            gone &= gone - 1
            n -= 1
        return n


def random_below(state, n):
    """A number below `n` from the state's own generator."""
    number, state.rng = rng.below(state.rng, n)
    return number
