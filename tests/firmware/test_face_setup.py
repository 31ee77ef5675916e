"""What a fresh hub asks, how rounds begin under each way of finding the engine, and what outlives a power cut."""

from bench_hub import Bench
from shared_rules import events as ev
from shared_rules import names
from shared_rules import ruleset as rs
from shared_rules import table as tb
from shared_rules.names import DRAW, MARK, ROUND, TURN

BOTH = True

SCATTERED = {
    2: (3, 11), 3: (1, 2, 11), 4: (2, 5, 6, 10), 5: (1, 4, 7, 9, 11), 6: (1, 2, 3, 4, 5, 11), 7: (2, 3, 5, 6, 8, 9, 11),
    8: (1, 2, 4, 5, 7, 8, 10, 11), 9: (1, 2, 3, 5, 6, 7, 9, 10, 11), 10: (1, 2, 3, 4, 5, 6, 7, 8, 9, 11),
    11: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
}  # fmt: skip


def with_rules(overrides, seats=(1, 4, 9), preset=rs.CARDINAL_IT, draw=True):
    """A hub whose game was begun by a host, with a rule set that no preset has."""
    b = Bench(draw=draw)
    mask = sum([1 << track for track in seats])
    flags = ev.FLAG_DRAWS_RECORDED if draw else 0
    assert b.hub.begin(ev.game_begun(77, 12, mask, flags, 1, preset, bytes(overrides))) == 0
    b.run(100)
    return b


def test_every_number_of_seats():
    for count in range(2, 12):
        for number, name, rules in rs.PRESETS:
            b = Bench()
            b.sit(SCATTERED[count])
            assert b.question() == "Rules"
            allowed = not rs.seats_refused(rules, count)
            b.to(rs.PRESETS.index((number, name, rules)) + 1)
            head = b.record.head
            b.sounds()
            b.press(ROUND)
            if not allowed:
                assert b.question() == "Rules" and b.record.head == head and names.ERROR in b.sounds()
                continue
            aside = rules[rs.F_ENGINE] == rs.ENGINE_ASIDE
            assert b.table.phase == (tb.ROUND if aside else tb.BETWEEN) and b.table.preset == number
            assert b.table.seats == sum([1 << t for t in SCATTERED[count]])
            if not aside:
                b.press(ROUND)  # whoever is under the cursor holds the engine
            assert b.table.phase == tb.ROUND
            order = []
            for _ in range(count):
                order.append(b.table.turn)
                b.press(TURN)
            assert sorted(order) == list(SCATTERED[count]) and b.table.turn == order[0]


def test_the_cursor_starts_on_a_rule_set_that_fits():
    b = Bench()
    b.sit((1, 2, 3))  # cardinal-cs wants four
    assert b.cursor() == rs.CARDINAL_IT
    b.press(MARK)  # back to the seats
    assert b.question() == "Seats" and b.hub.face.question().seats == 0b1110


def test_one_seat_is_no_game():
    b = Bench()
    b.press(ROUND)
    assert b.question() == "Seats"
    b.press(MARK)
    b.press(ROUND)
    assert b.question() == "Seats" and names.ERROR in b.sounds()
    b.press(MARK)  # clears the seat again
    assert b.hub.face.question().seats == 0


def test_moving_the_cursor_whistles():
    b = Bench()
    b.sounds()
    b.press(TURN)
    assert b.sounds() == [names.CLICK, names.WHISTLE + 2]


def test_chords_and_holds_in_setup():
    b = Bench()
    b.press(MARK)
    b.undo()
    assert b.question() == "Seats" and b.hub.face.question().seats == 2 and names.ERROR in b.sounds()
    b.menu()
    assert b.question() == "Menu"
    q = b.hub.face.question()
    assert list(q.order[: q.count]) == [1, 2, 10]
    b.press(MARK)
    assert b.question() == "Seats" and b.hub.face.question().seats == 2
    head = b.record.head
    b.hold(DRAW)
    assert b.record.head == head


def test_holder_of_the_engine():
    b = Bench()
    b.new_game((1, 4, 9), 2)
    assert b.question() == "Engine" and b.hub.face.question().candidates() == 1 << 1 | 1 << 4 | 1 << 9
    b.pick(9)
    assert b.table.phase == tb.ROUND and b.table.turn == b.table.starter == 9 and b.table.engine == 12
    assert names.STEAM in b.sounds()


