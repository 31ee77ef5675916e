"""The step as a whole: guards, watchdog, power-up, storage that fails, idle times, memory."""

import gc

from bench_hub import Bench
from hub import guard as gd
from hub import lights as ls
from hub import power_up as pu
from shared_rules import frames, names, wire
from shared_rules import table as tb
from shared_rules.constants import E_PHASE, E_STORAGE, OK
from shared_rules.names import MARK, ROUND, TURN

BOTH = True


def playing(**more):
    b = Bench(**more)
    b.new_round((1, 4, 9), 2)
    b.run(5000)
    return b


class Bad:
    """A part of which every call raises."""

    def __init__(self, error=ValueError):
        self.error = error
        self.calls = 0

    def __call__(self, *given):
        self.calls += 1
        raise self.error("planted")


def test_a_part_that_raises_is_started_over_then_switched_off():
    for name, owner, method, part in (
        ("link", "link", "step", wire.PART_LINK), ("sound", "sound", "step", wire.PART_SOUND),
        ("lights", "renderer", "draw", wire.PART_LIGHTS), ("journal", "journal", "work", wire.PART_JOURNAL),
    ):  # fmt: skip
        b = playing()
        bad = Bad()
        setattr(b.hub.display.renderer if owner == "renderer" else getattr(b.hub, owner), method, bad)
        for _ in range(4):
            b.press(TURN)
        b.run(2000)  # the journal's other work waits until nobody presses
        assert b.hub.guard.off == 1 << part, name
        assert bad.calls == 3
        fault = b.hub.guard.faults[0]
        assert fault[:3] == [part, gd.RAISED, 3] and "planted" in fault[3]
        assert b.table.turn == 4  # the game goes on
        assert b.system.resets == 0
        fed = b.system.fed
        b.run(2000)
        assert b.system.fed > fed
        if part != wire.PART_LIGHTS:
            assert b.shows((ls.FAULT,)) == ([], [12])


def test_one_fault_is_forgiven():
    b = playing()
    good = b.hub.sound.step
    b.hub.sound.step = Bad(OSError)
    b.hub.step(b.clock.now())
    b.hub.sound.step = good
    b.sounds()
    b.press(TURN)
    b.run(500)
    assert not b.hub.guard.off and names.CLACK in b.sounds()
    assert b.hub.guard.faults[0][:3] == [wire.PART_SOUND, gd.IO_ERROR, 1]


def test_three_faults_long_apart_switch_nothing_off():
    b = playing()
    good = b.hub.sound.step
    for _ in range(5):
        b.hub.sound.step = Bad()
        b.hub.step(b.clock.now())
        b.hub.sound.step = good
        b.run(61000)
    assert not b.hub.guard.off and b.hub.guard.faults[0][2] == 5


def test_what_the_hub_cannot_do_without_restarts_it():
    b = playing()
    b.hub.face.gesture = Bad(MemoryError)
    for _ in range(3):
        b.press(TURN)
    assert b.system.resets >= 1
    assert b.hub.guard.faults[0][:2] == [wire.PART_FACE, gd.NO_MEMORY]


def test_the_watchdog_is_fed_after_healthy_steps_only():
    b = playing()
    fed = b.system.fed
    b.hub.step(b.clock.now())
    assert b.system.fed == fed + 1
    b.hub.link.step = Bad()
    b.hub.step(b.clock.now())
    assert b.system.fed == fed + 1


def test_ctrl_c_gets_through():
    b = playing()
    b.hub.link.step = Bad(KeyboardInterrupt)
    try:
        b.hub.step(b.clock.now())
    except KeyboardInterrupt:
        return
    raise AssertionError("Ctrl-C was swallowed")


def test_at_most_eight_faults_are_kept():
    guard = gd.Guard()
    for code in range(20):
        guard.note(1, code, "x")
        guard.note(1, code, "y")
    assert [fault[1] for fault in guard.faults] == list(range(12, 20))
    assert guard.faults[0][2:] == [2, "y"]


def test_storage_that_fails_is_shown_and_nothing_counts():
    b = playing()
    b.store.broken = True
    turn = b.table.turn
    b.press(TURN)
    assert b.table.turn == turn and names.ERROR in b.sounds()
    b.run(2000)
    assert b.shows((ls.FAULT,)) == ([], [12])
    b.store.broken = False
    b.press(TURN)
    assert b.table.turn == turn  # it writes no more until it is started again
    again = Bench(files=b.files)
    assert again.table.turn == turn
    again.press(TURN)
    assert again.table.turn != turn


def test_the_next_seat_is_lit_before_flash_is_written():
    b = playing()
    lit = []
    write = b.p.store.write

    def watched(name, data):
        lit.append((name, b.strip.shown[3 * b.board.TURN_LEDS[3] : 3 * b.board.TURN_LEDS[3] + 3], b.hub.journal.log.head))
        return write(name, data)

    b.p.store.write = watched
    head = b.hub.journal.log.head
    assert b.table.turn == 1
    b.press(TURN)
    name, light, known = lit[0]
    assert name == "tail" and any(light) and known == head  # lit, and nobody is told of it yet
    assert b.table.turn == 4 and b.hub.journal.log.head == head + 1


