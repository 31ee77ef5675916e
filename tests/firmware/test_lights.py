"""What is lit when: names of light states by track, their looks, and how often anything flashes."""

from bench_hub import Bench
from hub import lights as ls
from hub.render import LOOKS, PIPS, STEADY, WHITE, shape
from shared_rules import events as ev
from shared_rules import names, wire
from shared_rules import ruleset as rs
from shared_rules.names import DRAW, MARK, ROUND, TURN

BOTH = True


def playing(**more):
    b = Bench(**more)
    b.new_round((1, 4, 9), 2)
    b.run(5000)
    return b


def lit(b):
    """Tracks with any light on, as the strip shows it."""
    tracks = []
    for i in range(12):
        if any(b.pixel(b.board.MARKER_LEDS[i])) or any(b.pixel(b.board.TURN_LEDS[i])):
            tracks.append(i + 1)
    return tracks


def test_turn_marker_and_mexican_train():
    b = playing()
    assert b.shows((ls.TURN,)) == ([], [1])
    assert b.shows((ls.MEXICAN_TRAIN,)) == ([12], [])
    b.hold(TURN)
    b.run(600)
    assert b.shows((ls.TURN,)) == ([], [4])
    assert b.shows((ls.OPEN,)) == ([1], [])
    b.press(TURN)
    b.press(TURN)
    b.run(600)
    assert b.shows((ls.REMIND,)) == ([1], []) and b.shows((ls.TURN,)) == ([], [1])


def test_the_next_seat_is_lit_at_once_and_the_light_rolls_on():
    b = playing()
    b.strip.frames.clear()
    b.pins.change(TURN, 1)
    b.run(60)
    b.pins.change(TURN, 0)
    released = b.clock.ms
    b.run(500)
    led = b.board.TURN_LEDS[3] * 3
    first = [ms for ms, frame in b.strip.frames if frame[led]][0]
    assert first - released <= 20
    rolled = [i for i in (1, 2) if any(frame[b.board.TURN_LEDS[i] * 3] for _, frame in b.strip.frames)]
    assert rolled == [1, 2]
    assert lit(b) == [4, 12]


def test_first_edge_is_answered_at_once():
    b = playing()
    shown = len(b.strip.frames)
    b.pins.change(TURN, 1)
    b.hub.step(b.clock.now())
    assert len(b.strip.frames) == shown + 1
    assert b.pixel(b.board.TURN_LEDS[0])[0] > 60
    b.pins.change(TURN, 0)  # a glitch
    b.run(300)
    assert b.shows((ls.TOUCH,)) == ([], []) and b.table.turn == 1


def test_hold_fills_up_in_light():
    b = playing()
    b.down(TURN)
    counts = []
    for _ in range(9):
        b.run(100)
        counts.append(len(b.shows((ls.FILL,))[1]))
    assert counts == sorted(counts) and counts[0] == 0 and counts[-1] >= 10
    b.run(300)
    assert b.shows((ls.FILL,)) == ([], [])
    b.up(TURN)


def test_open_and_due_doubles():
    b = playing()
    b.hold(MARK)
    b.pick(12)
    assert b.shows((ls.DOUBLE,)) == ([12], []) and b.shows((ls.DUE,)) == ([], [])
    b.press(TURN)
    b.run(600)
    assert b.shows((ls.DUE,)) == ([12], [12]) and b.shows((ls.OWES,)) == ([], [4])
    b.press(TURN)
    b.run(600)
    assert b.shows((ls.DUE, ls.DOUBLE)) == ([], []) and b.shows((ls.TURN,)) == ([], [9])


def test_last_tile_call_shows():
    b = playing()
    b.hold(ROUND)
    b.press(ROUND)
    b.run(300)
    assert b.shows((ls.TURN_CALLED,)) == ([], [1])
    b.press(TURN)
    b.run(600)
    assert b.shows((ls.CALLED,)) == ([], [1])


def test_only_candidates_are_lit_in_a_question():
    b = playing()
    b.hold(TURN)
    b.press(ROUND)
    b.run(1200)
    outer, inner = b.shows((ls.DARK,))
    assert [t for t in range(1, 13) if t not in inner] == [1, 4, 9, 12]
    assert [t for t in range(1, 13) if t not in outer] == [4]
    assert set(lit(b)) <= {1, 4, 9, 12} and 4 in lit(b)


def test_chosen_seats_and_cursor():
    b = Bench()
    b.press(MARK)
    b.press(TURN)
    b.run(100)
    assert b.shows((ls.CHOSEN,)) == ([1], [])
    assert b.shows((ls.CURSOR,)) == ([], [2])
    assert b.shows((ls.CANDIDATE,))[1] == [1, 3, 4, 5, 6, 7, 8, 9, 10, 11]


