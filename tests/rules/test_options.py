"""Every value of every option, in a position where it matters. `plays` notes which; the last test demands them all."""

from rules.scene import Scene, called, double, down, ended, penalty, up
from shared_rules import events as ev
from shared_rules import reducer, sheet, table
from shared_rules import ruleset as rs
from shared_rules.constants import UNSET
from shared_rules.game.game import Game
from shared_rules.game.moves import CALL, DRAW, END, LATE_CALL
from shared_rules.game.state import COVER, LONG, LOST, OVER, PLAY, SAY

BOTH = True

LAID = ev.TILE_LAID
NOTHING = ev.NOTHING_LAID
DREW = ev.TILE_DRAWN
PLAYED = set()


def plays(field, *values):
    for value in values:
        PLAYED.add((field, value))


def engine_of(overrides, preset=rs.CARDINAL_IT, seats=8, wanted=lambda game, events: True, record=True):
    """The first seed whose first round begins as wanted: (game, events)."""
    for seed in range(4000):
        game = Game(rs.values(preset, bytes(overrides)), range(1, seats + 1), seed, record)
        events = [event[0] for event in game.begin_round()]
        if wanted(game, events):
            return game, events
    raise AssertionError("no such deal")


def test_engine_all_draw():
    plays(rs.F_ENGINE, rs.ENGINE_ALL_DRAW)
    game, events = engine_of((), wanted=lambda g, e: len(e) > 1)  # 8 hands of 11: three tiles for eight players
    drawn = events.count(DREW)
    assert 1 <= drawn <= 3 and game.state.left == 3 - drawn and ev.SEARCH_LAP not in events
    # The finder starts; draws began at the dealer's left.
    assert game.tracks[game.turn] == 1 + drawn
    game, events = engine_of((), seats=2, wanted=lambda g, e: e.count(ev.SEARCH_LAP) > 2)
    laps = events.count(ev.SEARCH_LAP)
    assert game.state.left == 61 - 2 * laps - events.count(DREW)
    game, events = engine_of((), wanted=lambda g, e: len(e) > 1, record=False)
    assert events[0] == ev.SEARCH_LAP and len(events) == 2


def test_engine_in_turn():
    plays(rs.F_ENGINE, rs.ENGINE_IN_TURN)
    game, events = engine_of((rs.F_ENGINE, rs.ENGINE_IN_TURN), seats=4, wanted=lambda g, e: len(e) > 6)
    drawn = events.count(DREW)
    assert game.tracks[game.turn] == 1 + drawn % 4 and game.state.left == 31 - drawn


def test_engine_highest():
    plays(rs.F_ENGINE, rs.ENGINE_HIGHEST)
    game, _ = engine_of((rs.F_ENGINE, rs.ENGINE_HIGHEST), seats=2, wanted=lambda g, e: g.engine < 10)
    for higher in range(game.engine + 1, 13):
        assert not any(game.state.hands[s * 13 + higher] >> higher & 1 for s in range(2))
    few = (rs.F_ENGINE, rs.ENGINE_HIGHEST, rs.F_HANDS, rs.HANDS_OWN, rs.F_HAND, 2)
    game, events = engine_of(few, seats=2, wanted=lambda g, e: len(e) > 1)
    assert events[0] == ev.SEARCH_LAP


def test_engine_aside():
    plays(rs.F_ENGINE, rs.ENGINE_ASIDE)
    game, events = engine_of((rs.F_ENGINE, rs.ENGINE_ASIDE), seats=5)
    assert events == [ev.ROUND_BEGUN << 4 | 1] and game.state.left == 91 - 60 - 1
    assert [len(game.state.hand(s)) for s in range(5)] == [12] * 5


def test_first_turn_of_one_tile():
    plays(rs.F_FIRST, rs.FIRST_ONE)
    s = Scene(["12-5 5-4 7-1", "9-8 9-2"], [12, 12, 12], started=(), fresh=(0, 1))
    assert s.do(0, "12-5") == [LAID]


def test_long_first_train_for_the_starter_only():
    plays(rs.F_FIRST, rs.FIRST_LONG_STARTER)
    rules = (rs.F_FIRST, rs.FIRST_LONG_STARTER, rs.F_CALL, 0)
    s = Scene(["12-5 5-4 12-1 7-2 7-1", "12-8 8-2"], [12, 12, 12], overrides=rules, started=(), fresh=(0, 1), long=(0,))
    s.do(0, "12-5")
    assert s.moves() == [END, (0, "5-4"), (2, "12-1")]  # stopping early is legal
    s.do(2, "12-1")
    s.do(0, "5-4")
    assert s.do(END) == [LAID]
    assert s.do(1, "12-8") == [LAID]  # the others lay one


