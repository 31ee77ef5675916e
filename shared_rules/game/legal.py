"""What the seat in turn may do: `legal(state)`, small ints in ascending order."""

from shared_rules import ruleset as rs
from shared_rules import tiles
from shared_rules.constants import const
from shared_rules.game.moves import BITS, CALL, DRAW, END, LINES, lines_of
from shared_rules.game.state import COVER, EXTRA, LONG, LOST, NOBODY, OVER, PLAY, SAY

_PLAY = const(0)  # PLAY, COVER and NOBODY again: only a module's own constants cost MicroPython no look-up
_COVER = const(1)
_NOBODY = const(255)
MAX_OPEN = const(12)  # doubles open at one time; a hub has no more tracks


def legal(state):
    """The moves of the seat in turn: first the end of the turn, a draw, a call, then tiles by line and far pips."""
    moves = state.moves
    if moves is not None:
        return moves
    plan = state.plan
    need = state.need
    moves = []
    if need == _PLAY and plan.plain and state.tile == _NOBODY and not state.open:
        # The commonest case, written out: a tile of the hand on the own train, the one Mexican Train, or a marked train.
        seat = state.turn
        usable = state.markers & state.started | plan.own_and_mexican[seat]
        ends = state.ends
        hands = state.hands
        base = seat * plan.width
        try:
            found = LINES[usable]
        except KeyError:
            found = lines_of(usable)
        for line in found:
            row = hands[base + ends[line]]
            if row:
                move = (line << 5) + 32
                for far in BITS[row & 127]:
                    moves.append(move + far)
                if row > 127:
                    row >>= 7
                    move += 7
                    for far in BITS[row & 127]:
                        moves.append(move + far)
                    if row > 127:
                        move += 7
                        for far in BITS[row >> 7]:
                            moves.append(move + far)
    elif need == _COVER and state.tile == _NOBODY and not plan.passing:
        _add(state, target(state), False, moves)
    state.moves = moves = moves or _find(state)
    return moves


def _find(state):
    need = state.need
    if need == OVER:
        return ()
    if need == SAY:
        return [END, CALL]
    plan = state.plan
    if need == LOST:
        return _acts(state, plan, False, False)
    just = state.tile != NOBODY
    idle = just and plan.draw == rs.DRAW_ONE  # a tile just drawn waits for the next turn
    moves = []
    if need == PLAY or need == EXTRA:
        if not idle:
            spread(state, lines(state), no_double(state), moves)
        if moves and not just and not plan.passing:
            return moves
        return _acts(state, plan, moves, just) + moves
    if need == LONG:
        spread(state, long_lines(state), no_double(state), moves)
        return _ends(state) + moves
    # A double has to be covered.
    if not idle:
        _add(state, target(state), True, moves)
    if need == COVER:
        return _acts(state, plan, moves, just) + moves
    acts = _ends(state) if state.first_turns() else _acts(state, plan, moves, just)
    if plan.doubles and len(state.open) < MAX_OPEN and not idle:
        more = []
        spread(state, lines(state), no_double(state), more)
        for move in more:
            if move & 31 == state.ends[(move >> 5) - 1]:
                moves.append(move)
        moves.sort()
    return acts + moves


def _acts(state, plan, plays, just):
    """What else may be done, given the tiles that may be laid (`plays`) and whether one was just drawn."""
    if plays:
        if just:
            return _ends(state) if plan.draw == rs.DRAW_MAY_PLAY or plan.passing else []
        if not plan.passing:
            return []
    if drawable(state):
        return [DRAW]
    return _ends(state)


def _ends(state):
    """The ways to end the turn: silently, or with the call of the last tile."""
    if may_say(state):
        return [END, CALL]
    return [END]


def may_say(state):
    """Is the seat in turn down to one tile that it has not called?"""
    return state.plan.call and state.counts[state.turn] == 1 and not state.called >> state.turn & 1


def drawable(state):
    """May the seat in turn draw (if it cannot lay a tile)?"""
    plan = state.plan
    if plan.draw == rs.DRAW_NONE or not state.bone:
        return False
    if state.need == EXTRA and plan.cover == rs.COVER_EXTRA_TURN:
        return False  # an extra turn is a gift; failing it costs nothing
    return not state.drawn or plan.draw == rs.DRAW_UNTIL and state.need != LOST


def no_double(state):
    """Is a double ruled out: as a last tile, or as a second one in a turn?"""
    plan = state.plan
    if state.counts[state.turn] == 1 and not plan.end_double:
        return True
    return state.need == EXTRA and not plan.doubles


