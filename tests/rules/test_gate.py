"""The ordered gate: what is not legal is refused with the clause, and changes nothing."""

from plain import raises
from rules.anyrules import any_rules
from shared_rules import rng, tiles
from shared_rules import ruleset as rs
from shared_rules.constants import E_PHASE, E_UNKNOWN
from shared_rules.game import text
from shared_rules.game.game import Game
from shared_rules.game.moves import CALL, DRAW, END, LATE_CALL, lay, line_of
from shared_rules.game.state import OVER
from shared_rules.game.why import E_MOVE, E_TURN, NO_CLAUSE, IllegalMove

BOTH = True


def every_move(state):
    yield from (END, DRAW, CALL, LATE_CALL)
    for line in range(len(state.ends)):
        for far in range(state.plan.width):
            yield lay(line, far)


def test_a_move_is_legal_or_refused_with_its_clause():
    clauses = set()
    for number in range(150):
        preset, overrides, seats, size, rules = any_rules(number)
        game = Game(rules, range(1, seats + 1), number)
        random = rng.Random(number)
        game.begin_round()
        turns = 0
        while not game.over_round:
            legal = game.legal()
            assert list(legal) == sorted(set(legal)) and legal
            if turns % 7 == 0 or len(game.state.open) > 1:
                for move in every_move(game.state):
                    refusal = game.refused(move)
                    allowed = move in legal or move == LATE_CALL and game.late_call() >= 0
                    assert (refusal is None) == allowed, (number, move, refusal)
                    if refusal:
                        check_refusal(game, move, refusal)
                        clauses.add(refusal.clause)
            game.apply(legal[random.below(len(legal))])
            turns += 1
    # Every clause that can forbid a move did.
    assert clauses >= {
        rs.F_COVER, rs.F_DRAW, rs.F_PASS, rs.F_OTHERS, rs.F_UNSTARTED, rs.F_MT_USE, rs.F_MT_START, rs.F_FIRST, rs.F_CALL,
        rs.F_CALL_TURN, rs.F_END_DOUBLE, rs.F_DOUBLES, rs.F_ORDER, rs.F_FORK, rs.F_MT_COUNT, NO_CLAUSE,
    }, clauses  # fmt: skip


def check_refusal(game, move, refusal):
    assert refusal.code == E_MOVE and refusal.reason
    if refusal.clause == NO_CLAUSE:  # only what needs no rule set: he does not hold the tile
        state = game.state
        line = line_of(move)
        assert line >= 0
        number = tiles.tile(state.ends[line], move & 31)
        assert not tiles.held(state.hands, state.turn * state.plan.width, number)


def test_the_order_of_the_gate():
    game = Game(rs.preset_values(rs.CARDINAL_IT), (2, 5), 4)
    assert game.refused(999).code == E_UNKNOWN
    assert game.refused(END).code == E_PHASE
    assert game.refused(999, 1).code == E_UNKNOWN
    game.begin_round()
    assert game.refused(2000).code == E_UNKNOWN
    assert game.refused(7).code == E_UNKNOWN
    other = 1 - game.turn
    assert game.refused(END, other).code == E_TURN
    assert game.refused(END, game.turn).code == E_MOVE


def test_a_refused_move_changes_nothing():
    for number in range(20):
        _, _, seats, _, rules = any_rules(number)
        game = Game(rules, range(1, seats + 1), number)
        random = rng.Random(number)
        game.begin_round()
        for _ in range(30):
            if game.state.need == OVER:
                break
            before = text.state_text(game.state)
            for move in (END, DRAW, CALL, LATE_CALL, lay(0, 0), lay(1, 3), lay(90, 1)):
                if game.refused(move):
                    with raises(IllegalMove) as caught:
                        game.apply(move)
                    assert str(caught.error) and "error" not in str(caught.error)
            assert text.state_text(game.state) == before
            legal = game.legal()
            game.apply(legal[random.below(len(legal))], game.turn)
