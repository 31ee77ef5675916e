"""What a hub knows from presses alone, clause by clause."""

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules import table
from shared_rules.constants import (
    E_ABSENT,
    E_CHANGED,
    E_ENGINE,
    E_GAME_RUNNING,
    E_MARKER,
    E_NO_CALL,
    E_NO_DRAW,
    E_NO_DUTY,
    E_NO_GAME,
    E_NOT_DUE,
    E_PAUSED,
    E_PHASE,
    E_PIPS,
    E_ROUND,
    E_RULES,
    E_SEAT,
    E_SEATS,
    E_STATE,
    E_UNKNOWN,
    UNSET,
)
from table.helpers import Game, seats

BOTH = True


def test_seats_are_dealt_and_the_boneyard_counted():
    assert Game((1, 2, 3, 4)).table.bone_lo == 91 - 4 * 15
    assert Game((1, 2, 3, 4, 5, 6, 7, 8)).table.bone_hi == 91 - 8 * 11
    assert Game((1, 3, 5, 7, 8, 9, 10), rs.CARDINAL_CS).table.bone_hi == 91 - 7 * 10


def test_turns_go_clockwise_over_scattered_tracks():
    game = Game((2, 5, 11)).begin(11)
    order = []
    for _ in range(7):
        order.append(game.table.turn)
        game.laid()
    assert order == [11, 2, 5, 11, 2, 5, 11]


def test_impossible_numbers_of_seats_are_refused():
    for preset, tracks in ((rs.CARDINAL_CS, (1, 2, 3)), (rs.CARDINAL_CS, range(1, 12)), (rs.CARDINAL_IT, range(1, 10))):
        try:
            Game(tuple(tracks), preset)
        except AssertionError as error:
            assert error.args[0][1] == E_SEATS
        else:
            raise ValueError("accepted")


def test_a_small_set_cannot_deal_fifteen_to_each():
    try:
        Game((1, 2, 3, 4), size=6, overrides=bytes((rs.F_HANDS, rs.HANDS_IT)))
    except AssertionError as error:
        assert error.args[0][1] in (E_SEATS, E_RULES)
    else:
        raise ValueError("accepted")


def test_a_failed_turn_marks_and_draws_one():
    game = Game((1, 2, 3, 4)).begin(2)
    game.failed()
    assert game.table.markers == seats(2)
    assert game.table.bone_hi == game.table.bone_lo == 30
    assert game.table.turn == 3


def test_a_draw_that_was_recorded_is_not_drawn_again():
    game = Game((1, 2, 3, 4)).begin(2)
    game.do(ev.simple(ev.TILE_DRAWN)).failed()
    assert game.table.bone_hi == 30


def test_the_czech_rule_set_draws_nothing():
    game = Game((1, 2, 3, 4), rs.CARDINAL_CS).begin(2)
    game.failed()
    assert game.table.bone_hi == 31 and game.table.markers == seats(2)
    game.refuse(ev.simple(ev.TILE_DRAWN), E_NO_DRAW)


def test_without_a_draw_button_the_boneyard_is_a_bound():
    game = Game((1, 2), recorded=False).begin(1)
    assert game.table.exact()
    game.laid(3)  # each of these turns may have drawn and played one tile
    assert (game.table.bone_lo, game.table.bone_hi) == (61 - 3, 61)
    game.failed()
    assert (game.table.bone_lo, game.table.bone_hi) == (61 - 4, 60)


def test_a_tile_laid_lowers_no_marker():
    game = Game((1, 2)).begin(1).failed().laid().laid()
    assert game.table.markers == seats(1)
    game.do(ev.of_track(ev.MARKER_DOWN, 1))
    assert game.table.markers == 0
    game.refuse(ev.of_track(ev.MARKER_DOWN, 1), E_MARKER)
    game.refuse(ev.of_track(ev.MARKER_UP, 3), E_SEAT)


def test_search_laps_and_the_short_last_lap():
    game = Game((1, 2, 3, 4, 5, 6, 7, 8))  # 3 tiles for 8 seats
    game.do(ev.simple(ev.SEARCH_LAP))
    assert (game.table.bone_lo, game.table.bone_hi) == (0, 2)
    exact = Game((1, 2, 3, 4, 5, 6, 7, 8)).do(ev.simple(ev.TILE_DRAWN), ev.simple(ev.TILE_DRAWN))
    assert (exact.table.bone_lo, exact.table.bone_hi) == (1, 1)
    full = Game((1, 2)).do(ev.simple(ev.SEARCH_LAP))
    assert full.table.bone_lo == full.table.bone_hi == 59


