"""The gesture table while a round runs: each gesture is one event, or is refused and changes nothing."""

from bench_hub import Bench
from shared_rules import events as ev
from shared_rules import names
from shared_rules import table as tb
from shared_rules.names import DRAW, MARK, ROUND, TURN

BOTH = True

CS = 1  # tracks of the rule sets
IT = 2


def last(b):
    """The newest event, without its time code."""
    return bytes(b.hub.journal.read(b.record.head - 1)[:-1])


def playing(rules=IT, tracks=(1, 4, 9, 11), draw=True, **more):
    b = Bench(draw=draw, **more)
    b.new_round(tracks, rules, tracks[0])
    b.run(5000)
    b.sounds()
    assert b.table.phase == tb.ROUND and b.question() is None
    return b


def refused(b, gesture, button):
    """The gesture changes nothing, and says so in light and sound."""
    head = b.record.head
    b.sounds()
    gesture(button)
    assert b.record.head == head
    assert names.ERROR in b.sounds()
    from hub.lights import REFUSED

    outer, inner = b.shows((REFUSED,))
    assert outer == inner == [3, 6, 9, 12]
    b.run(1500)
    assert b.shows((REFUSED,)) == ([], [])


def test_turn():
    b = playing()
    b.press(TURN)
    assert last(b) == bytes((ev.TILE_LAID,)) and b.table.turn == 4
    b.run(400)
    assert b.sounds() == [names.CLICK, names.CLACK, names.WHISTLE + 4]


def test_turn_held():
    b = playing()
    bone = b.table.bone_hi
    b.hold(TURN)
    assert last(b) == bytes((ev.NOTHING_LAID,)) and b.table.turn == 4
    assert b.table.markers == 1 << 1 and b.table.bone_hi == bone - 1
    b.run(400)
    assert b.sounds() == [names.CLICK, names.CHUG, names.WHISTLE + 4]


def test_mark_flips_the_marker_of_the_seat_in_turn():
    b = playing()
    b.press(MARK)
    assert last(b) == bytes((ev.MARKER_UP << 4 | 1,))
    b.press(MARK)
    assert last(b) == bytes((ev.MARKER_DOWN << 4 | 1,))
    assert b.table.turn == 1
    b.run(300)
    assert b.sounds() == [names.CLICK, names.CHUG, names.CLICK, names.MARKER_OFF]


def test_turn_never_lowers_a_marker():
    b = playing(tracks=(1, 2))
    b.hold(TURN)
    for _ in range(4):
        b.press(TURN)
    assert b.table.markers == 1 << 1


def test_draw():
    b = playing()
    bone = b.table.bone_hi
    b.press(DRAW)
    assert last(b) == bytes((ev.TILE_DRAWN,)) and b.table.bone_hi == bone - 1
    b.hold(TURN)  # one was recorded: no second one
    assert b.table.bone_hi == bone - 1


def test_draw_where_nobody_draws():
    b = playing(rules=CS)
    refused(b, b.press, DRAW)


def test_draw_held_pauses():
    b = playing()
    b.hold(DRAW)
    assert b.table.paused
    for gesture, button in ((b.press, TURN), (b.press, MARK), (b.press, ROUND), (b.press, DRAW), (b.hold, TURN)):
        refused(b, gesture, button)
    b.hold(DRAW)
    assert not b.table.paused and last(b) == bytes((ev.RESUMED,))
    b.press(TURN)
    assert b.table.turn == 4


def test_mark_held_asks_where_the_double_lies():
    b = playing()
    b.hold(MARK)
    assert b.question() == "OpenDouble"
    assert list(b.hub.face.question().order[:5]) == [1, 12, 4, 9, 11]
    b.pick(12)
    assert last(b) == bytes((ev.DOUBLE << 4 | 12,)) and b.question() is None
    b.hold(MARK)  # one more in the same turn
    b.pick(1)
    assert b.table.laid_count == 2
    b.press(TURN)
    assert b.table.owes() == 4 and b.table.due_track() == 12


def test_mark_held_by_a_seat_that_owes_lapses():
    b = playing()
    b.hold(MARK)
    b.pick(12)
    b.press(TURN)
    b.hold(MARK)
    assert last(b) == bytes((ev.LAPSED,)) and not b.table.owes()
    assert b.question() is None


def test_mark_held_where_no_duty_is_known():
    b = playing(rules=CS)
    refused(b, b.hold, MARK)
    assert b.question() is None


def test_mark_cancels_the_double():
    b = playing()
    head = b.record.head
    b.hold(MARK)
    b.press(MARK)
    assert b.question() is None and b.record.head == head


def test_round_asks_who_is_out():
    b = playing()
    b.press(TURN)
    b.press(ROUND)
    assert b.question() == "RoundEnd"
    q = b.hub.face.question()
    assert list(q.order[: q.count]) == [4, 1, 9, 11, 12]
    b.press(TURN)
    b.press(ROUND)
    assert last(b) == bytes((ev.ROUND_ENDED << 4 | 1,))
    assert b.table.phase == tb.BETWEEN and b.question() == "Engine"
    assert names.ROUND_FANFARE in b.sounds()


def test_round_end_can_be_cancelled():
    b = playing()
    b.press(ROUND)
    b.press(MARK)
    assert b.question() is None and b.table.phase == tb.ROUND
    b.press(TURN)
    assert b.table.turn == 4


def test_blocked():
    b = playing()
    b.press(ROUND)
    b.pick(12)
    assert last(b) == bytes((ev.ROUND_BLOCKED,)) and b.table.winners[0] == tb.NOBODY_WON
    assert names.BLOCKED in b.sounds()


