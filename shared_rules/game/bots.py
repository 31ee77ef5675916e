"""Players behind one small interface: `choose(view)` returns one of `view.legal`. They see a `View`, never a state.

    Randomly(seed)   any legal move
    Greedy(seed)     gets rid of the heaviest tile it may lay
    Planner(seed)    plans the longest train through its hand, lays spare tiles elsewhere first, and counts what is out

All are deterministic in their seed. Whoever may call the last tile calls it, `Randomly` excepted.
"""

from shared_rules import rng, tiles
from shared_rules import ruleset as rs
from shared_rules.game.moves import CALL, DRAW, END, FIRST_LAY, far_of, line_of

_SEARCH = 400  # tiles tried while planning a train; keeps a turn short on slow machines


class Randomly:
    """Any legal move, each equally likely."""

    def __init__(self, seed=0):
        self.random = rng.Random(seed)

    def choose(self, view):
        """One of `view.legal`."""
        return view.legal[self.random.below(len(view.legal))]


class Greedy(Randomly):
    """Lays the heaviest tile; among equals the first in order of the legal moves."""

    def choose(self, view):
        """One of `view.legal`."""
        best = -1
        chosen = idle(view)
        for move in view.legal:
            if move >= FIRST_LAY:
                pips = tiles.pips(view.tile(move), view.rules[rs.F_BLANK])
                if pips > best:
                    best = pips
                    chosen = move
        return chosen


class Planner(Randomly):
    """Keeps the tiles of its longest train for its own line and plays the others wherever it can."""

    def choose(self, view):
        """One of `view.legal`."""
        plays = [move for move in view.legal if move >= FIRST_LAY]
        if not plays:
            return idle(view)
        plan = longest(view.hand, view.ends[view.seat])
        best = None
        chosen = plays[0]
        for move in plays:
            worth = self._worth(view, move, plan)
            if best is None or worth > best:
                best = worth
                chosen = move
        if END in view.legal and best < 0:
            return idle(view)
        return chosen

    def _worth(self, view, move, plan):
        tile = view.tile(move)
        line = line_of(move)
        far = far_of(move)
        worth = 10 * tiles.pips(tile, view.rules[rs.F_BLANK])
        if line == view.seat:
            if plan and plan[0] == tile:
                worth += 200
            if view.markers >> view.seat & 1:
                worth += 150  # it brings the marker down
        elif tile in plan:
            worth -= 40 * (len(plan) - plan.index(tile))
        mine, out = self._count(view, tile, far)
        if tiles.is_double(tile):
            covers = view.rules[rs.F_COVER] == rs.COVER_DOUBLE
            worth += 60 if mine else -120 if covers and len(view.hand) > 1 else 0
        elif line == view.seat:
            worth += 15 * mine
        else:
            worth += 4 * out - 15 * mine  # leave others an end that few tiles still fit
        return worth

    def _count(self, view, tile, far):
        """Tiles with `far` pips: (others in the own hand, on the table)."""
        mine = 0
        for number in view.hand:
            if number != tile and (tiles.HIGH[number] == far or tiles.LOW[number] == far):
                mine += 1
        out = 0
        for number in view.out:
            if tiles.HIGH[number] == far or tiles.LOW[number] == far:
                out += 1
        return mine, out


def idle(view):
    """What to do where no tile is laid: call if possible, else end the turn, else draw."""
    for move in (CALL, END, DRAW):
        if move in view.legal:
            return move
    return view.legal[0]


def longest(hand, end):
    """Tiles of the longest train from `end` through `hand`, of equally long ones the heaviest, within bounds."""
    search = _Search(hand)
    search.extend(end, 0)
    return search.best


class _Search:
    def __init__(self, hand):
        self.hand = hand
        self.used = bytearray(len(hand))
        self.path = []
        self.best = []
        self.best_pips = 0
        self.budget = _SEARCH

    def extend(self, end, pips):
        if len(self.path) > len(self.best) or len(self.path) == len(self.best) and pips > self.best_pips:
            self.best = list(self.path)
            self.best_pips = pips
        for at in range(len(self.hand)):
            number = self.hand[at]
            high = tiles.HIGH[number]
            low = tiles.LOW[number]
            if self.used[at] or high != end and low != end:
                continue
            self.budget -= 1
            if self.budget < 0:
                return
            self.used[at] = 1
            self.path.append(number)
            self.extend(low if high == end else high, pips + high + low)
            self.path.pop()
            self.used[at] = 0


BOTS = (("random", Randomly), ("greedy", Greedy), ("planner", Planner))


def make(name, seed):
    """The bot called `name`. Raises KeyError for another name."""
    for known, kind in BOTS:
        if known == name:
            return kind(seed)
    raise KeyError(name)
