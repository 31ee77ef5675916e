"""A move happens: `apply(state, move, events)`, through the ordered gate, whole or not at all."""

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules import tiles
from shared_rules.game.deal import draw
from shared_rules.game.legal import legal, mexican_playable, own_playable
from shared_rules.game.moves import CALL, DRAW, FIRST_LAY, LATE_CALL
from shared_rules.game.state import COVER, EXTRA, LONG, LOST, MINE, NOBODY, OVER, PLAY, ROUND_BLOCKED, SAY, random_below

TILE_LAID = ev.simple(ev.TILE_LAID)
NOTHING_LAID = ev.simple(ev.NOTHING_LAID)
TILE_DRAWN = ev.simple(ev.TILE_DRAWN)
LAPSED = ev.simple(ev.LAPSED)


def apply(state, move, events):
    """Let the seat in turn make `move` and append its table events (each drawn tile recorded).

    Returns None, or the `Refusal` of a move that is not legal; nothing has changed then.
    """
    if move not in legal(state):
        if move != LATE_CALL or late_caller(state) == NOBODY:
            from shared_rules.game.why import refusal

            return refusal(state, move)
        seat = state.window
        state.called |= 1 << seat
        events.append(ev.of_track(ev.CALLED, state.plan.tracks[seat]))
        return None
    state.moves = None
    if move >= FIRST_LAY:
        _lay(state, (move >> 5) - 1, move & 31, events)
    elif move == DRAW:
        _draw(state, events)
    else:
        _end(state, move == CALL, events)
    return None


def late_caller(state):
    """The seat before, if it may still call its last tile; else `NOBODY`."""
    seat = state.window
    if not state.plan.call or seat == NOBODY or state.need == OVER:
        return NOBODY
    return NOBODY if state.counts[seat] != 1 or state.called >> seat & 1 else seat


def _lay(state, line, far, events):
    plan = state.plan
    seat = state.turn
    need = state.need
    ends = state.ends
    near = ends[line]
    bit = 1 << seat
    own = line == seat
    # The marker, before the tile is on the table.
    if line < plan.lines:
        if own:
            lower = state.markers & bit
        else:
            lower = plan.mark_down and state.markers & bit
            if plan.mark_up and need == PLAY:
                _mark_if_blocked(state, events)
    else:
        own = state.home(line) == seat
        lower = (own or plan.mark_down) and state.markers & bit
        if plan.mark_up and need == PLAY and not own:
            _mark_if_blocked(state, events)
    if lower:
        state.markers &= ~bit
        events.append(ev.of_track(ev.MARKER_DOWN, plan.tracks[seat]))
    # The tile.
    base = seat * plan.width
    state.hands[base + near] &= ~(1 << far)
    if near != far:
        state.hands[base + far] &= ~(1 << near)
        ends[line] = far
    state.counts[seat] -= 1
    state.tile = NOBODY
    state.laid += 1
    if line < plan.lines and not state.started >> line & 1:
        state.started |= 1 << line
        if line < plan.seats:
            if need == PLAY and own and state.long & bit:
                state.running = True
            state.long &= ~(1 << line)
        elif need == PLAY and plan.first == rs.FIRST_LONG_STARTER and state.long & bit:
            state.running = True
    if state.open and line in state.open:
        _cover(state, line)
    if plan.fork and near == far:
        ends.append(far)
        state.forks.append(state.home(line))
        state.forks.append(seat)
    # What comes next.
    if not state.counts[seat]:
        _out(state, seat, events)
    elif near == far and plan.cover != rs.COVER_NEVER:
        _double(state, line, events)
    elif state.running:
        state.need = MINE if state.mine and not state.first_turns() else LONG
    else:  # even if other doubles of this turn stay open
        _laid(state, events)


def _mark_if_blocked(state, events):
    """Rule sets in which the marker goes up although another play follows."""
    if state.markers >> state.turn & 1 or own_playable(state):
        return
    if state.plan.mark_up == rs.MARK_OWN_AND_MT_BLOCKED and mexican_playable(state):
        return
    state.markers |= 1 << state.turn
    events.append(ev.of_track(ev.MARKER_UP, state.plan.tracks[state.turn]))


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
            _laid(state, events)
    else:
        state.open.append(line)
        state.mine += 1
        state.need = LONG if state.running and state.first_turns() else MINE


def _laid(state, events):
    """The last tile of this turn is laid; it ends, unless the last tile in the hand has to be called."""
    if state.plan.call and state.counts[state.turn] == 1 and not state.called >> state.turn & 1:
        state.need = SAY
    else:
        turn_over(state, True, False, events)


