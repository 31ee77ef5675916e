"""Connections that say nothing are closed, so that they do not fill the room for those that do.

uvicorn counts every connection (`serve.MOST_CONNECTIONS`) but waits for a first request without end.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

FIRST_REQUEST_S = 5.0  # a browser that connects ahead simply connects again


class Impatient(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with an end to waiting for the first request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(FIRST_REQUEST_S, self._look)

    def _look(self) -> None:
        # A connection that has become a WebSocket is not among these any more.
        if self in self.connections and self.cycle is None:
            self.transport.close()
