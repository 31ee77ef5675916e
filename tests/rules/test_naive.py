"""The core and an independent simple model agree on every move of many games, and on the size of move trees."""

from rules.naive import Naive
from rules.playthroughs import tree
from shared_rules import rng, tiles
from shared_rules import ruleset as rs
from shared_rules.game.game import Game
from shared_rules.game.legal import legal
from shared_rules.game.moves import DRAW, END, far_of, line_of
from shared_rules.game.state import OVER, ROUND_BLOCKED

SIMPLE = bytes((rs.F_FIRST, rs.FIRST_ONE, rs.F_DRAW, rs.DRAW_MUST_PLAY, rs.F_MARK_UP, rs.MARK_NO_PLAY, rs.F_DOUBLES, 0,
                rs.F_CALL, 0, rs.F_MT_START, rs.MT_ANY_TURN, rs.F_MAX_SEATS, 11))  # fmt: skip


def both(size, seats, seed):
    game = Game(rs.values(rs.CARDINAL_IT, SIMPLE, size), range(1, seats + 1), seed)
    game.begin_round()
    state = game.state

    def pair(number):
        return tiles.HIGH[number], tiles.LOW[number]

    return game, Naive(
        [[pair(n) for n in state.hand(seat)] for seat in range(seats)],
        [pair(n) for n in state.bone[: state.left]], state.engine, state.turn,
    )  # fmt: skip


def translate(state, move):
    if move == DRAW:
        return "draw"
    if move == END:
        return "end"
    line = line_of(move)
    return ("mexican" if line == state.plan.mexican else line), far_of(move)


def same(state, naive):
    assert {translate(state, move) for move in legal(state)} == naive.moves()
    assert naive.over == (state.need == OVER)
    if naive.over:
        assert state.out == (ROUND_BLOCKED if naive.winner is None else naive.winner)
        return
    assert state.turn == naive.turn and state.left == len(naive.boneyard)
    assert state.markers == sum(1 << seat for seat in naive.open)


def test_they_agree_on_every_move_of_random_games():
    finished = 0
    for seed in range(150):
        size = (6, 9, 12)[seed % 3]
        seats = 2 + seed % (3 if size == 6 else 7)
        game, naive = both(size, seats, seed)
        random = rng.Random(seed)
        same(game.state, naive)
        while not naive.over:
            move = game.legal()[random.below(len(game.legal()))]
            naive.do(translate(game.state, move))
            game.apply(move)
            same(game.state, naive)
        finished += 1
    assert finished == 150


def naive_tree(naive, depth):
    if depth == 0 or naive.over:
        return 1
    total = 0
    for move in naive.moves():
        branch = Naive(naive.hands, naive.boneyard, 0, 0)
        for name, value in vars(naive).items():
            setattr(branch, name, value.copy() if isinstance(value, (set, list)) else value)
        branch.hands = [hand[:] for hand in naive.hands]
        branch.trains = {name: numbers[:] for name, numbers in naive.trains.items()}
        branch.do(move)
        total += naive_tree(branch, depth - 1)
    return total


def test_move_trees_have_the_same_size():
    sizes = []
    for size, seats, depth in ((6, 2, 10), (9, 3, 6), (12, 8, 8)):
        game, naive = both(size, seats, 7)
        count = tree(game.state, depth)
        assert count == naive_tree(naive, depth)
        sizes.append(count)
    assert sizes == [1609, 24587, 2754]
