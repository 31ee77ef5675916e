"""From a blank board to "the hub answered", through mpremote's own transport, against a real MicroPython."""

import contextlib
import os
import signal
import struct
import subprocess
import sys
import threading

import pytest
from board_rig import contents, files, flashed, needs_board, quiet, start_or_skip
from games import Game, begun
from helpers import environment, ok, run
from mpremote.transport_serial import SerialTransport

import slots
from shared_rules import wire
from trainhub.deploy import board as boards
from trainhub.deploy import comeback, drives, facts, flash, image, packing
from trainhub.deploy.board import Board
from trainhub.errors import InstallFailed
from trainhub.link import client
from trainhub.link.client import Client
from trainhub.paths import data_dir, scores_file
from trainhub.scores.store import Store

pytestmark = needs_board


@pytest.fixture(autouse=True)
def _steady(monkeypatch):
    """What is flashed is what the drives were filled with, whoever edits the sources meanwhile."""
    monkeypatch.setattr(drives, "simulated", files)
    monkeypatch.setattr(boards, "CHUNK", 8192)  # a board has no memory for that; here it saves time


@pytest.fixture
def blank(tmp_path):
    with start_or_skip(tmp_path / "drive") as board:
        yield board


@pytest.fixture
def hub(tmp_path):
    with start_or_skip(flashed(tmp_path / "drive")) as board:
        comeback.greeting(board.port)
        yield board


def silent(tmp_path, more=()):
    """A drive whose app runs and says nothing, as one that stands still."""
    app = {image.PACK: packing.pack({"main.py": b"import time\ndef main():\n    while True:\n        time.sleep_ms(20)\n"})}
    app[image.MANIFEST] = image.manifest(app)
    return flashed(tmp_path / "drive", {**{f"a/{name}": data for name, data in app.items()}, **dict(more)})


@contextlib.contextmanager
def impatient():
    """Where nobody will answer there is no need to wait for long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "PROMPT_S", 0.5)
        patch.setattr(boards, "SILENCE_S", 0.5)
        patch.setattr(client, "GREETING", 0.3)
        yield


def test_a_blank_board_becomes_a_hub(blank):
    done = run("flash", "--port", blank.port, "--json")
    assert done.code == 0, done.err
    told = done.json
    assert (told["kind"], told["slot"], told["state"], told["firmware"]) == ("fresh", "/a", "DEMO", "0.1.0")
    assert "/a/app.pack (" in done.err  # progress, a line a file where no terminal is
    on_it = contents(blank.drive)
    assert {name: on_it.get(f"/{name}") for name in files()} == files()
    again = run("flash", "--port", blank.port, "--json").json
    assert (again["kind"], again["files"], again["bytes"]) == ("current", 0, 0)


def test_a_prompt_is_known_again_after_it_was_greeted(blank, monkeypatch):
    monkeypatch.setattr(client, "GREETING", 1.0)
    for _ in range(4):  # the greeting before stands in the prompt's line, half typed
        done = run("sync", "--port", blank.port)
        assert (done.code, done.out) == (7, "")
        assert "is a board with MicroPython" in done.err
        assert "trainhub flash" in done.err


def test_a_running_game_is_not_disturbed_unasked_and_goes_on(hub):
    ok("new", "Anna", "Ben", "--port", hub.port)
    for command in ("flash", "setup"):
        refused = run(command, "--port", hub.port, "--force")
        assert refused.code == 3
        assert "A game is running" in refused.err and "--during-game" in refused.err
    assert contents(hub.drive)["/slot"] == b"a0"
    forced = run("flash", "--port", hub.port, "--during-game", "--force", "--json").json
    assert (forced["kind"], forced["slot"]) == ("updated", "/b")
    assert contents(hub.drive)["/slot"] == b"b0"
    with Client.open(hub.port, Store(scores_file(data_dir()))) as there:
        there.sync()
        assert there.hello.game_running


def test_update_disturbs_only_a_hub_that_is_out_of_date(hub, monkeypatch):
    ok("new", "Anna", "Ben", "--port", hub.port)  # even with a game running
    assert run("update", "--port", hub.port, "--json").json["kind"] == "current"
    monkeypatch.setattr(comeback, "core_hash", lambda folder: 1)
    assert run("update", "--check", "--port", hub.port, "--json").json["kind"] == "outdated"
    assert run("update", "--port", hub.port).code == 3  # the game


def test_a_hub_s_games_are_saved_before_it_is_updated(hub):
    events = Game(begun(0x777)).round(1, 4).events
    with Store(scores_file(data_dir())) as store:
        store.append(0x777, 0, events)
    ok("sync", "--restore-hub", "--port", hub.port)
    for ending in ("", "-wal", "-shm"):
        scores_file(data_dir()).with_name("scores.db" + ending).unlink(missing_ok=True)
    assert run("flash", "--port", hub.port, "--during-game", "--force", "--json").json["saved"] is None
    with Store(scores_file(data_dir())) as store:
        assert store.read(0x777) == events


def test_the_journal_of_a_hub_that_stands_still_is_copied_first(tmp_path):
    kept = {"data/old/one": b"1" * 300, "data/seg/two": bytes(range(256)) * 8}
    with start_or_skip(silent(tmp_path, kept)) as board, pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "GREETING", 1.0)
        done = run("flash", "--port", board.port, "--json")
    assert done.code == 0, done.err
    assert (done.json["kind"], done.json["slot"]) == ("updated", "/b")
    folder = data_dir() / "boards"
    assert done.json["saved"].startswith(str(folder))
    saved = {path.relative_to(done.json["saved"]).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert saved == {name[5:]: data for name, data in kept.items()}
    after = contents(tmp_path / "drive")
    assert all(after.get(f"/{name}") == data for name, data in kept.items())


def test_a_hub_with_another_protocol_can_be_updated(hub, monkeypatch):
    monkeypatch.setattr(wire, "PROTOCOL", wire.PROTOCOL + 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comeback, "greeting", lambda port, number="": _greet_again(monkeypatch, port))
        done = run("flash", "--port", hub.port, "--force", "--json")
    assert done.code == 0, done.err
    assert "speaks protocol" in done.err
    assert done.json["saved"]


def _greet_again(monkeypatch, port):
    """The new firmware speaks the PC's protocol."""
    monkeypatch.undo()
    os.environ["TRAINHUB_LANG"] = "en"
    return greeting(port)


