"""The ordered gate, and why a move does not pass it: known? round running? this seat's turn? legal?"""

from shared_rules import ruleset as rs
from shared_rules import tiles
from shared_rules.constants import E_PHASE, E_UNKNOWN, const
from shared_rules.errors import Refused
from shared_rules.game import legal as lg
from shared_rules.game.moves import DRAW, END, FIRST_LAY, LATE_CALL, far_of, line_of
from shared_rules.game.state import COVER, EXTRA, LONG, LOST, MINE, NOBODY, OVER, SAY

# Codes that only the fully known game has; they never travel on the wire.
E_TURN = const(64)  # another seat's turn
E_MOVE = const(65)  # not legal now
NO_CLAUSE = const(255)  # what every rule set says: hold the tile, let it match


class Refusal:
    """Why a move was refused.

    code: E_UNKNOWN, E_PHASE, E_TURN or E_MOVE · clause: the field of the rule set that forbids it, or `NO_CLAUSE` ·
    reason: an English sentence without a full stop.
    """

    def __init__(self, code, clause, reason):
        self.code = code
        self.clause = clause
        self.reason = reason

    def __repr__(self):
        return "Refusal(%d, %d, %r)" % (self.code, self.clause, self.reason)


class IllegalMove(Refused):
    """A move was refused whole; `refusal` says why."""

    def __init__(self, refusal):
        super().__init__(refusal.code, refusal.reason)
        self.refusal = refusal
        self.clause = refusal.clause

    def __str__(self):
        return self.detail


def refusal(state, move, seat=-1):
    """None if `move` (by `seat`, if given) is legal now, else the `Refusal`. Changes nothing."""
    if not _known(state, move):
        return Refusal(E_UNKNOWN, NO_CLAUSE, "there is no such move")
    if state.need == OVER:
        return Refusal(E_PHASE, NO_CLAUSE, "no round is running")
    actor = state.window if move == LATE_CALL else state.turn
    if 0 <= seat != actor:
        return Refusal(E_TURN, NO_CLAUSE, "it is another seat's turn")
    if move in lg.legal(state):
        return None
    if move >= FIRST_LAY:
        clause, reason = _lay(state, line_of(move), far_of(move))
    elif move == END:
        clause, reason = _end(state)
    elif move == DRAW:
        clause, reason = _draw(state)
    else:
        from shared_rules.game.play import late_caller

        if move == LATE_CALL and late_caller(state) != NOBODY:
            return None
        clause, reason = _call(state, move)
    return Refusal(E_MOVE, clause, reason)


def _known(state, move):
    if move < FIRST_LAY:
        return END <= move <= LATE_CALL
    return line_of(move) < len(state.ends) and far_of(move) <= state.plan.size


def _lay(state, line, far):
    near = state.ends[line]
    number = tiles.tile(near, far)
    if not tiles.held(state.hands, state.turn * state.plan.width, number):
        return NO_CLAUSE, "the seat in turn does not hold %s" % tiles.name(number)
    need = state.need
    if need == SAY:
        return rs.F_CALL, "everything is laid; the turn only has to be ended, with or without the call"
    if need == LOST:
        return rs.F_CALL_TURN, "this turn is lost"
    if state.tile != NOBODY:
        if state.plan.draw == rs.DRAW_ONE:
            return rs.F_DRAW, "a tile just drawn is not played in the same turn"
        if number != state.tile:
            return rs.F_DRAW, "after a draw only the tile just drawn may be laid"
    double = near == far
    if need == COVER:
        if line in state.open:
            return rs.F_ORDER, "another double has to be covered first"
        return rs.F_COVER, "an open double has to be covered first"
    if need == MINE:
        if not double:
            if line in state.open:
                return rs.F_ORDER, "another double has to be covered first"
            return rs.F_COVER, "the double just laid has to be covered first"
        if not state.plan.doubles:
            return rs.F_DOUBLES, "one uncovered double a turn"
        if len(state.open) >= lg.MAX_OPEN:
            return rs.F_DOUBLES, "no more doubles can be open"
    if double and lg.no_double(state):
        if state.counts[state.turn] == 1 and not state.plan.end_double:
            return rs.F_END_DOUBLE, "a double cannot be the last tile"
        return rs.F_DOUBLES, "the second tile cannot be a double too"
    return _line(state, line)


def _line(state, line):
    plan = state.plan
    if line >= plan.lines:
        if state.forks[2 * (line - plan.lines) + 1] != state.turn:
            return rs.F_FORK, "the second branch of a double belongs to the player who laid it"
        return rs.F_FIRST, "a long first train goes on with the same train"
    if state.need == LONG and not lg.long_lines(state) >> line & 1:
        return rs.F_FIRST, "a long first train goes on with the same train"
    if line in state.open:
        return rs.F_FIRST, "a double left open in the first turns waits until everybody had one"
    if line >= plan.mexican:
        if not lg.mexican_usable(state):
            return rs.F_MT_USE, "the Mexican Train may be used only if the own train cannot be played"
        if not lg.may_start_mexican(state):
            return rs.F_MT_START, "the Mexican Train cannot be started yet"
        return rs.F_MT_COUNT, "another Mexican Train is started before this one"
    if not state.markers >> line & 1:
        return rs.F_OTHERS, "that train is closed: its marker is down"
    if not plan.unstarted and not state.started >> line & 1:
        return rs.F_UNSTARTED, "only its owner may start that train"
    if plan.others == rs.OTHERS_OWN_BLOCKED:
        return rs.F_OTHERS, "another's train may be used only if the own train cannot be played"
    return rs.F_OTHERS, "another's train may be used only after the own train is started"


def _end(state):
    if lg.drawable(state) and not _plays(state):
        return rs.F_DRAW, "a tile has to be drawn first"
    if state.need == COVER or state.need == MINE:
        return rs.F_COVER, "the double can be covered, so it must be"
    if state.tile != NOBODY:
        return rs.F_DRAW, "the tile just drawn fits, so it must be laid"
    if lg.drawable(state) and state.plan.passing:
        return rs.F_DRAW, "who passes has to draw first"
    return rs.F_PASS, "a tile can be laid, so one must be"


def _draw(state):
    if state.plan.draw == rs.DRAW_NONE:
        return rs.F_DRAW, "this rule set draws no tiles"
    if state.need == LONG or state.need == SAY:
        return rs.F_DRAW, "a tile has been laid; nothing is drawn in this turn"
    if state.need == EXTRA and state.plan.cover == rs.COVER_EXTRA_TURN:
        return rs.F_COVER, "nothing is drawn in an extra turn"
    if not state.left:
        return rs.F_DRAW, "the boneyard is empty"
    if not lg.drawable(state):
        return rs.F_DRAW, "one tile a turn is drawn"
    if state.first_turns() and state.need == MINE:
        return rs.F_FIRST, "a double may stay open in the first turns; nothing is drawn for it"
    return rs.F_PASS, "a tile can be laid, so nothing is drawn"


def _call(state, move):
    if not state.plan.call:
        return rs.F_CALL, "this rule set knows no last-tile call"
    if move == LATE_CALL:
        return rs.F_CALL, "the seat before has nothing to call"
    if state.counts[state.turn] != 1:
        return rs.F_CALL, "only the last tile is called"
    if state.called >> state.turn & 1:
        return rs.F_CALL, "the last tile is called already"
    return rs.F_CALL, "the call comes at the end of the turn"


def _plays(state):
    return any(move >= FIRST_LAY for move in lg.legal(state))
