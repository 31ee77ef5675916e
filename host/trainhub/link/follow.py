"""A hub followed through unplugging, sleep and restarts: look for its port, talk, and look again when it went away.

The hub owns the game, so coming back is always safe: the session says what is held here and gets the rest.
"""

import time
from collections.abc import Callable, Generator, Iterator

from trainhub.errors import NoHub, NotAHub, TrainhubError, Unplugged
from trainhub.link.book import Book
from trainhub.link.client import GREETING, Client
from trainhub.link.news import News, State, StateChanged
from trainhub.link.stranger import who_answers
from trainhub.link.transport import SerialTransport, Transport

LOOK_EVERY = 1.0  # seconds between two looks for a port; a look costs under a millisecond
MOMENT = 0.25  # seconds until the caller gets a turn although nothing happened


class Follow:
    """Follow whatever hub `find_port` names. `client` is the open one, or None.

    once: raise `Unplugged` instead of waiting for the hub to come back.
    """

    def __init__(
        self, find_port: Callable[[], str], book: Book, subscribe: int = 0, once: bool = False,
        open_port: Callable[[str], Transport] = SerialTransport, wait: Callable[[float], None] = time.sleep,
    ) -> None:  # fmt: skip
        self.find_port = find_port
        self.book = book
        self.subscribe = subscribe
        self.once = once
        self.client: Client | None = None
        self.error: TrainhubError | None = None  # why there is no hub
        self._open_port = open_port
        self._wait = wait

    @property
    def state(self) -> State:
        return self.client.state if self.client else State.NO_HUB

    def run(self) -> Generator[News | TrainhubError | None, None, None]:
        """Everything that happens, without end: news, errors (each once while it lasts), None when nothing happened."""
        told = ""
        first = True
        away = False  # has it been said that there is no hub?
        while True:
            try:
                transport = self._open_port(self.find_port())
            except TrainhubError as error:
                if self.once:
                    raise
                self.error = error
                if first or str(error) != told:
                    told = str(error)
                    if not away:
                        yield StateChanged(State.NO_HUB)
                    away = True
                    if not isinstance(error, NoHub):
                        yield error
                first = False
                yield None
                self._wait(LOOK_EVERY)
                continue
            first = False
            self.client = Client(transport, self.book, self.subscribe)
            away = False
            try:
                yield StateChanged(State.CONNECTING)
                yield from self._talk(self.client)
            except (Unplugged, NotAHub) as error:
                if self.once:
                    raise
                self.error = error
                self.client.close()
                self.client = None
                yield StateChanged(State.NO_HUB)
                away = True
                if isinstance(error, NotAHub) and str(error) != told:
                    yield error
                told = str(error)
                self._wait(LOOK_EVERY)
            finally:
                self.close()

    def close(self) -> None:
        """Let the hub go."""
        if self.client:
            self.client.close()
            self.client = None

    def _talk(self, client: Client) -> Iterator[News | None]:
        """One connection, until it breaks."""
        greeted = False
        end = client.clock() + GREETING * 1000
        while True:
            news = client.pump(MOMENT)
            yield from news
            if not news:
                yield None
            greeted = greeted or client.session.hello is not None
            if not greeted and client.clock() > end:
                raise who_answers(client.transport, client.session.text)