greeting = comeback.greeting


def test_a_program_of_somebody_else_stays_unless_forced(tmp_path):
    mine = b"print('my own program')\n"
    with start_or_skip(tmp_path / "drive") as board:
        with Board(board.port) as hand:
            hand.write("/main.py", mine, quiet)
        before = contents(board.drive)
        with impatient():
            refused = run("flash", "--port", board.port)
        assert refused.code == 3 and "Another program" in refused.err
        assert contents(board.drive) == before
        assert run("flash", "--port", board.port, "--force", "--json").json["kind"] == "fresh"


def test_a_fresh_upload_that_was_cut_goes_on(blank):
    def pull(path, done, total):
        if path == "/slots.py":
            blank.unplug()

    with contextlib.suppress(Exception), Board(blank.port) as hand:
        flash.install(hand, files(), pull)
    assert "/main.py" not in contents(blank.drive)
    blank.plug()
    comeback.port_again(blank.port, "")
    with Board(blank.port) as hand:
        done = flash.install(hand, files(), quiet)
    assert done.kind == flash.FRESH and 0 < done.bytes < 20000  # not the app again
    assert "/main.py" in contents(blank.drive)


def test_damaged_files_are_never_started(hub):
    bad = {**files(), "a/app.pack": files()["a/app.pack"][:-1] + b"?"}
    bad["a/manifest"] = image.manifest({"app.pack": files()["a/app.pack"] + b"other"})
    with Board(hub.port) as hand:
        with pytest.raises(InstallFailed, match="checked the new files"):
            flash.install(hand, bad, quiet)
        hand.reset()
    assert comeback.greeting(hub.port).board == "full"
    assert contents(hub.drive)["/slot"] == b"a0"


def test_firmware_that_does_not_start_is_told_and_the_one_before_runs(hub):
    app = {image.PACK: packing.pack({"main.py": b"def main():\n    raise ValueError('bad')\n"})}
    app[image.MANIFEST] = image.manifest(app)
    with Board(hub.port) as hand:
        done = flash.install(hand, {**files(), **{f"a/{name}": data for name, data in app.items()}}, quiet)
        assert done.slot == "/b"
        hand.reset()
    with pytest.raises(InstallFailed, match="did not start; the hub went back"):
        comeback.new_greeting(hub.port)
    hub.cut()
    assert comeback.new_greeting(hub.port).board == "full"  # a works, and is the one from now on
    assert contents(hub.drive)["/slot"] == b"a0"


def test_the_slot_that_fails_to_start_is_the_one_to_overwrite(tmp_path):
    broken = packing.pack({"main.py": b"def main():\n    raise ValueError('bad')\n"})
    app = {image.PACK: broken}
    more = {"b/app.pack": broken, "b/manifest": image.manifest(app), "slot": b"b3"}  # three starts failed; a runs now
    with start_or_skip(flashed(tmp_path / "drive", more)) as board:
        with Board(board.port) as hand:
            hand.write("/slot", b"b4", quiet)
            assert flash.place(hand) == flash.Place(True, "b", "/b")
            hand.write("/slot", b"b1", quiet)
            assert flash.place(hand) == flash.Place(True, "b", "/a")
            for pointer, selected in ((b"", "a"), (b"c0", "a"), (b"a", "a"), (b"a2", "a")):
                hand.write("/slot", pointer, quiet)
                assert flash.place(hand) == flash.Place(True, selected, "/b")
                assert hand.ask("import slots", "slots.Slots(slots.Files).idle()") == "/b"  # the board thinks so too
    assert flash.TRIES == slots.TRIES


