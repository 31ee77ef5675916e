"""The one reducer of the table core: `apply(table, event)` lets an event happen that has passed the `gate`.

Nothing here allocates but the bookkeeping of a new game; masks have bit t set for track t.
"""

from array import array

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules.constants import (
    MEXICAN,
    TRACKS,
    UNSET,
)
from shared_rules.table import BETWEEN, DONE, ENDED, NOBODY_WON, ROUND, bits, next_seat


def apply(t, buf, at=0):
    """Let the event at `buf[at]` happen to table `t`. The event must have passed `check`."""
    head = buf[at]
    kind = head >> 4
    low = head & 15
    if kind == ev.TURN:
        _turn_done(t, low)
    elif kind == ev.MARKER_UP:
        t.markers |= 1 << low
    elif kind == ev.MARKER_DOWN:
        t.markers &= ~(1 << low)
    elif kind == ev.DRAWN:
        _drawn(t, low)
    elif kind == ev.DOUBLE:
        if low:
            t.laid[t.laid_count] = low
            t.laid_count += 1
        else:
            _covered(t)
    elif kind == ev.CALLED:
        t.called |= 1 << low
    elif kind == ev.PENALTY:
        _take(t, buf[at + 1])
        t.called &= ~(1 << low)
    elif kind == ev.ROUND_BEGUN:
        _round_begun(t, low, buf[at + 1])
    elif kind == ev.ROUND_ENDED:
        _round_ended(t, low)
    elif kind == ev.SCORE:
        value = (buf[at + 2] | buf[at + 3] << 8) & 0x7FFF
        t.scores[(buf[at + 1] - 1) * TRACKS + low] = value - 1 if value else UNSET
    elif kind == ev.JOINED:
        if t.phase == BETWEEN:
            _seat(t, low)
            _deal(t)
        else:
            t.coming |= 1 << low
    elif kind == ev.LEFT:
        _left(t, low)
    elif head == ev.GAME_BEGUN:
        _game_begun(t, buf, at)
    elif head == ev.GAME_ENDED:
        t.phase = ENDED
        t.paused = False
        t.turn = 0
    elif head == ev.PAUSED:
        t.paused = True
    elif head == ev.RESUMED:
        t.paused = False


def _game_begun(t, buf, at):
    t.log_id = buf[at + 2] | buf[at + 3] << 8 | buf[at + 4] << 16 | (buf[at + 5] & 63) << 24
    t.seats = buf[at + 7] | buf[at + 8] << 8
    t.flags = buf[at + 9]
    t.core_hash = bytes(buf[at + 10 : at + 14])
    t.preset = buf[at + 14]
    t.overrides = bytes(buf[at + 16 : at + 16 + 2 * buf[at + 15]])
    t.rules = rs.values(t.preset, t.overrides, buf[at + 6])
    rounds = rs.round_count(t.rules)
    t.scores = array("H", (UNSET for _ in range(rounds * TRACKS)))
    t.winners = bytearray(rounds)
    for track in range(1, MEXICAN):
        if t.seats >> track & 1:
            t.joined[track] = 1
    t.dealer = next_seat(t.seats, 0)
    t.phase = BETWEEN
    _deal(t)


def _deal(t):
    """The boneyard after the deal of the next round."""
    seats = bits(t.seats)
    tiles = rs.tile_count(t.rules[rs.F_SET]) - seats * rs.hand_below(t.rules, seats)
    if t.rules[rs.F_ENGINE] == rs.ENGINE_ASIDE:
        tiles -= 1
    t.bone_lo = t.bone_hi = max(tiles, 0)


def _seat(t, track):
    t.seats |= 1 << track
    t.joined[track] = t.round + 1


def _take(t, tiles):
    """`tiles` tiles leave the boneyard, or as many as it has."""
    t.bone_lo = max(t.bone_lo - tiles, 0)
    t.bone_hi = max(t.bone_hi - tiles, 0)


