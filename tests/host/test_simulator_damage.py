"""A flash that a hub cannot mount (its firmware would format it: a copy is kept), and hubs that do not start at all."""

import pytest
from helpers import run

from tests.host.simulated import back_end_or_skip, stub_hub
from trainhub.simulator import Simulator, SimulatorError

SIZE = 352 * 4096
BOTH = pytest.mark.parametrize("back_end", ["micropython", "cpython"])


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """The flash of a hub that has stored something."""
    flash = tmp_path_factory.mktemp("used") / "flash"
    with stub_hub(flash, "cpython", driven=True, port="socket") as hub:
        hub.bench.press("TURN")
    return flash.read_bytes()


def powered(flash):
    with stub_hub(flash, "cpython", driven=True, port="socket") as hub:
        hub.bench.run(10)


def superblocks_gone(data):
    return b"\x5a" * 8192 + data[8192:]


@pytest.mark.parametrize(
    "damage", [lambda data: data[: 40 * 4096], lambda data: data[:5000], superblocks_gone], ids=["cut", "stump", "head"]
)
def test_a_damaged_flash_is_copied_aside_and_named(damage, used, tmp_path, capsys):
    flash = tmp_path / "my.hub"
    flash.write_bytes(damage(used))
    powered(flash)
    (copy,) = tmp_path.glob("my.hub.damaged-*")
    assert copy.read_bytes() == damage(used)
    told = capsys.readouterr().err
    assert str(flash) in told and str(copy) in told and "is damaged" in told
    assert "trainhub sync --restore-hub" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda data: data,
        lambda data: data[:SIZE],
        lambda data: b"",
        lambda data: b"\xff" * 9000,
        lambda data: data[:300] + b"\xff" * (SIZE - 300),
    ],
    ids=["whole", "without the simulator's bytes", "empty", "half made", "half formatted"],
)
def test_nothing_is_said_where_nothing_is_lost(make, used, tmp_path, capsys):
    flash = tmp_path / "my.hub"
    flash.write_bytes(make(used))
    powered(flash)
    assert capsys.readouterr().err == ""
    assert not list(tmp_path.glob("*damaged*"))


def test_a_file_of_something_else_stays_as_it_is(tmp_path):
    flash = tmp_path / "letter.txt"
    flash.write_text("Dear Anna")
    with pytest.raises(SimulatorError, match="no flash"):
        powered(flash)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    assert run("sim", "--flash", flash).code == 1
    assert flash.read_text() == "Dear Anna"


FULL_DISK = "def write():\n    raise OSError(28)\n\n\nwrite()\n"
BROKEN = "def light():\n    return 1 // 0\n\n\nlight()\n"


def started(tmp_path, back_end, source):
    """What is said of a hub whose program ends like this."""
    program = tmp_path / "program"
    program.mkdir()
    (program / "main.py").write_text(source)
    with pytest.raises(SimulatorError) as caught:
        Simulator(tmp_path / "flash", back_end=back_end_or_skip(back_end), firmware=[program], port="socket")
    return caught.value


@BOTH
def test_a_full_disk_is_named_without_a_traceback(back_end, tmp_path):
    error = started(tmp_path, back_end, FULL_DISK)
    assert "the disk is full" in error.cause
    assert "Traceback" not in str(error) and "\n" not in str(error)
    assert "Make room" in error.next_step
    assert any("in write" in note for note in error.__notes__)  # all of it for --debug


@BOTH
def test_of_a_broken_hub_the_last_line_is_shown(back_end, tmp_path):
    error = started(tmp_path, back_end, BROKEN)
    assert "ZeroDivisionError" in error.cause and "\n" not in error.cause
    assert "--debug" in error.next_step


def test_a_hub_that_says_nothing(tmp_path):
    assert "it said nothing" in started(tmp_path, "cpython", "").cause


def test_a_board_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(SimulatorError, match="no board called huge"):
        Simulator(tmp_path / "flash", board="huge")
    assert not (tmp_path / "flash").exists()
