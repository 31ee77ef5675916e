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


# What is counted again and again is looked up: BITS[row] has the numbers of the bits set in a row of a hand, LINES[mask]
# the (line, lay(line, 0)) of the bits set in a mask of lines, both ascending. `bits` and `lines_of` fill what is missing;
# on MicroPython few entries are kept, for the heap's sake.
BITS = {0: ()}
LINES = {}
_MOST = 200 if COMPACT else 20000


def bits(row):
    """The numbers of the bits set in `row`, ascending, from `BITS`."""
    found = BITS.get(row)
    if found is None:
        if len(BITS) >= _MOST:
            BITS.clear()
            BITS[0] = ()
        found = []
        number = 0
        mask = row
        while mask:
            if mask & 1:
                found.append(number)
            mask >>= 1
            number += 1
        found = BITS[row] = tuple(found)
    return found


def lines_of(mask):
    """The (line, lay(line, 0)) of each line in `mask`, ascending, from `LINES`."""
    found = LINES.get(mask)
    if found is None:
        if len(LINES) >= _MOST:
            LINES.clear()
        found = LINES[mask] = tuple([(line, lay(line, 0)) for line in range(40) if mask >> line & 1])
    return found