def engine_shown(engine, lights=2, at=500):
    """(tracks lit, colour of the first of them) at some time after a round began with this engine."""
    b = Bench(lights=lights)
    size = 12 if engine <= 12 else 18
    event = ev.game_begun(5, size, 0b1110, 1, 1, rs.CARDINAL_IT, bytes((rs.F_ENGINE, rs.ENGINE_HIGHEST)))
    assert b.hub.begin(event) == 0
    b.run(50)
    assert b.hub.act(ev.round_begun(1, engine)) == 0
    b.run(at)
    tracks = lit(b)
    return tracks, b.pixel(b.board.TURN_LEDS[0])


def test_engine_of_the_round():
    for lights in (1, 2):
        colours = []
        for engine in range(13):
            tracks, colour = engine_shown(engine, lights)
            if engine:
                assert tracks == list(range(1, engine + 1))
                colours.append(colour)
        assert len(set(colours)) == 12
        tracks, _ = engine_shown(0, lights)
        assert len(tracks) == 12  # told apart from dark ...
        assert engine_shown(0)[1] != engine_shown(12)[1]


def test_engine_above_twelve_shows_in_two_counts():
    assert engine_shown(15, at=1000)[0] == list(range(1, 13))
    assert engine_shown(15, at=2150)[0] == []
    assert engine_shown(15, at=3000)[0] == [1, 2, 3]
    assert len(PIPS) == 19


def test_engine_gives_way_to_the_game():
    b = Bench()
    b.new_round((1, 4, 9), 2)
    b.run(200)
    assert b.shows((ls.ENGINE,))[0]
    b.press(TURN)
    b.run(100)
    assert b.shows((ls.ENGINE,)) == ([], []) and b.shows((ls.TURN,)) == ([], [4])


def test_pause_dims_and_breathes():
    b = playing()
    before = sum(b.strip.shown)
    b.hold(DRAW)
    sums = []
    for _ in range(60):
        b.run(40)
        sums.append(sum(b.strip.shown))
    assert max(sums) < before // 2
    assert 0 < min(sums) < max(sums)


def test_winners_after_the_last_round():
    b = playing()
    for _ in range(13):
        b.press(ROUND)
        b.pick(9)
        b.press(ROUND)
    if b.question():
        b.press(MARK)
    b.run(3000)
    assert b.shows((ls.WINNER,)) == ([9], [9])
    b.run(600)
    assert lit(b) in ([9], [])


def test_connected_and_fault():
    b = playing()
    assert b.shows((ls.CONNECTED, ls.FAULT)) == ([], [])
    b.hub.link.listening = True
    b.hub.link._heard = b.clock.now()
    b.run(100)
    assert b.shows((ls.CONNECTED,)) == ([], [12])
    b.hub.guard.note(wire.PART_SOUND, 1, "planted")
    b.run(100)
    assert b.shows((ls.FAULT,)) == ([], [12])


def test_round_over_runs_round():
    b = playing()
    b.press(ROUND)
    b.press(ROUND)
    seen = set()
    for _ in range(40):
        b.run(40)
        for track in b.shows((ls.CHASE,))[0]:
            seen.add(track)
    assert len(seen) >= 11
    b.run(500)
    assert b.shows((ls.CHASE,)) == ([], []) and b.question() == "Engine"


def test_no_frames_when_nothing_changes():
    b = playing()
    frames, steps = len(b.strip.frames), b.steps
    b.run(20000)
    assert len(b.strip.frames) == frames
    assert b.steps - steps <= 25


def test_twenty_five_frames_a_second_while_something_moves():
    b = playing()
    b.press(ROUND)
    b.run(500)
    frames = len(b.strip.frames)
    b.run(2000)
    assert 25 <= len(b.strip.frames) - frames <= 50


def test_one_light_a_track_shows_both_facts_in_turn():
    b = playing(lights=1)
    for _ in range(2):
        b.hold(TURN)
    b.press(TURN)  # track 1 again, marker up
    b.run(800)
    seen = set()
    for _ in range(60):
        b.run(100)
        seen.add(b.pixel(0))
    whites = [p for p in seen if p[0] == p[1] == p[2] and p[0]]
    oranges = [p for p in seen if p[0] > 2 * p[1] > p[2]]
    assert whites and oranges


def test_one_light_shows_the_cursor_on_a_chosen_track_at_once():
    b = Bench(lights=1)
    b.press(MARK)
    for _ in range(25):
        b.run(200)
        assert b.pixel(0)[2] > 0  # white, with a wink: never the orange of a chosen track alone
    b.press(TURN)
    b.run(200)
    assert b.pixel(1)[0] == b.pixel(1)[2] > 20