def test_blocked_comes_first_when_it_is_due():
    b = playing(rules=CS)  # nobody draws: a lap without a tile is enough
    for _ in range(4):
        b.hold(TURN)
    assert b.table.blocked_due()
    b.press(ROUND)
    assert b.cursor() == 12
    b.press(TURN)
    assert b.cursor() == b.table.turn


def test_last_tile_call():
    b = playing()
    b.press(TURN)
    b.hold(ROUND)
    assert b.question() == "LastTile" and b.cursor() == 4
    b.press(TURN)
    assert b.cursor() == 1  # the seat before, its window is open
    b.press(TURN)
    assert b.cursor() == 4
    b.press(TURN)
    b.press(ROUND)
    assert last(b) == bytes((ev.CALLED << 4 | 1,)) and b.question() is None
    assert names.LAST_TILE in b.sounds()
    b.hold(ROUND)
    q = b.hub.face.question()
    assert list(q.order[: q.count]) == [4]
    b.press(ROUND)
    assert b.table.called == 1 << 4 | 1 << 1
    refused(b, b.hold, ROUND)  # nobody is left who might call


def test_the_very_first_seat_has_nobody_before_it():
    b = playing()
    b.hold(ROUND)
    assert b.hub.face.question().count == 1


def test_undo_takes_back_one_gesture():
    b = playing()
    b.press(TURN)
    b.hold(TURN)
    assert b.table.turn == 9 and b.table.markers
    b.undo()
    assert b.table.turn == 4 and not b.table.markers
    assert names.UNDO in b.sounds()
    b.undo()
    assert b.table.turn == 1
    b.press(TURN)
    assert b.table.turn == 4


def test_undo_back_to_nothing():
    b = playing()
    b.undo()  # the round's begin
    assert b.table.phase == tb.BETWEEN and b.question() == "Engine"
    head = b.record.head
    b.undo()
    assert b.record.head == head and names.ERROR in b.sounds()


def test_undo_in_a_question_comes_back_to_it():
    b = playing()
    b.press(TURN)
    b.press(ROUND)
    assert b.question() == "RoundEnd" and b.cursor() == 4
    b.undo()
    assert b.table.turn == 1
    assert b.question() == "RoundEnd"
    q = b.hub.face.question()
    assert list(q.order[: q.count])[:2] == [1, 11]


def test_undo_of_a_round_end_leaves_the_engine_question():
    b = playing()
    b.press(ROUND)
    b.press(ROUND)
    assert b.question() == "Engine"
    b.undo()
    assert b.table.phase == tb.ROUND and b.question() is None


def test_menu_in_a_question_comes_back_to_it():
    b = playing()
    b.press(ROUND)
    b.press(TURN)
    cursor = b.cursor()
    b.menu()
    assert b.question() == "Menu"
    b.press(MARK)
    assert b.question() == "RoundEnd" and b.cursor() == cursor


def test_a_slow_finger_in_a_question_is_a_press():
    b = playing()
    b.press(ROUND)
    first = b.cursor()
    b.hold(TURN)
    assert b.cursor() != first and b.table.turn == 1


def test_three_buttons_are_enough():
    b = playing(draw=False)
    assert not b.table.flags & ev.FLAG_DRAWS_RECORDED
    b.hold(TURN)
    assert b.table.markers == 1 << 1
    b.menu()
    b.pick(6)
    assert b.table.paused
    b.menu()
    assert b.cursor() == 6  # going on is what is wanted most
    b.press(ROUND)
    assert not b.table.paused


def test_presses_during_an_undo_are_not_lost():
    b = playing()
    for _ in range(30):
        b.press(TURN)
    turn = b.table.turn
    b.down(TURN)
    b.down(ROUND)
    b.run(40)
    b.pins.change(TURN, 0)
    b.pins.change(ROUND, 0)
    b.clock.ms += 50
    b.pins.change(MARK, 1)
    b.clock.ms += 60
    b.pins.change(MARK, 0)
    b.clock.ms += 50
    b.run(300)
    seats = [1, 4, 9, 11]
    before = seats[seats.index(turn) - 1]
    assert b.table.turn == before and b.table.markers == 1 << before


def test_whole_game_ends_and_another_is_offered():
    b = playing(tracks=(2, 7))
    for _ in range(13):
        assert b.table.phase == tb.ROUND
        b.press(TURN)
        b.press(ROUND)
        b.pick(7)
        if b.table.phase == tb.BETWEEN:
            b.press(ROUND)
    assert b.table.phase == tb.DONE and b.question() is None
    assert names.GAME_FANFARE in b.sounds()
    assert b.hub.display.who_won() == 1 << 7
    for gesture, button in ((b.press, TURN), (b.press, MARK), (b.hold, TURN), (b.press, DRAW)):
        refused(b, gesture, button)
    b.press(ROUND)
    assert b.question() == "Another"
    b.press(MARK)
    assert b.question() is None
    b.undo()
    assert b.table.phase == tb.ROUND
    b.press(ROUND)
    b.press(ROUND)
    assert b.table.phase == tb.DONE
    b.press(ROUND)
    b.press(ROUND)
    assert b.question() == "Seats" and b.hub.face.question().seats == 1 << 2 | 1 << 7
    old = b.table.log_id
    b.press(ROUND)
    b.pick(2)
    assert b.table.log_id != old and b.table.phase == tb.BETWEEN and b.question() == "Engine"