def test_an_open_double_is_owed_by_the_next_seat_until_covered():
    game = Game((1, 2, 3)).begin(1).double(1)
    assert game.table.owes() == 0  # the layer's turn is still his own
    game.failed()
    assert game.table.owes() == 2 and game.table.due_track() == 1
    assert game.table.markers == seats(1)
    game.failed()
    assert game.table.owes() == 3
    game.laid()
    assert game.table.owes() == 0 and game.table.open_doubles() == 0
    assert game.table.markers == seats(1, 2)


def test_several_doubles_are_covered_in_the_order_laid():
    game = Game((1, 2, 3)).begin(1).double(1).double(12).failed()
    assert game.table.due_track() == 1
    game.laid()
    assert game.table.due_track() == 12 and game.table.owes() == 3
    reverse = Game((1, 2, 3), overrides=bytes((rs.F_ORDER, rs.ORDER_REVERSE))).begin(1).double(1).double(12).failed()
    assert reverse.table.due_track() == 12
    reverse.laid()
    assert reverse.table.due_track() == 1


def test_a_dead_double_lapses_by_the_seat_that_owes():
    game = Game((1, 2)).begin(1)
    game.refuse(ev.simple(ev.LAPSED), E_NOT_DUE)
    game.double(1).failed().do(ev.simple(ev.LAPSED))
    assert game.table.owes() == 0
    game.laid()
    assert game.table.turn == 1


def test_no_double_stays_open_where_the_rule_set_knows_no_duty():
    game = Game((1, 2, 3, 4), rs.CARDINAL_CS).begin(1)
    game.refuse(ev.of_track(ev.DOUBLE, 1), E_NO_DUTY)


def test_long_first_turns_come_before_the_duty():
    game = Game((1, 2, 3), overrides=bytes((rs.F_FIRST, rs.FIRST_LONG_ALL))).begin(1).double(1).laid()
    assert game.table.owes() == 0
    game.laid(2)
    assert game.table.turn == 1 and game.table.owes() == 1


def test_blocked_is_due_after_a_lap_without_tiles_and_without_draws():
    game = Game((1, 2, 3, 4), rs.CARDINAL_CS).begin(1)
    for _ in range(3):
        game.failed()
        assert not game.table.blocked_due()
    game.failed()
    assert game.table.blocked_due()
    game.laid()
    assert not game.table.blocked_due()


def test_blocked_is_not_due_while_somebody_still_draws():
    game = Game((1, 2)).begin(1)
    game.failed(61)
    assert game.table.bone_hi == 0 and not game.table.blocked_due()
    game.failed()
    assert not game.table.blocked_due()
    game.failed()
    assert game.table.blocked_due()


def test_an_open_double_counts_as_a_tile_laid():
    game = Game((1, 2, 3, 4)).begin(1)
    game.failed(31)
    game.failed(3)
    game.double(12).failed()
    assert not game.table.blocked_due()
    game.failed(4)
    assert game.table.blocked_due()


def test_last_tile_call_and_its_window():
    game = Game((1, 2, 3)).begin(1).laid()
    game.do(ev.of_track(ev.CALLED, 1))  # seat 2 plays: seat 1 may still call
    game.laid()
    game.refuse(ev.of_track(ev.CALLED, 1), E_STATE)
    other = Game((1, 2, 3)).begin(1).laid(2)
    other.refuse(ev.of_track(ev.CALLED, 1), E_NO_CALL)
    other.do(ev.of_track(ev.CALLED, 3))
    none = Game((1, 2, 3, 4), rs.CARDINAL_CS).begin(1)
    none.refuse(ev.of_track(ev.CALLED, 1), E_NO_CALL)


def test_who_draws_has_called_no_more():
    game = Game((1, 2)).begin(1).do(ev.of_track(ev.CALLED, 1)).laid(2)
    assert game.table.called == seats(1)
    game.failed()
    assert game.table.called == 0


def test_a_penalty_takes_what_there_is():
    game = Game((1, 2, 3, 4, 5, 6, 7, 8)).begin(1)
    game.do(ev.penalty(3, 2))
    assert game.table.bone_hi == 1
    game.do(ev.penalty(3, 2))
    assert game.table.bone_hi == game.table.bone_lo == 0


