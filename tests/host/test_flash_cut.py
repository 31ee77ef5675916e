"""An upload that is cut: by the board's power in any flash operation, by the host's death, by a pulled cable.

Each time the board must start what it had, or the new app if the pointer had moved; the journal stays; the next upload
goes through.
"""

import hashlib
import random

import pytest
from board_rig import contents, flashed, needs_board, quiet, start_or_skip
from helpers import run, start
from simulated import until

from trainhub.deploy import comeback, flash, image, packing
from trainhub.deploy.board import Board
from trainhub.errors import TrainhubError

pytestmark = needs_board

MANY = 10**6
JOURNAL = {"data/old/kept": bytes(range(200))}
# Small, so that every operation of its upload can be met; it says where it runs and gives the prompt back.
TINY = packing.pack({"main.py": b"def main():\n    print('tiny app')\n# " + b"x" * 9000 + b"\n"})


def tiny():
    app = {image.PACK: TINY, "more": b"m" * 5000}
    app[image.MANIFEST] = image.manifest(app)
    return {f"a/{name}": data for name, data in app.items()}


def whole(found, slot):
    """Is every file of the slot there as its manifest says?"""
    lines = found[f"/{slot}/manifest"].decode().splitlines()
    return lines and all(
        hashlib.sha256(found[f"/{slot}/{name}"]).hexdigest() == digest
        for digest, _, name in (line.split(" ", 2) for line in lines)
    )


def upload(board, cut_after=MANY):
    """Upload the tiny app; returns how many flash operations that took. The power goes in the one after `cut_after`."""
    with Board(board.port) as hand:
        hand.run(f"import sim_options\n_d = sim_options.OPTIONS['drive']\n_d.cut_after = {cut_after}")
        flash.install(hand, tiny(), quiet)
        return cut_after - hand.ask("", "_d.cut_after")


@pytest.fixture(scope="module")
def operations(tmp_path_factory):
    """Of an upload that is not cut."""
    path = flashed(tmp_path_factory.mktemp("whole") / "drive", JOURNAL)
    with start_or_skip(path) as board:
        comeback.greeting(board.port)
        count = upload(board)
    found = contents(path)
    assert found["/slot"] == b"b0" and whole(found, "b") and whole(found, "a")
    return count


def test_power_may_go_in_any_operation(tmp_path, operations):
    points = sorted({0, *random.Random(1).sample(range(operations - 5), 8), *range(operations - 5, operations)})
    selected = []
    for number, point in enumerate(points):
        path = flashed(tmp_path / "drive", JOURNAL)
        with start_or_skip(path) as board:
            comeback.greeting(board.port)
            board.stay_off()
            with pytest.raises(TrainhubError):
                upload(board, point)
            found = contents(path)
            slot = chr(found["/slot"][0])
            selected.append(slot)
            assert whole(found, "a") and whole(found, slot), point
            assert found["/data/old/kept"] == JOURNAL["data/old/kept"]
            board.plug()
            if slot == "a" and number % 5 == 0:
                assert comeback.greeting(board.port).board == "full"  # what was there starts
                upload(board)  # and the next upload goes through
                assert contents(path)["/slot"][:1] == b"b"
    assert selected == sorted(selected)  # once moved the pointer stays
    assert selected[0] == "a"


def test_a_cut_upload_goes_on_where_it_was(tmp_path):
    with start_or_skip(flashed(tmp_path / "drive")) as board:
        comeback.greeting(board.port)

        def pull(path, done, total):
            if path.endswith("/more"):
                board.unplug()

        with pytest.raises(TrainhubError), Board(board.port) as hand:
            flash.install(hand, tiny(), pull)
        board.plug()
        assert comeback.greeting(board.port).board == "full"
        with Board(board.port) as hand:
            done = flash.install(hand, tiny(), quiet)
        assert (done.kind, done.files, done.bytes) == (flash.UPDATED, 2, 5000 + len(tiny()["a/manifest"]))  # not app.pack


def test_the_host_may_be_killed_at_any_moment(tmp_path):
    chance = random.Random(2)
    with start_or_skip(flashed(tmp_path / "drive", JOURNAL)) as board:
        comeback.greeting(board.port)
        for _ in range(2):
            before = board.drive.read_bytes()
            running = start("flash", "--force", "--port", board.port, "--quiet")
            kill_after(running, board, before, chance.randrange(2, 50))
            running.communicate()
            board.cut()
            assert comeback.greeting(board.port).board == "full"
        done = run("flash", "--force", "--port", board.port, "--json")
        assert done.code == 0, done.err
    found = contents(tmp_path / "drive")
    assert found["/data/old/kept"] == JOURNAL["data/old/kept"]
    assert whole(found, "a") and whole(found, "b")


def kill_after(running, board, before, wanted):
    """Kill the upload once it has changed so many blocks."""
    until(lambda: running.poll() is not None or blocks_changed(board, before) >= wanted, 60)
    assert running.poll() is None, running.communicate()
    running.kill()


def blocks_changed(board, before):
    """How many blocks of the drive are no longer as they were; looked at from outside, in the file."""
    now = board.drive.read_bytes()
    return sum(now[at : at + 4096] != before[at : at + 4096] for at in range(0, len(before), 4096))
