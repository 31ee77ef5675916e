"""Doctor, udev rule, backups, and leaving nothing behind."""

import contextlib
import os
import sqlite3

import pytest
from fake_hub import FakeHub, HubOnPty
from helpers import ok, run

from trainhub.paths import config_file, data_dir, scores_file
from trainhub.upkeep import checks, drives, udev


def states(*arguments):
    return {entry["check"]: entry["state"] for entry in run("doctor", "--json", *arguments).json["findings"]}


def test_doctor_on_a_new_computer():
    done = run("doctor")
    assert done.code == 0
    assert "trainhub sim" in done.out
    found = states()
    assert found["versions"] == "good"
    assert found["hubs"] == "note"


def test_doctor_greets_the_hub_and_tells_its_faults():
    hub = FakeHub()
    hub.flags = 4 | 16
    with HubOnPty(hub) as port:
        found = states("--port", port)
    assert found["hub"] == "good"
    assert found["rules-core"] == "note"
    assert found["storage"] == "bad"
    assert found["safe-mode"] == "note"


def test_doctor_names_what_is_wrong_and_how_to_mend_it(tmp_path):
    scores_file(data_dir()).parent.mkdir(parents=True)
    scores_file(data_dir()).write_bytes(b"nonsense" * 100)
    done = run("doctor", "--port", tmp_path / "gone")
    assert done.code == 1
    assert done.out.count("BAD") >= 2
    assert "trainhub restore" in done.out
    assert "no port" in done.out


@pytest.mark.parametrize("error", [OSError("broken"), ValueError("odd"), KeyError("x"), UnicodeError("y")])
def test_the_doctor_never_crashes(monkeypatch, error):
    def fail(folder):
        raise error
        yield

    monkeypatch.setattr(checks, "CHECKS", (checks.versions, fail, checks.scores))
    done = run("doctor")
    assert done.code == 1
    assert "check itself failed" in done.out
    assert "No game has been kept yet" in done.out  # the others still ran


def test_doctor_without_udev_or_proc(monkeypatch):
    monkeypatch.setattr(udev.glob, "glob", lambda pattern: ["/proc/1/mem", "/does/not/exist.rules"])
    monkeypatch.setattr(os, "listdir", lambda path: (_ for _ in ()).throw(PermissionError(path)))
    assert run("doctor").code == 0


def test_the_udev_rule_opens_nothing_but_hubs():
    text = ok("udev")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert lines
    assert all('ATTRS{idVendor}=="2e8a"' in line and "idProduct" in line for line in lines)
    assert "MODE" not in text
    assert "0666" not in text
    assert "ID_MM_DEVICE_IGNORE" in text


def test_bootloader_drives(tmp_path):
    for name, text in (("RPI-RP2", "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"), ("usb", "hello")):
        (tmp_path / name).mkdir()
        (tmp_path / name / drives.INFO).write_text(text)
    (tmp_path / "empty").mkdir()
    assert [(drive.path.name, drive.chip) for drive in drives.find([tmp_path, tmp_path / "none"])] == [("RPI-RP2", "RP2040")]


def test_backup_and_restore(tmp_path):
    ok("new", "Anna", "Ben", "--no-hub")
    ok("round", "Anna", "Ben=7")
    before = ok("sheet")
    file = tmp_path / "kept.db"
    ok("backup", file)
    assert run("backup", file).code == 3  # never over another file
    ok("round", "Anna", "Ben=8")
    after = ok("sheet")
    kept = run("restore", file, "--json").json["before"]
    assert ok("sheet") == before
    ok("restore", kept)
    assert ok("sheet") == after
    file.write_bytes(b"no database")
    assert run("restore", file).code == 10
    assert run("restore", tmp_path / "none").code == 3
    assert ok("sheet") == after


