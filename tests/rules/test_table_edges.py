"""Edges of the table core that games do not reach: what `check` says at its limits. Written after a mutation run."""

from shared_rules import events as ev
from shared_rules import gate, reducer, table
from shared_rules import ruleset as rs
from shared_rules.constants import (
    E_ABSENT,
    E_EMPTY,
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
    OK,
    UNSET,
)  # fmt: skip

BOTH = True

LAID = ev.simple(ev.TILE_LAID)
NOTHING = ev.simple(ev.NOTHING_LAID)


def begun(mask=0b10110, size=12, preset=rs.CARDINAL_IT, overrides=b"", flags=1):
    return ev.game_begun(7, size, mask, flags, 0, preset, bytes(overrides))


def table_of(*events, **how):
    t = table.Table()
    for event in [begun(**how)] + list(events):
        assert gate.check(t, event) == OK, event
        reducer.apply(t, event)
    return t


def code(t, event):
    return gate.check(t, event)


def test_what_begins_a_game():
    t = table.Table()
    assert code(t, LAID) == E_NO_GAME
    wrong = bytearray(begun())
    wrong[1] = 2
    assert code(t, bytes(wrong)) == E_UNKNOWN
    assert code(t, begun(0b111)) == E_SEAT  # nobody sits on track 0
    assert code(t, begun(0b1000000000110)) == E_SEAT  # nor on the Mexican Train's
    assert code(t, begun(0b100000000110)) == OK
    assert code(t, begun(preset=99)) == E_RULES
    assert code(t, begun(overrides=(rs.F_FORK, 1))) == E_RULES
    assert code(t, begun(0b10)) == E_SEATS and code(t, begun(0b1111111110)) == E_SEATS
    assert code(table_of(), begun()) == E_GAME_RUNNING


def test_scores_at_their_limits():
    t = table_of()
    assert code(t, ev.score(1, 13, 5)) == OK and code(t, ev.score(1, 14, 5)) == E_ROUND
    assert code(t, ev.score(1, 1, 1092)) == OK and code(t, ev.score(1, 1, 1093)) == E_PIPS
    assert code(t, ev.score(3, 1, 5)) == E_SEAT
    fifty = table_of(overrides=(rs.F_BLANK, 50))
    assert code(fifty, ev.score(1, 1, 1142)) == OK and code(fifty, ev.score(1, 1, 1143)) == E_PIPS
    assert code(fifty, ev.score(1, 1, 1142, True)) == OK  # the mark of a correction is no part of the value
    late = table_of(ev.of_track(ev.JOINED, 6), ev.round_begun(1, 12), ev.of_track(ev.JOINED, 8),
                    ev.of_track(ev.ROUND_ENDED, 1))  # fmt: skip
    assert code(late, ev.score(6, 1, 5)) == OK
    assert code(late, ev.score(8, 1, 5)) == E_ABSENT and code(late, ev.score(8, 2, 5)) == OK
    assert gate.admit(late, ev.score(1, 1, 5)) == OK and gate.admit(late, ev.score(1, 2, 5)) == E_ROUND
    reducer.apply(late, ev.score(1, 1, 0))
    assert late.score(1, 1) == 0 and late.score(1, 2) == UNSET
    reducer.apply(late, ev.score(1, 1, None))
    assert late.score(1, 1) == 0  # he won it


def test_names_and_dates_at_any_time():
    for t in (table_of(), table_of(ev.simple(ev.GAME_ENDED))):
        assert code(t, bytes((0xE0, 0, 255))) == E_SEAT and code(t, bytes((0xEC, 0, 255))) == E_SEAT
        assert code(t, ev.named(1, "Ada")) == OK and code(t, ev.named(11, "Bo")) == OK
        assert code(t, ev.dated(5)) == OK


