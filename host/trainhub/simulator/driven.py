"""The port of a simulated hub on the driven clock: what the host says is answered in no time, the same in every run."""

from trainhub.link.transport import SerialTransport, unplugged
from trainhub.simulator.errors import SimulatorError
from trainhub.simulator.hub import Simulator

SLICE_MS = 10  # virtual time that passes at once while the host waits for a hub that has nothing to say yet
_ARRIVAL_S = 5.0  # longest the operating system may take to deliver what the hub has written


class DrivenTransport:
    """A transport (see `trainhub.link.transport`) for a hub whose clock is driven.

    Every read first lets the hub take all that was written and answer it, while its clock stands. Only if nothing comes
    of that does virtual time pass, up to the read's time limit; real time is never waited for.
    """

    def __init__(self, hub: Simulator) -> None:
        self._bench = hub.bench
        self._line = SerialTransport(hub.port)
        self.name = self._line.name
        self._inbox = b""
        try:
            self._taken, self._given = self._bench.pump(0)
        except SimulatorError as error:
            self._line.close()
            raise unplugged(self.name) from error

    def read(self, max_bytes: int, timeout: float) -> bytes:
        left = round(timeout * 1000)
        self._exchange()
        while not self._inbox and left > 0:
            self._pass(min(left, SLICE_MS))
            left -= SLICE_MS
            self._exchange()
        data, self._inbox = self._inbox[:max_bytes], self._inbox[max_bytes:]
        return data

    def write(self, data: bytes) -> None:
        self._line.write(data)
        self._taken += len(data)

    def close(self) -> None:
        self._line.close()

    def _pass(self, ms: int) -> None:
        try:
            self._bench.run(ms)
        except SimulatorError as error:
            raise unplugged(self.name) from error

    def _exchange(self) -> None:
        """Let the hub read what is on the line, and fetch all that it has written."""
        try:
            _, written = self._bench.pump(self._taken)
        except SimulatorError as error:
            raise unplugged(self.name) from error
        while self._given < written:
            piece = self._line.read(4096, _ARRIVAL_S)
            if not piece:
                raise unplugged(self.name)
            self._given += len(piece)
            self._inbox += piece
