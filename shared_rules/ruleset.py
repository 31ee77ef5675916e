"""A rule set is a row of bytes, one a field; a custom rule set is a preset and the fields that differ.

What each value means in words, and which published sheet a preset's clause comes from, stands in `ruletext`, which the
board does not load. `values(preset, overrides)` is what everything else works with; index it by the field constants.
"""

from shared_rules.constants import E_RULES, MAX_SEATS, OK, const

# Fields. Numbers are written into logs: never reuse or reorder them, only append.
F_SET = const(0)  # highest double of the set: 6, 9, 12, 15 or 18
F_HANDS = const(1)  # row of HAND_TABLES; 255: F_HAND tiles for everybody
F_HAND = const(2)
F_MIN_SEATS = const(3)
F_MAX_SEATS = const(4)
F_ENGINE = const(5)
F_FIRST = const(6)
F_FIRST_OUT = const(7)
F_MT_START = const(8)
F_MT_USE = const(9)
F_MT_COUNT = const(10)  # Mexican Trains a round
F_PASS = const(11)  # 1: passing though able to play is allowed
F_OTHERS = const(12)
F_UNSTARTED = const(13)  # 1: another's unstarted marked train may be started
F_DRAW = const(14)
F_MARK_UP = const(15)
F_MARK_DOWN = const(16)
F_COVER = const(17)
F_FORK = const(18)  # 1: a double opens a second branch for its layer alone
F_DOUBLES = const(19)  # 0: one double a turn, 1: any number
F_ORDER = const(20)
F_DEAD = const(21)  # 1: the duty lapses when every tile of the number is out
F_END_DOUBLE = const(22)  # 1: a round may end on a double
F_CALL = const(23)  # 1: the last tile must be called before the next player has finished
F_CALL_TILES = const(24)  # penalty tiles of a missed call
F_CALL_TURN = const(25)  # 1: a missed call also costs the next turn
F_BLOCKED = const(26)
F_BLANK = const(27)  # pips of 0-0 left in a hand
F_START = const(28)  # engine of the first round; 255: the highest double of the set
F_ROUNDS = const(29)  # number of rounds; 0: down to 0-0
F_TIE = const(30)
F_LATE = const(31)
FIELDS = const(32)

SET_DEFAULT = const(255)

ENGINE_ALL_DRAW = const(0)  # holder of the round's double; else all draw one, again and again
ENGINE_IN_TURN = const(1)  # holder; else draw one in turn
ENGINE_HIGHEST = const(2)  # the highest double held opens, whatever it is
ENGINE_ASIDE = const(3)  # set aside before the deal, the starter rotates

FIRST_ONE = const(0)
FIRST_LONG_STARTER = const(1)
FIRST_LONG_ALL = const(2)

OUT_ENDS = const(0)
OUT_OTHERS_FINISH = const(1)

MT_STARTER_OR_TURN = const(0)  # the starter at once, others on any later turn of theirs
MT_SECOND_TURN = const(1)  # from a seat's second turn
MT_ANY_TURN = const(2)

MT_ALWAYS = const(0)
MT_OWN_BLOCKED = const(1)

OTHERS_MARKED = const(0)
OTHERS_OWN_BLOCKED = const(1)
OTHERS_OWN_STARTED = const(2)

DRAW_NONE = const(0)
DRAW_ONE = const(1)  # not to be played in this turn
DRAW_MAY_PLAY = const(2)
DRAW_MUST_PLAY = const(3)
DRAW_UNTIL = const(4)  # until one fits

MARK_NO_PLAY = const(0)  # up when the turn ends without a play
MARK_OWN_BLOCKED = const(1)  # up as soon as the own train cannot be played
MARK_OWN_AND_MT_BLOCKED = const(2)

DOWN_OWN_TRAIN = const(0)
DOWN_ANY_PLAY = const(1)