def test_an_event_for_which_memory_is_short_is_taken_back():
    b = playing()
    put = b.hub.journal.files.put
    b.hub.journal.files.put = Bad(MemoryError)
    head = b.hub.journal.log.head
    b.press(TURN)
    assert b.table.turn == 1 and b.hub.journal.log.head == head and names.ERROR in b.sounds()
    b.hub.journal.files.put = put
    b.press(TURN)
    assert b.table.turn == 4 and b.hub.journal.log.head == head + 1 and b.hub.journal.record.head == head + 1


def test_a_finger_is_answered_between_two_parts():
    b = playing()
    step_link = b.hub.link.step
    frames = []

    def long(now):
        step_link(now)
        b.clock.ms += 5
        if not frames:
            b.pins.change(TURN, 1)
            frames.append(b.clock.ms)

    b.hub.link.step = long
    b.strip.frames.clear()
    b.hub.step(b.clock.now())
    assert b.strip.frames and b.strip.frames[0][0] == frames[0]


def test_a_setting_that_cannot_be_kept_says_so():
    b = playing()
    b.store.broken = True
    assert b.hub.keep_setting(wire.KEY_VOLUME, 3) == E_STORAGE


def test_damaged_settings_are_a_fault_and_defaults():
    b = Bench(files={"settings": b"nonsense"})
    assert b.hub.settings.get(wire.KEY_VOLUME) == 2
    assert b.hub.guard.faults[0][:2] == [wire.PART_SETTINGS, gd.UNREADABLE]


def test_round_held_at_power_up_is_safe_mode():
    first = playing()
    first.press(TURN)
    b = Bench(files=first.files, down=(ROUND,))
    assert b.hub.power_up.mode == pu.WAITING
    b.run(500)
    b.pins.change(ROUND, 0)
    b.run(100)
    assert b.hub.power_up.mode == pu.SAFE and b.hub.info.safe_mode
    head = b.record.head
    b.press(TURN)
    b.undo()
    assert b.record.head == head
    assert b.shows((ls.CANDIDATE,)) == ([3, 6, 9, 12], [])
    fed = b.system.fed
    b.run(3000)
    assert b.system.fed > fed and b.due > 0


def test_a_round_button_that_is_stuck_does_not_keep_the_hub_from_playing():
    first = playing()
    b = Bench(files=first.files, down=(ROUND,))
    b.run(11000)
    assert b.hub.power_up.mode == pu.RUN
    assert b.hub.guard.faults[0][:2] == [wire.PART_BUTTONS, gd.STUCK]
    b.press(TURN)
    assert b.table.turn == 4
    assert b.shows((ls.FAULT,)) == ([], [12])


def test_another_button_that_is_stuck_at_power_up():
    first = playing()
    b = Bench(files=first.files, down=(MARK,))
    assert b.hub.power_up.mode == pu.RUN
    b.press(TURN)
    assert b.table.turn == 4
    b.run(11000)
    assert b.hub.guard.faults[0][:2] == [wire.PART_BUTTONS, gd.STUCK]
    b.pins.change(MARK, 0)
    b.run(100)
    b.press(MARK)
    assert b.table.markers == 1 << 4


def test_self_test_walks_lights_and_sounds_then_plays():
    first = playing()
    b = Bench(files=first.files, down=(TURN, ROUND))
    b.run(300)
    b.pins.change(TURN, 0)
    b.run(50)
    b.pins.change(ROUND, 0)
    b.run(50)
    assert b.hub.power_up.mode == pu.TEST
    b.run(60000)
    alone = set()
    for _, frame in b.strip.frames:
        on = [i for i in range(b.board.LED_COUNT) if any(frame[3 * i : 3 * i + 3])]
        if len(on) == 1:
            alone.add(on[0])
    assert alone == set(range(b.board.LED_COUNT))
    heard = b.sounds()
    assert set(heard) >= set(range(1, 14)) | set(range(17, 28))
    assert b.hub.power_up.mode == pu.RUN and b.table.turn == 1
    b.press(TURN)
    assert b.table.turn == 4


def test_self_test_asked_for_by_the_host():
    b = playing()
    assert b.hub.self_test() == E_PHASE  # a round runs
    b.chord(MARK, ROUND)
    b.pick(6)  # pause
    assert b.table.paused and b.hub.self_test() == OK and b.hub.self_test() == OK
    steps = b.hub.link.steps = []
    b.hub.link.step = steps.append  # the line goes on while lights and sounds walk
    b.run(60000)
    assert b.hub.power_up.mode == pu.RUN and len(steps) > 100
    assert set(b.sounds()) >= set(range(1, 14))
    assert b.table.paused


