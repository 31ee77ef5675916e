"""The helpers beside these tests can be imported by name; every test has its own score folder and speaks English."""

import sys
from pathlib import Path

import pytest

HERE = str(Path(__file__).resolve().parent)
if HERE not in sys.path:
    sys.path.insert(0, HERE)


@pytest.fixture(autouse=True)
def _own_place(tmp_path, monkeypatch):
    monkeypatch.setenv("TRAINHUB_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("TRAINHUB_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("TRAINHUB_LANG", "en")
    monkeypatch.delenv("TRAINHUB_PORT", raising=False)
