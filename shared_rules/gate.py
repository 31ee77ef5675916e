"""The gate of the table core: can this event happen now?

`check` and `admit` answer with `OK` or one of the `E_*` numbers, in a fixed order of questions, and change nothing.
"""

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules.constants import (
    BLOCKED,
    E_ABSENT,
    E_EMPTY,
    E_ENGINE,
    E_GAME_RUNNING,
    E_MARKER,
    E_NO_CALL,
    E_NO_DRAW,
    E_NO_DUTY,
    E_NO_GAME,
    E_NOT_DUE,
    E_PAUSED,
    E_PHASE,
    E_PIPS,
    E_ROUND,
    E_RULES,
    E_SEAT,
    E_SEATS,
    E_STATE,
    E_UNKNOWN,
    MEXICAN,
    OK,
    TRACKS,
)
from shared_rules.table import BETWEEN, DONE, ENDED, NO_GAME, bits


def check(t, buf, at=0):
    """Can the well-formed event at `buf[at]` happen now? Returns `OK` or the reason, an `E_*` number; changes nothing.

    `undone` and `redone` are the business of `record`; they are `OK` here. A score for a round that is not over is `OK`
    too, because the end of a round can be taken back after its scores came in; `admit` refuses it for new events.
    """
    head = buf[at]
    kind = head >> 4
    low = head & 15
    if head == ev.GAME_BEGUN:
        return E_GAME_RUNNING if t.phase != NO_GAME else _check_begun(buf, at)
    if t.phase == NO_GAME:
        return E_NO_GAME
    if kind == ev.SCORE:
        return _check_score(t, buf, at)
    if kind == ev.NAMED:
        return OK if 0 < low < MEXICAN else E_SEAT
    if kind == ev.META:
        if head == ev.PAUSED or head == ev.RESUMED:
            if t.phase == ENDED:
                return E_PHASE
            return E_STATE if t.paused == (head == ev.PAUSED) else OK
        if head == ev.GAME_ENDED:
            return E_PHASE if t.phase == ENDED else OK
        return OK
    if t.phase == ENDED or t.phase == DONE:
        return E_PHASE
    if t.paused:
        return E_PAUSED
    if kind == ev.JOINED:
        return _check_joined(t, low)
    if kind == ev.LEFT:
        return _check_left(t, low)
    if t.phase == BETWEEN:
        return _check_between(t, buf, at)
    return _check_round(t, kind, low)


def admit(t, buf, at=0):
    """`check` for an event that is new: a score must belong to a round that is over."""
    code = check(t, buf, at)
    if code == OK and buf[at] >> 4 == ev.SCORE:
        if buf[at + 1] > t.round or not t.winners[buf[at + 1] - 1]:
            return E_ROUND
    return code


def _check_begun(buf, at):
    if buf[at + 1] != ev.FORMAT:
        return E_UNKNOWN
    seats = buf[at + 7] | buf[at + 8] << 8
    if seats & 1 or seats >> MEXICAN:
        return E_SEAT
    count = buf[at + 15]
    rules = rs.values(buf[at + 14], bytes(buf[at + 16 : at + 16 + 2 * count]), buf[at + 6])
    if rules is None or rs.contradiction(rules):
        return E_RULES
    return E_SEATS if rs.seats_refused(rules, bits(seats)) else OK


def _check_score(t, buf, at):
    track = buf[at] & 15
    round_no = buf[at + 1]
    if round_no > t.rounds():
        return E_ROUND
    if not t.joined[track]:
        return E_SEAT
    if not t.plays_in(track, round_no):
        return E_ABSENT
    value = (buf[at + 2] | buf[at + 3] << 8) & 0x7FFF
    if value > rs.pip_count(t.rules[rs.F_SET]) + t.rules[rs.F_BLANK] + 1:
        return E_PIPS
    return OK


def _check_joined(t, track):
    if (t.seats | t.coming) >> track & 1:
        return E_STATE
    if t.joined[track]:
        return E_SEAT  # who left stays on the sheet; his track is not given away
    seats = bits(t.seats | t.coming) + 1
    if rs.seats_refused(t.rules, seats):
        return E_SEATS
    return OK


def _check_left(t, track):
    if not (t.seats | t.coming) >> track & 1:
        return E_SEAT
    if t.seats >> track & 1 and bits(t.seats) <= 2:
        return E_SEATS
    return OK


def _check_between(t, buf, at):
    head = buf[at]
    kind = head >> 4
    if kind == ev.DRAWN:
        if t.rules[rs.F_ENGINE] == rs.ENGINE_ASIDE:
            return E_PHASE
        return OK if t.bone_hi else E_EMPTY
    if kind == ev.MARKER_UP or kind == ev.MARKER_DOWN or kind != ev.ROUND_BEGUN:
        return E_PHASE
    if not t.seats >> (head & 15) & 1:
        return E_SEAT
    engine = buf[at + 1]
    if engine > t.rules[rs.F_SET]:
        return E_ENGINE
    if t.rules[rs.F_ENGINE] != rs.ENGINE_HIGHEST and engine != t.next_engine():
        return E_ENGINE
    return OK


def _check_round(t, kind, low):
    if kind == ev.TURN:
        return OK
    if kind == ev.DOUBLE:
        if not t.duty():
            return E_NO_DUTY
        if low == 0:
            return OK if t.owes() else E_NOT_DUE
        if low != MEXICAN and not t.joined[low]:
            return E_SEAT
        return OK if t.due_count + t.laid_count < TRACKS else E_STATE
    if kind == ev.MARKER_UP or kind == ev.MARKER_DOWN:
        if not t.seats >> low & 1:
            return E_SEAT
        return E_MARKER if t.markers >> low & 1 == (kind == ev.MARKER_UP) else OK
    if kind == ev.DRAWN:
        if not t.draws():
            return E_NO_DRAW
        if low == 0:
            return E_PHASE
        return OK if t.bone_hi else E_EMPTY
    if kind == ev.CALLED:
        if not t.rules[rs.F_CALL]:
            return E_NO_CALL
        if t.called >> low & 1:
            return E_STATE
        return OK if low == t.turn or low == t.window else E_NO_CALL
    if kind == ev.PENALTY:
        return OK if t.seats >> low & 1 else E_SEAT
    if kind == ev.ROUND_ENDED:
        return OK if low == BLOCKED or t.seats >> low & 1 else E_SEAT
    if kind == ev.ROUND_BEGUN:
        return E_PHASE
    return E_UNKNOWN
