"""Bots see no hidden tile, always choose a legal move, and the better ones win more."""

from shared_rules import ruleset as rs
from shared_rules import tiles
from shared_rules.game import bots
from shared_rules.game.game import Game
from shared_rules.game.moves import CALL, DRAW, END

BOTH = True


def game_of(names, preset, seed, rounds):
    """Total pips of each seat after some rounds between bots."""
    game = Game(rs.preset_values(preset), range(1, len(names) + 1), seed)
    players = [bots.make(names[seat], seed + seat) for seat in range(len(names))]
    totals = [0] * len(names)
    for _ in range(rounds):
        game.begin_round()
        while not game.over_round:
            view = game.view(game.turn)
            move = players[game.turn].choose(view)
            assert move in view.legal
            game.apply(move, game.turn)
        for seat, pips in enumerate(game.scores()):
            totals[seat] += pips
    return totals


def test_every_bot_plays_both_seed_rule_sets():
    for preset in (rs.CARDINAL_CS, rs.CARDINAL_IT):
        game_of(["random", "greedy", "planner", "greedy"], preset, 3, 2)


def test_the_planner_beats_the_random_bot():
    random = planner = 0
    for seed in range(4):
        totals = game_of(["planner", "random", "planner", "random"], rs.CARDINAL_IT, seed, 3)
        planner += totals[0] + totals[2]
        random += totals[1] + totals[3]
    assert planner < random


def test_same_seed_same_game():
    assert game_of(["random", "planner"], rs.CARDINAL_IT, 8, 2) == game_of(["random", "planner"], rs.CARDINAL_IT, 8, 2)


def test_a_view_does_not_depend_on_hidden_tiles():
    game = Game(rs.preset_values(rs.CARDINAL_IT), (1, 2, 3), 5)
    game.begin_round()
    before = vars_of(game.view(game.turn))
    other = (game.turn + 1) % 3
    state = game.state
    hand = state.hand(other)
    bone = bytearray(state.bone)
    # Swap a hidden hand tile with one of the boneyard: the seat in turn cannot notice.
    tiles.take(state.hands, other * 13, hand[0])
    tiles.put(state.hands, other * 13, bone[0])
    bone[0] = hand[0]
    state.bone = bytes(bone)
    assert vars_of(game.view(game.turn)) == before


def vars_of(view):
    return [(name, getattr(view, name)) for name in sorted(view.__dict__)]


def test_longest_train_is_the_longest():
    hand = [tiles.parse(text) for text in ("12-3", "3-3", "5-3", "9-5", "12-12", "8-0")]
    assert [tiles.name(n) for n in bots.longest(hand, 12)] == ["12-12", "12-3", "3-3", "5-3", "9-5"]
    assert bots.longest(hand, 7) == []


def test_idle_prefers_the_call():
    class View:
        legal = [END, CALL]

    assert bots.idle(View) == CALL
    View.legal = [DRAW]
    assert bots.idle(View) == DRAW
