"""What `main.py` finds first in the simulator: the drivers in `hub.hal.sim` instead of those of a Pico."""

from sim_options import OPTIONS

from hub.hal import sim


def build(board):
    return sim.build(board, OPTIONS)
