"""The same seeds give the same events, states and scores on CPython and on MicroPython."""

import os
import subprocess
from pathlib import Path

from rules.fingerprint import fingerprint

ROOT = Path(__file__).resolve().parents[2]


def run(interpreter, first, last, seats=0):
    """Lines that `fingerprint.py` prints on another interpreter."""
    folders = (str(ROOT), str(ROOT / "tests"))
    search = {"MICROPYPATH": os.pathsep.join((*folders, ".frozen")), "PYTHONPATH": os.pathsep.join(folders)}
    done = subprocess.run(
        [interpreter, *(["-X", "heapsize=2m"] if "micropython" in Path(interpreter).name else []),
         str(ROOT / "tests/rules/fingerprint.py"), str(first), str(last), str(seats)],
        env={**os.environ, **search}, capture_output=True, text=True, timeout=3000, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split("\n")[:-1]


def test_micropython_plays_the_same_games(micropython):
    there = run(micropython, 0, 60)
    here = [f"{seed} {fingerprint(seed)}" for seed in range(60)]
    assert there == here
    assert len({line.split()[1] for line in here}) == 60
