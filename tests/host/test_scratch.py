"""What a killed simulator leaves behind goes at the next start; what somebody still uses stays."""

import os
import signal
import sys
import tempfile

import pytest
from helpers import start

from tests.host.simulated import stub_hub
from trainhub.paths import data_dir, simulators_dir
from trainhub.simulator.scratch import Scratch

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows tidies up its folder for such files by itself")


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """The system's folder for temporary files, for this test alone."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield folder
    tempfile.tempdir = None


def test_a_killed_sim_is_cleaned_up_by_the_next(place, tmp_path):
    for _ in range(2):
        hub = start("sim", "--flash", tmp_path / "flash", "--back-end", "cpython")
        port = hub.stdout.readline().decode().strip()
        hub.stdout.readline()  # by now its note is there too
        assert port.startswith(str(place))
        hub.kill()
        hub.communicate()
    assert len(list(place.iterdir())) == 1
    assert len(list(simulators_dir(data_dir()).iterdir())) == 1
    hub = start("sim", "--flash", tmp_path / "flash", "--back-end", "cpython")
    hub.stdout.readline()
    hub.send_signal(signal.SIGTERM)
    hub.communicate()
    assert list(place.iterdir()) == []
    assert list(simulators_dir(data_dir()).iterdir()) == []


def test_folders_in_use_and_those_of_others_stay(place, tmp_path):
    other = place / "trainhub-run-of-somebody"
    other.mkdir()
    with Scratch() as first, stub_hub(tmp_path / "flash", "cpython") as hub, Scratch() as second:
        assert first.is_dir() and second.is_dir() and os.path.exists(hub.port)
    assert list(place.iterdir()) == [other]
