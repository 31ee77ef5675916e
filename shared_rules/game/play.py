"""A move happens: `apply(state, move, events)`, through the ordered gate, whole or not at all."""

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules.constants import const
from shared_rules.game.deal import draw
from shared_rules.game.legal import legal, mexican_playable, own_playable
from shared_rules.game.moves import CALL, LATE_CALL
from shared_rules.game.state import EXTRA, LONG, MINE, NOBODY, ODD, OVER, PLAY, RUNNING, SAY
from shared_rules.game.turn import TILE_LAID, begin_turn, round_over, turn_over, window_closes

# FIRST_LAY, NOBODY, PLAY and DRAW again: only a module's own constants cost MicroPython no look-up.
_FIRST_LAY = const(32)
_NOBODY = const(255)
_PLAY = const(0)
_DRAW = const(1)

TILE_DRAWN = ev.simple(ev.TILE_DRAWN)


def apply(state, move, events):
    """Let the seat in turn make `move` and append its table events (each drawn tile recorded).

    Returns None, or the `Refusal` of a move that is not legal; nothing has changed then.
    """
    moves = state.moves
    if moves is None:
        moves = legal(state)
    if move not in moves:
        return _out_of_turn(state, move, events)
    state.moves = None
    if move < _FIRST_LAY:
        if move == _DRAW:
            _draw(state, events)
        else:
            _end(state, move == CALL, events)
        return None
    plan = state.plan
    seat = state.turn
    line = (move >> 5) - 1
    far = move & 31
    near = state.ends[line]
    # The marker, before the tile is on the table.
    if line == seat:
        if state.markers >> seat & 1:
            _lower(state, events)
    elif plan.marks >> line & 1 and (line >= plan.lines or plan.mark_down or not state.markers >> seat & 1):
        _marker_elsewhere(state, line, moves, events)
    # The tile.
    hands = state.hands
    base = seat * plan.width
    hands[base + near] ^= 1 << far
    if near != far:
        hands[base + far] ^= 1 << near
        state.ends[line] = far
    left = state.counts[seat] - 1
    state.counts[seat] = left
    state.tile = _NOBODY
    if not state.started >> line & 1:
        _started(state, line)
    # What comes next.
    if near == far or left < 2 or state.rare:
        _after(state, line, near == far, left, events)
        return None
    # Nothing more: the same as `turn_over`, short.
    events.append(TILE_LAID)
    if plan.call and state.counts[state.window] == 1:
        window_closes(state, state.window, events)
    state.window = seat
    state.drawn = state.fails = 0
    seat += 1
    state.turn = seat if seat < plan.seats else 0
    state.need = _PLAY
    if state.rare:  # the window has closed on a turn to be lost
        begin_turn(state, events)
    return None


def _out_of_turn(state, move, events):
    """The seat before calls its last tile late; every other move is refused."""
    if move != LATE_CALL or late_caller(state) == NOBODY:
        from shared_rules.game.why import refusal

        return refusal(state, move)
    seat = state.window
    state.called |= 1 << seat
    events.append(ev.of_track(ev.CALLED, state.plan.tracks[seat]))
    return None


def late_caller(state):
    """The seat before, if it may still call its last tile; else `NOBODY`."""
    seat = state.window
    if not state.plan.call or seat == NOBODY or state.need == OVER:
        return NOBODY
    return NOBODY if state.counts[seat] != 1 or state.called >> seat & 1 else seat


def _lower(state, events):
    """The marker of the seat in turn comes down."""
    state.markers &= ~(1 << state.turn)
    events.append(ev.of_track(ev.MARKER_DOWN, state.plan.tracks[state.turn]))


def _marker_elsewhere(state, line, moves, events):
    """What a tile on a line other than the own train does to the marker of the seat in turn; moves: what was legal."""
    plan = state.plan
    up = state.markers >> state.turn & 1
    if plan.mark_down or line >= plan.lines and state.home(line) == state.turn:
        if up:
            _lower(state, events)
    elif not up and plan.mark_up and state.need == PLAY:
        _mark_if_blocked(state, moves, events)


