"""Faults on the real firmware in a real MicroPython behind a pty; `tests/soak/soak_real.py` plays more seeds."""

import pytest

import fault_real


@pytest.mark.parametrize("seed", (1, 2))
def test_power_and_line_faults(micropython, seed):
    game = fault_real.play(seed, 24)
    assert game.record.head > 5 and game.cuts >= 2 and game.spoiled > 3


def test_a_seed_replays_exactly(micropython):
    assert fault_real.play(3, 24).trace_hash() == fault_real.play(3, 24).trace_hash()
