"""Simulated hubs for tests: the stub app, on both back ends."""

import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from trainhub.simulator import Simulator, back_ends

STUB = Path(__file__).parent / "stub_app"
ROOT = Path(__file__).resolve().parents[2]


def back_end_or_skip(name: str) -> str:
    """Skips where there is no MicroPython; fails on a CI machine, which must have one."""
    if name == "micropython" and back_ends.micropython() is None:
        if os.environ.get("CI"):
            pytest.fail("no MicroPython on a CI machine")
        pytest.skip("no MicroPython wheel exists for this machine")
    return name


def stub_hub(flash: Path, back_end: str, **options) -> Simulator:
    """A simulator that runs `stub_app` on the real drivers."""
    return Simulator(flash, back_end=back_end, firmware=[STUB, back_ends.firmware()], **options)


needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pty")


def copy(flash: Path, name: str) -> Path:
    return Path(shutil.copy(flash, flash.with_name(name)))


def until(condition, seconds=20.0):
    """Asks again and again until the answer is true; what real processes do takes the time it takes."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
