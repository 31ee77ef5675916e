"""Debounce, presses, holds and chords, fed with edges at chosen times."""

from bench_hub import Clock, Pins
from hub import gestures as gs
from hub.buttons import DEBOUNCE_MS, STUCK_MS, Buttons
from hub.clock import after, since, until
from hub.gestures import Gestures
from shared_rules.names import DRAW, MARK, ROUND, TURN

BOTH = True


class Fingers:
    """Buttons and gestures on fake pins, polled each millisecond unless told otherwise."""

    def __init__(self, down=(), start=5000):
        self.clock = Clock(start)
        self.pins = Pins(self.clock, 4, down)
        self.buttons = Buttons(self.pins, 4, self.clock.now())
        self.gestures = Gestures()
        self.edges = []
        self.got = []

    def edge(self, i, down, when):
        self.edges.append((i, down, when))
        self.gestures.edge(i, down, when)

    def lost(self, i):
        self.gestures.lost(i)

    def poll(self):
        self.buttons.poll(self.clock.now(), self)
        self.gestures.poll(self.clock.now(), self.buttons.touching())
        gesture = self.gestures.take()
        while gesture:
            self.got.append(gesture)
            gesture = self.gestures.take()

    def run(self, ms):
        for _ in range(ms):
            self.clock.ms += 1
            self.poll()

    def change(self, i, level, ms):
        self.pins.change(i, level)
        self.run(ms)

    def press(self, i, ms=80):
        self.change(i, 1, ms)
        self.change(i, 0, 40)


def test_times_wrap():
    top = 0x1FFFFFFF
    assert since(5, top) == 6
    assert after(top, 6) == 5
    assert until(top, 5) == 6
    assert until(5, top) == 0


def test_press_acts_on_release():
    for button in (TURN, MARK, ROUND, DRAW):
        f = Fingers()
        f.change(button, 1, 300)
        assert f.got == []
        f.change(button, 0, 40)
        assert f.got == [gs.PRESS | button]


def test_first_edge_is_known_at_once():
    f = Fingers()
    f.pins.change(MARK, 1)
    f.poll()
    assert f.buttons.touched == MARK and f.buttons.touching() == 1 << MARK
    assert f.edges == []


def test_a_glitch_is_no_press():
    f = Fingers()
    f.change(TURN, 1, DEBOUNCE_MS - 2)
    f.change(TURN, 0, 100)
    assert f.got == [] and f.edges == []


def test_bounce_counts_once():
    f = Fingers()
    for ms in (1, 2, 1, 3, 1, 1, 4):  # closing
        f.change(TURN, 1, ms)
        f.change(TURN, 0, ms)
    f.change(TURN, 1, 90)
    for ms in (1, 1, 5, 2):  # opening: bounce on release re-fires in simpler code
        f.change(TURN, 0, ms)
        f.change(TURN, 1, ms)
    f.change(TURN, 0, 100)
    assert f.got == [gs.PRESS | TURN]
    assert [(i, down) for i, down, _ in f.edges] == [(TURN, 1), (TURN, 0)]


def test_hold_acts_after_a_second_of_the_level_that_counts():
    f = Fingers()
    f.change(TURN, 1, 5)
    f.change(TURN, 0, 3)
    f.pins.change(TURN, 1)
    down = f.clock.ms
    while not f.got:
        f.run(1)
    assert f.got == [gs.HOLD | TURN]
    assert f.clock.ms - down == gs.HOLD_MS
    f.run(3000)
    f.change(TURN, 0, 100)
    assert f.got == [gs.HOLD | TURN]


def test_short_of_a_second_is_a_press():
    f = Fingers()
    f.press(ROUND, gs.HOLD_MS - 1)
    assert f.got == [gs.PRESS | ROUND]


def test_hold_fills_up():
    f = Fingers()
    f.change(TURN, 1, 200)
    assert f.gestures.filling(f.clock.now()) == 0
    seen = []
    for _ in range(79):
        f.run(10)
        seen.append(f.gestures.filling(f.clock.now()))
    assert seen == sorted(seen) and seen[0] == 0 and max(seen) == 12
    f.run(60)
    assert f.gestures.filling(f.clock.now()) == 0


def test_chords():
    for one, other, meaning in ((TURN, ROUND, gs.UNDO), (MARK, ROUND, gs.MENU)):
        for first, second in ((one, other), (other, one)):
            for released in (one, other):
                f = Fingers()
                f.change(first, 1, 60)
                f.change(second, 1, 60)
                f.change(released, 0, 40)
                assert f.got == [meaning]
                f.change(one, 0, 40)
                f.change(other, 0, 40)
                assert f.got == [meaning]
                f.press(TURN)
                assert f.got == [meaning, gs.PRESS | TURN]


