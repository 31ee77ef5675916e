"""What can go wrong with a simulated hub."""

from trainhub.errors import TrainhubError


class SimulatorError(TrainhubError):
    """The simulated hub did not start, or ended unasked; the cause carries what it last said."""

    kind = "simulator"


class BenchError(SimulatorError):
    """The bench refused a request; nothing changed."""
