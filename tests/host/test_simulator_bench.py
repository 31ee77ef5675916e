"""The bench channel, request by request, on both back ends, against an app of thirty lines."""

import json
import socket
import struct
import wave

import pytest

from tests.host.simulated import STUB, back_end_or_skip, stub_hub, until
from trainhub.simulator import BenchError, Simulator, SimulatorError, back_ends
from trainhub.simulator.bench import Bench, Sound

pytestmark = pytest.mark.parametrize("back_end", ["micropython", "cpython"])


@pytest.fixture
def hub(back_end, tmp_path):
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end), driven=True, seed=1) as hub:
        yield hub
        assert hub.said == []


def ask(hub, line: bytes):
    return json.loads(hub.bench.exchange(line))


def test_hello_says_what_is_there(hub, back_end):
    assert ask(hub, b'{"do": "hello"}') == {
        "board": "full", "buttons": ["TURN", "MARK", "ROUND", "DRAW"], "pixels": 24, "lights": 2,
        "back_end": back_end, "clock": "driven", "now": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        b"", b"x", b"[]", b"3", b'"hello"', b"{", b"{}", b'{"do": 7}', b'{"do": "fly"}', b'{"do": "__init__"}',
        b'{"do": "run"}', b'{"do": "run", "ms": -1}', b'{"do": "run", "ms": "5"}', b'{"do": "run", "ms": 1.5}',
        b'{"do": "run", "ms": true}', b'{"do": "run", "ms": 86400001}', b'{"do": "pump", "rx": -1}',
        b'{"do": "down"}', b'{"do": "down", "button": "FIRE"}', b'{"do": "down", "button": ["TURN"]}',
        b'{"do": "bounce", "button": "TURN", "edges": [[1, 2]]}', b'{"do": "bounce", "button": "TURN", "edges": 4}',
        b'{"do": "bounce", "button": "TURN", "edges": [[1]]}',
        b'{"do": "fault", "part": "clock", "after": 1}', b'{"do": "fault", "part": "store", "after": -2}',
        b'{"do": "cut", "after": -1}', b'{"do": "hello", "x": "\xff', b"x" * 5000,
    ],
)  # fmt: skip
def test_a_bad_line_is_refused_and_changes_nothing(hub, line):
    answer = ask(hub, line)
    assert list(answer) == ["error"] and answer["error"]
    assert hub.bench.now() == 0
    assert hub.bench.run(100) == 5
    assert hub.bench.pixels().frame == 0


def test_every_request_has_one_answer_in_order(hub):
    lines = [b'{"do": "run", "ms": 7}', b"?", b'{"do": "pixels"}', b'{"do": "flash"}', b'{"do": "heap"}']
    with socket.create_connection(("127.0.0.1", hub._process.bench_port)) as waiting:
        hub.bench.close()
        waiting.sendall(b"\n".join(lines) + b"\n")
        replies = waiting.makefile()
        answers = [json.loads(replies.readline()) for _ in lines]
    assert [sorted(answer)[0] for answer in answers] == ["now", "error", "frame", "erases", "free"]
    hub.kill()


def test_time_passes_only_when_told(hub):
    assert hub.bench.now() == 0
    assert hub.bench.run(1000) == 50
    assert hub.bench.now() == 1000
    assert hub.bench.run(0) <= 1
    assert hub.bench.run(10) == 0
    assert hub.bench.run(10) == 1


def test_a_press_lights_sounds_and_is_stored(hub):
    bench = hub.bench
    bench.down("MARK")
    assert bench.pixels().frame == 0
    bench.run(20)
    shown = bench.pixels()
    assert shown.colours[1] == (200, 100, 51)
    assert shown.colours[0] == (0, 0, 0)
    bench.up("MARK")
    bench.run(20)
    assert bench.pixels().colours[1] == (0, 0, 51)
    assert bench.sounds() == [Sound(0, 2, 3)]
    assert bench.sounds() == []
    pages, erases = bench.flash()
    assert pages > 0 and erases >= 0


def test_an_edge_carries_its_time(hub):
    """Edges come as from the board's interrupt: with the time of the edge, not of the step that sees it."""
    bench = hub.bench
    bench.run(5)
    bench.bounce("TURN", [(3, 1), (4, 0), (6, 1)])
    bench.run(2)
    assert bench.sounds() == []
    bench.run(10)
    assert [sound.ms for sound in bench.sounds()] == [8, 11]


def test_a_level_that_does_not_change_is_no_edge(hub):
    for _ in range(3):
        hub.bench.down("TURN")
    hub.bench.run(10)
    hub.bench.up("DRAW")
    hub.bench.run(10)
    assert len(hub.bench.sounds()) == 1


def test_a_flood_of_edges_is_kept_to_the_size_of_the_ring(hub):
    for _ in range(100):
        hub.bench.down("TURN")
        hub.bench.up("TURN")
    hub.bench.run(10)
    assert len(hub.bench.sounds()) == 16