def test_pausing_and_ending():
    t = table_of(ev.round_begun(1, 12))
    assert code(t, ev.simple(ev.RESUMED)) == E_STATE
    reducer.apply(t, ev.simple(ev.PAUSED))
    assert code(t, ev.simple(ev.PAUSED)) == E_STATE and code(t, LAID) == E_PAUSED
    assert code(t, ev.of_track(ev.JOINED, 6)) == E_PAUSED
    assert code(t, ev.simple(ev.GAME_ENDED)) == OK and code(t, ev.named(1, "Ada")) == OK
    reducer.apply(t, ev.simple(ev.RESUMED))
    assert code(t, LAID) == OK
    reducer.apply(t, ev.simple(ev.PAUSED))
    reducer.apply(t, ev.simple(ev.GAME_ENDED))
    assert t.turn == 0 and not t.paused
    for event in (LAID, ev.of_track(ev.JOINED, 6), ev.of_track(ev.LEFT, 1), ev.round_begun(1, 11),
                  ev.simple(ev.PAUSED), ev.simple(ev.GAME_ENDED)):  # fmt: skip
        assert code(t, event) == E_PHASE, event
    done = table_of(ev.round_begun(1, 12), ev.of_track(ev.ROUND_ENDED, 1), overrides=(rs.F_ROUNDS, 1))
    assert done.phase == table.DONE
    assert code(done, ev.round_begun(1, 11)) == E_PHASE and code(done, ev.of_track(ev.JOINED, 6)) == E_PHASE
    assert code(done, ev.simple(ev.GAME_ENDED)) == OK and code(done, ev.simple(ev.PAUSED)) == OK


def test_who_sits_down_and_gets_up():
    t = table_of(ev.round_begun(1, 12))
    assert code(t, ev.of_track(ev.JOINED, 4)) == E_STATE
    reducer.apply(t, ev.of_track(ev.JOINED, 6))
    assert code(t, ev.of_track(ev.JOINED, 6)) == E_STATE
    reducer.apply(t, ev.of_track(ev.LEFT, 6))  # before he was dealt
    assert t.coming == 0 and t.seats == 0b10110
    reducer.apply(t, ev.of_track(ev.LEFT, 4))
    assert code(t, ev.of_track(ev.JOINED, 4)) == E_SEAT  # his track stays his on the sheet
    assert code(t, ev.of_track(ev.LEFT, 4)) == E_SEAT
    assert code(t, ev.of_track(ev.LEFT, 2)) == E_SEATS  # two are left
    reducer.apply(t, ev.of_track(ev.JOINED, 6))
    assert code(t, ev.of_track(ev.LEFT, 2)) == E_SEATS and code(t, ev.of_track(ev.LEFT, 6)) == OK
    seven = table_of(mask=0b11111110)
    assert code(seven, ev.of_track(ev.JOINED, 9)) == OK
    full = table_of(mask=0b111111110)
    assert code(full, ev.of_track(ev.JOINED, 9)) == E_SEATS


def test_between_rounds():
    t = table_of()
    for event in (LAID, ev.of_track(ev.MARKER_UP, 1), ev.of_track(ev.MARKER_DOWN, 1), ev.simple(ev.LAPSED),
                  ev.of_track(ev.ROUND_ENDED, 1), ev.penalty(1, 2), ev.of_track(ev.CALLED, 1)):  # fmt: skip
        assert code(t, event) == E_PHASE, event
    assert code(t, ev.round_begun(3, 12)) == E_SEAT
    assert code(t, ev.round_begun(1, 11)) == E_ENGINE and code(t, ev.round_begun(1, 13)) == E_ENGINE
    free = table_of(overrides=(rs.F_ENGINE, rs.ENGINE_HIGHEST))
    assert code(free, ev.round_begun(1, 4)) == OK and code(free, ev.round_begun(1, 13)) == E_ENGINE
    aside = table_of(overrides=(rs.F_ENGINE, rs.ENGINE_ASIDE))
    assert code(aside, ev.simple(ev.SEARCH_LAP)) == E_PHASE
    # 91 tiles, three hands of 15: 46. Fifteen laps leave one tile, the next draw takes it.
    for _ in range(15):
        reducer.apply(t, ev.simple(ev.SEARCH_LAP))
    assert (t.bone_lo, t.bone_hi) == (1, 1) and code(t, ev.simple(ev.TILE_DRAWN)) == OK
    reducer.apply(t, ev.simple(ev.TILE_DRAWN))
    assert code(t, ev.simple(ev.TILE_DRAWN)) == E_EMPTY


