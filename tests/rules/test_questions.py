"""The thirteen questions that players really ask (rules reference, section 4), each answered by a position."""

from rules.scene import Scene, double, down, ended, penalty, up
from shared_rules import events as ev
from shared_rules import reducer, sheet, table, tiles
from shared_rules import ruleset as rs
from shared_rules.constants import UNSET
from shared_rules.game.moves import DRAW, END
from shared_rules.game.state import COVER, LONG, OVER, PLAY

BOTH = True

LAID = ev.TILE_LAID
NOTHING = ev.NOTHING_LAID


def test_01_a_double_is_covered_before_the_own_train_and_the_long_first_train_is_kept():
    long_all = (rs.F_FIRST, rs.FIRST_LONG_ALL)
    s = Scene(["12-5 12-3 5-4 7-1", "9-8 9-2"], [12, 7, 12], "11-10 11-9", overrides=long_all, started=(1,), long=(0,)).due(1)
    assert s.state.need == COVER
    assert s.moves() == [(1, "7-1")]
    assert s.clause(0, "12-5") == rs.F_COVER
    assert s.do(1, "7-1") == [LAID]
    s.do(DRAW)  # seat 1 holds no 1 and no 12, draws 11-9 and cannot play it
    s.do(END)
    # His own train now, as long as he likes.
    assert s.do(0, "12-5") == []
    assert s.state.need == LONG
    assert s.moves() == [END, (0, "5-4")]


def test_02_a_double_on_a_closed_train_must_be_covered_and_the_train_stays_closed():
    s = Scene(["7-3 12-1 8-4", "9-8 9-2"], [1, 7, 12], "11-10", started=(0, 1)).due(1)
    assert not s.state.markers
    assert s.moves() == [(1, "7-3")]
    assert s.do(1, "7-3") == [LAID]
    assert not s.state.markers and s.state.ends[1] == 3
    # Who cannot draws, marks his own train, and the duty passes on.
    s = Scene(["9-3 12-1", "9-8 7-2"], [1, 7, 12], "11-10", started=(0, 1)).due(1)
    assert s.moves() == [DRAW]
    assert s.do(DRAW) == [ev.TILE_DRAWN]
    assert s.moves() == [END]
    assert s.do(END) == [NOTHING]
    assert s.state.markers == 1 and s.state.need == COVER and s.moves() == [(1, "7-2")]


def test_03_a_penalty_takes_what_the_boneyard_has():
    for bone, taken in (("", 0), ("11-10", 1), ("11-10 11-9 11-8", 2)):
        s = Scene(["8-1 8-2", "9-1 9-2"], [8, 9, 12], bone, overrides=(rs.F_CALL, 1, rs.F_CALL_TILES, 2))
        s.do(0, "8-1")
        s.do(END)  # forgets the call
        events = s.do(1, "9-1") + s.do(END)
        assert events == [LAID] + [penalty(1)] * (taken > 0)
        assert s.state.counts[0] == 1 + taken and s.state.left == max(len(bone.split()) - 2, 0)


def test_04_which_double_first_is_what_the_rule_set_says():
    for order, line in ((rs.ORDER_LAID, 1), (rs.ORDER_REVERSE, 2)):
        s = Scene(["7-3 6-3 12-1", "9-8 9-2"], [1, 7, 6], started=(0, 1, 2), overrides=(rs.F_ORDER, order)).due(1, 2)
        assert [move[0] for move in s.moves()] == [line]
        assert s.clause(3 - line, "6-3" if line == 1 else "7-3") == rs.F_ORDER


def test_05_a_double_at_the_end_of_a_first_train_waits_until_all_had_their_first_turn():
    everybody = (rs.F_FIRST, rs.FIRST_LONG_ALL, rs.F_CALL, 0)
    s = Scene(["12-5 5-5 9-9 9-8", "12-3 7-1 7-2"], [12, 12, 12], "11-10 5-1", overrides=everybody, started=(), fresh=(0, 1),
              long=(0, 1))  # fmt: skip
    s.do(0, "12-5")
    s.do(0, "5-5")
    assert s.do(END) == [double(1), LAID]  # left open without drawing or marking
    assert s.state.need == PLAY and not s.state.markers
    s.do(1, "12-3")
    assert s.do(END) == [LAID]
    assert s.state.need == COVER and s.state.due() == 0  # now it is due, from the first player on


def test_06_out_on_the_first_turn():
    for option, over in ((rs.OUT_ENDS, True), (rs.OUT_OTHERS_FINISH, False)):
        rules = (rs.F_FIRST, rs.FIRST_LONG_ALL, rs.F_FIRST_OUT, option, rs.F_CALL, 0)
        s = Scene(["12-5", "12-3 7-1"], [12, 12, 12], overrides=rules, started=(), fresh=(0, 1), long=(0, 1))
        events = s.do(0, "12-5")
        assert (s.state.need == OVER) == over
        assert events == [ended(1)] if over else [LAID]
        if not over:
            s.do(1, "12-3")
            assert s.do(END) == [LAID, ended(1)]