def test_sounds_are_remembered_up_to_64(hub):
    for _ in range(70):
        hub.bench.press("TURN")
    sounds = hub.bench.sounds()
    assert len(sounds) == 64
    assert sounds[-1].ms == 69 * 120


def test_buttons_can_be_down_at_power_up(hub):
    hub.restart(down=("ROUND", "TURN"))
    hub.bench.run(50)
    assert hub.bench.sounds() == []
    hub.bench.up("ROUND")
    hub.bench.run(20)
    assert hub.bench.pixels().colours[2] == (0, 0, 52)


def test_audio_is_what_the_file_holds_until_a_newer_sound_wins(back_end, tmp_path):
    """Two sounds: the first is cut short after 150 ms by the second, which is heard at full length."""
    tree = tmp_path / "tree"
    (tree / "sounds").mkdir(parents=True)
    for name, level, length in (("click", 100, 4000), ("clack", -200, 1600)):
        with wave.open(str(tree / "sounds" / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(16000)
            file.writeframes(struct.pack("<h", level) * length)
    folders = [STUB, back_ends.firmware(), tree]
    with Simulator(tmp_path / "flash", back_end=back_end_or_skip(back_end), driven=True, firmware=folders) as hub:
        hub.bench.down("TURN")
        hub.bench.run(150)
        first = hub.bench.audio()
        hub.bench.down("MARK")
        hub.bench.run(500)
        second = hub.bench.audio()
        assert hub.bench.audio().samples == b""
    assert first.rate == 16000
    assert first.samples == struct.pack("<h", 100) * 2400
    assert second.samples == struct.pack("<h", -200) * 1600


def test_without_files_a_sound_is_silence_of_its_length(back_end, tmp_path):
    folders = [STUB, back_ends.firmware(), tmp_path]
    with Simulator(tmp_path / "flash", back_end=back_end_or_skip(back_end), driven=True, firmware=folders) as hub:
        hub.bench.down("TURN")
        hub.bench.run(1000)
        assert hub.bench.audio().samples == bytes(16 * 300 * 2)


def test_a_buzzer_plays_its_tone_table(back_end, tmp_path):
    """500 Hz for 40 ms, a rest of 10 ms, 1000 Hz for 30 ms; at volume 3, as square waves."""
    (tmp_path / "sounds").mkdir()
    table = struct.pack("<BBHHHHHH", 1, 3, 500, 40, 0, 10, 1000, 30)
    (tmp_path / "sounds" / "tones.bin").write_bytes(table)
    folders = [STUB, back_ends.firmware(), tmp_path]
    options = {"back_end": back_end_or_skip(back_end), "driven": True, "firmware": folders}
    with Simulator(tmp_path / "flash", "minimal", **options) as hub:
        hub.bench.down("TURN")
        hub.bench.run(200)
        samples = struct.unpack("<1280h", hub.bench.audio().samples)
    crossings = [sum(a != b for a, b in zip(part, part[1:], strict=False)) for part in (samples[:640], samples[800:])]
    assert crossings == [39, 59]
    assert set(samples[640:800]) == {0} and set(samples) == {0, 0x2000, -0x2000}


def test_heap_is_known_on_micropython(hub, back_end):
    free, used = hub.bench.heap()
    if back_end == "cpython":
        assert free is used is None
    else:
        assert free > 100_000 and used > 10_000


def test_the_store_can_be_made_to_fail_and_heals(hub):
    bench = hub.bench
    bench.press("TURN")
    bench.fault("store", 0)
    pages = bench.flash()
    bench.press("TURN")
    assert bench.flash() == pages
    bench.fault("store", -1)
    bench.press("TURN")
    assert bench.flash() > pages


def test_the_next_client_is_served_when_the_first_has_gone(hub):
    port = hub._process.bench_port
    hub.bench.run(40)
    hub.bench.close()
    again = Bench(port)
    assert again.now() == 40
    again.close()
    hub.kill()


def test_run_and_pump_are_refused_with_the_real_clock(back_end, tmp_path):
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end)) as hub:
        for request in ({"do": "run", "ms": 1}, {"do": "pump", "rx": 0}):
            assert "driven" in ask(hub, json.dumps(request).encode())["error"]
        first = hub.bench.now()
        until(lambda: hub.bench.now() != first)  # it runs by itself


def test_an_unknown_request_is_an_error_of_its_own_class(hub):
    with pytest.raises(BenchError, match="no such button"):
        hub.bench.press("FIRE")


def test_cut_and_quit_end_the_process(hub):
    hub.bench.cut()
    assert hub.wait(10) in (-9, 137)
    hub.restart()
    hub.bench.quit()
    assert hub.wait(10) == 0
    with pytest.raises(SimulatorError):
        hub.bench.now()
