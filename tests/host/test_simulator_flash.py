"""The simulated flash: survives every death of the process, and both back ends read each other's."""

import random
import struct

import pytest

from tests.host.simulated import back_end_or_skip, copy, stub_hub, until
from trainhub.simulator import Simulator, SimulatorError

BOTH = pytest.mark.parametrize("back_end", ["micropython", "cpython"])
FILE_SIZE = 352 * 4096 + 16


def report(hub):
    """(presses counted in the flash, chance, id) from the stub app."""
    from trainhub.simulator.driven import DrivenTransport

    line = DrivenTransport(hub)
    line.write(b"?")
    count, chance, uid = line.read(100, 1)[1:].split()
    line.close()
    return int(count), int(chance), uid.decode()


@BOTH
def test_what_was_stored_is_there_after_a_restart(back_end, tmp_path):
    flash = tmp_path / "flash"
    with stub_hub(flash, back_end_or_skip(back_end), driven=True) as hub:
        for _ in range(3):
            hub.bench.press("TURN")
        first = report(hub)
        hub.restart()
        second = report(hub)
    with stub_hub(flash, back_end, driven=True) as hub:
        third = report(hub)
    assert [first[0], second[0], third[0]] == [3, 3, 3]
    assert first[2] == second[2] == third[2]
    assert flash.stat().st_size == FILE_SIZE


@BOTH
@pytest.mark.slow
def test_power_cut_inside_every_flash_operation(back_end, tmp_path):
    """Cut in the middle of operation n, for every n of a few writes: what is there afterwards is the old or the new."""
    flash = tmp_path / "flash"
    with stub_hub(flash, back_end_or_skip(back_end), driven=True, seed=3) as hub:
        for _ in range(5):
            hub.bench.press("TURN")
    n, seen = 0, set()
    while True:
        with stub_hub(copy(flash, "torn"), back_end, driven=True, seed=3) as hub:
            hub.bench.cut(after=n // 3, size=(0, 20, None)[n % 3])
            done = 5
            try:
                for _ in range(3):
                    hub.bench.press("TURN")
                    done += 1
            except SimulatorError:
                assert hub.wait(10) in (-9, 137)
            hub.restart()
            found = report(hub)[0]
            assert done <= found <= done + 1
            seen.add(found)
        if done == 8:
            break
        n += 1
    assert n >= 9 and seen >= {5, 6, 7, 8}


@BOTH
@pytest.mark.slow
def test_killed_at_random_moments_the_count_never_goes_back(back_end, tmp_path):
    """kill -9 while a bouncing contact keeps the flash busy on the real clock."""
    chance = random.Random(7)
    with stub_hub(tmp_path / "flash", back_end_or_skip(back_end)) as hub:
        least = 0
        for _ in range(12):
            hub.bench.bounce("TURN", [(i // 2, i % 2 ^ 1) for i in range(120)])
            pages = chance.randrange(1, 12)  # written before the end comes, however slow this computer is
            until(lambda pages=pages: hub.bench.flash()[0] >= pages)
            hub.kill()
            hub.restart()
            now = stored(hub)
            assert now >= least
            least = now
    assert least > 0


def stored(hub):
    import serial

    with serial.serial_for_url(hub.port, timeout=10) as line:
        line.write(b"?")
        return int(line.readline()[1:].split()[0])


@pytest.mark.parametrize(("first", "second"), [("micropython", "cpython"), ("cpython", "micropython")])
def test_each_back_end_opens_the_flash_of_the_other(first, second, tmp_path):
    flash = tmp_path / "flash"
    expected = 0
    for back_end in (first, second, first, second):
        with stub_hub(flash, back_end_or_skip(back_end), driven=True) as hub:
            assert report(hub)[0] == expected
            hub.bench.press("MARK")
            hub.bench.press("DRAW")
            expected += 2


def test_the_image_is_a_littlefs_of_the_boards_geometry(tmp_path):
    import littlefs

    flash = tmp_path / "flash"
    with stub_hub(flash, "auto", driven=True, seed=2) as hub:
        hub.bench.press("TURN")
        uid = report(hub)[2]
    raw = flash.read_bytes()
    context = littlefs.UserContext(buffer=bytearray(raw[: 352 * 4096]))
    image = littlefs.LittleFS(context=context, block_size=4096, block_count=352, prog_size=256, mount=False)
    image.mount()
    assert image.listdir("/data")[0] == "count"
    with image.open("/data/count", "rb") as file:
        assert file.read() == b"1"
    magic, own, starts = struct.unpack("<4s8sI", raw[352 * 4096 :])
    assert (magic, starts) == (b"THF1", 1)
    assert uid == own.hex()


@BOTH
def test_a_file_that_was_cut_short_while_it_was_made_is_mended(back_end, tmp_path):
    flash = tmp_path / "flash"
    flash.write_bytes(b"\xff" * 5000)
    with stub_hub(flash, back_end_or_skip(back_end), driven=True) as hub:
        hub.bench.press("TURN")
        assert report(hub)[0] == 1
    assert flash.stat().st_size == FILE_SIZE


@BOTH
def test_a_file_full_of_rubbish_is_formatted_like_a_board_would(back_end, tmp_path):
    flash = tmp_path / "flash"
    flash.write_bytes(random.Random(1).randbytes(FILE_SIZE))
    with stub_hub(flash, back_end_or_skip(back_end), driven=True) as hub:
        assert report(hub)[0] == 0
        hub.bench.press("TURN")
        hub.restart()
        assert report(hub)[0] == 1


@BOTH
def test_chance_differs_from_start_to_start_and_repeats_with_the_seed(back_end, tmp_path):
    def chances(name, **options):
        with stub_hub(tmp_path / name, back_end_or_skip(back_end), driven=True, **options) as hub:
            first = report(hub)
            hub.restart()
            return first[1], report(hub)[1], first[2]

    seeded = chances("a", seed=9)
    assert seeded == chances("b", seed=9)
    assert seeded[0] != seeded[1]
    other = chances("c", seed=10)
    assert not set(seeded) & set(other)
    free = chances("d")
    assert free[0] != free[1] and free[2] != chances("e")[2]


def test_a_file_of_something_else_is_not_overwritten(tmp_path):
    flash = tmp_path / "thesis.txt"
    flash.write_text("years of work\n" * 1000)
    with pytest.raises(SimulatorError, match=r"thesis.txt is no flash"):
        Simulator(flash)
    assert flash.read_text() == "years of work\n" * 1000
    assert list(tmp_path.iterdir()) == [flash]