def test_search_laps_and_single_draws():
    b = Bench()
    b.new_game((1, 4, 9), 2)
    bone = b.table.bone_hi
    b.to(4)
    b.press(MARK)
    assert b.table.bone_hi == bone - 3 and b.question() == "Engine" and b.cursor() == 4
    b.press(DRAW)
    assert b.table.bone_hi == bone - 4
    b.undo()
    assert b.table.bone_hi == bone - 3 and b.question() == "Engine" and b.cursor() == 4
    while b.table.bone_hi:
        b.press(MARK)
    head = b.record.head
    b.press(MARK)
    b.press(DRAW)
    assert b.record.head == head
    b.press(ROUND)
    assert b.table.starter == 4


def test_engine_goes_down_round_by_round():
    b = Bench()
    b.new_round((1, 4, 9), 2)
    for engine in (12, 11, 10):
        assert b.table.engine == engine
        b.press(ROUND)
        b.press(ROUND)
        b.press(ROUND)


def test_highest_double_opens():
    b = with_rules((rs.F_ENGINE, rs.ENGINE_HIGHEST))
    assert b.question() == "Engine"
    for _ in range(3):
        b.press(MARK)
    b.pick(4)
    assert b.table.engine == 9 and b.table.starter == 4
    b.press(ROUND)
    b.press(ROUND)
    for _ in range(13):
        b.press(MARK)
    assert b.hub.face.question().engine == 12  # down to blank, and round
    b.press(MARK)
    b.undo()
    assert b.table.phase == tb.ROUND


def test_engine_set_aside_asks_nobody():
    b = with_rules((rs.F_ENGINE, rs.ENGINE_ASIDE))
    assert b.table.phase == tb.ROUND and b.table.engine == 12 and b.question() is None
    first = b.table.starter
    b.press(ROUND)
    b.press(ROUND)
    assert b.table.phase == tb.ROUND and b.table.engine == 11
    assert b.table.starter == tb.next_seat(b.table.seats, first)
    b.undo()  # the round's begin: not begun again by itself, else nobody could undo the round's end
    assert b.table.phase == tb.BETWEEN and b.question() == "Engine"
    b.undo()
    assert b.table.phase == tb.ROUND and b.table.engine == 12
    b.undo()
    b.undo()
    assert b.table.phase == tb.BETWEEN and b.hub.face.question().count == 1
    b.press(ROUND)
    assert b.table.phase == tb.ROUND and b.table.starter == first


def test_pause_between_rounds():
    b = Bench()
    b.new_game()
    b.hold(DRAW)
    assert b.table.paused and b.question() is None
    head = b.record.head
    for button in (TURN, MARK, ROUND, DRAW):
        b.press(button)
    assert b.record.head == head
    b.hold(DRAW)
    assert b.question() == "Engine"


def test_power_cut_resumes_unasked():
    for stop in range(6):
        b = Bench()
        b.new_game((1, 4, 9), 2)
        if stop:
            b.pick(4)
        for _ in range(stop - 1):
            b.press(TURN)
        turn, phase, log = b.table.turn, b.table.phase, b.table.log_id
        again = Bench(files=b.files)
        assert (again.table.turn, again.table.phase, again.table.log_id) == (turn, phase, log)
        assert again.question() == (None if stop else "Engine")
        again.undo()
        assert again.table.log_id == log


def test_power_cut_in_setup_asks_again():
    b = Bench()
    b.sit((1, 2))
    again = Bench(files=b.files)
    assert again.question() == "Seats"


def test_host_events_move_the_hub_alike():
    b = Bench()
    b.new_game()
    for event in (ev.simple(ev.PAUSED), ev.simple(ev.RESUMED)):
        assert b.hub.journal.commit(event, b.clock.ms) == 0
        b.hub.on_event(event)
        b.run(60)
    assert b.question() == "Engine"
    b.press(ROUND)
    event = ev.simple(ev.GAME_ENDED)
    assert b.hub.journal.commit(event, b.clock.ms) == 0
    b.hub.on_event(event)
    b.run(60)
    assert b.question() is None and names.GAME_FANFARE in b.sounds()
