"""One round of the fully known game, packed: everything needed to go on, and nothing that can be worked out from it."""

from shared_rules import rng, tiles
from shared_rules.constants import const
from shared_rules.ruleset import FIRST_LONG_ALL

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


# Bits of `rare` beyond the seats that lose their turn (from bit 0) and those that left (from bit 11).
GONE = const(0x3FF800)
RUNNING = const(1 << 22)
ODD = const(1 << 23)
FRESH = const(0x7FF)  # bits of `firsts`: seats that have not finished a turn; above them, seats with a long train to come

NAMES = (
    "plan", "rng", "hands", "counts", "bone", "ends", "forks", "opening", "turn", "need", "markers", "started",
    "firsts", "rare", "drawn", "tile", "open", "mine", "fails", "called", "window", "out", "moves",
)  # fmt: skip


def _part(name, shift, width):
    """A property: `width` bits of the int `name` from bit `shift` on. A state has few attributes to be small."""
    mask = (1 << width) - 1

    def get(state):
        return getattr(state, name) >> shift & mask

    def put(state, value):
        setattr(state, name, getattr(state, name) & ~(mask << shift) | value << shift)

    return property(get, put)


class State:
    """Masks have bit s for seat s, `started` bit l for line l. Written by `deal` and `play` alone."""

    __slots__ = NAMES

    starter = _part("opening", 0, 4)
    engine = _part("opening", 4, 5)
    fresh = _part("firsts", 0, 11)  # seats that have not finished a turn yet
    long = _part("firsts", 11, 11)  # seats that still have their long first train to come
    lost = _part("rare", 0, 11)  # seats that lose their next turn
    gone = _part("rare", 11, 11)  # seats that left in this round
    running = _part("rare", 22, 1)  # is this turn a long first train?
    odd = _part("rare", 23, 1)  # may more follow a tile than the next seat's plain turn? (0: surely not)

    def __init__(self, plan, random):
        self.plan = plan
        self.rng = random  # state of the generator
        self.hands = tiles.rows(plan.seats, plan.size)
        self.counts = tiles.numbers(plan.seats)  # tiles in each hand
        self.bone = b""  # tiles of the boneyard; the last one is drawn next
        self.ends = tiles.numbers(plan.lines)  # pips of each line's end; branches are appended
        self.forks = bytearray() if plan.fork else b""  # of each branch: line of its train, seat that laid its double
        self.opening = 0
        self.turn = 0
        self.need = OVER
        self.markers = 0
        self.started = 0  # lines that hold a tile
        self.firsts = 0
        self.rare = ODD
        self.drawn = 0  # tiles drawn in this turn
        self.tile = NOBODY  # the tile drawn last, until another move is made
        self.open = []  # lines with a double that is (or will be) due, in the order laid
        self.mine = 0  # how many of the last of them were laid in this turn
        self.fails = 0  # turns in a row with nothing laid and nothing drawn
        self.called = 0
        self.window = NOBODY  # the seat before, which may still call
        self.out = NOBODY  # who is out; the round may go on for others' first turns
        self.moves = None  # what `legal` found, until the next move

    @property
    def left(self):
        """Tiles in the boneyard."""
        return len(self.bone)

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
        return self.firsts & FRESH != 0 and self.plan.first == FIRST_LONG_ALL

    def due(self):
        """The line whose open double is first in order, or `NOBODY`."""
        if not self.open:
            return NOBODY
        return self.open[len(self.open) - 1 if self.plan.reverse else 0]

    def dead(self, pips):
        """Is every tile with that number on the table?"""
        hands = self.hands
        for at in range(pips, len(hands), self.plan.width):
            if hands[at]:
                return False
        for number in self.bone:
            if tiles.HIGH[number] == pips or tiles.LOW[number] == pips:
                return False
        return True

    def next_seat(self, seat):
        """The next seat clockwise that still plays."""
        while True:
            seat += 1
            if seat >= self.plan.seats:
                seat = 0
            if not self.rare >> 11 + seat & 1:
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
