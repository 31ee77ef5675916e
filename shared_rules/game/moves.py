"""Moves as small ints, and their names.

A move below 32 is something other than laying a tile; `32 + 32 * line + far` lays, on `line`, the tile that joins the
line's end to `far` pips. Every move fits two bytes; up to six lines (of a small table) it fits one.
"""

from shared_rules.constants import const
from shared_rules.tiles import COMPACT

END = const(0)  # the turn is over
DRAW = const(1)  # one tile from the boneyard
CALL = const(2)  # "my last tile", and the turn is over
LATE_CALL = const(3)  # the seat before calls, while its window is open
BEGIN_ROUND = const(4)  # in logs only
LEAVE = const(8)  # + seat; in logs only
JOIN = const(19)  # + track - 1; in logs only
FIRST_LAY = const(32)


def lay(line, far):
    """The move that lays the tile (end of `line`)-`far` there."""
    return 32 + (line << 5) + far


def line_of(move):
    """The line on which a laying move lays."""
    return (move >> 5) - 1


def far_of(move):
    """The pips that will be the line's end after a laying move."""
    return move & 31


# What is counted again and again is looked up. BITS[row]: the numbers of the bits set in seven bits of a row of a hand.
BITS = tuple([tuple([far for far in range(7) if row >> far & 1]) for row in range(128)])
# LINES[mask]: the lines in a mask; filled by `lines_of`, and emptied before it takes too much of a small heap.
LINES = {}
_MOST = 150 if COMPACT else 4000


def lines_of(mask):
    """The lines in `mask`, ascending, from `LINES`."""
    found = LINES.get(mask)
    if found is None:
        if len(LINES) >= _MOST:
            LINES.clear()
        found = []
        line = 0
        rest = mask
        while rest:
            for bit in BITS[rest & 127]:
                found.append(line + bit)
            rest >>= 7
            line += 7
        found = LINES[mask] = tuple(found)
    return found