def test_long_first_train_for_everybody():
    plays(rs.F_FIRST, rs.FIRST_LONG_ALL)
    rules = (rs.F_FIRST, rs.FIRST_LONG_ALL, rs.F_CALL, 0)
    s = Scene(["12-5 12-1 7-2 7-1", "12-8 8-2 7-0"], [12, 12, 12], overrides=rules, started=(), fresh=(0, 1), long=(0, 1))
    s.do(0, "12-5")
    assert s.state.need == LONG and s.moves() == [END]
    assert s.clause(2, "12-1") == rs.F_FIRST
    s.do(END)
    s.do(1, "12-8")
    assert s.moves() == [END, (1, "8-2")]


def test_out_on_the_first_turn():  # positions in test_questions, number 6
    plays(rs.F_FIRST_OUT, rs.OUT_ENDS, rs.OUT_OTHERS_FINISH)


def test_mexican_start():
    hands = ["12-5 9-8 7-6", "12-1 9-2 7-2"]
    for start, first, second in ((rs.MT_STARTER_OR_TURN, True, False), (rs.MT_SECOND_TURN, False, False),
                                 (rs.MT_ANY_TURN, True, True)):  # fmt: skip
        plays(rs.F_MT_START, start)
        for turn, allowed, word in ((0, first, "12-5"), (1, second, "12-1")):
            s = Scene(hands, [12, 12, 12], overrides=(rs.F_MT_START, start), started=(), fresh=(0, 1), turn=turn)
            assert ((2, word) in s.moves()) == allowed
            later = Scene(hands, [12, 12, 12], overrides=(rs.F_MT_START, start), started=(), turn=turn)
            assert (2, word) in later.moves()


def test_mexican_use():
    plays(rs.F_MT_USE, rs.MT_ALWAYS, rs.MT_OWN_BLOCKED)
    for use in (rs.MT_ALWAYS, rs.MT_OWN_BLOCKED):
        s = Scene(["8-5 6-5 7-1", "9-2 9-1"], [8, 9, 6], overrides=(rs.F_MT_USE, use))
        assert ((2, "6-5") in s.moves()) == (use == rs.MT_ALWAYS)
        blocked = Scene(["7-5 6-5 7-1", "9-2 9-1"], [8, 9, 6], overrides=(rs.F_MT_USE, use))
        assert (2, "6-5") in blocked.moves()
    assert s.clause(2, "6-5") == rs.F_MT_USE
    # On his first turn the starter may begin either train.
    starter = Scene(["12-5 6-5 7-1", "9-2 9-1"], [12, 12, 12], overrides=(rs.F_MT_USE, rs.MT_OWN_BLOCKED), started=(),
                    fresh=(0, 1))  # fmt: skip
    assert starter.moves() == [(0, "12-5"), (2, "12-5")]


def test_several_mexican_trains():
    plays(rs.F_MT_COUNT, 1, 2)
    s = Scene(["12-5 6-5 7-1", "9-2 9-1"], [7, 9, 6, 12, 12], overrides=(rs.F_MT_COUNT, 3), started=(0, 1, 2))
    assert s.moves() == [(0, "7-1"), (2, "6-5"), (3, "12-5")]
    assert s.clause(4, "12-5") == rs.F_MT_COUNT
    assert s.do(3, "12-5") == [LAID] and s.state.track(3) == 12


def test_passing():
    plays(rs.F_PASS, 0, 1)
    strict = Scene(["8-5 6-5 7-1", "9-2 9-1"], [8, 9, 6], "11-10")
    assert strict.clause(END) == rs.F_PASS and strict.clause(DRAW) == rs.F_PASS
    s = Scene(["8-5 6-5 7-1", "9-2 9-1"], [8, 9, 6], "11-10", overrides=(rs.F_PASS, 1))
    assert s.moves()[0] == DRAW and s.clause(END) == rs.F_DRAW
    s.do(DRAW)
    assert s.do(END) == [NOTHING] and s.state.markers == 1
    czech = Scene(["8-5", "9-2", "9-1", "7-7"], [8, 9, 6, 6, 12], preset=rs.CARDINAL_CS, overrides=(rs.F_PASS, 1))
    assert czech.moves() == [END, (0, "8-5")]