COVER_DOUBLE = const(0)  # on the double; the duty passes clockwise
COVER_ANYWHERE = const(1)  # the cover tile may go anywhere; no duty passes on
COVER_NEVER = const(2)
COVER_EXTRA_TURN = const(3)  # an extra turn and nothing more

ORDER_LAID = const(0)
ORDER_REVERSE = const(1)

BLOCKED_ALL_SCORE = const(0)
BLOCKED_LOWEST_ZERO = const(1)

TIE_ROUNDS_WON = const(0)  # most rounds won, then lowest non-zero round, then shared
TIE_SHARED = const(1)

LATE_HIGHEST = const(0)
LATE_AVERAGE = const(1)
LATE_ZERO = const(2)

# Tiles a seat, by number of seats from 1 on; 0: this number of seats is not allowed.
HANDS_CS = const(0)
HANDS_IT = const(1)
HANDS_MASTERS = const(2)
HANDS_FUNDEX = const(3)
HANDS_BOOKLET = const(4)
HANDS_GOOD_SAM = const(5)
HANDS_SET_6 = const(6)
HANDS_SET_9 = const(7)
HANDS_SET_15 = const(8)
HANDS_SET_18 = const(9)
HANDS_OWN = const(255)
HAND_TABLES = (
    b"\x00\x00\x00\x0f\x0c\x0c\x0a\x0a\x08\x08\x00",
    b"\x00\x0f\x0f\x0f\x0c\x0c\x0b\x0b\x00\x00\x00",
    b"\x00\x0f\x0f\x0f\x0c\x0c\x0a\x0a\x00\x00\x00",
    b"\x00\x0f\x0f\x0f\x0b\x0b\x08\x08\x00\x00\x00",
    b"\x00\x0f\x0f\x0f\x0c\x0c\x0b\x0b\x00\x00\x00",
    b"\x00\x10\x0f\x0e\x0d\x0c\x0b\x0a\x00\x00\x00",
    b"\x00\x09\x08\x06\x00\x00\x00\x00\x00\x00\x00",
    b"\x00\x09\x09\x09\x07\x07\x07\x06\x00\x00\x00",
    b"\x00\x0f\x0f\x0f\x0f\x0f\x0d\x0d\x0b\x0b\x0b",
    b"\x00\x0f\x0f\x0f\x0f\x0f\x0f\x0f\x0d\x0d\x0d",
)

CARDINAL_CS = const(1)
CARDINAL_IT = const(2)
CARDINAL_BOOKLET = const(3)
CELKO = const(4)
UNIVERSITY_GAMES = const(5)
FUNDEX = const(6)
PRESSMAN = const(7)
MASTERS_OF_GAMES = const(8)
FLORIDA_GOOD_SAM = const(9)
TOURNAMENT = const(10)