def _after(state, line, double, left, events):
    """What comes after a tile was laid on `line`, `left` tiles staying in the hand."""
    plan = state.plan
    seat = state.turn
    if state.open and line in state.open:
        _cover(state, line)
    if double and plan.fork:
        state.started |= 1 << len(state.ends)
        state.ends.append(state.ends[line])
        state.forks.append(state.home(line))
        state.forks.append(seat)
    if not left:
        _out(state, seat, events)
    elif double and plan.cover != rs.COVER_NEVER:
        _double(state, line, events)
    elif state.rare & RUNNING:
        state.need = MINE if state.mine and not state.first_turns() else LONG
    elif left == 1 and plan.call and not state.called >> seat & 1:
        state.need = SAY
    else:  # even if other doubles of this turn stay open
        turn_over(state, True, False, events)


def _last_tile_laid(state, events):
    """The turn ends, unless the last tile in the hand has to be called."""
    if state.plan.call and state.counts[state.turn] == 1 and not state.called >> state.turn & 1:
        state.need = SAY
    else:
        turn_over(state, True, False, events)


def _started(state, line):
    """The first tile of a train: is it the beginning of a long one?"""
    state.started |= 1 << line
    if state.long >> state.turn & 1 and state.need == PLAY:
        if line == state.turn or line >= state.plan.seats and state.plan.first == rs.FIRST_LONG_STARTER:
            state.rare |= RUNNING
    if line < state.plan.seats:
        state.long &= ~(1 << line)


def _mark_if_blocked(state, moves, events):
    """Rule sets in which the marker goes up although another play or a draw follows. moves: what was legal before it."""
    plan = state.plan
    seat = state.turn
    mexican = plan.mark_up == rs.MARK_OWN_AND_MT_BLOCKED
    for move in moves:
        line = (move >> 5) - 1
        if line == seat or mexican and plan.mexican <= line < plan.lines:
            return
    # Who passes may hold back a tile, and branches count as the own train: look closer.
    if plan.passing or plan.fork:
        if own_playable(state) or mexican and mexican_playable(state):
            return
    state.markers |= 1 << seat
    events.append(ev.of_track(ev.MARKER_UP, plan.tracks[seat]))


def _cover(state, line):
    at = len(state.open) - 1
    while state.open[at] != line:
        at -= 1
    if at >= len(state.open) - state.mine:
        state.mine -= 1
    state.open.pop(at)


def _double(state, line, events):
    """A double was laid and the hand is not empty: what does it ask for?"""
    plan = state.plan
    if not plan.duty:
        state.need = LONG if state.running else EXTRA
    elif plan.dead and state.dead(state.ends[line]):
        if state.mine:
            state.need = MINE
        elif state.running:
            state.need = LONG
        else:
            _last_tile_laid(state, events)
    else:
        state.rare |= ODD
        state.open.append(line)
        state.mine += 1
        state.need = LONG if state.running and state.first_turns() else MINE


def _draw(state, events):
    plan = state.plan
    seat = state.turn
    if plan.mark_up and state.need == PLAY and not state.drawn and not state.markers >> seat & 1:
        _mark_if_blocked(state, (), events)
    state.tile = draw(state, seat)
    state.drawn += 1
    state.called &= ~(1 << seat)
    events.append(TILE_DRAWN)


def _end(state, call, events):
    need = state.need
    if need == MINE:
        laid = state.first_turns()
    elif need == EXTRA:
        laid = True
        if state.plan.cover == rs.COVER_ANYWHERE and not state.markers >> state.turn & 1:
            state.markers |= 1 << state.turn
            events.append(ev.of_track(ev.MARKER_UP, state.plan.tracks[state.turn]))
    else:
        laid = need == LONG or need == SAY
    turn_over(state, laid, call, events)


def _out(state, seat, events):
    """The hand of `seat` is empty."""
    others = state.fresh & ~(1 << seat) & ~state.gone
    if state.plan.rules[rs.F_FIRST_OUT] == rs.OUT_OTHERS_FINISH and state.fresh >> seat & 1 and (
        others or state.out != NOBODY):  # fmt: skip
        if state.out == NOBODY:
            state.out = seat
        turn_over(state, True, False, events)
    else:
        round_over(state, seat, events)