def _drawn(t, one):
    if one:
        _take(t, 1)
        if t.phase == ROUND:
            t.drawn = min(t.drawn + 1, 255)
            t.called &= ~(1 << t.turn)
        return
    seats = bits(t.seats)
    if t.bone_lo >= seats:
        _take(t, seats)
    else:  # the short last lap stops when the engine turns up: at least one tile was drawn, perhaps all
        t.bone_lo = 0
        t.bone_hi -= 1


def _covered(t):
    """The double that is due first is due no more."""
    if t.rules[rs.F_ORDER] == rs.ORDER_LAID:
        for i in range(1, t.due_count):
            t.due[i - 1] = t.due[i]
    t.due_count -= 1


def _round_begun(t, starter, engine):
    t.round += 1
    t.engine = engine
    t.starter = t.turn = starter
    t.turns = 0
    t.fresh = t.seats
    t.phase = ROUND
    if t.rules[rs.F_ENGINE] == rs.ENGINE_IN_TURN and not t.flags & ev.FLAG_DRAWS_RECORDED:
        t.bone_lo = max(t.bone_lo - bits(t.seats), 0)  # a last lap in turn may have stopped unrecorded
    _clear_round(t)


def _clear_round(t):
    t.markers = 0
    t.due_count = t.laid_count = 0
    t.drawn = t.fails = 0
    t.called = t.window = 0


def _round_ended(t, seat):
    t.winners[t.round - 1] = seat or NOBODY_WON
    t.turn = 0
    t.fresh = 0
    _clear_round(t)
    track = 1
    while t.coming:
        if t.coming >> track & 1:
            t.coming &= ~(1 << track)
            _seat(t, track)
        track += 1
    t.dealer = next_seat(t.seats, t.dealer)
    if t.round >= t.rounds():
        t.phase = DONE
    else:
        t.phase = BETWEEN
        _deal(t)


def _turn_done(t, laid):
    seat = t.turn
    drew = t.drawn
    if laid:
        if t.owes() and not t.laid_count:
            _covered(t)
        if not t.flags & ev.FLAG_DRAWS_RECORDED and t.draws():
            # a tile may have been drawn and played unseen (until one fits: any number)
            t.bone_lo = 0 if t.rules[rs.F_DRAW] == rs.DRAW_UNTIL else max(t.bone_lo - 1, 0)
    else:
        t.markers |= 1 << seat
        if t.draws() and not t.drawn and t.bone_hi:
            drew = 1
            if t.rules[rs.F_DRAW] == rs.DRAW_UNTIL:
                t.bone_lo = t.bone_hi = 0
            else:
                _take(t, 1)
        if drew:
            t.called &= ~(1 << seat)
    if laid or t.laid_count or drew:
        t.fails = 0
    elif t.fails < 255:
        t.fails += 1
    for i in range(t.laid_count):
        t.due[t.due_count] = t.laid[i]
        t.due_count += 1
    t.laid_count = 0
    _next_turn(t, seat)


def _next_turn(t, seat):
    t.fresh &= ~(1 << seat)
    if t.turns < 255:
        t.turns += 1
    t.window = seat
    t.drawn = 0
    t.turn = next_seat(t.seats, seat)


def _left(t, track):
    bit = 1 << track
    if t.coming & bit:
        t.coming &= ~bit
        return
    t.seats &= ~bit
    t.called &= ~bit
    t.markers &= ~bit
    t.fresh &= ~bit
    if t.window == track:
        t.window = 0
    if t.phase == BETWEEN:
        t.left[track] = t.round + 1
        if t.dealer == track:
            t.dealer = next_seat(t.seats, track)
        _deal(t)
        return
    t.left[track] = t.round
    if t.turn != track and t.fails:
        t.fails -= 1  # his failed turn is no part of the others' lap
    t.bone_hi = rs.tile_count(t.rules[rs.F_SET]) - 1  # his hand went back uncounted
    if t.turn == track:
        for i in range(t.laid_count):
            t.due[t.due_count] = t.laid[i]
            t.due_count += 1
        t.laid_count = 0
        t.drawn = 0
        t.turn = next_seat(t.seats, track)
