"""Broken invariants of a state: `check(state)` lists every one as a sentence, an empty list is a sound state."""

from shared_rules import ruleset as rs
from shared_rules import tiles
from shared_rules.game.state import COVER, EXTRA, LONG, LOST, MINE, NOBODY, OVER, PLAY, ROUND_BLOCKED, SAY
from shared_rules.game.view import on_table


def check(state):
    """Every invariant that `state` breaks, as English sentences."""
    if state.need == OVER and state.out == NOBODY:
        return []  # nothing was dealt yet
    out = []
    _tiles(state, out)
    _lines(state, out)
    _turn(state, out)
    return out


def _tiles(state, out):
    plan = state.plan
    numbers = []
    for at in range(state.left):
        numbers.append(state.bone[at])
    for seat in range(plan.seats):
        base = seat * plan.width
        for a in range(plan.width):
            row = state.hands[base + a]
            if row >> plan.width:
                out.append("hand %d has a bit beyond the set in row %d" % (seat, a))
            for b in range(plan.width):
                if row >> b & 1 != state.hands[base + b] >> a & 1:
                    out.append("hand %d holds half of %s" % (seat, tiles.name(tiles.tile(a, b))))
        hand = state.hand(seat)
        if len(hand) != state.counts[seat]:
            out.append("hand %d holds %d tiles, not %d" % (seat, len(hand), state.counts[seat]))
        numbers += hand
    engine = tiles.tile(state.engine, state.engine)
    if engine in numbers:
        out.append("the engine %s is not on the table" % tiles.name(engine))
    hidden = len(numbers)
    numbers += list(on_table(state))
    for fault in tiles.faults(numbers, plan.size):
        out.append(fault)
    laid = rs.tile_count(plan.size) - hidden
    if laid < 1 + _started(state):
        out.append("%d tiles on the table cannot make %d trains" % (laid, _started(state)))


def _started(state):
    n = 0
    for line in range(state.plan.lines):
        n += state.started >> line & 1
    return n


def _lines(state, out):
    plan = state.plan
    table = on_table(state)
    if len(state.ends) != plan.lines + len(state.forks) // 2 or len(state.forks) % 2:
        out.append("%d ends for %d trains and %d branch bytes" % (len(state.ends), plan.lines, len(state.forks)))
        return
    if state.forks and not plan.fork:
        out.append("a branch in a rule set without forks")
    for line in range(len(state.ends)):
        end = state.ends[line]
        if end > plan.size:
            out.append("line %d ends in %d" % (line, end))
        elif line < plan.lines and not state.started >> line & 1 and end != state.engine:
            out.append("line %d is not started but ends in %d" % (line, end))
        elif not any(tiles.HIGH[n] == end or tiles.LOW[n] == end for n in table):
            out.append("line %d ends in %d, which is on no tile of the table" % (line, end))
    for at in range(0, len(state.forks), 2):
        if state.forks[at] >= plan.lines or state.forks[at + 1] >= plan.seats:
            out.append("branch %d belongs to no train or seat" % (at // 2))
    for line in state.open:
        if not plan.duty:
            out.append("a double is due in a rule set without a duty")
        elif line >= len(state.ends) or tiles.tile(state.ends[line], state.ends[line]) not in table:
            out.append("line %d has no open double" % line)
    if len(state.open) != len(set(state.open)):
        out.append("a line has two open doubles")
    if not 0 <= state.mine <= len(state.open):
        out.append("%d of %d open doubles are of this turn" % (state.mine, len(state.open)))
    if plan.draw != rs.DRAW_NONE and state.left and state.fails:
        out.append("a failed turn although there was a tile to draw")
    mask = plan.all & ~state.gone
    for name in ("markers", "fresh", "long", "called", "lost"):
        if getattr(state, name) & ~mask:
            out.append("%s names a seat that does not play" % name)
    if state.called and not plan.call:
        out.append("a call in a rule set without one")
    for seat in range(plan.seats):
        if state.gone >> seat & 1 and state.counts[seat]:
            out.append("seat %d left and holds tiles" % seat)
        if state.long >> seat & 1 and state.started >> seat & 1:
            out.append("seat %d has started and may still lay a long first train" % seat)


def _turn(state, out):
    plan = state.plan
    need = state.need
    if need == OVER:
        if state.out != ROUND_BLOCKED and state.counts[state.out]:
            out.append("seat %d is out with tiles in its hand" % state.out)
        if state.out == ROUND_BLOCKED:
            if state.left and plan.draw != rs.DRAW_NONE:
                out.append("blocked with tiles to draw")
            if state.fails < state.playing():
                out.append("blocked after %d failed turns" % state.fails)
        return
    seat = state.turn
    if seat >= plan.seats or state.gone >> seat & 1:
        out.append("seat %d in turn does not play" % seat)
        return
    if not state.counts[seat]:
        out.append("the seat in turn holds no tile")
    for other in range(plan.seats):
        if not state.counts[other] and not state.gone >> other & 1 and state.out == NOBODY:
            out.append("seat %d is out but the round goes on" % other)
    if state.tile != NOBODY and (not state.drawn or not tiles.held(state.hands, seat * plan.width, state.tile)):
        out.append("the tile just drawn is not in the hand")
    if need == COVER and (not state.open or state.mine or state.first_turns()):
        out.append("a cover is asked for where none is due")
    if need == PLAY and state.open and not state.first_turns() and not state.running:
        out.append("a double is due but no cover is asked for")
    if need == MINE and not state.mine:
        out.append("a cover of this turn's double is asked for, but there is none")
    if need == LONG and not state.running:
        out.append("a long train goes on that did not begin")
    if need == EXTRA and plan.cover not in (rs.COVER_EXTRA_TURN, rs.COVER_ANYWHERE):
        out.append("an extra tile in a rule set without one")
    if need == SAY and (state.counts[seat] != 1 or not plan.call):
        out.append("a call is waited for that is not possible")
    if need == LOST and not plan.rules[rs.F_CALL_TURN]:
        out.append("a lost turn in a rule set without one")
    if not 0 <= need < OVER:
        out.append("need %d does not exist" % need)