def test_idle_times():
    b = playing()
    b.run(2000)
    assert b.due == 1000
    b.pins.change(TURN, 1)
    assert b.hub.step(b.clock.now()) <= 40
    b.pins.change(TURN, 0)
    b.run(1000)
    b.press(ROUND)
    b.run(1000)
    assert 0 < b.due <= 40


def test_a_host_that_is_being_served_is_not_kept_waiting():
    b = playing()
    port_bytes = frames.encode(wire.hello_ask(7))
    b.port.coming += list(port_bytes)
    before = b.clock.ms
    while not b.hub.link.quiet() or not b.hub.link.listening:
        b.run(1)
        assert b.clock.ms - before < 50
        assert b.hub.link.quiet() or b.due <= 1
    assert len(b.port.gone) > 40
    b.run(200)
    assert 5 < b.due <= 20
    b.run(1000)
    assert b.shows((ls.CONNECTED,)) == ([], [12])


def test_a_host_changes_settings():
    b = playing()
    before = sum(b.strip.shown)
    assert b.hub.settings.set(wire.KEY_BRIGHTNESS, 0) == OK
    b.run(1100)
    assert 0 < sum(b.strip.shown) < before


def test_a_press_is_answered_within_25_ms_of_its_release():
    b = playing()
    for _ in range(30):
        turn = b.table.turn
        b.down(TURN)
        b.run(70)
        b.pins.change(TURN, 0)
        released = b.clock.ms
        after = b.table.turn
        while after == turn:
            b.run(1)
            after = b.table.turn
        led = b.board.TURN_LEDS[after - 1] * 3
        while not b.strip.shown[led]:
            b.run(1)
        assert b.clock.ms - released <= 20
        b.run(700)


def test_over_the_wrap_of_the_clock():
    b = playing(start=0x1FFFFFFF - 20000)
    for _ in range(40):
        b.press(TURN)
        b.run(500)
    assert b.table.turns == 40 and not b.hub.guard.faults
    b.press(ROUND)
    assert b.question() == "RoundEnd"


def test_maintenance_restarts_a_moment_later():
    b = playing()
    assert b.hub.info.maintenance(5) != OK  # this board cannot
    b.system.asked = []
    b.system.maintenance = b.system.asked.append
    assert b.hub.info.maintenance(5) == OK
    b.run(100)
    assert b.system.asked == []
    b.run(1100)
    assert b.system.asked[0] == 5


def test_no_memory_is_taken_by_quiet_steps_and_presses():
    """On MicroPython. The journal's write is left out: it is somebody else's, and littlefs allocates."""
    if not hasattr(gc, "mem_alloc"):
        return
    b = playing()
    b.strip.keep = False
    b.run(1000)
    hub = b.hub
    record = b.record

    def commit(event, now):
        code = record.admit(event)
        if code == OK:
            record.append(event)
        return code

    class Quiet:
        def play(self, number, volume):
            return 0

        def busy(self):
            return False

        def stop(self):
            pass

        def prepare(self, number):
            pass

        def poll(self):
            pass

    class Ring:
        """Edges without a list."""

        def __init__(self):
            self.packed = -1
            self.down = 0

        def level(self, i):
            return self.down >> i & 1

        def edge(self):
            packed = self.packed
            self.packed = -1
            return packed

    class Uncollected:
        """The hub collects garbage itself, which would hide what was taken."""

        @staticmethod
        def collect():
            pass

    from hub import app

    app.gc = Uncollected
    hub.journal.take = commit
    hub.sound.speaker = hub.platform.speaker = Quiet()
    pins = hub.buttons.driver = Ring()
    now = b.clock.now()
    gestures = (
        (1, 60), (1, 1100), (2, 60), (8, 60), (4, 60), (2, 60), (4, 1100), (2, 60), (2, 1100), (2, 60),
        (8, 1100), (8, 1100),
    )  # fmt: skip
    for warm in (True, False):
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()
        for mask, ms in gestures:
            for level in (1, 0):
                pins.down = mask if level else 0
                for i in range(4):
                    if mask >> i & 1:
                        pins.packed = now << 4 | i << 1 | level
                end = now + (ms if level else 800)
                while now < end:
                    hub.step(now)
                    now += 1
        taken = gc.mem_alloc() - before
        gc.enable()
        if not warm:
            assert taken == 0, taken
    app.gc = gc
    assert not hub.guard.faults, hub.guard.faults
    assert record.head > 12


def test_drivers_that_are_missing_are_told():
    b = playing()
    assert b.table.phase == tb.ROUND and b.hub.guard.faults == []
    b.p.faults = [("sound", "no such pin")]
    from hub.app import build

    hub = build(b.p, b.board)
    assert hub.guard.faults[0][:2] == [wire.PART_SOUND, gd.MISSING]