def test_07_the_duty_lapses_when_every_tile_of_the_number_is_out():
    # Nobody holds a 7 and none is in the boneyard: all thirteen are on the table.
    s = Scene(["9-3 12-1 8-4", "9-8 9-2"], [1, 7, 12], "11-10", started=(0, 1, 2))
    s.state.open = [1]  # a double 7, due from the next turn on
    assert s.do(2, "12-1") == [LAID, ev.LAPSED]
    assert s.state.need == PLAY and not s.state.open
    stubborn = Scene(["9-3 12-1", "9-8 9-2"], [1, 7, 12], "11-10", started=(0, 1), overrides=(rs.F_DEAD, 0)).due(1)
    assert stubborn.state.need == COVER and stubborn.moves() == [DRAW]


def test_08_the_mexican_train_before_the_own_train():
    s = Scene(["12-5 9-8 7-6", "9-1 9-2"], [12, 12, 12], started=())
    assert (2, "12-5") in s.moves() and (0, "12-5") in s.moves()
    second = Scene(["12-5 9-8 7-6", "9-1 9-2"], [12, 12, 12], started=(), fresh=(0, 1),
                   overrides=(rs.F_MT_START, rs.MT_SECOND_TURN))  # fmt: skip
    assert second.moves() == [(0, "12-5")]
    assert second.clause(2, "12-5") == rs.F_MT_START


def test_09_a_marker_left_up_means_open():
    s = Scene(["8-3 8-2", "8-1 6-5"], [8, 7, 12], markers=(0,), turn=1)
    assert (0, "8-1") in s.moves()
    # On the hub only the marker counts, and undo exists: see tests/table/test_undo.py.
    closed = Scene(["8-3 8-2", "8-1 6-5"], [8, 7, 12], turn=1, bone="11-10")
    assert closed.moves() == [DRAW] and closed.clause(0, "8-1") == rs.F_OTHERS


def test_10_a_score_that_was_not_entered_is_not_zero():
    t = table.Table()
    reducer.apply(t, ev.game_begun(1, 12, 0b110, 1, 0, rs.CARDINAL_IT))
    reducer.apply(t, ev.round_begun(1, 12))
    reducer.apply(t, ev.of_track(ev.ROUND_ENDED, 1))
    assert sheet.cell(t, 1, 2) == UNSET and sheet.unset(t, 2) == 1
    assert sheet.cell(t, 1, 1) == 0 and sheet.unset(t, 1) == 0
    reducer.apply(t, ev.score(2, 1, 0))
    assert sheet.cell(t, 1, 2) == 0 and sheet.unset(t, 2) == 0


def test_11_a_tile_twice_or_missing_is_named():
    whole = list(range(rs.tile_count(9)))
    assert tiles.faults(whole, 9) == []
    assert tiles.faults(whole[:-1], 9) == ["9-9 is missing"]
    assert tiles.faults(whole + [0], 9) == ["0-0 is there twice"]
    assert tiles.faults(whole + [tiles.parse("12-3")], 9) == ["12-3 is no tile of a double-9 set"]


def test_12_a_tie_on_the_lowest_total_goes_by_the_option():
    for option, places in ((rs.TIE_ROUNDS_WON, [1, 2]), (rs.TIE_SHARED, [1, 1])):
        t = table.Table()
        reducer.apply(t, ev.game_begun(1, 12, 0b110, 1, 0, rs.CARDINAL_IT, bytes((rs.F_TIE, option))))
        for scores in ((0, 10), (10, 0), (0, 4), (4, 6), (6, 0), (6, 6)):  # totals 26 each; rounds won 2 and 2
            reducer.apply(t, ev.round_begun(1, 13 - t.round - 1))
            reducer.apply(t, ev.of_track(ev.ROUND_ENDED, 0))
            for track in (1, 2):
                reducer.apply(t, ev.score(track, t.round, scores[track - 1]))
        # Lowest rounds that are not 0: 4 and 4, so all is shared; one more round won decides.
        assert [place for place, _ in sheet.standings(t)] == [1, 1]
        reducer.apply(t, ev.score(1, 6, 0))
        reducer.apply(t, ev.score(1, 5, 12))
        assert sheet.total(t, 1) == sheet.total(t, 2) == 26
        assert [place for place, _ in sheet.standings(t)] == places
        if option == rs.TIE_ROUNDS_WON:
            assert sheet.standings(t)[0] == (1, 1)


def test_13_a_blank_is_not_wild():
    s = Scene(["5-0 9-8", "9-1 9-2"], [7, 4, 12], "11-10")
    assert s.moves() == [DRAW]
    t = Scene(["5-0 9-8", "9-1 9-2"], [0, 4, 12], "11-10")
    assert t.moves() == [(0, "5-0")]


def test_markers_of_the_seeds():
    # Czech: up as soon as the own train cannot be played, although a play elsewhere follows.
    czech = Scene(["8-3 8-2 4-1", "6-5 6-1", "9-1", "9-2"], [7, 8, 6, 6, 12], preset=rs.CARDINAL_CS, markers=(1,))
    assert czech.do(1, "8-3") == [up(1), LAID]
    # Italian: neither own nor Mexican Train, then a draw; the tile drawn may bring it down at once.
    italian = Scene(["8-3 8-2 4-1", "6-5 6-1"], [7, 9, 12], "7-5")
    assert italian.do(DRAW) == [up(1), ev.TILE_DRAWN]
    assert italian.moves() == [(0, "7-5")]
    assert italian.do(0, "7-5") == [down(1), LAID]