PRESETS = (
    (CARDINAL_CS, "cardinal-cs", bytes((
        12, HANDS_CS, 0, 4, 10, ENGINE_ALL_DRAW, FIRST_LONG_STARTER, OUT_ENDS, MT_ANY_TURN, MT_OWN_BLOCKED, 1, 0,
        OTHERS_MARKED, 0, DRAW_NONE, MARK_OWN_BLOCKED, DOWN_OWN_TRAIN, COVER_EXTRA_TURN, 1, 1, ORDER_LAID, 1, 1, 0, 0, 0,
        BLOCKED_ALL_SCORE, 0, SET_DEFAULT, 0, TIE_ROUNDS_WON, LATE_HIGHEST))),
    (CARDINAL_IT, "cardinal-it", bytes((
        12, HANDS_IT, 0, 2, 8, ENGINE_ALL_DRAW, FIRST_ONE, OUT_ENDS, MT_ANY_TURN, MT_ALWAYS, 1, 0,
        OTHERS_MARKED, 0, DRAW_MUST_PLAY, MARK_OWN_AND_MT_BLOCKED, DOWN_OWN_TRAIN, COVER_DOUBLE, 0, 1, ORDER_LAID, 1, 1, 1, 0,
        0, BLOCKED_ALL_SCORE, 0, SET_DEFAULT, 0, TIE_ROUNDS_WON, LATE_HIGHEST))),
    (CARDINAL_BOOKLET, "cardinal-booklet", bytes((
        12, HANDS_BOOKLET, 0, 2, 8, ENGINE_HIGHEST, FIRST_LONG_ALL, OUT_ENDS, MT_STARTER_OR_TURN, MT_ALWAYS, 1, 0,
        OTHERS_MARKED, 0, DRAW_MUST_PLAY, MARK_NO_PLAY, DOWN_OWN_TRAIN, COVER_DOUBLE, 0, 0, ORDER_LAID, 1, 1, 0, 0,
        0, BLOCKED_ALL_SCORE, 0, SET_DEFAULT, 0, TIE_ROUNDS_WON, LATE_HIGHEST))),
    (CELKO, "celko", bytes((
        12, HANDS_BOOKLET, 0, 2, 8, ENGINE_IN_TURN, FIRST_LONG_ALL, OUT_ENDS, MT_ANY_TURN, MT_ALWAYS, 1, 0,
        OTHERS_MARKED, 0, DRAW_MUST_PLAY, MARK_NO_PLAY, DOWN_OWN_TRAIN, COVER_ANYWHERE, 0, 1, ORDER_LAID, 1, 1, 0, 0,
        0, BLOCKED_ALL_SCORE, 0, SET_DEFAULT, 0, TIE_ROUNDS_WON, LATE_HIGHEST))),
    (UNIVERSITY_GAMES, "university-games", bytes((
        12, HANDS_BOOKLET, 0, 2, 8, ENGINE_IN_TURN, FIRST_LONG_ALL, OUT_OTHERS_FINISH, MT_SECOND_TURN, MT_ALWAYS, 1, 0,
        OTHERS_MARKED, 0, DRAW_MAY_PLAY, MARK_NO_PLAY, DOWN_OWN_TRAIN, COVER_DOUBLE, 0, 0, ORDER_LAID, 1, 1, 0, 0,
        0, BLOCKED_ALL_SCORE, 50, SET_DEFAULT, 13, TIE_ROUNDS_WON, LATE_HIGHEST))),
    (FUNDEX, "fundex", bytes((
        12, HANDS_FUNDEX, 0, 2, 8, ENGINE_HIGHEST, FIRST_ONE, OUT_ENDS, MT_ANY_TURN, MT_ALWAYS, 1, 0,
        OTHERS_MARKED, 0, DRAW_MUST_PLAY, MARK_NO_PLAY, DOWN_OWN_TRAIN, COVER_DOUBLE, 0, 0, ORDER_LAID, 1, 1, 0, 0,
        0, BLOCKED_ALL_SCORE, 0, SET_DEFAULT, 0, TIE_ROUNDS_WON, LATE_HIGHEST))),
    (PRESSMAN, "pressman", bytes((
        12, HANDS_FUNDEX, 0, 2, 8, ENGINE_HIGHEST, FIRST_ONE, OUT_ENDS, MT_ANY_TURN, MT_ALWAYS, 1, 0,
        OTHERS_OWN_STARTED, 1, DRAW_MAY_PLAY, MARK_NO_PLAY, DOWN_OWN_TRAIN, COVER_DOUBLE, 0, 0, ORDER_LAID, 1, 1, 0, 0,
        0, BLOCKED_ALL_SCORE, 0, SET_DEFAULT, 0, TIE_ROUNDS_WON, LATE_HIGHEST))),
    (MASTERS_OF_GAMES, "masters-of-games", bytes((
        12, HANDS_MASTERS, 0, 2, 8, ENGINE_ALL_DRAW, FIRST_LONG_ALL, OUT_ENDS, MT_ANY_TURN, MT_ALWAYS, 1, 0,
        OTHERS_MARKED, 0, DRAW_MUST_PLAY, MARK_NO_PLAY, DOWN_OWN_TRAIN, COVER_DOUBLE, 0, 1, ORDER_LAID, 1, 1, 0, 0,
        0, BLOCKED_ALL_SCORE, 0, SET_DEFAULT, 0, TIE_ROUNDS_WON, LATE_HIGHEST))),
    (FLORIDA_GOOD_SAM, "florida-good-sam", bytes((
        12, HANDS_OWN, 12, 2, 7, ENGINE_ASIDE, FIRST_ONE, OUT_ENDS, MT_ANY_TURN, MT_ALWAYS, 1, 0,
        OTHERS_MARKED, 0, DRAW_MUST_PLAY, MARK_NO_PLAY, DOWN_OWN_TRAIN, COVER_ANYWHERE, 0, 1, ORDER_LAID, 1, 1, 1, 0,
        0, BLOCKED_ALL_SCORE, 0, 9, 0, TIE_ROUNDS_WON, LATE_HIGHEST))),
    (TOURNAMENT, "tournament", bytes((
        12, HANDS_BOOKLET, 0, 2, 8, ENGINE_ASIDE, FIRST_ONE, OUT_ENDS, MT_ANY_TURN, MT_ALWAYS, 1, 0,
        OTHERS_MARKED, 0, DRAW_MUST_PLAY, MARK_NO_PLAY, DOWN_OWN_TRAIN, COVER_DOUBLE, 0, 0, ORDER_LAID, 1, 0, 1, 2,
        0, BLOCKED_ALL_SCORE, 50, SET_DEFAULT, 0, TIE_ROUNDS_WON, LATE_HIGHEST))),
)  # fmt: skip

