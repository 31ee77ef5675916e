"""A page to look on only: whoever plays tells it what to show, and every request is refused.

The demo shows its game this way; there is no keeper, because the demo itself holds hub and scores.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from trainhub.web import assets
from trainhub.web import errors as er
from trainhub.web.guard import Guard
from trainhub.web.page import Page
from trainhub.web.room import Room
from trainhub.web.serve import Server, listen, settings
from trainhub.web.words import say

START_S = 10.0


class Refusing:
    """The desk of a page that can only be watched (see `desk.Desk`)."""

    invitation: dict[str, Any] | None = None
    joinable = False

    def enter(self, code: str, address: str) -> None:
        raise er.PageError(er.CODE, say("This is a demo: it can only be watched."))

    async def do(self, do: str, fields: dict[str, Any], page: int) -> dict[str, Any]:
        raise er.PageError(er.REFUSED, say("This is a demo: it can only be watched."))

    async def gone(self, page: int) -> None:
        pass


class _Quiet(Server):
    """Signals belong to the main thread, where the demo runs."""

    @contextlib.contextmanager
    def capture_signals(self):  # type: ignore[no-untyped-def]
        yield


class Onlook:
    """Serves the page from a thread of its own. `tell` as `room.Room.tell`, from any thread."""

    def __init__(self, http: int = 0) -> None:
        self._socket = listen(http, False)
        number = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{number}/"
        self._room = Room()
        self._ready = threading.Event()
        starlette = Starlette(routes=[WebSocketRoute("/live", self._page), *assets.routes()], lifespan=self._life)
        app = Guard(starlette, [f"{name}:{number}" for name in ("127.0.0.1", "localhost", "[::1]")])
        self._server = _Quiet(settings(app), self._ready.set)
        self._thread = threading.Thread(target=self._serve, name="onlook", daemon=True)
        self.tell = self._room.tell

    def start(self) -> None:
        """Returns once pages can be opened."""
        self._thread.start()
        self._ready.wait(START_S)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(START_S)
        self._socket.close()

    def _serve(self) -> None:
        asyncio.run(self._server.serve(sockets=[self._socket]))

    @contextlib.asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        self._room.open()
        yield
        self._room.close()

    async def _page(self, page: WebSocket) -> None:
        await Page(page, self._room, Refusing(), local=False).run()