def test_in_a_round():
    t = table_of(ev.round_begun(1, 12))
    assert code(t, ev.of_track(ev.DOUBLE, 3)) == E_SEAT and code(t, ev.of_track(ev.DOUBLE, 12)) == OK
    assert code(t, ev.simple(ev.LAPSED)) == E_NOT_DUE
    for _ in range(12):
        assert code(t, ev.of_track(ev.DOUBLE, 2)) == OK
        reducer.apply(t, ev.of_track(ev.DOUBLE, 2))
    assert code(t, ev.of_track(ev.DOUBLE, 2)) == E_STATE  # no more can be remembered
    assert code(t, ev.of_track(ev.MARKER_UP, 3)) == E_SEAT and code(t, ev.of_track(ev.MARKER_DOWN, 1)) == E_MARKER
    assert code(t, ev.simple(ev.SEARCH_LAP)) == E_PHASE and code(t, ev.round_begun(1, 11)) == E_PHASE
    assert code(t, ev.penalty(3, 1)) == E_SEAT and code(t, ev.penalty(4, 1)) == OK
    assert code(t, ev.of_track(ev.ROUND_ENDED, 3)) == E_SEAT and code(t, ev.of_track(ev.ROUND_ENDED, 0)) == OK
    assert code(t, ev.of_track(ev.CALLED, 2)) == E_NO_CALL and code(t, ev.of_track(ev.CALLED, 1)) == OK
    czech = table_of(ev.round_begun(1, 12), mask=0b11110, preset=rs.CARDINAL_CS)
    assert code(czech, ev.of_track(ev.DOUBLE, 2)) == E_NO_DUTY and code(czech, ev.simple(ev.TILE_DRAWN)) == E_NO_DRAW
    assert code(czech, ev.of_track(ev.CALLED, 1)) == E_NO_CALL


def test_a_penalty_takes_back_the_call_of_that_seat_alone():
    t = table_of(ev.round_begun(1, 12), ev.of_track(ev.CALLED, 1), LAID, ev.of_track(ev.CALLED, 2), LAID,
                 ev.of_track(ev.CALLED, 4))  # fmt: skip
    assert t.called == 0b10110
    reducer.apply(t, ev.penalty(2, 2))
    assert t.called == 0b10010


def test_seats_go_round():
    assert table.next_seat(0, 5) == 0
    assert table.next_seat(1 << 11 | 1 << 1, 1) == 11 and table.next_seat(1 << 11 | 1 << 1, 11) == 1
    assert table.next_seat(1 << 3, 3) == 3
    assert [table.bits(mask) for mask in (0, 1, 0b1011, 0xFFE)] == [0, 1, 3, 11]


def test_counters_stop_where_a_byte_ends():
    t = table_of(ev.round_begun(1, 12), mask=0b11110, preset=rs.CARDINAL_CS)
    for _ in range(300):
        reducer.apply(t, NOTHING)
    assert t.turns == 255 and t.fails == 255
    drawing = table_of(ev.round_begun(1, 12), overrides=(rs.F_DRAW, rs.DRAW_UNTIL))
    for _ in range(300):
        reducer.apply(drawing, ev.simple(ev.TILE_DRAWN))
    assert drawing.drawn == 255 and drawing.bone_lo == drawing.bone_hi == 0