def _draw(state, events):
    if state.plan.mark_up and (state.need == PLAY) and not state.drawn:
        _mark_if_blocked(state, events)
    state.tile = draw(state, state.turn)
    state.drawn += 1
    state.called &= ~(1 << state.turn)
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


def round_over(state, seat, events):
    """The round ends: `seat` is out, or `ROUND_BLOCKED`."""
    state.out = seat
    state.need = OVER
    state.moves = None
    events.append(ev.of_track(ev.ROUND_ENDED, 0 if seat == ROUND_BLOCKED else state.plan.tracks[seat]))


def turn_over(state, laid, call, events):
    """The turn of the seat in turn is over; `laid`: as people would press it."""
    plan = state.plan
    seat = state.turn
    bit = 1 << seat
    if state.mine:
        for at in range(len(state.open) - state.mine, len(state.open)):
            events.append(ev.of_track(ev.DOUBLE, state.track(state.open[at])))
    if laid:
        events.append(TILE_LAID)
        state.fails = 0
    else:
        events.append(NOTHING_LAID)
        state.markers |= bit
        state.fails = 0 if state.mine or state.drawn else state.fails + 1
    if call:
        state.called |= bit
        events.append(ev.of_track(ev.CALLED, plan.tracks[seat]))
    state.mine = 0
    if plan.call:
        if state.window != NOBODY:
            _window_closes(state, events)
        state.window = seat
    if state.fresh:
        state.fresh &= ~bit
        if plan.first == rs.FIRST_LONG_STARTER:
            state.long &= ~bit
    state.laid = state.drawn = 0
    state.tile = NOBODY
    state.running = False
    state.turn = state.next_seat(seat)
    begin_turn(state, events)


def begin_turn(state, events):
    """The seat in turn begins, or the round is over before it does."""
    plan = state.plan
    if state.out != NOBODY and not state.fresh & ~state.gone:
        round_over(state, state.out, events)
        return
    if state.fails and state.out == NOBODY and blocked(state):
        round_over(state, ROUND_BLOCKED, events)
        return
    state.need = PLAY
    if state.open and not state.first_turns():
        if plan.dead:
            while state.open and state.dead(state.ends[state.due()]):
                state.open.pop(len(state.open) - 1 if plan.reverse else 0)
                events.append(LAPSED)
        if state.open:
            state.need = COVER
    if state.lost:
        bit = 1 << state.turn
        if state.lost & bit:
            state.lost &= ~bit
            state.need = LOST


def blocked(state):
    """A full lap of turns with nothing laid and nothing drawn, and nothing left to draw?"""
    if state.fails < state.playing():
        return False
    return not state.left or state.plan.draw == rs.DRAW_NONE


def _window_closes(state, events):
    """The seat before can call no more: if it has one tile and did not, it pays."""
    seat = state.window
    if state.counts[seat] != 1 or state.called >> seat & 1:
        return
    plan = state.plan
    tiles_due = min(plan.rules[rs.F_CALL_TILES], state.left)
    for _ in range(tiles_due):
        draw(state, seat)
    if tiles_due:
        events.append(ev.penalty(plan.tracks[seat], tiles_due))
    if plan.rules[rs.F_CALL_TURN]:
        state.lost |= 1 << seat


def leave(state, seat, events):
    """`seat` leaves the running round: his train closes, his tiles go back, turn and duty pass on."""
    plan = state.plan
    bit = 1 << seat
    if state.turn == seat:
        for at in range(len(state.open) - state.mine, len(state.open)):
            events.append(ev.of_track(ev.DOUBLE, state.track(state.open[at])))
        state.mine = 0
    elif state.fails:
        state.fails -= 1  # his failed turn is no part of the others' lap
    back = bytearray(state.bone[: state.left])
    for number in state.hand(seat):
        back.append(number)
        tiles.take(state.hands, seat * plan.width, number)
    state.counts[seat] = 0
    for last in range(len(back) - 1, 0, -1):
        at = random_below(state, last + 1)
        back[last], back[at] = back[at], back[last]
    state.bone = bytes(back)
    state.left = len(back)
    state.gone |= bit
    state.markers &= ~bit
    state.called &= ~bit
    state.fresh &= ~bit
    state.long &= ~bit
    state.lost &= ~bit
    state.moves = None
    if state.window == seat:
        state.window = NOBODY
    events.append(ev.of_track(ev.LEFT, plan.tracks[seat]))
    if state.turn == seat:
        state.laid = state.drawn = 0
        state.tile = NOBODY
        state.running = False
        state.turn = state.next_seat(seat)
        begin_turn(state, events)
    elif state.out != NOBODY and not state.fresh:
        round_over(state, state.out, events)