def test_both_at_the_same_moment():
    f = Fingers()
    f.pins.change(TURN, 1)
    f.change(ROUND, 1, 100)
    f.pins.change(TURN, 0)
    f.change(ROUND, 0, 100)
    assert f.got == [gs.UNDO]


def test_second_button_voids_single_gestures():
    for one, other in ((TURN, MARK), (TURN, DRAW), (ROUND, DRAW), (MARK, DRAW)):
        f = Fingers()
        f.change(one, 1, 60)
        f.change(other, 1, 1500)
        f.change(other, 0, 60)
        f.change(other, 1, 60)  # again, while the first is still down
        f.change(other, 0, 60)
        f.change(one, 0, 60)
        assert f.got == []


def test_three_buttons_mean_nothing():
    f = Fingers()
    for button in (TURN, ROUND, MARK):
        f.change(button, 1, 60)
    for button in (MARK, TURN, ROUND):
        f.change(button, 0, 60)
    assert f.got == []


def test_chord_after_a_hold_means_nothing():
    f = Fingers()
    f.change(TURN, 1, 1200)
    f.change(ROUND, 1, 60)
    f.change(ROUND, 0, 60)
    f.change(TURN, 0, 60)
    assert f.got == [gs.HOLD | TURN]


def test_a_late_step_still_knows_how_long():
    """The hub was busy for half a minute: edges kept their times, nothing is mixed up."""
    f = Fingers()
    for button, ms in ((TURN, 80), (ROUND, 1200), (MARK, 300)):
        f.pins.change(button, 1)
        f.clock.ms += ms
        f.pins.change(button, 0)
        f.clock.ms += 100
    f.clock.ms += 30000
    f.poll()
    assert f.got == [gs.PRESS | TURN, gs.HOLD | ROUND, gs.PRESS | MARK]


def test_lost_edges_heal():
    f = Fingers()
    f.pins.lose_edges = True
    f.press(MARK)
    assert f.got == [gs.PRESS | MARK]


def test_over_the_wrap():
    f = Fingers(start=0x1FFFFFFF - 500)
    f.change(TURN, 1, 1100)
    f.change(TURN, 0, 50)
    f.press(MARK)
    assert f.got == [gs.HOLD | TURN, gs.PRESS | MARK]


def test_edge_times_of_26_bits():
    f = Fingers(start=0x3FFFFFF - 30)
    f.press(TURN, 80)
    assert f.got == [gs.PRESS | TURN]


def test_down_at_power_up_counts_only_after_release():
    f = Fingers(down=(MARK,))
    f.run(200)
    f.press(TURN)
    assert f.got == [gs.PRESS | TURN]  # the others work meanwhile
    f.change(MARK, 0, 100)
    assert f.got == [gs.PRESS | TURN]
    f.press(MARK)
    assert f.got == [gs.PRESS | TURN, gs.PRESS | MARK]


def test_released_at_once_after_power_up():
    f = Fingers(down=(MARK,))
    f.run(3)
    f.change(MARK, 0, 30)
    f.press(MARK)
    assert f.got == [gs.PRESS | MARK]


def test_stuck_at_power_up_is_told_once():
    f = Fingers(down=(MARK,))
    f.run(STUCK_MS - 1)
    assert not f.buttons.stuck
    f.run(1)
    assert f.buttons.stuck
    f.buttons.stuck = False
    f.run(500)
    assert not f.buttons.stuck


def test_stuck_later_lets_the_others_work():
    f = Fingers()
    f.change(MARK, 1, STUCK_MS + 100)
    assert f.got == [gs.HOLD | MARK] and f.buttons.stuck
    f.press(TURN)
    f.change(TURN, 1, 60)
    f.change(ROUND, 1, 60)
    f.change(ROUND, 0, 60)
    f.change(TURN, 0, 60)
    assert f.got == [gs.HOLD | MARK, gs.PRESS | TURN, gs.UNDO]
    f.change(MARK, 0, 100)
    f.press(MARK)
    assert f.got[3:] == [gs.PRESS | MARK]


def test_at_most_eight_gestures_wait():
    g = Gestures()
    for i in range(10):
        g.edge(TURN, 1, 100 * i)
        g.edge(TURN, 0, 100 * i + 50)
    assert g.waiting == 8
    g.forget()
    assert g.take() == gs.NONE
