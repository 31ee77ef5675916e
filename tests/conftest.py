"""Where the tests find the trees under test, and the real MicroPython."""

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as in a script's background: what tests start must hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parent.parent
for folder in (ROOT, ROOT / "host", ROOT / "firmware", ROOT / "tests"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


# Whole games, power cuts and browsers: `make test` runs them, the quick loop (`make check`) does not.
SLOW_FOLDERS = {"end_to_end", "faults", "fuzz", "pico", "web"}
SLOW_FILES = {
    "test_simulator_flash.py", "test_simulator_port.py", "test_scratch.py", "test_build_passes.py", "test_firmware.py",
    "test_session.py", "test_cli.py", "test_flash.py", "test_flash_blank.py", "test_flash_cut.py", "test_mpremote.py",
    "test_wheel.py", "test_hub_monkey.py", "test_face_setup.py", "test_any_rules.py",
}  # fmt: skip
SLOW_SHARED = (
    "faults/", "fuzz/", "table/test_undo", "rules/test_truth", "rules/test_gate", "firmware/test_journal_damage",
    "firmware/test_hub_monkey", "firmware/test_face_setup",
)  # fmt: skip


def pytest_collection_modifyitems(items):
    """Mark what is slow by where it lives, so that no single test has to remember it."""
    for item in items:
        shared = item.path.name == "test_both.py" and any(part in item.name for part in SLOW_SHARED)
        if shared or item.path.parent.name in SLOW_FOLDERS or item.path.name in SLOW_FILES:
            item.add_marker("slow")


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
