"""The hub's own firmware in the simulator: the same on both interpreters, the same in every run, on clocks that wrap."""

import os
import subprocess
import sys

import pytest

from shared_rules import frames, wire
from tests.host.simulated import ROOT, back_end_or_skip, until
from trainhub.demo.night import POWER_UP_MS
from trainhub.link.transport import SerialTransport
from trainhub.simulator import Simulator
from trainhub.simulator.driven import DrivenTransport

BOTH = pytest.mark.parametrize("back_end", ["micropython", "cpython"])
# Sits four people down, takes the first rule set, and goes on as if nobody had read anything.
GESTURES = (
    "press MARK", "press TURN", "press TURN", "press MARK", "press TURN", "press MARK", "press TURN", "press MARK",
    "press ROUND", "press ROUND", "press MARK", "press ROUND", "press TURN", "hold TURN", "press TURN", "hold MARK",
    "press MARK", "chord TURN ROUND", "press TURN", "press TURN", "hold ROUND", "press ROUND", "press MARK", "press TURN",
)  # fmt: skip


def play(hub, subscribe=wire.SUB_LIGHTS | wire.SUB_SOUNDS):
    """Everything to be seen, heard and read of a hub while somebody presses its buttons and a host listens."""
    line = DrivenTransport(hub)
    seen = []
    hub.bench.run(POWER_UP_MS)
    for message in (wire.hello_ask(7), wire.message(wire.SUBSCRIBE, subscribe)):
        line.write(frames.encode(message))
        seen.append(line.read(4096, 0.1))
    for gesture in GESTURES:
        kind, *buttons = gesture.split()
        if kind == "chord":
            hub.bench.chord(buttons)
        else:
            getattr(hub.bench, kind)(buttons[0])
        seen.append(hub.bench.pixels().colours)
        seen.append(hub.bench.sounds())
        hub.bench.run(400)
        line.write(frames.encode(wire.message(wire.LOGS_ASK)))
        seen.append(line.read(4096, 0.05))
    seen.append((hub.bench.pixels(), hub.bench.now()))
    line.close()
    assert hub.said == []
    return seen


@pytest.mark.parametrize("board", ["full", "minimal"])
def test_both_interpreters_show_play_and_say_the_same(board, tmp_path):
    seen = []
    for back_end in ("micropython", "cpython"):
        flash = tmp_path / back_end
        with Simulator(flash, board, driven=True, seed=3, back_end=back_end_or_skip(back_end)) as hub:
            seen.append(play(hub))
    for micro, c in zip(*seen, strict=True):
        assert micro == c


@BOTH
def test_two_equal_games_are_equal_bit_for_bit(back_end, tmp_path):
    seen = []
    for name in ("a", "b"):
        with Simulator(tmp_path / name, driven=True, seed=8, back_end=back_end_or_skip(back_end)) as hub:
            seen.append(play(hub))
        seen.append((tmp_path / name).read_bytes())
    assert seen[0] == seen[2]
    assert seen[1] == seen[3]


def test_the_clock_may_wrap_in_the_middle_of_a_game(tmp_path):
    """The hub's milliseconds start anew after 2**29: what is heard and written down does not change by that.

    (What is seen does: lights breathe in step with the clock.)
    """

    def known(start):
        with Simulator(tmp_path / str(start), driven=True, seed=3, start=start) as hub:
            seen = play(hub, wire.SUB_SOUNDS)
        heard = [(sound.ms - start, sound.number) for part in seen if isinstance(part, list) for sound in part]
        return heard, [part for part in seen if isinstance(part, bytes)]

    usual = known(0)
    assert len(usual[0]) > 20 and len(set(usual[1])) > 5
    for before in (50, 3000, 9000):
        assert known((1 << 29) - before) == usual


@BOTH
@pytest.mark.parametrize("port", ["pty", "socket"])
def test_a_host_greets_the_hub_on_the_real_clock(back_end, port, tmp_path):
    if port == "pty" and sys.platform == "win32":
        pytest.skip("Windows has no pty")
    with Simulator(tmp_path / "flash", back_end=back_end_or_skip(back_end), port=port) as hub:
        line = SerialTransport(hub.port)
        decoder = frames.Decoder()
        hello = None

        def greeted():
            """A hub that is still reading its journal says nothing: ask again."""
            nonlocal hello
            line.write(frames.encode(wire.hello_ask(99)))
            for byte in line.read(256, 0.1):
                length = decoder.feed(byte)
                if length > 0 and decoder.payload[0] == wire.HELLO:
                    hello = wire.parse(decoder.payload[:length])
            return hello

        until(greeted)
        assert hello[0][2] == 99 and b"full" in hello[1]
        line.close()
        assert hub.said == []


@BOTH
def test_safe_mode_and_self_test_by_buttons_held_at_power_up(back_end, tmp_path):
    with Simulator(tmp_path / "flash", driven=True, seed=1, back_end=back_end_or_skip(back_end)) as hub:
        pictures = []
        for down in ((), ("ROUND",), ("TURN", "ROUND")):
            hub.restart(down=down)
            hub.bench.run(3000)
            for button in down:
                hub.bench.up(button)
            hub.bench.run(500)
            pictures.append(hub.bench.pixels().colours)
            assert hub.said == []
        assert len(set(pictures)) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="needs poll")
@BOTH
@pytest.mark.parametrize("driven", [False, True])
def test_no_hub_is_left_behind_when_its_launcher_dies(back_end, driven, tmp_path):
    program = (
        "import os, sys; from pathlib import Path; from trainhub.simulator import Simulator\n"
        "hub = Simulator(Path(sys.argv[1]), back_end=sys.argv[2], driven=sys.argv[3] == 'True')\n"
        "print(hub.pid, hub.port, flush=True); os._exit(1)\n"
    )
    search = os.pathsep.join((str(ROOT / "host"), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "flash"), back_end_or_skip(back_end), str(driven)],
        env={**os.environ, "PYTHONPATH": search}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    pid = int(done.stdout.split()[0])
    until(lambda: gone(pid))


def gone(pid):
    """No such process, or one that nobody has collected yet."""
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] == "Z"
    except ProcessLookupError:
        return True
    except FileNotFoundError:  # no /proc here
        return False
