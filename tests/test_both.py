"""Every test file marked `BOTH = True` also passes on a real MicroPython, with a heap like the board's."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/*/test_*.py") if "\nBOTH = True" in path.read_text())


def test_there_are_shared_files():
    assert FILES


@pytest.mark.parametrize("name", FILES)
def test_on_micropython(micropython, name):
    search = os.pathsep.join(str(ROOT / folder) for folder in (".", "tests", "firmware")) + os.pathsep + ".frozen"
    done = subprocess.run(
        [micropython, "-X", "heapsize=1m", "tests/plain.py", name],
        cwd=ROOT, env={**os.environ, "MICROPYPATH": search}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
