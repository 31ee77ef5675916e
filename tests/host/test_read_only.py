"""Looking at scores where nothing may be written: a copied disk, a shared folder, somebody else's data."""

import ctypes
import json
import os
import shutil
import sqlite3
import subprocess
import sys

import pytest
from helpers import environment, ok

from trainhub.paths import data_dir, scores_file

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a folder that is read-only for its owner")

LOOKS = [["sheet"], ["sheet", "--csv"], ["games"], ["stats"]]
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


def _no_privilege():
    """Root writes where nobody may; without this capability it is held to a folder's mode like everybody else."""
    if os.geteuid() == 0 and sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


def attempt(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "trainhub.cli.main", *arguments], capture_output=True, env=environment(PYTHONUTF8="1"),
        encoding="utf-8", preexec_fn=_no_privilege, timeout=60,
    )  # fmt: skip


def look(*arguments):
    done = attempt(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def closed():
    """Closes the data folder against writing."""
    folder = data_dir()

    def close():
        for path in [*folder.iterdir(), folder]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        wanted = [sys.executable, "-c", f"open({str(folder / 'probe')!r}, 'w')"]
        if subprocess.run(wanted, preexec_fn=_no_privilege, capture_output=True).returncode == 0:
            pytest.skip("this user may write everywhere")

    yield close
    if folder.exists():
        folder.chmod(0o755)


@pytest.mark.parametrize("arguments", LOOKS, ids=" ".join)
def test_a_read_only_folder_is_read(closed, arguments, tmp_path):
    ok("new", "Anna", "Ben", "--no-hub")
    ok("round", "Anna", "Ben=12")
    shutil.copytree(data_dir(), tmp_path / "open")
    wanted = look(*arguments, "--data", str(tmp_path / "open"))
    closed()
    before = sorted(data_dir().iterdir())
    assert look(*arguments) == wanted
    assert sorted(data_dir().iterdir()) == before


@pytest.mark.parametrize("arguments", LOOKS, ids=" ".join)
def test_a_full_disk_is_read(arguments):
    ok("new", "Anna", "Ben", "--no-hub")
    ok("round", "Anna", "Ben=12")
    wanted = look(*arguments)
    command = [sys.executable, "-m", "trainhub.cli.main", *arguments]
    for _ in range(2):
        full = subprocess.run(
            ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *command], capture_output=True, timeout=60, encoding="utf-8",
            env=environment(PYTHONUTF8="1", PYTHONDONTWRITEBYTECODE="1"),
        )  # fmt: skip
        assert (full.returncode, full.stderr, full.stdout) == (0, "", wanted)


def test_what_only_the_wal_file_holds_is_shown_too(closed, tmp_path):
    ok("new", "Anna", "Ben", "--no-hub")
    ok("round", "Anna", "Ben=12")
    file = scores_file(data_dir())
    writer = sqlite3.connect(file)
    try:
        writer.execute("UPDATE log SET touched = 77")
        writer.commit()
        # As after a crash: the last writer never came to tidy up.
        taken = tmp_path / "taken"
        taken.mkdir()
        for end in ("", "-wal"):
            shutil.copy(file.with_name(file.name + end), taken)
    finally:
        writer.close()
    for path in data_dir().iterdir():
        path.unlink()
    for path in taken.iterdir():
        shutil.copy(path, data_dir())
    closed()
    assert json.loads(look("games", "--json"))["games"][0]["touched"] == 77


def test_an_empty_file_holds_no_game(closed):
    data_dir().mkdir()
    scores_file(data_dir()).touch()
    closed()
    assert json.loads(look("games", "--json"))["games"] == []


def test_a_damaged_file_in_a_read_only_folder_promises_no_copy(closed):
    data_dir().mkdir()
    scores_file(data_dir()).write_bytes(b"scores, but not of this kind")
    closed()
    done = attempt("sheet")
    assert done.returncode == 10
    assert "is damaged" in done.stderr
    assert "A copy is kept" not in done.stderr


def test_a_change_there_is_refused_in_words(closed):
    ok("new", "Anna", "Ben", "--no-hub")
    closed()
    done = attempt("round", "Anna", "Ben=12")
    assert done.returncode == 10
    assert "-> " in done.stderr
