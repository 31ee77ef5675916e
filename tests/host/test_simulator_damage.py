"""A flash file that a hub cannot mount: its firmware would format it, so a copy is kept and somebody is told."""

import pytest
from helpers import run

from tests.host.simulated import stub_hub
from trainhub.simulator import SimulatorError

SIZE = 352 * 4096


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