def test_what_a_game_begins_with():
    t = table.Table()
    reducer.apply(t, ev.game_begun(0x2ABCDEF1, 12, 0b10110, 3, 0x01020304, rs.CELKO, bytes((rs.F_BLANK, 25))))
    assert t.log_id == 0x2ABCDEF1 and t.flags == 3 and t.core_hash == b"\x04\x03\x02\x01"
    assert t.preset == rs.CELKO and t.overrides == bytes((rs.F_BLANK, 25)) and t.rules[rs.F_BLANK] == 25
    assert t.dealer == 1 and list(t.joined) == [0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    assert len(t.winners) == 13 and len(t.scores) == 13 * 12 and set(t.scores) == {UNSET}
    # The deal goes round, past who left.
    for dealer in (2, 4, 1):
        reducer.apply(t, ev.round_begun(1, 12))
        reducer.apply(t, ev.of_track(ev.ROUND_ENDED, 1))
        assert t.dealer == dealer
    other = table_of()
    reducer.apply(other, ev.of_track(ev.LEFT, 2))
    assert other.dealer == 1
    reducer.apply(t, ev.of_track(ev.LEFT, 1))
    assert t.dealer == 2 and t.bone_hi == 91 - 30


def test_the_boneyard_when_a_round_begins():
    all_dealt = (rs.F_HANDS, rs.HANDS_OWN, rs.F_HAND, 13)
    t = table_of(mask=0b11111110, overrides=all_dealt)
    assert t.bone_lo == t.bone_hi == 0  # 7 hands of 13 are the whole set
    in_turn = (rs.F_ENGINE, rs.ENGINE_IN_TURN)
    for flags, lo in ((1, 46), (0, 43)):
        t = table_of(ev.round_begun(1, 12), overrides=in_turn, flags=flags)
        assert (t.bone_lo, t.bone_hi) == (lo, 46)  # a last lap in turn may have stopped anywhere, unrecorded
    t = table_of(ev.round_begun(1, 12), flags=0)
    assert (t.bone_lo, t.bone_hi) == (46, 46)
    few = table_of(ev.round_begun(1, 12), mask=0b11111110, overrides=all_dealt + in_turn, flags=0)
    assert (few.bone_lo, few.bone_hi) == (0, 0)


def test_a_round_begins_afresh():
    t = table_of(ev.round_begun(1, 12), LAID, ev.of_track(ev.MARKER_UP, 1), ev.of_track(ev.CALLED, 1), ev.simple(ev.TILE_DRAWN),
                 ev.of_track(ev.DOUBLE, 2), NOTHING, ev.of_track(ev.DOUBLE, 12), ev.of_track(ev.ROUND_ENDED, 4))  # fmt: skip
    assert (t.turn, t.markers, t.due_count, t.laid_count, t.called, t.window, t.fails, t.drawn) == (0,) * 8
    assert (t.bone_lo, t.bone_hi) == (46, 46) and t.winners[0] == 4 and t.fresh == 0
    reducer.apply(t, ev.round_begun(2, 11))
    assert (t.turns, t.round, t.engine, t.starter, t.turn) == (0, 2, 11, 2, 2) and t.fresh == t.seats == 0b10110


def test_who_leaves_in_a_round_takes_along_what_is_his():
    t = table_of(ev.round_begun(1, 12), ev.simple(ev.TILE_DRAWN), ev.of_track(ev.DOUBLE, 2), ev.of_track(ev.DOUBLE, 12))
    assert t.open_doubles() == 1 << 2 | 1 << 12 and t.due_track() == 0 and not t.owes()
    reducer.apply(t, ev.of_track(ev.LEFT, 1))  # in his turn: it passes on, and so do his doubles
    assert (t.turn, t.drawn, t.laid_count) == (2, 0, 0) and list(t.due[: t.due_count]) == [2, 12]
    assert t.owes() == 2 and t.due_track() == 2 and t.bone_hi == 90 and t.fresh == 0b10100
    assert t.open_doubles() == 1 << 2 | 1 << 12
    reducer.apply(t, LAID)
    reducer.apply(t, LAID)
    assert t.open_doubles() == 0 and t.due_track() == 0 and not t.owes()
    t = table_of(ev.round_begun(1, 12), LAID)
    assert t.window == 1
    reducer.apply(t, ev.of_track(ev.LEFT, 4))
    assert t.window == 1 and t.turn == 2  # somebody else may still call
    t = table_of(ev.round_begun(1, 12), LAID)
    reducer.apply(t, ev.of_track(ev.LEFT, 1))
    assert t.window == 0 and t.turn == 2


def test_a_failed_turn_of_who_left_is_no_part_of_the_lap():
    czech = {"mask": 0b111110, "preset": rs.CARDINAL_CS}
    t = table_of(ev.round_begun(1, 12), NOTHING, NOTHING, **czech)
    reducer.apply(t, ev.of_track(ev.LEFT, 1))
    assert t.fails == 1 and t.turn == 3
    reducer.apply(t, ev.of_track(ev.LEFT, 3))  # in turn, not failed yet
    assert t.fails == 1 and t.turn == 4 and not t.blocked_due()
    reducer.apply(t, NOTHING)
    assert not t.blocked_due()
    reducer.apply(t, NOTHING)
    assert t.blocked_due()


def test_drawing_until_a_tile_fits_empties_the_boneyard_in_vain():
    for flags in (0, 1):
        t = table_of(ev.round_begun(1, 12), overrides=(rs.F_DRAW, rs.DRAW_UNTIL), flags=flags)
        reducer.apply(t, NOTHING)
        assert (t.bone_lo, t.bone_hi) == (0, 0) and t.fails == 0
    t = table_of(ev.round_begun(1, 12), LAID, overrides=(rs.F_DRAW, rs.DRAW_UNTIL), flags=0)
    assert (t.bone_lo, t.bone_hi) == (0, 46)


def test_who_joins_in_a_round_sits_down_at_its_end():
    t = table_of(ev.round_begun(2, 12), ev.of_track(ev.JOINED, 1), ev.of_track(ev.JOINED, 11), mask=0b10100)
    assert t.coming == 1 << 1 | 1 << 11 and t.seats == 0b10100
    reducer.apply(t, ev.of_track(ev.ROUND_ENDED, 2))
    assert t.coming == 0 and t.seats == 0b100000010110 and t.joined[1] == t.joined[11] == 2
    assert t.bone_hi == 91 - 60 and t.dealer == 4
