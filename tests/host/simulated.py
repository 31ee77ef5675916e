"""Simulated hubs for tests: the stub app, on both back ends."""

import shutil
import sys
from pathlib import Path

import pytest

from trainhub.simulator import Simulator, back_ends

STUB = Path(__file__).parent / "stub_app"


def back_end_or_skip(name: str) -> str:
    """Skips where there is no MicroPython; the conftest fails on CI machines that lack it."""
    if name == "micropython" and back_ends.micropython() is None:
        pytest.skip("no MicroPython wheel exists for this machine")
    return name


def stub_hub(flash: Path, back_end: str, **options) -> Simulator:
    """A simulator that runs `stub_app` on the real drivers."""
    return Simulator(flash, back_end=back_end, firmware=[STUB, back_ends.firmware()], **options)


needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pty")


def copy(flash: Path, name: str) -> Path:
    return Path(shutil.copy(flash, flash.with_name(name)))