def test_thirteen_rounds_down_to_the_blank():
    game = Game((1, 2))
    for engine in range(12, -1, -1):
        assert game.table.next_engine() == engine
        game.refuse(ev.round_begun(1, (engine + 1) % 13), E_ENGINE)
        game.begin(1, engine).do(ev.of_track(ev.ROUND_ENDED, 2))
    assert game.table.phase == table.DONE
    game.refuse(ev.round_begun(1, 12), E_PHASE)
    game.undo()
    assert game.table.phase == table.ROUND and game.table.engine == 0


def test_events_out_of_place_are_refused():
    game = Game((1, 2))
    game.refuse(ev.simple(ev.TILE_LAID), E_PHASE)
    game.refuse(ev.of_track(ev.MARKER_UP, 1), E_PHASE)
    game.refuse(ev.game_begun(78, 12, 6, 0, 1, 2), E_GAME_RUNNING)
    game.refuse(ev.round_begun(3, 12), E_SEAT)
    game.refuse(b"\x12\xff", E_UNKNOWN)
    game.refuse(b"\xff\xff", E_UNKNOWN)
    game.begin(1).refuse(ev.round_begun(1, 11), E_PHASE)


def test_nothing_happens_before_a_game():
    game = Game((1, 2))
    game.record = type(game.record)(type(game.record.source)())
    game.refuse(ev.simple(ev.TILE_LAID), E_NO_GAME)


def test_nothing_counts_while_paused():
    game = Game((1, 2)).begin(1).do(ev.simple(ev.PAUSED))
    game.refuse(ev.simple(ev.TILE_LAID), E_PAUSED)
    game.refuse(ev.simple(ev.PAUSED), E_STATE)
    game.do(ev.simple(ev.RESUMED)).laid()


def test_scores_wait_for_the_end_of_the_round():
    game = Game((1, 2)).begin(1)
    game.refuse(ev.score(1, 1, 20), E_ROUND)
    game.do(ev.of_track(ev.ROUND_ENDED, 2))
    assert game.table.score(1, 1) == UNSET and game.table.score(1, 2) == 0
    game.do(ev.score(1, 1, 20))
    assert game.table.score(1, 1) == 20
    game.refuse(ev.score(3, 1, 20), E_SEAT)
    game.refuse(ev.score(1, 14, 20), E_ROUND)
    game.refuse(ev.score(1, 1, 1100), E_PIPS)
    game.do(ev.score(1, 1, None, True))
    assert game.table.score(1, 1) == UNSET


def test_scores_of_an_undone_round_end_stay():
    game = Game((1, 2)).begin(1).do(ev.of_track(ev.ROUND_ENDED, 2), ev.score(1, 1, 33)).undo()
    assert game.table.phase == table.ROUND and game.table.score(1, 1) == 33
    game.do(ev.of_track(ev.ROUND_ENDED, 1))
    assert game.table.score(1, 1) == 33


def test_a_late_seat_joins_when_the_next_round_is_dealt():
    game = Game((1, 3)).begin(1).do(ev.of_track(ev.JOINED, 2)).laid()
    assert game.table.turn == 3
    game.do(ev.of_track(ev.ROUND_ENDED, 1))
    assert game.table.seats == seats(1, 2, 3) and game.table.bone_hi == 91 - 45
    game.refuse(ev.score(2, 1, 5), E_ABSENT)
    game.begin(1, 11).laid()
    assert game.table.turn == 2


def test_a_leaving_seat_passes_turn_and_duty_on():
    game = Game((1, 2, 3)).begin(1).double(1).failed()
    assert game.table.owes() == 2
    game.do(ev.of_track(ev.LEFT, 2))
    assert game.table.owes() == 3 and game.table.seats == seats(1, 3)
    assert not game.table.exact()
    game.refuse(ev.of_track(ev.LEFT, 3), E_SEATS)
    game.refuse(ev.of_track(ev.JOINED, 2), E_SEAT)
    game.do(ev.of_track(ev.ROUND_ENDED, 1))
    game.refuse(ev.score(2, 1, 5), E_ABSENT)
    assert game.table.exact() and game.table.bone_hi == 91 - 30


def test_every_refusal_code_has_a_name():
    from shared_rules.constants import E_STORAGE, ERROR_NAMES

    assert len(ERROR_NAMES) == E_STORAGE + 1 and ERROR_NAMES[E_CHANGED] == "changed meanwhile"
