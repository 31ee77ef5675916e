"""The one reducer: `check(table, event)` says whether an event can happen now, `apply(table, event)` lets it happen.

A physical table never types tiles, so this state holds what presses alone reveal. What a hub cannot observe is unknown
and kept as a bound (`bone_lo` <= tiles in the boneyard <= `bone_hi`), never guessed. Seats are named by their track.
No call here allocates except `begin` and `join` bookkeeping of a new game; masks have bit t set for track t.
"""

from array import array

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
    UNSET,
    const,
)

NO_GAME = const(0)
BETWEEN = const(1)  # dealt, the engine of the next round is being looked for
ROUND = const(2)
DONE = const(3)  # every round is played; corrections and undo go on
ENDED = const(4)  # ended by somebody before that, or closed

NOBODY_WON = const(255)  # `winners` cell of a blocked round


def next_seat(seats, track):
    """The next occupied track clockwise after `track` (0 if nobody sits)."""
    if not seats:
        return 0
    track += 1
    while True:
        if track >= MEXICAN:
            track = 1
        if seats >> track & 1:
            return track
        track += 1


def bits(mask):
    """How many bits of `mask` are set."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


class Table:
    """What is known of one game at a table. Fields are read by everybody and written by `apply` alone."""

    def __init__(self):
        self.phase = NO_GAME
        self.log_id = 0
        self.preset = 0
        self.overrides = b""
        self.rules = b""
        self.flags = 0
        self.core_hash = 0
        self.seats = 0  # who plays now
        self.coming = 0  # who joins when the next round is dealt
        self.joined = bytearray(TRACKS)  # round from which a seat plays; 0 never
        self.left = bytearray(TRACKS)  # round in which a seat left; 0 never
        self.paused = False
        self.round = 0  # rounds begun so far; the running one is this
        self.engine = 0
        self.starter = 0
        self.dealer = 0
        self.turn = 0  # seat in turn, 0 outside rounds
        self.turns = 0  # turns finished in this round, stops at 255
        self.fresh = 0  # seats that have not finished a turn in this round
        self.markers = 0
        self.due = bytearray(TRACKS)  # tracks with an open double that is due, first laid first
        self.due_count = 0
        self.laid = bytearray(TRACKS)  # doubles left open in the running turn
        self.laid_count = 0
        self.drawn = 0  # tiles the seat in turn has drawn
        self.fails = 0  # turns in a row without a tile laid or drawn, stops at 255
        self.called = 0  # seats that called their last tile
        self.window = 0  # the seat before, while it may still call
        self.bone_lo = 0
        self.bone_hi = 0
        self.scores = array("H")
        self.winners = bytearray()

    # -- questions that views ask ------------------------------------------------------------------------------------

    def exact(self):
        """Is the boneyard count exact?"""
        return self.bone_lo == self.bone_hi

    def first_turns(self):
        """Are long first turns of everybody still going on, so that no double is due yet?"""
        return self.fresh != 0 and self.rules[rs.F_FIRST] == rs.FIRST_LONG_ALL

    def owes(self):
        """The seat that must cover the double `due_track()` now, or 0."""
        if self.phase != ROUND or not self.due_count or self.first_turns():
            return 0
        return self.turn

    def due_track(self):
        """Track of the double to be covered first, or 0."""
        if not self.due_count:
            return 0
        return self.due[self.due_count - 1 if self.rules[rs.F_ORDER] == rs.ORDER_REVERSE else 0]

    def open_doubles(self):
        """Mask of the tracks on which a double lies open."""
        mask = 0
        for i in range(self.due_count):
            mask |= 1 << self.due[i]
        for i in range(self.laid_count):
            mask |= 1 << self.laid[i]
        return mask

    def duty(self):
        """Does the rule set know a duty to cover doubles?"""
        return self.rules[rs.F_COVER] == rs.COVER_DOUBLE

    def draws(self):
        """Does the rule set draw tiles in normal turns?"""
        return self.rules[rs.F_DRAW] != rs.DRAW_NONE

    def next_engine(self):
        """The engine that the next round expects."""
        return rs.first_engine(self.rules) - self.round

    def rounds(self):
        """Rounds of the whole game."""
        return len(self.winners)

    def blocked_due(self):
        """Is it certain that nobody can go on: a full lap of turns without a tile laid or drawn, and nothing to draw?"""
        if self.phase != ROUND or self.fails < bits(self.seats):
            return False
        return not self.draws() or self.bone_hi == 0

    def plays_in(self, track, round_no):
        """Does the seat on `track` play in round `round_no`?"""
        first = self.joined[track]
        return 0 < first <= round_no and not 0 < self.left[track] <= round_no

    def score(self, round_no, track):
        """Pips noted for that round and track, `UNSET` if nobody noted them. A winner's cell is 0 unless corrected."""
        value = self.scores[(round_no - 1) * TRACKS + track]
        if value == UNSET and self.winners[round_no - 1] == track:
            return 0
        return value


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