def test_playing_on_others():
    plays(rs.F_OTHERS, rs.OTHERS_MARKED, rs.OTHERS_OWN_BLOCKED, rs.OTHERS_OWN_STARTED)
    for own, started, allowed in (
        (rs.OTHERS_MARKED, True, True), (rs.OTHERS_OWN_BLOCKED, True, False), (rs.OTHERS_OWN_STARTED, True, True),
        (rs.OTHERS_MARKED, False, True), (rs.OTHERS_OWN_STARTED, False, False),
    ):  # fmt: skip
        s = Scene(["12-5 9-5 7-1", "4-2 4-1"], [12, 9, 6], markers=(1,), overrides=(rs.F_OTHERS, own),
                  started=(0, 1, 2) if started else (1, 2))  # fmt: skip
        assert ((1, "9-5") in s.moves()) == allowed, own
        if not allowed:
            assert s.clause(1, "9-5") == rs.F_OTHERS
    blocked = Scene(["8-5 9-5 7-1", "4-2 4-1"], [12, 9, 6], markers=(1,), overrides=(rs.F_OTHERS, rs.OTHERS_OWN_BLOCKED))
    assert (1, "9-5") in blocked.moves()


def test_starting_anothers_train():
    plays(rs.F_UNSTARTED, 0, 1)
    for option in (0, 1):
        s = Scene(["12-5 9-5 7-1", "4-2 4-1"], [7, 12, 6], markers=(1,), started=(0, 2), overrides=(rs.F_UNSTARTED, option))
        assert ((1, "12-5") in s.moves()) == bool(option)
    s.do(1, "12-5")
    assert s.state.started & 2 and s.state.markers == 2


def test_drawing():
    hands = ["8-5 6-5 7-1", "9-2 9-1"]
    none = Scene(hands, [3, 9, 4], "10-3", overrides=(rs.F_DRAW, rs.DRAW_NONE))
    assert none.moves() == [END] and none.clause(DRAW) == rs.F_DRAW
    one = Scene(hands, [3, 9, 4], "10-3", overrides=(rs.F_DRAW, rs.DRAW_ONE))
    assert one.do(DRAW)[-1] == DREW and one.moves() == [END] and one.clause(0, "10-3") == rs.F_DRAW
    may = Scene(hands, [3, 9, 4], "10-3", overrides=(rs.F_DRAW, rs.DRAW_MAY_PLAY))
    may.do(DRAW)
    assert may.moves() == [END, (0, "10-3")]
    must = Scene(hands, [3, 9, 4], "11-10 10-3")
    must.do(DRAW)
    assert must.moves() == [(0, "10-3")] and must.clause(END) == rs.F_DRAW
    until = Scene(hands, [3, 9, 4], "10-3 11-10 11-11", overrides=(rs.F_DRAW, rs.DRAW_UNTIL))
    until.do(DRAW)
    assert until.moves() == [DRAW]
    until.do(DRAW)
    until.do(DRAW)
    assert until.moves() == [(0, "10-3")]
    empty = Scene(hands, [3, 9, 4], "11-10", overrides=(rs.F_DRAW, rs.DRAW_UNTIL))
    empty.do(DRAW)
    assert empty.moves() == [END]
    plays(rs.F_DRAW, rs.DRAW_NONE, rs.DRAW_ONE, rs.DRAW_MAY_PLAY, rs.DRAW_MUST_PLAY, rs.DRAW_UNTIL)


def test_marker_up():
    hands = ["8-5 6-5 4-1", "9-2 9-1"]
    for option, elsewhere, mexican in (
        (rs.MARK_NO_PLAY, [LAID], [LAID]),
        (rs.MARK_OWN_BLOCKED, [up(1), LAID], [up(1), LAID]),
        (rs.MARK_OWN_AND_MT_BLOCKED, [up(1), LAID], [LAID]),
    ):
        plays(rs.F_MARK_UP, option)
        s = Scene(hands, [3, 8, 0], markers=(1,), overrides=(rs.F_MARK_UP, option))
        assert s.do(1, "8-5") == elsewhere
        s = Scene(hands, [3, 8, 6], markers=(1,), overrides=(rs.F_MARK_UP, option))
        assert s.do(2, "6-5") == mexican
        own = Scene(hands, [4, 8, 6], markers=(1,), overrides=(rs.F_MARK_UP, option))
        assert own.do(2, "6-5") == [LAID]


