"""Doctor, udev rule, backups, and leaving nothing behind."""

import os

import pytest
from fake_hub import FakeHub, HubOnPty
from helpers import ok, run

from trainhub.paths import data_dir, scores_file
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