# The hand tables of double-12 presets do not fit other sets: these take their place where none is chosen.
_TABLE_OF_SET = ((6, HANDS_SET_6), (9, HANDS_SET_9), (15, HANDS_SET_15), (18, HANDS_SET_18))


def preset_values(number):
    """The bytes of preset `number`, or None."""
    for preset in PRESETS:
        if preset[0] == number:
            return preset[2]
    return None


def preset_name(number):
    """The name of preset `number`, or None."""
    for preset in PRESETS:
        if preset[0] == number:
            return preset[1]
    return None


def preset_number(name):
    """The number of the preset called `name`, or 0."""
    for preset in PRESETS:
        if preset[1] == name:
            return preset[0]
    return 0


def values(preset, overrides=b"", set_size=0):
    """All fields of a preset with overrides (pairs of field, value) and the set on the table laid over it, or None.

    On another set than the preset's own, the hands are those of that set unless an override chooses them. Rounds that
    the preset counts or starts beyond the smaller set's highest double follow the set.
    """
    base = preset_values(preset)
    if base is None or len(overrides) % 2:
        return None
    out = bytearray(base)
    chosen = 0
    for at in range(0, len(overrides), 2):
        if overrides[at] >= FIELDS:
            return None
        out[overrides[at]] = overrides[at + 1]
        chosen |= 1 << overrides[at]
    if set_size:
        out[F_SET] = set_size
    if out[F_SET] != base[F_SET]:
        if not (chosen >> F_HANDS | chosen >> F_HAND) & 1:
            for size, table in _TABLE_OF_SET:
                if size == out[F_SET]:
                    out[F_HANDS] = table
        if not chosen >> F_START & 1 and out[F_START] > out[F_SET]:
            out[F_START] = SET_DEFAULT
        if not chosen >> F_ROUNDS & 1:
            out[F_ROUNDS] = 0
    return bytes(out)


def hand(rules, seats):
    """Tiles dealt to each of `seats` seats; 0 if the rule set has no row for that many."""
    if not 1 <= seats <= MAX_SEATS:
        return 0
    if rules[F_HANDS] == HANDS_OWN:
        return rules[F_HAND]
    return HAND_TABLES[rules[F_HANDS]][seats - 1]


def hand_below(rules, seats):
    """As `hand`, for a table that people have left: below the least number of seats its row goes on."""
    while seats <= MAX_SEATS:
        tiles = hand(rules, seats)
        if tiles:
            return tiles
        seats += 1
    return 0


