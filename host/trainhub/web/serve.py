"""Starts everything, the one place where the parts are chosen: hub, keeper, room, web server, browser."""

import asyncio
import contextlib
import errno
import signal
import socket
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from trainhub import paths
from trainhub.errors import NoHub, PortBusy
from trainhub.link import ports
from trainhub.scores.store import Store
from trainhub.text import tr
from trainhub.web import assets, figures, lan
from trainhub.web.browser import open_browser
from trainhub.web.desk import Desk
from trainhub.web.guard import Guard
from trainhub.web.keeper import Keeper
from trainhub.web.match import THINK_S, Match
from trainhub.web.now import NO_BENCH, Now
from trainhub.web.page import Page
from trainhub.web.patience import Impatient
from trainhub.web.room import Room
from trainhub.web.simhub import SimHub

MOST_CONNECTIONS = 120
LONGEST_FRAME = 16384  # bytes; what is longer ends the connection, see `messages.LONGEST`


@dataclass(frozen=True)
class Options:
    """data: folder of the scores · port: of the hub · sim: a simulated one, whatever is plugged in · http: TCP port,
    0 picks a free one · think: seconds that bots think · code: join code instead of a new one."""

    data: Path
    port: str | None = None
    sim: bool = False
    lan: bool = False
    http: int = 0
    browser: bool = True
    board: str = "full"
    think: float = THINK_S
    code: str | None = None


class Table:
    """The parts of one running table."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.socket = listen(options.http, options.lan)
        self.number = int(self.socket.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.number}/"
        self.room = Room()
        self.hub = SimHub(options.data / f"table-{options.board}.flash", options.board)
        self.keeper = Keeper(
            paths.scores_file(options.data), self._find, self.room.tell, self._better, Now(self.hub, self.room.tell)
        )
        self.match = Match(self.hub, self.keeper, self.room.tell, options.think)
        self.urls = [f"http://{address}:{self.number}/" for address in lan.addresses()] if options.lan else []
        self.door = lan.Door((options.code or lan.new_code()) if options.lan else None)
        invitation = lan.invitation(self.urls, self.door.code) if self.door.code else None
        self.desk = Desk(self.keeper, self.room, self.hub, self.door, self.match, invitation)
        names = ["127.0.0.1", "localhost", "[::1]", *(lan.addresses() if options.lan else [])]
        if options.lan:
            names += [socket.gethostname(), f"{socket.gethostname()}.local"]
        stats = figures.route(paths.scores_file(options.data))
        starlette = Starlette(routes=[WebSocketRoute("/live", self._page), stats, *assets.routes()], lifespan=self._life)
        self.app = Guard(starlette, [f"{name}:{self.number}" for name in names])

    def run(self, said: Callable[[], None]) -> None:
        """Serve until Ctrl-C. `said` is called once pages can be opened."""
        config = settings(self.app)
        server = Server(config, said)
        try:
            server.run(sockets=[self.socket])
        finally:
            self.match.stop()
            self.keeper.end()
            self.hub.close()
            self.socket.close()

    def open_browser(self) -> None:
        if self.options.browser:
            open_browser(self.url)

    @contextlib.asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        self.room.open()
        self.room.tell("match", {"match": None})  # pages that saw one before a restart let it go ...
        self.room.tell("now", NO_BENCH)  # ... and press nothing until there is a hub again
        self.keeper.start()
        yield
        self.room.close()

    async def _page(self, page: WebSocket) -> None:
        local = bool(page.client) and page.client is not None and page.client.host in ("127.0.0.1", "::1")
        await Page(page, self.room, self.desk, local).run()

    def _find(self, store: Store) -> str:
        """The hub's port; a simulated one where none is plugged in."""
        options = self.options
        if options.sim:
            return self.hub.port
        if options.port:
            return options.port
        remembered = [row.serial_number for row in store.hubs()]
        try:
            return ports.choose(None, paths.simulators_dir(options.data), remembered)
        except NoHub as error:
            if error.port or ports.usb_ports():
                raise
            return self.hub.port

    def _better(self, port: str) -> bool:
        """Somebody plugged a hub in while the simulated one stands in for it."""
        options = self.options
        return not (options.sim or options.port) and self.hub.stands_at(port) and bool(ports.usb_ports())


def settings(app: Guard) -> uvicorn.Config:
    """How a page is served: quietly, and with everything bounded."""
    return uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, limit_concurrency=MOST_CONNECTIONS,
        ws_max_size=LONGEST_FRAME, ws_ping_interval=10, ws_ping_timeout=20, timeout_graceful_shutdown=1,
        timeout_keep_alive=15, proxy_headers=False, http=Impatient,
    )  # fmt: skip


class Server(uvicorn.Server):
    """Says when it is ready, and ends at SIGTERM as at Ctrl-C without raising."""

    def __init__(self, config: uvicorn.Config, said: Callable[[], None]) -> None:
        super().__init__(config)
        self._said = said

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            await asyncio.to_thread(self._said)

    @contextlib.contextmanager
    def capture_signals(self):  # type: ignore[no-untyped-def]
        old = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in old.items():
                signal.signal(number, handler)


def listen(port: int, everywhere: bool) -> socket.socket:
    """The server's socket, for this computer alone unless asked otherwise."""
    host = "0.0.0.0" if everywhere else "127.0.0.1"
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
    except OSError as error:
        sock.close()
        if error.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise
        raise PortBusy(
            str(port), tr("The address {host}:{port} is in use.", host=host, port=port),
            tr("Another trainhub table may run already; else choose one with --http 0"),
        ) from error  # fmt: skip
    return sock