def test_marker_down():
    for option, elsewhere in ((rs.DOWN_OWN_TRAIN, [LAID]), (rs.DOWN_ANY_PLAY, [down(1), LAID])):
        plays(rs.F_MARK_DOWN, option)
        rules = (rs.F_MARK_DOWN, option, rs.F_MARK_UP, rs.MARK_NO_PLAY)
        assert Scene(["8-5 6-5 4-1", "9-2"], [4, 9, 6], markers=(0,), overrides=rules).do(0, "4-1") == [down(1), LAID]
        assert Scene(["8-5 6-5 4-1", "9-2"], [4, 9, 6], markers=(0,), overrides=rules).do(2, "6-5") == elsewhere


def test_double_to_cover():
    plays(rs.F_COVER, rs.COVER_DOUBLE)
    s = Scene(["4-4 6-5 4-1 8-0", "9-2 4-2 5-1"], [4, 9, 6], "11-10")
    assert s.do(0, "4-4") == [] and s.moves() == [(0, "4-1")]
    assert s.clause(2, "6-5") == rs.F_COVER
    assert s.do(0, "4-1") == [LAID]
    fails = Scene(["4-4 6-5 8-0", "9-2 4-2 5-1"], [4, 9, 6], "11-10")
    fails.do(0, "4-4")
    assert fails.do(DRAW) == [DREW] and fails.moves() == [END]
    assert fails.do(END) == [double(1), NOTHING] and fails.state.markers == 1
    assert fails.state.need == COVER and fails.moves() == [(0, "4-2")]


def test_double_to_cover_anywhere():
    plays(rs.F_COVER, rs.COVER_ANYWHERE)
    rules = (rs.F_COVER, rs.COVER_ANYWHERE, rs.F_MARK_UP, 0)
    s = Scene(["4-4 6-5 8-0", "9-2 4-2 5-1"], [4, 9, 6], "11-10", overrides=rules)
    s.do(0, "4-4")
    assert s.moves() == [(2, "6-5")] and s.do(2, "6-5")[-1:] == []  # one tile is left: call or not
    assert s.state.need == SAY and s.do(END) == [LAID] and s.state.need == PLAY
    fails = Scene(["4-4 7-5 8-0", "9-2 4-2 5-1"], [4, 9, 6], "11-10", overrides=rules)
    fails.do(0, "4-4")
    fails.do(DRAW)
    assert fails.do(END) == [up(1), LAID] and fails.state.need == PLAY


def test_double_asks_nothing():
    plays(rs.F_COVER, rs.COVER_NEVER)
    s = Scene(["4-4 6-5 4-1", "9-2 4-2"], [4, 9, 6], overrides=(rs.F_COVER, rs.COVER_NEVER))
    assert s.do(0, "4-4") == [LAID]


def test_extra_turn_and_fork():
    plays(rs.F_COVER, rs.COVER_EXTRA_TURN)
    plays(rs.F_FORK, 0, 1)
    hands = ["4-4 6-5 4-1 4-0", "4-2 5-1", "9-1", "9-2"]
    s = Scene(hands, [4, 9, 6, 6, 12], preset=rs.CARDINAL_CS)
    assert s.do(0, "4-4") == []
    assert s.moves() == [(0, "4-0"), (0, "4-1"), (5, "4-0"), (5, "4-1")]  # the train's branch and the layer's own
    assert s.do(5, "4-1") == [LAID]
    assert s.state.track(5) == 1 and s.state.ends[5] == 1
    # Whoever may play on the train has its branch, the layer alone the second.
    s.state.markers = 1
    assert s.moves() == [(0, "4-2")]
    s.state.ends[5] = 5
    s.state.moves = None
    assert s.clause(5, "5-1") == rs.F_FORK
    plain = Scene(hands, [4, 9, 6, 6, 12], preset=rs.CARDINAL_CS, overrides=(rs.F_FORK, 0))
    plain.do(0, "4-4")
    assert plain.moves() == [(0, "4-0"), (0, "4-1")]
    # An extra turn that cannot be used raises no marker.
    fails = Scene(["4-4 6-5 7-1 7-0", "4-2 5-1", "9-1", "9-2"], [4, 9, 2, 2, 12], preset=rs.CARDINAL_CS)
    fails.do(0, "4-4")
    assert fails.moves() == [END] and fails.do(END) == [LAID] and not fails.state.markers


