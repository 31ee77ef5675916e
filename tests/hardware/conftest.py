"""The hardware package lies outside the import path of the wheel; tests reach it here."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "hardware"))


@pytest.fixture
def hub() -> dict:
    """A fresh copy of hub.toml, free to be spoilt."""
    from hw.model import load

    return load()
