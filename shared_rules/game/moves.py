"""Moves as small ints, and their names.

A move below 32 is something other than laying a tile; `32 + 32 * line + far` lays, on `line`, the tile that joins the
line's end to `far` pips. Every move fits two bytes; up to six lines (of a small table) it fits one.
"""

from shared_rules.constants import const

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


def _fars():
    out = []
    for row in range(128):
        out.append(bytes(far for far in range(7) if row >> far & 1))
    return tuple(out)


# FARS[row]: the numbers of the bits set in seven bits of a row, ascending.
FARS = _fars()