def tile_count(set_size):
    """Tiles in a double-`set_size` set."""
    return (set_size + 1) * (set_size + 2) // 2


def pip_count(set_size):
    """Pips on all tiles of a double-`set_size` set."""
    return set_size * (set_size + 1) * (set_size + 2) // 2


def first_engine(rules):
    """Engine of round 1."""
    return rules[F_SET] if rules[F_START] == SET_DEFAULT else rules[F_START]


def round_count(rules):
    """Rounds of a whole game."""
    return rules[F_ROUNDS] or first_engine(rules) + 1


# The highest legal value of each field; fields with other limits are checked by hand below.
_HIGHEST = bytes((
    18, 255, 30, 11, 11, 3, 2, 1, 2, 1, 11, 1, 2, 1, 4, 2, 1, 3, 1, 1, 1, 1, 1, 1, 9, 1, 1, 100, 255, 19, 1, 2))  # fmt: skip


def contradiction(rules):
    """Why these values cannot be played, as a short English clause, or "" if they can."""
    if len(rules) != FIELDS:
        return "a rule set has %d fields" % FIELDS
    for field in range(FIELDS):
        if rules[field] > _HIGHEST[field]:
            return "field %d cannot be %d" % (field, rules[field])
    size = rules[F_SET]
    if size not in (6, 9, 12, 15, 18):
        return "there is no double-%d set" % size
    if rules[F_HANDS] != HANDS_OWN and rules[F_HANDS] >= len(HAND_TABLES):
        return "there is no hand table %d" % rules[F_HANDS]
    if rules[F_HANDS] == HANDS_OWN and rules[F_HAND] < 2:
        return "a hand needs at least two tiles, for one may be the engine"
    if not 2 <= rules[F_MIN_SEATS] <= rules[F_MAX_SEATS]:
        return "from %d to %d seats is no range" % (rules[F_MIN_SEATS], rules[F_MAX_SEATS])
    if rules[F_MT_COUNT] < 1:
        return "there is always a Mexican Train to start"
    if rules[F_START] != SET_DEFAULT and rules[F_START] > size:
        return "a double-%d set has no engine %d" % (size, rules[F_START])
    if round_count(rules) > first_engine(rules) + 1:
        return "%d rounds from engine %d run below 0-0" % (round_count(rules), first_engine(rules))
    if rules[F_FORK] and rules[F_COVER] == COVER_DOUBLE:
        return "a forked double cannot also have to be covered"
    if rules[F_MARK_UP] != MARK_NO_PLAY and rules[F_MARK_DOWN] == DOWN_ANY_PLAY:
        return "a marker that goes up although another play follows cannot come down by that play"
    if rules[F_DRAW] == DRAW_UNTIL:
        if rules[F_PASS]:
            return "who draws until a tile fits cannot pass though able to play"
        if rules[F_CALL] and rules[F_CALL_TURN]:
            return "who draws until a tile fits cannot lose a turn"
    return ""


def seats_refused(rules, seats):
    """Why `seats` seats cannot play by these rules, as a short English clause, or ""."""
    if not rules[F_MIN_SEATS] <= seats <= rules[F_MAX_SEATS]:
        return "%d to %d seats play by this rule set, not %d" % (rules[F_MIN_SEATS], rules[F_MAX_SEATS], seats)
    tiles = hand(rules, seats)
    if not tiles:
        return "the hand table has no row for %d seats" % seats
    aside = 1 if rules[F_ENGINE] == ENGINE_ASIDE else 0
    if seats * tiles + aside > tile_count(rules[F_SET]):
        return "%d hands of %d tiles are more than the %d tiles of the set" % (seats, tiles, tile_count(rules[F_SET]))
    return ""


def check(rules, seats):
    """`OK` if `seats` seats can play by these rules, else `E_RULES` (the reasons in words come from the two above)."""
    if rules is None or contradiction(rules) or seats_refused(rules, seats):
        return E_RULES
    return OK
