"""The menu, item by item: what it changes, that MARK leaves everything as it was, and what is offered when."""

from bench_hub import Bench
from shared_rules import events as ev
from shared_rules import names, wire
from shared_rules import table as tb
from shared_rules.names import DRAW, MARK, ROUND, TURN

BOTH = True

VOLUME, BRIGHTNESS, MARKER, PENALTY, PEOPLE, PAUSE, REDO, END_GAME, NEW_GAME, KEEP_ALIVE = range(1, 11)


def playing(**more):
    b = Bench(**more)
    b.new_round((1, 4, 9), 2)
    b.run(5000)
    return b


def opened(b, item):
    b.menu()
    assert b.question() == "Menu"
    b.pick(item)
    return b


def offered(b):
    b.menu()
    q = b.hub.face.question()
    items = sorted(q.order[: q.count])
    b.press(MARK)
    return items


def test_what_is_offered_when():
    b = Bench()
    assert offered(b) == [1, 2, 10]
    b.new_game()
    assert offered(b) == [1, 2, 5, 6, 8, 9, 10]
    b.press(ROUND)
    assert offered(b) == [1, 2, 3, 4, 5, 6, 8, 9, 10]
    b.press(TURN)
    b.undo()
    assert REDO in offered(b)
    b.hold(DRAW)
    assert offered(b) == [1, 2, 6, 8, 9, 10]


def test_volume_is_tried_and_kept():
    b = opened(playing(), VOLUME)
    assert b.cursor() == 3  # volume 2
    b.sounds()
    b.press(TURN)
    assert b.speaker.played[-1][1:] == (names.BELL, 3)
    b.press(TURN)  # 0: mute
    b.speaker.played.clear()
    b.press(ROUND)
    assert b.hub.settings.get(wire.KEY_VOLUME) == 0 and b.question() is None
    b.run(500)
    b.press(TURN)
    b.run(500)
    assert b.sounds() == []
    again = Bench(files=b.files)  # obeyed from the start
    again.press(TURN)
    again.run(500)
    assert again.sounds() == []


def test_volume_cancelled():
    b = opened(playing(), VOLUME)
    b.press(TURN)
    b.press(MARK)
    assert b.hub.settings.get(wire.KEY_VOLUME) == 2 and b.hub.sound.trial == -1 and b.question() is None


def test_brightness_is_tried_and_kept():
    b = playing()
    before = sum(b.strip.shown)
    opened(b, BRIGHTNESS)
    b.press(TURN)  # from 2 to 3
    b.run(200)
    b.press(ROUND)
    b.run(500)
    assert b.hub.settings.get(wire.KEY_BRIGHTNESS) == 3
    assert sum(b.strip.shown) > before
    opened(b, BRIGHTNESS)
    b.press(TURN)
    b.press(ROUND)
    b.run(500)
    night = sum(b.strip.shown)
    assert 0 < night < before


def test_brightness_closed_by_the_menu_chord_is_not_kept():
    b = opened(playing(), BRIGHTNESS)
    b.press(TURN)
    b.menu()
    assert b.question() is None and b.hub.display.trial_brightness == -1
    assert b.hub.settings.get(wire.KEY_BRIGHTNESS) == 2


def test_another_seats_marker():
    b = opened(playing(), MARKER)
    assert b.hub.face.question().candidates() == 1 << 4 | 1 << 9
    b.pick(9)
    assert b.table.markers == 1 << 9 and b.question() is None and b.table.turn == 1
    opened(b, MARKER).pick(9)
    assert b.table.markers == 0


def test_penalty():
    b = playing()
    bone = b.table.bone_hi
    opened(b, PENALTY)
    b.pick(4)
    assert b.question() == "Tiles"
    first = b.cursor()
    assert first == 1
    b.pick(3)
    assert b.table.bone_hi == bone - 3 and b.question() is None
    assert bytes(b.hub.journal.read(b.record.head - 1)[:-1]) == bytes((ev.PENALTY << 4 | 4, 3))


def test_join_and_leave():
    b = playing()
    opened(b, PEOPLE).pick(6)
    assert b.table.coming == 1 << 6 and b.table.seats == 1 << 1 | 1 << 4 | 1 << 9
    opened(b, PEOPLE).pick(6)
    assert b.table.coming == 0
    opened(b, PEOPLE).pick(4)
    assert b.table.seats == 1 << 1 | 1 << 9
    b.menu()
    b.pick(PEOPLE)
    head = b.record.head
    b.pick(9)  # one alone cannot play
    assert b.record.head == head and b.question() == "People" and names.ERROR in b.sounds()
    b.press(MARK)
    assert b.question() is None


def test_joining_between_rounds_refreshes_the_engine_question():
    b = Bench()
    b.new_game()
    opened(b, PEOPLE).pick(6)
    assert b.question() == "Engine" and b.hub.face.question().candidates() >> 6 & 1
    b.pick(6)
    assert b.table.starter == 6


def test_the_seat_in_turn_leaves():
    b = playing()
    opened(b, PEOPLE).pick(1)
    assert b.table.turn == 4
    b.run(800)
    assert names.WHISTLE + 4 in b.sounds()


def test_redo():
    b = playing()
    b.press(TURN)
    b.undo()
    assert b.table.turn == 1
    opened(b, REDO)
    assert b.table.turn == 4 and b.question() is None


def test_end_game_wants_to_be_sure():
    b = opened(playing(), END_GAME)
    assert b.question() == "Sure"
    b.press(MARK)
    assert b.table.phase == tb.ROUND and b.question() is None
    opened(b, END_GAME)
    b.press(ROUND)
    assert b.table.phase == tb.ENDED and b.question() is None
    b.undo()
    assert b.table.phase == tb.ROUND


def test_new_game_ends_the_old_one_and_keeps_it():
    b = playing()
    old = b.table.log_id
    opened(b, NEW_GAME)
    b.press(ROUND)
    assert b.question() == "Seats" and b.hub.face.question().seats == b.table.seats
    b.press(ROUND)
    b.pick(2)
    assert b.table.phase == tb.BETWEEN and b.table.log_id != old
    assert [log[0] for log in b.hub.journal.archive.logs()] == [old, b.table.log_id]


def test_leaving_the_setup_of_another_game():
    b = playing()
    opened(b, END_GAME)
    b.press(ROUND)
    opened(b, NEW_GAME)
    assert b.question() == "Seats"
    for track in (1, 4, 9):
        b.to(track)
        b.press(MARK)
    b.press(ROUND)
    assert b.question() is None and b.table.phase == tb.ENDED


def test_keep_alive():
    b = opened(playing(), KEEP_ALIVE)
    b.press(TURN)
    b.press(ROUND)
    assert b.hub.settings.get(wire.KEY_KEEP_ALIVE) == 1


def test_mark_in_any_item_changes_nothing():
    b = playing()
    head = b.record.head
    for item in offered(b):
        if item == PAUSE:
            continue
        opened(b, item)
        b.press(MARK)
        if b.question() is not None:
            b.press(MARK)
        assert b.question() is None and b.record.head == head
    for key in (wire.KEY_VOLUME, wire.KEY_BRIGHTNESS, wire.KEY_KEEP_ALIVE):
        assert b.hub.settings.get(key) == {1: 2, 2: 2, 3: 0}[key]


def test_turn_in_a_yes_or_no_question_changes_nothing():
    b = opened(playing(), END_GAME)
    for _ in range(5):
        b.press(TURN)
    assert b.question() == "Sure" and b.table.phase == tb.ROUND