def target(state):
    """The line whose double has to be covered now: the first due, or the first of those laid in this turn."""
    lines = state.open
    if state.plan.reverse:
        return lines[len(lines) - 1]
    return lines[len(lines) - state.mine if state.mine else 0]


def own_playable(state):
    """Can the seat in turn lay a tile of its hand on its own train (second branches that are its own included)?"""
    seat = state.turn
    base = seat * state.plan.width
    bar = no_double(state)
    if _fits(state, base, seat, bar):
        return True
    forks = state.forks
    for at in range(0, len(forks), 2):
        if forks[at] == seat and forks[at + 1] == seat and _fits(state, base, state.plan.lines + at // 2, bar):
            return True
    return False


def _fits(state, base, line, bar):
    end = state.ends[line]
    row = state.hands[base + end]
    return row & ~(1 << end) if bar else row


def mexican_playable(state):
    """Can the seat in turn lay a tile of its hand on a Mexican Train?"""
    plan = state.plan
    base = state.turn * plan.width
    bar = no_double(state)
    usable = _mexican(state, plan)
    for line in range(plan.mexican, plan.lines):
        if usable >> line & 1 and _fits(state, base, line, bar):
            return True
    return False


def may_start_mexican(state):
    """May the seat in turn start a Mexican Train in this turn?"""
    start = state.plan.mt_start
    if start == rs.MT_ANY_TURN or not state.fresh >> state.turn & 1:
        return True
    return start == rs.MT_STARTER_OR_TURN and state.turn == state.starter


def mexican_usable(state):
    """Does the rule set let the seat in turn use a Mexican Train now? The starter's first turn is free to do so."""
    if state.plan.mt_use == rs.MT_ALWAYS:
        return True
    if state.turn == state.starter and state.fresh >> state.turn & 1:
        return True
    return not own_playable(state)


def others_usable(state):
    """Does the rule set let the seat in turn play on open trains of others now?"""
    others = state.plan.others
    if others == rs.OTHERS_OWN_BLOCKED:
        return not own_playable(state)
    return others != rs.OTHERS_OWN_STARTED or state.started >> state.turn & 1


def _mexican(state, plan):
    """Mask of the Mexican Trains that may be played on; of those not started only the first."""
    if plan.mt_use and not mexican_usable(state):
        return 0
    started = state.started & plan.mexican_mask
    if plan.mt_start == rs.MT_ANY_TURN or may_start_mexican(state):
        line = plan.mexican
        while line < plan.lines:
            if not started >> line & 1:
                return started | 1 << line
            line += 1
    return started


def lines(state):
    """Mask of the trains that the seat in turn may play on without a duty; branches are no part of it."""
    plan = state.plan
    own = 1 << state.turn
    usable = state.markers & ~own
    if usable:
        if not plan.unstarted:
            usable &= state.started
        if plan.others and not others_usable(state):
            usable = 0
    usable |= own | _mexican(state, plan)
    if state.open and state.mine < len(state.open):
        # Long first turns of everybody: a double that waits for their end can be played by nobody until then.
        for at in range(len(state.open) - state.mine):
            usable &= ~(1 << state.open[at])
    return usable


def long_lines(state):
    """Mask of the trains that a long first train may go on with: the own one, for the starter's also the Mexican."""
    if state.plan.first == rs.FIRST_LONG_STARTER:
        return 1 << state.turn | _mexican(state, state.plan)
    return 1 << state.turn


def spread(state, usable, bar, moves):
    """Append the moves that lay a playable tile on the lines in `usable` and on the seat's own branches.

    bar: no doubles. After a draw only the tile just drawn is playable.
    """
    for line in lines_of(usable):
        _add(state, line, bar, moves)
    forks = state.forks
    if forks:
        seat = state.turn
        for at in range(1, len(forks), 2):
            if forks[at] == seat and branch_usable(state, forks[at - 1]):
                _add(state, state.plan.lines + at // 2, bar, moves)


def branch_usable(state, home):
    """May the layer of a double on train `home` play its branch? Always, but a long first train keeps to its lines."""
    return state.need != LONG or long_lines(state) >> home & 1


def _add(state, line, bar, moves):
    end = state.ends[line]
    number = state.tile
    if number == NOBODY:
        row = state.hands[state.turn * state.plan.width + end]
        if bar:
            row &= ~(1 << end)
        move = 32 + (line << 5)
        while row:
            for far in BITS[row & 127]:
                moves.append(move + far)
            row >>= 7
            move += 7
        return
    high = tiles.HIGH[number]
    low = tiles.LOW[number]
    if high == low and bar:
        return
    if high == end:
        moves.append(32 + (line << 5) + low)
    elif low == end:
        moves.append(32 + (line << 5) + high)