def test_several_doubles():
    for option in (0, 1):
        plays(rs.F_DOUBLES, option)
        s = Scene(["4-4 6-6 4-1 8-0", "9-2 6-2 5-1"], [4, 9, 6], "11-10", overrides=(rs.F_DOUBLES, option))
        s.do(0, "4-4")
        assert ((2, "6-6") in s.moves()) == bool(option)
        if not option:
            assert s.clause(2, "6-6") == rs.F_DOUBLES
    s.do(2, "6-6")
    assert s.moves() == [(0, "4-1")]  # in the order laid
    s.do(0, "4-1")
    assert s.state.need == SAY and s.do(CALL) == [double(12), LAID, called(1)]
    assert s.state.need == COVER and s.moves() == [(2, "6-2")]


def test_order_of_covering():  # positions in test_questions, number 4
    plays(rs.F_ORDER, rs.ORDER_LAID, rs.ORDER_REVERSE)
    rules = (rs.F_DOUBLES, 1, rs.F_ORDER, rs.ORDER_REVERSE)
    s = Scene(["4-4 6-6 4-1 6-0", "9-2 6-2 5-1"], [4, 9, 6], "11-10", overrides=rules)
    s.do(0, "4-4")
    s.do(2, "6-6")
    assert s.moves() == [(2, "6-0")]


def test_dead_doubles():  # more in test_questions, number 7
    for option in (0, 1):
        plays(rs.F_DEAD, option)
        s = Scene(["4-4 6-5 8-0 8-1", "9-2 6-2"], [4, 9, 6], "11-10", overrides=(rs.F_DEAD, option))
        assert s.do(0, "4-4") == ([LAID] if option else [])  # no other 4 is left to cover it


def test_ending_on_a_double():
    for option in (0, 1):
        plays(rs.F_END_DOUBLE, option)
        s = Scene(["4-4", "9-2 4-2"], [4, 9, 6], "11-10", overrides=(rs.F_END_DOUBLE, option))
        if option:
            assert s.do(0, "4-4") == [ended(1)] and s.state.need == OVER
        else:
            assert s.moves() == [DRAW] and s.clause(0, "4-4") == rs.F_END_DOUBLE


def test_last_tile_call():
    plays(rs.F_CALL, 0, 1)
    plays(rs.F_CALL_TILES, 0, 1, 2)
    for tiles in (0, 1, 2):
        s = Scene(["4-1 8-0", "9-2 9-4 9-6"], [4, 9, 6], "11-10 10-8 10-7", overrides=(rs.F_CALL_TILES, tiles))
        s.do(0, "4-1")
        assert s.moves() == [END, CALL] and s.do(END) == [LAID]
        assert s.do(1, "9-2") == [LAID] + [penalty(1)] * (tiles > 0) and s.state.counts[0] == 1 + tiles
    late = Scene(["4-1 8-0", "9-2 9-4 9-6"], [4, 9, 6], "11-10", overrides=(rs.F_CALL_TILES, 2))
    late.do(0, "4-1")
    late.do(END)
    assert late.do(LATE_CALL) == [called(1)]  # in time: the next player has not finished
    assert late.do(1, "9-2") == [LAID] and late.clause(LATE_CALL) == rs.F_CALL
    none = Scene(["4-1 8-0", "9-2 9-4"], [4, 9, 6], overrides=(rs.F_CALL, 0))
    assert none.do(0, "4-1") == [LAID] and none.clause(LATE_CALL) == rs.F_CALL


def test_a_missed_call_may_cost_a_turn():
    plays(rs.F_CALL_TURN, 0, 1)
    for option in (0, 1):
        s = Scene(["4-1 8-1", "9-2 2-2 2-0"], [4, 9, 6], "11-10 11-9 11-8", overrides=(rs.F_CALL_TURN, option))
        s.do(0, "4-1")
        s.do(END)
        s.do(1, "9-2")
        if option:
            assert s.state.need == LOST and s.clause(0, "8-1") == rs.F_CALL_TURN
            s.do(DRAW)
            assert s.do(END) == [NOTHING] and s.state.markers == 1
        else:
            assert s.moves() == [(0, "8-1")]


