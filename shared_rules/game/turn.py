"""A turn ends and the next one begins; a round ends; a seat leaves."""

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules import tiles
from shared_rules.constants import const
from shared_rules.game.deal import draw
from shared_rules.game.state import COVER, FRESH, GONE, LOST, NOBODY, ODD, OVER, PLAY, ROUND_BLOCKED, RUNNING, random_below

_NOBODY = const(255)  # again: only a module's own constants cost MicroPython no look-up
_PLAY = const(0)

TILE_LAID = ev.simple(ev.TILE_LAID)
NOTHING_LAID = ev.simple(ev.NOTHING_LAID)
LAPSED = ev.simple(ev.LAPSED)


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
    if state.mine:
        _left_open(state, events)
    if laid:
        events.append(TILE_LAID)
        state.fails = 0
    else:
        events.append(NOTHING_LAID)
        state.markers |= 1 << seat
        state.fails = 0 if state.mine or state.drawn else state.fails + 1
    state.mine = state.drawn = 0
    state.tile = _NOBODY
    if plan.call:
        if call:
            state.called |= 1 << seat
            events.append(ev.of_track(ev.CALLED, plan.tracks[seat]))
        window = state.window
        if window != _NOBODY and state.counts[window] == 1:
            window_closes(state, window, events)
    state.window = seat
    if state.firsts:
        state.firsts &= ~(1 << seat)
        if plan.first == rs.FIRST_LONG_STARTER:
            state.firsts &= ~(1 << 11 + seat)
    state.rare &= ~RUNNING
    seat += 1
    if seat >= plan.seats:
        seat = 0
    if state.rare & GONE:
        seat = state.next_seat(seat - 1)
    state.turn = seat
    state.need = _PLAY
    if state.rare or state.fails >= plan.seats:
        begin_turn(state, events)


def _left_open(state, events):
    """Tell of the doubles of this turn that stay open."""
    for at in range(len(state.open) - state.mine, len(state.open)):
        events.append(ev.of_track(ev.DOUBLE, state.track(state.open[at])))


def begin_turn(state, events):
    """The seat in turn begins, or the round is over before it does."""
    plan = state.plan
    if state.out != NOBODY:
        if not state.firsts & FRESH:
            round_over(state, state.out, events)
            return
    elif state.fails and blocked(state):
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
    if state.open or state.firsts or state.out != NOBODY:
        state.rare |= ODD
    else:
        state.rare &= ~ODD
    if state.rare >> state.turn & 1:
        state.rare &= ~(1 << state.turn)
        state.need = LOST


def blocked(state):
    """A full lap of turns with nothing laid and nothing drawn, and nothing left to draw?"""
    plan = state.plan
    if state.fails < (state.playing() if state.rare & GONE else plan.seats):
        return False
    return not state.bone or plan.draw == rs.DRAW_NONE


def window_closes(state, seat, events):
    """`seat` holds one tile and can call it no more: if it did not, it pays."""
    if state.called >> seat & 1:
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
        _left_open(state, events)
        state.mine = 0
    elif state.fails:
        state.fails -= 1  # his failed turn is no part of the others' lap
    if plan.draw != rs.DRAW_NONE:
        state.fails = 0  # there is something to draw again
    back = bytearray(state.bone)
    for number in state.hand(seat):
        back.append(number)
        tiles.take(state.hands, seat * plan.width, number)
    state.counts[seat] = 0
    for last in range(len(back) - 1, 0, -1):
        at = random_below(state, last + 1)
        back[last], back[at] = back[at], back[last]
    state.bone = bytes(back)
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
        state.drawn = 0
        state.tile = NOBODY
        state.rare &= ~RUNNING
        state.turn = state.next_seat(seat)
        begin_turn(state, events)
    elif state.out != NOBODY and not state.fresh:
        round_over(state, state.out, events)
