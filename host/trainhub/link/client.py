"""One open hub, used by one thread that may wait: connect, sync, propose, ask.

    with Client.open(port, book) as hub:
        hub.sync()

Everything is read from and written to the book; this class only moves the session (`session`) along until what was
asked for has happened, or raises one of `trainhub.errors`.
"""

import contextlib
import secrets
import time
from collections.abc import Callable, Iterator

from shared_rules import wire
from trainhub.errors import HistoriesDiffer, HubFailed, PortError
from trainhub.link.book import Book
from trainhub.link.news import Diverged, Hello, Message, News, Restored, Settled, State
from trainhub.link.session import Session
from trainhub.link.stranger import who_answers
from trainhub.link.transport import SerialTransport, Transport
from trainhub.text import tr

GREETING = 3.0  # seconds in which a hub answers; a board needs about one to start
SYNC_STALLED = 10.0  # seconds without a new event until a sync counts as failed
ANSWER = 5.0
READ_SIZE = 4096


def milliseconds() -> float:
    """The clock of a session: milliseconds that never jump."""
    return time.monotonic() * 1000


class Client:
    """A session on an open port. `news_seen` is called with everything that happens, while it happens."""

    def __init__(self, transport: Transport, book: Book, subscribe: int = 0, clock: Callable[[], float] = milliseconds) -> None:
        self.transport = transport
        self.clock = clock
        self.session = Session(book, secrets.randbits(16), subscribe)
        self.news_seen: Callable[[News], None] = lambda news: None
        self._gone = False

    @classmethod
    def open(cls, port: str, book: Book, subscribe: int = 0) -> "Client":
        """Open `port` and greet the hub there."""
        client = cls(SerialTransport(port), book, subscribe)
        try:
            client.greet()
        except BaseException:
            client.close()
            raise
        return client

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def state(self) -> State:
        return State.NO_HUB if self._gone else self.session.state

    @property
    def hello(self) -> Hello:
        """What the hub said of itself last."""
        assert self.session.hello is not None, "greet first"
        return self.session.hello

    def close(self) -> None:
        """Say goodbye, so that the hub writes nothing more, and give the port back."""
        if not self._gone:
            self._gone = True
            with contextlib.suppress(PortError):
                self.transport.write(self.session.goodbye())
        self.transport.close()

    def pump(self, timeout: float) -> list[News]:
        """Let the talk go on for at most `timeout` seconds, or until something arrived. Returns the news."""
        session = self.session
        now = self.clock()
        try:
            self._write(session.tick(now))
            wait = min(timeout, max(0.0, (session.due - now) / 1000))
            data = self.transport.read(READ_SIZE, wait)
            if data:
                self._write(session.feed(data, self.clock()))
        except PortError:
            self._gone = True
            raise
        news = session.take_news()
        for item in news:
            self.news_seen(item)
        return news

    def greet(self, timeout: float | None = None) -> Hello:
        """Wait for the hub's answer. Raises `NotAHub` if there is none, or one that cannot be understood."""
        end = self.clock() + (GREETING if timeout is None else timeout) * 1000
        while self.session.hello is None:
            if self.clock() >= end:
                raise who_answers(self.transport, self.session.text)
            self.pump((end - self.clock()) / 1000)
        if self.hello.protocol != wire.PROTOCOL:
            raise HubFailed(
                tr("The hub speaks protocol {theirs}, this trainhub speaks {ours}.",
                   theirs=self.hello.protocol, ours=wire.PROTOCOL),
                tr("Bring both to the same version: trainhub update"),
            )  # fmt: skip
        return self.hello

    def sync(self) -> None:
        """Get everything the hub has, and let it decide what is pending. Raises `HistoriesDiffer` for a choice."""
        session = self.session
        session.wake()
        last = self.clock()
        stopped = (session.diverged, session.damaged)
        for item in self._until(lambda: session.idle or any(session.current_log in s for s in stopped), SYNC_STALLED):
            if item is not None:
                last = self.clock()
            elif self.clock() - last > SYNC_STALLED * 1000:
                break
        if not session.in_sync and not session.diverged and not session.damaged:
            raise no_answer()
        for diverged in session.diverged.values():
            raise histories_differ(diverged)
        for damaged in session.damaged.values():
            raise HubFailed(
                tr("The hub's flash has lost a part of game {game}; {n} events could be read and are kept here.",
                   game=f"{damaged.log_id:08x}", n=damaged.head),
                tr("End the game at the hub and begin a new one, or go on with: trainhub new --no-hub"),
            )  # fmt: skip

    def settle(self, *keys: int, timeout: float = ANSWER) -> dict[int, int]:
        """Wait for the hub's word on these proposals. Returns code by key, without those it did not decide in time."""
        codes: dict[int, int] = {}
        self.session.wake()
        end = self.clock() + timeout * 1000
        while not all(key in codes for key in keys) and self.clock() < end:
            for item in self.pump(max(0.0, end - self.clock()) / 1000):
                if isinstance(item, Settled):
                    codes[item.key] = item.code
        return codes

    def ask(self, payload: bytes, *answers: int, timeout: float = ANSWER) -> Message:
        """Say something else until its answer comes: one of the message ids `answers`, DONE or FAIL."""
        end = self.clock() + timeout * 1000
        ident = payload[0]
        while self.clock() < end:
            self._write(self.session.say(payload))
            again = min(end, self.clock() + 1000)
            while self.clock() < again:
                for item in self.pump((again - self.clock()) / 1000):
                    if not isinstance(item, Message):
                        continue
                    failed = item.fields[0] == wire.FAIL and item.fields[1] == ident
                    done = item.fields[0] == wire.DONE and item.fields[1] == ident
                    if failed or done or item.fields[0] in answers:
                        return item
        raise no_answer()

    def ask_all(self, payload: bytes, answer: int, timeout: float = ANSWER) -> list[Message]:
        """Say something that is answered by a row of messages `answer`, closed by one with index 255 or silence."""
        found: list[Message] = []
        self._write(self.session.say(payload))
        end = self.clock() + timeout * 1000
        while self.clock() < end:
            for item in self.pump((end - self.clock()) / 1000):
                if isinstance(item, Message) and item.fields[0] == answer:
                    if item.fields[1] == 255:
                        return found
                    found.append(item)
        return found

    def restore(self, log_id: int) -> int:
        """Give the hub this log back. Returns OK or the `E_*` number of its refusal."""
        self.session.restore(log_id)
        for item in self._until(lambda: False, SYNC_STALLED):
            if isinstance(item, Restored) and item.log_id == log_id:
                return item.code
        raise no_answer()

    def _until(self, done: Callable[[], bool], patience: float) -> Iterator[News | None]:
        """News until `done()`, None after each silent moment; raises when nothing was heard for `patience` seconds."""
        heard = self.clock()
        while not done():
            good = self.session.good
            news = self.pump(0.25)
            yield from news
            if not news:
                yield None
            if self.session.good != good:
                heard = self.clock()
            elif self.clock() - heard > patience * 1000:
                raise no_answer()

    def _write(self, data: bytes) -> None:
        if data:
            self.transport.write(data)


def histories_differ(diverged: Diverged) -> HistoriesDiffer:
    """Hub and PC disagree: the choice, in words."""
    number = f"{diverged.log_id:08x}"
    if diverged.hub_behind:
        cause = tr("The hub has lost the end of game {game}: it holds {hub} events, this PC {here}.",
                   game=number, hub=diverged.hub_head, here=diverged.host_head)  # fmt: skip
        step = tr("Give it back: trainhub sync --restore-hub. Or keep the hub's version: trainhub sync --adopt hub")
    else:
        cause = tr("Hub and PC hold different histories of game {game}; the first {common} events agree.",
                   game=number, common=diverged.common)  # fmt: skip
        step = tr("Choose: trainhub sync --adopt hub (the hub's counts) or trainhub sync --keep-both. Nothing changed")
    return HistoriesDiffer(diverged.log_id, diverged.common, cause, step)


def no_answer() -> HubFailed:
    return HubFailed(
        tr("The hub stopped answering."), tr("Unplug it, plug it in again and repeat the command; nothing is lost.")
    )