def test_what_is_no_backup_changes_nothing(tmp_path):
    ok("new", "Anna", "Ben", "--no-hub")
    before = ok("sheet")
    scores = scores_file(data_dir())
    there = sorted(path.name for path in scores.parent.iterdir())
    empty = tmp_path / "empty.db"
    empty.write_bytes(b"")
    foreign = tmp_path / "photos.db"
    with contextlib.closing(sqlite3.connect(foreign)) as photos, photos:
        photos.execute("CREATE TABLE photo (id)")
    held = foreign.read_bytes()
    link = tmp_path / "link.db"
    link.symlink_to(scores)
    for file, code, words in (
        (scores, 3, "score file itself"), (link, 3, "score file itself"), (empty, 3, "no game in"), (tmp_path, 3, "no file"),
        (foreign, 10, "another program"),
    ):  # fmt: skip
        done = run("restore", file)
        assert (done.code, done.out) == (code, ""), done.err
        assert words in done.err
        assert ok("sheet") == before
        assert sorted(path.name for path in scores.parent.iterdir()) == there
    assert foreign.read_bytes() == held
    scores.write_bytes(held)  # nor is another program's file ever made ours
    assert run("sheet").code == run("new", "A", "B", "--no-hub").code == 10
    assert scores.read_bytes() == held


def test_a_backup_that_cannot_be_made_says_why(tmp_path, monkeypatch):
    ok("new", "Anna", "Ben", "--no-hub")
    done = run("backup", tmp_path / "none" / "kept.db")
    assert (done.code, done.out) == (3, "")
    assert "no folder" in done.err
    dangling = tmp_path / "dangling.db"
    dangling.symlink_to(tmp_path / "nowhere")
    assert "exists already" in run("backup", dangling).err
    closed = tmp_path / "closed"
    closed.mkdir()
    monkeypatch.setattr("os.path.lexists", lambda path: False)  # a folder was put there meanwhile
    done = run("backup", closed)
    assert (done.code, "cannot be copied" in done.err) == (10, True), done.err


def test_uninstall_asks_first_and_leaves_nothing_but_scores_if_asked():
    ok("new", "Anna", "Ben", "--no-hub")
    folder = data_dir()
    (folder / "simulators").mkdir()
    (folder / "simulated-full.flash").write_bytes(b"x")
    (folder / "holiday.jpg").write_bytes(b"not ours")
    assert run("uninstall").code == 3
    assert scores_file(folder).exists()
    ok("uninstall", "--keep-scores", "--yes")
    assert sorted(path.name for path in folder.iterdir()) == ["holiday.jpg", "scores.db"]
    ok("uninstall", "--yes")
    assert [path.name for path in folder.iterdir()] == ["holiday.jpg"]
    (folder / "holiday.jpg").unlink()
    ok("new", "Anna", "Ben", "--no-hub")
    ok("uninstall", "--yes")
    assert not folder.exists()


def test_uninstall_knows_all_that_trainhub_writes_and_nothing_else():
    folder = data_dir()
    journal = folder / "boards" / "e6614103e7452d2f-20261129-101010" / "1" / "log"
    ours = [
        folder / "simulated-full.flash", folder / "simulated-full.flash.lock", folder / "simulated-blank.drive",
        folder / "simulated-full.flash.damaged-20261129-101010", folder / "table-minimal.flash", folder / "trainhub.log",
        folder / "micropython" / "RPI_PICO2-20250415-v1.25.0.uf2", folder / "simulators" / "7.json",
    ]  # fmt: skip
    theirs = [folder / name for name in ("simulations/x", "boards/plan.txt", "table.xls", "micropython/a.py")]
    for file in (*ours, journal, *theirs):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"x")
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text('paper = "a4"\n', encoding="utf-8")
    ok("new", "Anna", "Ben", "--no-hub")
    ok("uninstall", "--yes", "--keep-scores")
    left = {path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("scores.db")}
    assert left == {journal, *theirs}
    assert scores_file(folder).exists() and not config_file().exists()
    ok("uninstall", "--yes")
    assert {path for path in folder.rglob("*") if path.is_file()} == set(theirs)
