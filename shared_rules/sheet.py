"""The score sheet: totals, what is still unset, who won. Everything here is derived from a `Table`, nothing is kept."""

from shared_rules import ruleset as rs
from shared_rules.constants import MEXICAN, UNSET
from shared_rules.table import NOBODY_WON

NOT_RANKED = 0


def ended(t, round_no):
    """Is round `round_no` over?"""
    return t.winners[round_no - 1] != 0


def cell(t, round_no, track):
    """What counts for that seat in that round: pips, `UNSET`, or -1 where the seat was absent.

    Under the option "lowest hand scores 0" a blocked round gives its lowest hands 0, once every cell is known.
    """
    if not t.plays_in(track, round_no):
        return -1
    value = t.score(round_no, track)
    if (
        value != UNSET
        and t.winners[round_no - 1] == NOBODY_WON
        and t.rules[rs.F_BLOCKED] == rs.BLOCKED_LOWEST_ZERO
        and value == _lowest(t, round_no)
    ):
        return 0
    return value


def _lowest(t, round_no):
    lowest = UNSET
    for track in range(1, MEXICAN):
        if t.plays_in(track, round_no):
            value = t.score(round_no, track)
            if value == UNSET:
                return -1
            lowest = min(lowest, value)
    return lowest


def start_score(t, track):
    """Pips a late seat begins with (0 for seats from the first round on)."""
    first = t.joined[track]
    if first <= 1 or t.rules[rs.F_LATE] == rs.LATE_ZERO:
        return 0
    totals = []
    for other in range(1, MEXICAN):
        if other != track and 0 < t.joined[other] < first and not t.left[other]:
            totals.append(_sum(t, other, first - 1))
    if not totals:
        return 0
    if t.rules[rs.F_LATE] == rs.LATE_AVERAGE:
        return (sum(totals) + len(totals) // 2) // len(totals)
    return max(totals)


def _sum(t, track, last):
    total = start_score(t, track)
    for round_no in range(1, last + 1):
        value = cell(t, round_no, track)
        if 0 < value < UNSET:
            total += value
    return total


def total(t, track):
    """Pips of a seat so far, unset cells counted as nothing yet; see `unset`."""
    return _sum(t, track, t.rounds())


def unset(t, track):
    """How many rounds that are over have no score for this seat."""
    n = 0
    for round_no in range(1, t.rounds() + 1):
        if ended(t, round_no) and cell(t, round_no, track) == UNSET:
            n += 1
    return n


def rounds_won(t, track):
    """Rounds in which this seat was left with nothing."""
    n = 0
    for round_no in range(1, t.rounds() + 1):
        if ended(t, round_no) and cell(t, round_no, track) == 0:
            n += 1
    return n


def lowest_other(t, track):
    """The lowest round of this seat that is not 0 (`UNSET` if it has none)."""
    lowest = UNSET
    for round_no in range(1, t.rounds() + 1):
        value = cell(t, round_no, track)
        if 0 < value < lowest:
            lowest = value
    return lowest


def standings(t):
    """Everybody on the sheet as (place, track), best first. Equal places are shared; who left has place `NOT_RANKED`.

    Lowest total first; ties by the rule set: most rounds won, then lowest non-zero round, then shared.
    """
    keys = []
    for track in range(1, MEXICAN):
        if t.joined[track] and not t.left[track] and t.joined[track] <= t.rounds():
            key = [total(t, track)]
            if t.rules[rs.F_TIE] == rs.TIE_ROUNDS_WON:
                key.append(-rounds_won(t, track))
                key.append(lowest_other(t, track))
            keys.append((tuple(key), track))
    keys.sort()
    out = []
    place = 0
    for i in range(len(keys)):
        if i == 0 or keys[i][0] != keys[i - 1][0]:
            place = i + 1
        out.append((place, keys[i][1]))
    for track in range(1, MEXICAN):
        if t.left[track]:
            out.append((NOT_RANKED, track))
    return out
