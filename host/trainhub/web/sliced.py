"""A line whose reader can be woken: the keeper waits for the hub and for pages at once."""

import threading
import time

from trainhub.link.transport import Transport

SLICE = 0.03  # longest that a request waits for its turn, in seconds


class Sliced:
    """A transport whose reads end early, so that requests of pages do not wait for the hub's next word."""

    def __init__(self, line: Transport, wake: threading.Event) -> None:
        self._line = line
        self._wake = wake
        self.name = line.name

    def read(self, max_bytes: int, timeout: float) -> bytes:
        end = time.monotonic() + timeout
        while True:
            left = end - time.monotonic()
            data = self._line.read(max_bytes, max(0.0, min(left, SLICE)))
            if data or left <= SLICE:
                return data
            if self._wake.is_set():
                self._wake.clear()
                return b""

    def write(self, data: bytes) -> None:
        self._line.write(data)

    def close(self) -> None:
        self._line.close()
