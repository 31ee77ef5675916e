"""The mpremote command as it is, against a simulated board: blank, with the hub running on it, in maintenance."""

import pytest
import serial
from board_rig import contents, flashed, mpremote, needs_board, start_or_skip
from helpers import run
from simulated import back_end_or_skip, until

from shared_rules import wire
from trainhub.deploy import comeback
from trainhub.errors import Unplugged
from trainhub.link.book import MemoryBook
from trainhub.link.client import Client
from trainhub.simulator import Simulator, prompt
from trainhub.simulator.errors import SimulatorError

pytestmark = needs_board


@pytest.fixture
def blank(tmp_path):
    with start_or_skip(tmp_path / "drive") as board:
        yield board


@pytest.fixture
def hub(tmp_path):
    with start_or_skip(flashed(tmp_path / "drive"), minute=0.2) as board:
        comeback.greeting(board.port)
        yield board


def ask_for_maintenance(port, minutes):
    with Client.open(port, MemoryBook()) as client:
        assert client.ask(bytes(wire.message(wire.MAINTENANCE, minutes))).fields[0] == wire.DONE
        with pytest.raises(Unplugged):
            while True:
                client.pump(5)
    until(lambda: _opens(port))


def test_files_go_in_and_out_of_a_blank_board(blank, tmp_path):
    file = tmp_path / "hello.py"
    file.write_text("print('hello from the drive')\n" + "# filler\n" * 900)
    mpremote(blank.port, "fs", "mkdir", ":lib")
    mpremote(blank.port, "fs", "cp", file, ":lib/hello.py")
    assert "hello.py" in mpremote(blank.port, "fs", "ls", ":lib")
    assert "hello from the drive" in mpremote(blank.port, "resume", "exec", "import hello")
    back = tmp_path / "back.py"
    mpremote(blank.port, "fs", "cp", ":lib/hello.py", back)
    assert back.read_bytes() == file.read_bytes()
    blank.close()
    assert contents(blank.drive)["/lib/hello.py"] == file.read_bytes()  # on the littlefs, as any littlefs reads it


def test_a_soft_reset_forgets_and_resume_does_not(blank):
    mpremote(blank.port, "resume", "exec", "kept = 7")
    assert mpremote(blank.port, "resume", "exec", "print(kept)").strip() == "7"
    mpremote(blank.port, "exec", "print(kept)", code=1)  # without resume mpremote resets first: no such name


def test_boot_py_runs_at_a_soft_reset_of_a_tool_and_main_py_does_not(blank, tmp_path):
    for name in ("boot", "main"):
        (tmp_path / name).write_text(f"open('/{name}.ran', 'a').write('x')\n")
        mpremote(blank.port, "resume", "fs", "cp", tmp_path / name, f":{name}.py")
    look = "import os; print([name for name in os.listdir('/') if name.endswith('.ran')])"
    assert mpremote(blank.port, "exec", look).strip() == "['boot.ran']"
    with serial.Serial(blank.port, timeout=10) as line:  # Ctrl-D at the friendly prompt runs both
        line.write(b"\r\x04")
        assert line.read_until(b"soft reboot\r\n").endswith(b"MPY: soft reboot\r\n")
        line.read_until(b">>> ")
    assert "main.ran" in mpremote(blank.port, "resume", "exec", look)


def test_a_reset_and_a_power_cut_take_the_port_away(blank):
    for go in (lambda line: line.write(b"\r\x03import machine; machine.reset()\r"), lambda line: blank.cut()):
        with serial.Serial(blank.port, timeout=0.1) as line:
            go(line)
            until(lambda: _gone(line))
        until(lambda: _opens(blank.port))
    blank.unplug()
    until(lambda: not _opens(blank.port))
    blank.plug()
    until(lambda: _opens(blank.port))
    assert mpremote(blank.port, "resume", "exec", "print(1 + 1)").strip() == "2"


