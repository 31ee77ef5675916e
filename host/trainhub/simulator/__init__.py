"""A hub without hardware: the hub's own firmware in a process, its serial port, and a bench to press and look.

Docs: docs/bench.md. `Simulator` is all most callers need.
"""

from trainhub.simulator.bench import Bench
from trainhub.simulator.errors import BenchError, SimulatorError
from trainhub.simulator.hub import Simulator

__all__ = ["Bench", "BenchError", "Simulator", "SimulatorError"]
