"""Tiles as small ints, and hands as rows of bits.

The tile with `high` and `low` pips (high >= low) is number `high * (high + 1) // 2 + low`: 0-0 is 0, 1-0 is 1, 1-1 is
2, 2-0 is 3 ... 12-12 is 90 ... 18-18 is 189. A double-`n` set is the numbers below `ruleset.tile_count(n)`, so a tile
keeps its number in every set, and its double is the last one of its row.

A hand is a row of bits a number of pips: bit `b` of row `a` is set if tile a-b is held (and so is bit `a` of row `b`).
Which tiles fit an end of 5 is one look at row 5. Rows are as wide as the set. They lie in an array on MicroPython, where
memory is short, and in a list on CPython, where that is faster; both are used the same way.
"""

from array import array

from shared_rules.ruleset import tile_count

try:
    import micropython

    COMPACT = micropython is not None
except ImportError:
    COMPACT = False

MAX_SET = 18
TILES = 190  # of a double-18 set
NO_TILE = 255

HIGH = bytes(a for a in range(MAX_SET + 1) for _ in range(a + 1))
LOW = bytes(b for a in range(MAX_SET + 1) for b in range(a + 1))
# Of each tile: both halves, and the bits that stand for them.
HALVES = tuple([(HIGH[n], LOW[n], 1 << HIGH[n], 1 << LOW[n]) for n in range(TILES)])


def tile(a, b):
    """The number of tile a-b, in either order."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


def pips(number, blank=0):
    """Pips of a tile left in a hand; 0-0 counts `blank`."""
    return HIGH[number] + LOW[number] if number else blank


def is_double(number):
    """Has the tile the same number on both halves?"""
    return HIGH[number] == LOW[number]


def name(number):
    """How people write a tile, the larger half first: `12-5`."""
    return "%d-%d" % (HIGH[number], LOW[number])


def parse(text):
    """The tile that `text` names ("5-12", "12-5"). Raises ValueError if there is none in any set."""
    halves = text.split("-")
    if len(halves) != 2:
        raise ValueError("a tile is written as 6-5, not %s" % text)
    a, b = int(halves[0]), int(halves[1])
    if not (0 <= a <= MAX_SET and 0 <= b <= MAX_SET):
        raise ValueError("no set has the tile %s" % text)
    return tile(a, b)


def rows(hands, set_size):
    """Empty rows for `hands` hands of a double-`set_size` set, one hand after the other."""
    size = hands * (set_size + 1)
    if not COMPACT:
        return [0] * size
    return array("H", bytes(2 * size)) if set_size < 16 else array("I", bytes(4 * size))


def numbers(size):
    """`size` zeros that hold numbers below 256."""
    return bytearray(size) if COMPACT else [0] * size


def held(rows, base, number):
    """Is the tile in the hand that begins at `rows[base]`?"""
    return rows[base + HIGH[number]] >> LOW[number] & 1


def put(rows, base, number):
    """Add a tile to the hand that begins at `rows[base]`."""
    a = HIGH[number]
    b = LOW[number]
    rows[base + a] |= 1 << b
    rows[base + b] |= 1 << a


def take(rows, base, number):
    """Take a tile out of the hand that begins at `rows[base]`; it must be there."""
    a = HIGH[number]
    b = LOW[number]
    rows[base + a] &= ~(1 << b)
    rows[base + b] &= ~(1 << a)


def tiles_of(rows, base, set_size):
    """The tiles of one hand as a list of numbers, ascending."""
    out = []
    for a in range(set_size + 1):
        row = rows[base + a]
        for b in range(a + 1):
            if row >> b & 1:
                out.append(a * (a + 1) // 2 + b)
    return out


def faults(numbers, set_size):
    """What is wrong with a set laid out as the tiles `numbers`: a list of sentences, empty for a whole set.

    Names each tile that turns up twice, that is missing, or that belongs to a larger set.
    """
    count = tile_count(set_size)
    seen = bytearray(TILES)
    out = []
    for number in numbers:
        if number >= count:
            out.append("%s is no tile of a double-%d set" % (name(number), set_size))
        elif seen[number] < 255:
            seen[number] += 1
    for number in range(count):
        if seen[number] == 0:
            out.append("%s is missing" % name(number))
        elif seen[number] > 1:
            out.append("%s is there %s" % (name(number), "twice" if seen[number] == 2 else "%d times" % seen[number]))
    return out