# Which states may be seen in the same place, and so must differ without their hue.
OUTER = (ls.DARK, ls.OPEN, ls.REMIND, ls.DOUBLE, ls.DUE)
INNER = (ls.DARK, ls.TURN, ls.OWES, ls.CALLED, ls.TURN_CALLED, ls.DUE, ls.TRAIL)
ASKED = (ls.DARK, ls.CANDIDATE, ls.CURSOR)


def luminance(state):
    colour, level, _ = LOOKS[state]
    return (54 * colour[0] + 183 * colour[1] + 19 * colour[2]) * level * level // 65536


def test_no_state_hangs_on_hue():
    for group in (OUTER, INNER, ASKED, (ls.CHOSEN, ls.DARK), (ls.CONNECTED, ls.FAULT, ls.DARK, ls.DUE)):
        for a in group:
            for b in group:
                if a < b and LOOKS[a][2] == LOOKS[b][2]:
                    one, other = sorted((luminance(a), luminance(b)))
                    assert other >= 2 * one, (a, b)


def test_shapes_stay_within_their_level():
    for pattern in range(5):
        for level in (0, 1, 40, 255):
            values = [shape(pattern, phase, level) for phase in range(256)]
            assert min(values) >= 0 and max(values) <= level
            if level == 255:
                assert max(values) > 240
                assert pattern == STEADY or min(values) < 110
    assert WHITE == b"\xff\xff\xff"


def flashes(values, times):
    """The most flashes (a rise and a fall of a tenth of full light each) within any second."""
    peak = max(values)
    swing = max(peak // 10, 1)
    turns = []
    up = None
    extreme = values[0]
    for value, ms in zip(values, times):
        if up is not True and value - min(extreme, value) >= swing:
            if up is False or up is None:
                turns.append(ms)
            up = True
            extreme = value
        elif up is not False and max(extreme, value) - value >= swing:
            if up:
                turns.append(ms)
            up = False
            extreme = value
        elif (up and value > extreme) or (up is False and value < extreme) or up is None:
            extreme = max(extreme, value) if up else min(extreme, value)
    most = 0
    for i in range(len(turns)):
        within = [t for t in turns[i:] if t - turns[i] < 1000]
        most = max(most, len(within) // 2)
    return most


def test_counting_flashes():
    times = list(range(0, 4000, 50))
    assert flashes([255 if (t // 100) & 1 else 0 for t in times], times) == 5
    assert flashes([255 if (t // 500) & 1 else 0 for t in times], times) <= 1
    assert flashes([100 for t in times], times) == 0


def scenarios(lights):
    """A hub in each of its looks, ready to be watched."""
    yield Bench(lights=lights)
    b = Bench(lights=lights)
    b.new_round((1, 4, 9), 2)
    yield b
    for engine in (0, 15):
        b = Bench(lights=lights)
        size = 12 if engine <= 12 else 18
        rules = bytes((rs.F_ENGINE, rs.ENGINE_HIGHEST))
        b.hub.begin(ev.game_begun(5, size, 0b1110, 1, 1, rs.CARDINAL_IT, rules))
        b.run(50)
        b.hub.act(ev.round_begun(1, engine))
        yield b
    b = playing(lights=lights)
    for _ in range(3):
        b.hold(TURN)
    b.hold(ROUND)
    b.press(ROUND)
    yield b  # a marker that reminds, a call
    b.hold(MARK)
    b.pick(4)
    yield b
    b.press(TURN)
    yield b  # a cover is owed, markers are up
    b.hold(DRAW)
    yield b
    b.press(MARK)  # refused
    yield b
    b.hold(DRAW)
    b.hub.guard.note(wire.PART_SOUND, 1, "planted")
    b.run(50)
    yield b
    b.press(ROUND)
    yield b
    b.press(ROUND)
    yield b
    b.menu()
    yield b


def test_under_three_flashes_a_second():
    for lights in (2, 1):
        for b in scenarios(lights):
            b.hub.settings.set(wire.KEY_BRIGHTNESS, 3)
            b.strip.frames.clear()
            b.strip.show()
            b.run(6000)
            times = [ms for ms, _ in b.strip.frames]
            for pixel in range(b.board.LED_COUNT):
                values = [sum(frame[3 * pixel : 3 * pixel + 3]) for _, frame in b.strip.frames]
                assert flashes(values, times) <= 2, (lights, pixel)


def test_wrong_presses_in_a_row_are_one_steady_light():
    b = playing()
    b.press(DRAW)
    while b.table.bone_hi:
        b.hub.act(ev.simple(ev.TILE_DRAWN))
        b.run(1)
    b.strip.frames.clear()
    for _ in range(8):
        b.press(DRAW, 40)
    led = b.board.MARKER_LEDS[2]
    values = [sum(frame[3 * led : 3 * led + 3]) for _, frame in b.strip.frames]
    assert flashes(values, [ms for ms, _ in b.strip.frames]) <= 1
    assert names.ERROR in b.sounds()
