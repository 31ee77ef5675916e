"""The score sheet: unset is not zero, ties, late and leaving seats."""

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules import sheet
from shared_rules.constants import UNSET
from table.helpers import Game

BOTH = True


def play(game, rounds):
    """Play rounds given as (winner or 0, {track: pips})."""
    for winner, pips in rounds:
        game.begin(next_starter(game), game.table.next_engine())
        game.do(ev.of_track(ev.ROUND_ENDED, winner))
        for track in sorted(pips):
            game.do(ev.score(track, game.table.round, pips[track]))
    return game


def next_starter(game):
    from shared_rules.table import next_seat

    return next_seat(game.table.seats, 0)


def test_unset_is_not_zero():
    game = play(Game((1, 2, 3)), [(1, {2: 10})])
    t = game.table
    assert sheet.cell(t, 1, 1) == 0 and sheet.cell(t, 1, 2) == 10 and sheet.cell(t, 1, 3) == UNSET
    assert [sheet.unset(t, track) for track in (1, 2, 3)] == [0, 0, 1]
    assert [sheet.total(t, track) for track in (1, 2, 3)] == [0, 10, 0]


def test_the_winner_of_a_round_can_be_corrected():
    game = play(Game((1, 2)), [(1, {1: 4, 2: 10})])
    assert sheet.total(game.table, 1) == 4 and sheet.rounds_won(game.table, 1) == 0


def test_ties_most_rounds_won_then_lowest_round_then_shared():
    most = play(Game((1, 2)), [(1, {2: 10}), (2, {1: 10}), (0, {1: 0, 2: 0}), (0, {1: 5, 2: 5})])
    assert sheet.standings(most.table) == [(1, 1), (1, 2)]
    won = play(Game((1, 2)), [(1, {2: 10}), (1, {2: 10}), (0, {1: 20, 2: 0})])
    assert sheet.total(won.table, 1) == sheet.total(won.table, 2) == 20
    assert sheet.standings(won.table) == [(1, 1), (2, 2)]
    low = play(Game((1, 2)), [(1, {2: 10}), (2, {1: 4}), (0, {1: 10, 2: 4})])
    # 14 each, one round each; lowest non-zero round 4 each: shared
    assert sheet.standings(low.table) == [(1, 1), (1, 2)]
    lower = play(Game((1, 2)), [(1, {2: 7}), (2, {1: 4}), (0, {1: 10, 2: 7})])
    assert sheet.standings(lower.table) == [(1, 1), (2, 2)]


def test_a_late_seat_starts_with_the_highest_average_or_nothing():
    expected = {rs.LATE_HIGHEST: 30, rs.LATE_AVERAGE: 20, rs.LATE_ZERO: 0}
    for option in expected:
        game = Game((1, 2, 3), overrides=bytes((rs.F_LATE, option)))
        play(game, [(1, {1: 11, 2: 20, 3: 30})])
        game.do(ev.of_track(ev.JOINED, 4))
        play(game, [(4, {1: 1, 2: 2, 3: 3})])
        assert sheet.cell(game.table, 1, 4) == -1
        assert sheet.start_score(game.table, 4) == expected[option]
        assert sheet.total(game.table, 4) == expected[option]


def test_who_left_stays_on_the_sheet_unranked():
    game = play(Game((1, 2, 3)), [(1, {2: 20, 3: 30})])
    game.do(ev.of_track(ev.LEFT, 3))
    play(game, [(2, {1: 5})])
    assert sheet.standings(game.table) == [(1, 1), (2, 2), (sheet.NOT_RANKED, 3)]
    assert sheet.cell(game.table, 2, 3) == -1 and sheet.total(game.table, 3) == 30
    assert sheet.unset(game.table, 3) == 0


def test_lowest_hand_of_a_blocked_round_scores_nothing_where_the_option_says_so():
    game = Game((1, 2, 3), overrides=bytes((rs.F_BLOCKED, rs.BLOCKED_LOWEST_ZERO)))
    play(game, [(0, {1: 7, 2: 9})])
    assert sheet.cell(game.table, 1, 1) == 7  # not known yet who is lowest
    game.do(ev.score(3, 1, 8))
    assert [sheet.cell(game.table, 1, track) for track in (1, 2, 3)] == [0, 9, 8]
    everybody = play(Game((1, 2, 3)), [(0, {1: 7, 2: 9, 3: 8})])
    assert sheet.cell(everybody.table, 1, 1) == 7