def _gone(line):
    try:
        line.read(100)
    except OSError:
        return True
    return False


def _opens(port):
    try:
        serial.Serial(port).close()
    except OSError:
        return False
    return True


def test_nothing_of_this_computer_is_in_reach_of_the_prompt(blank):
    acts = ("os.listdir('/etc')", "os.remove('/pc/hub.py')", "open('/pc/x', 'w')", "os.stat('/chip/../../etc')")
    look = "".join(f"try:\n    print('REACHED', {act})\nexcept OSError:\n    pass\n" for act in acts)
    assert mpremote(blank.port, "exec", f"import os\n{look}print(os.listdir('/'))").strip() == "['pc', 'chip']"


def test_a_running_hub_gives_way_to_mpremote_and_comes_back(hub):
    listed = mpremote(hub.port, "resume", "fs", "ls", ":")
    assert all(name in listed for name in ("a/", "main.py", "data/", "slot"))
    assert mpremote(hub.port, "resume", "exec", "import launch; print(launch.slots.running())").strip() == "a"
    mpremote(hub.port, "resume", "reset")
    assert comeback.greeting(hub.port).board == "full"
    assert "app.pack" in mpremote(hub.port, "fs", "ls", ":a")  # with the soft reset that mpremote does by itself


def test_a_hub_that_works_says_so_and_is_never_left_for_the_other_slot(hub):
    for _ in range(4):
        hub.cut()
        assert comeback.greeting(hub.port).board == "full"
    hub.close()
    assert contents(hub.drive)["/slot"] == b"a0"


def test_maintenance_gives_the_prompt_and_ends_by_itself(hub):
    ask_for_maintenance(hub.port, 20)
    assert mpremote(hub.port, "resume", "exec", "print('prompt')").strip() == "prompt"
    with pytest.raises(SimulatorError):
        assert hub.bench  # no hub runs
    assert comeback.greeting(hub.port).board == "full"  # after 20 minutes, of which each takes 0.2 s here


def test_a_power_cut_ends_maintenance(hub):
    ask_for_maintenance(hub.port, 255)
    hub.cut()
    assert comeback.greeting(hub.port).board == "full"
    bench = hub.bench
    assert bench.board == "full" and len(bench.pixels().colours) > 0
    bench.close()


@pytest.fixture
def simulator(tmp_path, monkeypatch):
    monkeypatch.setattr(prompt, "MINUTE_S", 0.2)
    with Simulator(tmp_path / "flash", port="pty", back_end=back_end_or_skip("micropython")) as hub:
        yield hub


def test_maintenance_of_a_simulated_hub(simulator):
    comeback.greeting(simulator.port)
    ask_for_maintenance(simulator.port, 25)
    with pytest.raises(SimulatorError, match="switched off"):
        assert simulator.bench
    assert "data/" in mpremote(simulator.port, "resume", "fs", "ls", ":")  # the hub's own flash
    assert "data/" in mpremote(simulator.port, "fs", "ls", ":")  # a soft reset stays at the prompt
    assert comeback.greeting(simulator.port).board == "full"  # after 25 minutes, of which each takes 0.2 s here
    assert simulator.bench.board == "full"


def test_a_simulated_hub_comes_back_when_the_board_is_restarted_and_can_be_closed_at_its_prompt(simulator, monkeypatch):
    monkeypatch.setattr(prompt, "MINUTE_S", 60)
    comeback.greeting(simulator.port)
    ask_for_maintenance(simulator.port, 25)
    mpremote(simulator.port, "resume", "reset")
    assert comeback.greeting(simulator.port).board == "full"
    ask_for_maintenance(simulator.port, 25)


def test_flash_says_that_a_simulated_hub_needs_none(simulator):
    comeback.greeting(simulator.port)
    done = run("flash", "--port", simulator.port)
    assert done.code == 3 and "sim --blank" in done.err
    assert comeback.greeting(simulator.port).board == "full"