def table_of(overrides, scores):
    t = table.Table()
    reducer.apply(t, ev.game_begun(1, 12, 0b1110, 1, 0, rs.CARDINAL_IT, bytes(overrides)))
    for row in scores:
        reducer.apply(t, ev.round_begun(1, 12 - t.round))
        reducer.apply(t, ev.of_track(ev.ROUND_ENDED, 0))
        for track in (1, 2, 3):
            reducer.apply(t, ev.score(track, t.round, row[track - 1]))
    return t


def test_blocked_round():
    for option, cells in ((rs.BLOCKED_ALL_SCORE, [7, 5, 9]), (rs.BLOCKED_LOWEST_ZERO, [7, 0, 9])):
        plays(rs.F_BLOCKED, option)
        t = table_of((rs.F_BLOCKED, option), [(7, 5, 9)])
        assert [sheet.cell(t, 1, track) for track in (1, 2, 3)] == cells
        reducer.apply(t, ev.score(3, 1, None))
        assert sheet.cell(t, 1, 3) == UNSET


def test_a_lap_of_failed_turns_with_nothing_to_draw_ends_the_round():
    s = Scene(["8-5 6-5", "9-2 8-1"], [4, 3, 10], "11-1")
    s.do(DRAW)
    assert s.do(END) == [NOTHING]
    assert s.do(END) == [NOTHING]  # drawing does not count as failing: a whole lap is to come
    assert s.do(END) == [NOTHING, ended(0)] and s.state.need == OVER
    czech = Scene(["8-5", "9-2", "9-1", "7-1"], [4, 3, 3, 3, 10], "8-4", preset=rs.CARDINAL_CS)
    assert [czech.do(END) for _ in range(3)] == [[NOTHING]] * 3
    assert czech.do(END) == [NOTHING, ended(0)]


def test_tie():  # more in test_questions, number 12
    plays(rs.F_TIE, rs.TIE_ROUNDS_WON, rs.TIE_SHARED)
    scores = [(5, 7, 9), (7, 6, 9), (1, 0, 9)]  # 13 each for the first two; the second won a round
    assert sheet.standings(table_of((rs.F_TIE, rs.TIE_ROUNDS_WON), scores))[0] == (1, 2)
    assert [p for p, _ in sheet.standings(table_of((rs.F_TIE, rs.TIE_SHARED), scores))] == [1, 1, 3]


def test_late_players():
    for option, start in ((rs.LATE_HIGHEST, 30), (rs.LATE_AVERAGE, 20), (rs.LATE_ZERO, 0)):
        plays(rs.F_LATE, option)
        t = table_of((rs.F_LATE, option), [(10, 20, 30)])
        reducer.apply(t, ev.of_track(ev.JOINED, 5))
        reducer.apply(t, ev.round_begun(1, 11))
        reducer.apply(t, ev.of_track(ev.ROUND_ENDED, 1))
        reducer.apply(t, ev.score(5, 2, 4))
        assert sheet.total(t, 5) == start + 4 and sheet.cell(t, 1, 5) == -1


def test_blank_start_and_rounds():
    game = Game(rs.values(rs.CARDINAL_IT, bytes((rs.F_BLANK, 50, rs.F_START, 5, rs.F_ROUNDS, 2))), (1, 2), 3)
    game.begin_round()
    assert game.engine == 5 and game.rounds == 2
    holds = [0 in game.state.hand(seat) for seat in range(2)]
    for seat in range(2):
        face = sum(n_pips(n) for n in game.state.hand(seat))
        assert game.hand_pips(seat) == face + (50 if holds[seat] else 0)


def n_pips(number):
    from shared_rules import tiles

    return tiles.HIGH[number] + tiles.LOW[number]


def test_every_value_of_every_option_is_played():
    for name in sorted(globals()):
        if name.startswith("test_") and not name.startswith("test_every_value"):
            globals()[name]()
    for field in range(rs.F_ENGINE, rs.FIELDS):
        if field in (rs.F_BLANK, rs.F_START, rs.F_ROUNDS):
            continue  # any number: above
        highest = {rs.F_MT_COUNT: 2, rs.F_CALL_TILES: 2}.get(field, rs._HIGHEST[field])
        for value in range(1 if field == rs.F_MT_COUNT else 0, highest + 1):
            assert (field, value) in PLAYED, (field, value)
