"""Random rule sets: games end legally, break no invariant, and the table knows the truth; people come and go."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.anyrules import any_rules
from rules.truth import TRACKS, Table, play, randomly, run
from shared_rules import rng
from shared_rules import ruleset as rs
from shared_rules.errors import Refused
from shared_rules.game import text
from shared_rules.game.game import Game
from shared_rules.game.inspect import check
from shared_rules.game.legal import legal as legal_moves


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**30), st.booleans())
def test_games_of_random_rule_sets_end_and_the_table_knows_the_truth(number, recorded):
    preset, overrides, seats, size, _ = any_rules(number)
    run(preset, overrides, seats, number, recorded, 2, size)


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=rs.FIELDS, max_size=rs.FIELDS), st.integers(2, 11))
def test_any_bytes_are_a_rule_set_that_plays_or_are_refused_with_the_reason(raw, seats):
    reason = rs.contradiction(raw) or rs.seats_refused(raw, seats)
    try:
        game = Game(raw, range(1, seats + 1), 1)
    except Refused as refused:
        assert reason and refused.detail == reason
        return
    assert not reason
    game.begin_round()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_legal_values_play(data):
    values = [data.draw(st.integers(0, highest)) for highest in rs._HIGHEST]
    values[rs.F_SET] = data.draw(st.sampled_from((6, 9, 12, 15, 18)))
    values[rs.F_HANDS], values[rs.F_HAND] = rs.HANDS_OWN, data.draw(st.integers(2, 6))
    values[rs.F_MIN_SEATS], values[rs.F_MAX_SEATS] = 2, 11
    values[rs.F_MT_COUNT] = max(values[rs.F_MT_COUNT], 1)
    values[rs.F_START] = rs.SET_DEFAULT
    values[rs.F_ROUNDS] = 0
    rules = bytes(values)
    seats = data.draw(st.integers(2, 4))
    if rs.contradiction(rules) or rs.seats_refused(rules, seats):
        return
    game = Game(rules, range(1, seats + 1), data.draw(st.integers(0, 1000)))
    choose = randomly(1)
    game.begin_round()
    moves = 0
    while not game.over_round:
        game.apply(choose(game))
        assert check(game.state) == []
        moves += 1
        assert moves < 5000


def come_and_go(number):
    """Three rounds in which people join and leave at random; returns how many did."""
    preset, overrides, seats, size, rules = any_rules(number)
    game = Game(rules, TRACKS[seats], number, number % 2 == 0)
    table = Table(game, preset, overrides, size)
    random = rng.Random(number + 5)
    count = [0]

    def each(game, table):
        if random.below(60) == 0:
            try:
                if random.below(3):
                    table.hear(game.leave(random.below(len(game.tracks))))
                else:
                    table.hear(game.join(1 + random.below(11)))
                count[0] += 1
            except Refused:
                pass
            assert check(game.state) == [], check(game.state)

    while not game.over and game.round_no < 3:
        play(game, table, randomly(number), 1, lambda game: random.below(2), True, each)
        for _ in range(2):
            each(game, table)
    again = text.parse_game(text.game_text(game), game.record_draws)
    assert text.state_text(again.state) == text.state_text(game.state)
    return count[0]


def test_people_join_and_leave_whenever_they_like():
    assert sum(come_and_go(number) for number in range(25)) > 25


def test_states_and_games_round_trip_as_text():
    for number in range(40):
        _, _, seats, _, rules = any_rules(number)
        game = Game(rules, TRACKS[seats], number)
        choose = randomly(number)
        game.begin_round()
        for _ in range(25):
            if game.over_round:
                break
            written = text.state_text(game.state)
            state = text.parse_state(written)
            assert text.state_text(state) == written
            game.state, original = state, game.state  # the one read goes on like the one written
            legal = list(game.legal())
            assert legal == list(legal_moves(original))
            game.apply(choose(game))
        assert text.game_text(text.parse_game(text.game_text(game))) == text.game_text(game)
