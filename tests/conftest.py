"""Where the tests find the trees under test, and the real MicroPython."""

import os
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
for folder in (ROOT, ROOT / "host", ROOT / "firmware", ROOT / "tests"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


@pytest.fixture(scope="session")
def micropython() -> str:
    """Path of a MicroPython binary, beside this Python or on the PATH; skips where none can be installed."""
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        if os.environ.get("CI"):
            pytest.fail("no MicroPython on a CI machine: the shared tests would silently run on one interpreter only")
        pytest.skip("no MicroPython wheel exists for this machine")
    return found
