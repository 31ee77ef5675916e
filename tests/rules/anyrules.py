"""Random rule sets: every option at any of its values, by a generator of our own so that both interpreters agree."""

from shared_rules import rng
from shared_rules import ruleset as rs

# Values to try, by field. Limits of seats and hands are chosen to fit one another below.
CHOICES = (
    (rs.F_ENGINE, 4), (rs.F_FIRST, 3), (rs.F_FIRST_OUT, 2), (rs.F_MT_START, 3), (rs.F_MT_USE, 2), (rs.F_PASS, 2),
    (rs.F_OTHERS, 3), (rs.F_UNSTARTED, 2), (rs.F_DRAW, 5), (rs.F_MARK_UP, 3), (rs.F_MARK_DOWN, 2), (rs.F_COVER, 4),
    (rs.F_FORK, 2), (rs.F_DOUBLES, 2), (rs.F_ORDER, 2), (rs.F_DEAD, 2), (rs.F_END_DOUBLE, 2), (rs.F_CALL, 2),
    (rs.F_CALL_TILES, 4), (rs.F_CALL_TURN, 2), (rs.F_BLOCKED, 2), (rs.F_TIE, 2), (rs.F_LATE, 3),
)  # fmt: skip
SIZES = (6, 9, 12, 12, 12, 15, 18)


def any_rules(number):
    """(preset, overrides, seats, set size, rules) of a playable random rule set; the same for the same number."""
    random = rng.Random(number)
    while True:
        preset = 1 + random.below(len(rs.PRESETS))
        size = SIZES[random.below(len(SIZES))]
        overrides = bytearray((rs.F_MIN_SEATS, 2, rs.F_MAX_SEATS, 11))
        changed = random.below(len(CHOICES) + 1)
        seen = set()
        for _ in range(changed):
            field, count = CHOICES[random.below(len(CHOICES))]
            if field not in seen:
                seen.add(field)
                overrides.append(field)
                overrides.append(random.below(count))
        more = random.below(8)
        if more == 0:
            overrides += bytes((rs.F_MT_COUNT, 1 + random.below(3)))
        elif more == 1:
            overrides += bytes((rs.F_HANDS, rs.HANDS_OWN, rs.F_HAND, 2 + random.below(12)))
        elif more == 2:
            overrides += bytes((rs.F_START, random.below(size + 1)))
        elif more == 3:
            overrides += bytes((rs.F_ROUNDS, 1 + random.below(size + 1)))
        elif more == 4:
            overrides += bytes((rs.F_BLANK, (0, 25, 50)[random.below(3)]))
        seats = 2 + random.below(10)
        rules = rs.values(preset, overrides, size)
        if not rs.contradiction(rules) and not rs.seats_refused(rules, seats):
            return preset, bytes(overrides), seats, size, rules
