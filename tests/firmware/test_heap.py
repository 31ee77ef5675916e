"""The compiled firmware of the full board boots and plays on a MicroPython with a heap of 192 KB."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))


@pytest.mark.skipif(not Path(sys.executable).with_name("micropython").exists(), reason="no MicroPython for this computer")
def test_it_boots_and_plays_in_192_kb():
    import bench_heap

    found = bench_heap.free()
    assert found["link"] == "Link"
    assert found["playing"] > 32000  # objects of a 64-bit MicroPython are twice as large as a board's
