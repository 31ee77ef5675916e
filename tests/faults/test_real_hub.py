"""Faults on the real firmware in a real MicroPython behind a pty; `tests/soak/soak_real.py` plays more seeds."""

import pytest

import fault_real


@pytest.mark.parametrize("seed", (1, 2))
def test_power_and_line_faults(tmp_path, micropython, seed):
    game = fault_real.play(tmp_path, seed, 24)
    assert game.record.head > 5 and game.cuts >= 2 and game.spoiled > 3