def test_a_drive_without_room_is_told_and_left_alone(tmp_path):
    with start_or_skip(flashed(tmp_path / "drive", {"holiday.jpg": os.urandom(900_000)})) as board:
        comeback.greeting(board.port)
        done = run("flash", "--port", board.port, "--force")
        assert done.code == 12 and "no room" in done.err
        board.cut()
        assert comeback.greeting(board.port).board == "full"
    found = contents(tmp_path / "drive")
    assert "/b/app.pack" not in found and found["/slot"] == b"a0"


def said(**other):
    told = {"name": "micropython", "version": (1, 28, 0), "mpy": 0x1306, "machine": "Raspberry Pi Pico with RP2040",
            "simulated": False, "block": 4096, "free": 1 << 20}  # fmt: skip
    return facts.Facts(**{**told, **other})


@pytest.mark.parametrize(
    "other, words",
    [
        ({"name": "circuitpython", "version": (9, 2, 1)}, "runs circuitpython 9.2.1"),
        ({"machine": "Generic ESP32 module with ESP32"}, "is for a Pico or a Pico 2, this is: Generic ESP32"),
        ({"version": (1, 23, 0)}, "has MicroPython 1.23.0; 1.24.0"),
        ({"version": (2, 0, 0), "mpy": 0x0007}, "has MicroPython 2.0.0"),
    ],
)
def test_boards_that_cannot_take_the_firmware(other, words):
    with pytest.raises(InstallFailed, match="Nothing was changed") as caught:
        facts.refuse_wrong(said(**other))
    assert words in caught.value.cause
    assert caught.value.next_step and caught.value.exit_code == 12


def test_boards_that_can():
    for machine, chip in (("Raspberry Pi Pico with RP2040", "rp2040"), ("Raspberry Pi Pico2 with RP2350", "rp2350")):
        facts.refuse_wrong(said(machine=machine))
        assert said(machine=machine).chip.name == chip
    facts.refuse_wrong(said(version=(1, 24, 0)))


def test_ports_that_are_no_board(tmp_path):
    assert run("flash", "--port", tmp_path / "none").code == 4
    assert run("flash", "--board", "huge", "--port", tmp_path / "none").code == 2
    master, slave = os.openpty()
    try:
        with impatient():
            done = run("flash", "--port", os.ttyname(slave), "--json")
    finally:
        os.close(slave)
        os.close(master)
    assert done.code == 12
    assert done.json["error"]["kind"] == "install"  # one object on standard output, whatever the line said
    assert "safe mode" in done.err


def test_a_board_that_erases_flash_in_the_middle_of_an_answer_is_waited_for(hub, monkeypatch):
    """A chip hears nothing while it erases; mpremote itself would give up after the first silent read."""
    enter = SerialTransport.enter_raw_repl
    chip = hub._chip._process.pid

    def enter_and_erase(transport, **options):
        enter(transport, **options)
        os.kill(chip, signal.SIGSTOP)
        threading.Timer(0.8, os.kill, (chip, signal.SIGCONT)).start()

    monkeypatch.setattr(SerialTransport, "enter_raw_repl", enter_and_erase)
    with Board(hub.port) as hand:
        assert hand.ask("", "6 * 7") == 42


def test_an_answer_that_stops_in_the_middle_is_no_traceback(hub, monkeypatch):
    def half(transport, code):
        raise struct.error("unpack requires a buffer of 2 bytes")

    with Board(hub.port) as hand:
        monkeypatch.setattr(SerialTransport, "exec", half)
        with pytest.raises(InstallFailed, match="fell silent"):
            hand.run("1")
        monkeypatch.undo()


def test_a_simulated_board_is_what_it_was_started_as(tmp_path):
    with start_or_skip(flashed(tmp_path / "drive"), name="minimal") as board:
        assert comeback.greeting(board.port).board == "minimal"
        refused = run("flash", "--port", board.port, "--board", "full")
        assert refused.code == 3 and "sim --blank --board full" in refused.err
        assert comeback.greeting(board.port).board == "minimal"  # and it goes on


def test_a_port_in_use_is_told(hub):
    with Board(hub.port):
        done = run("flash", "--port", hub.port)
    assert done.code == 5 and "in use" in done.err


def test_progress_is_a_bar_on_a_terminal():
    """The width of the bar is the terminal's, so only its words are looked at."""
    code = (
        "from trainhub.cli.common import Common\nfrom trainhub.cli.progress import Bar\n"
        "with Bar(Common(json=True)) as show:\n    for done in range(0, 101, 10):\n        show('/a/app.pack', done, 100)\n"
    )
    master, slave = os.openpty()
    told = {"TERM": "xterm", "COLUMNS": "80"}
    running = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=slave, env=environment(**told))
    os.close(slave)
    out, _ = running.communicate(timeout=60)
    shown = b""
    with contextlib.suppress(OSError):  # Linux says EIO at the end of a terminal
        while piece := os.read(master, 4096):
            shown += piece
    os.close(master)
    assert running.returncode == 0 and out == b""
    assert b"/a/app.pack" in shown and b"100%" in shown
