"""What `main.py` finds first in the simulator: the drivers in `hub.hal.sim` instead of those of a Pico."""

from hub.hal import sim
from sim_options import OPTIONS


def build(board):
    return sim.build(board, OPTIONS)
