"""The talk with a hub, without any I/O: bytes and the time go in, bytes to send come out, `news` says what happened.

The caller feeds what the port gave (`feed`), calls `tick` when `due` has come, sends whatever they return, and takes
the news. A new session begins each time the port was opened. Times are milliseconds on any clock that does not jump.

    HELLO_ASK until HELLO · the hub's own log and every older one it kept, see `logs`
    after that: HEAD (new event or heartbeat) starts a PULL, proposals go out, a ping each second keeps the hub talking
"""

from collections.abc import Mapping

from shared_rules import frames, wire
from shared_rules.constants import E_BUSY
from trainhub.link.book import Book
from trainhub.link.logs import Logs
from trainhub.link.news import (
    Damaged,
    Diverged,
    Greeted,
    Hello,
    Lit,
    Message,
    News,
    Restored,
    Said,
    Settled,
    Sounded,
    State,
    StateChanged,
    hello_of,
)
from trainhub.link.propose import Proposer
from trainhub.link.pull import UNLIMITED
from trainhub.link.receive import Receiver
from trainhub.link.restore import Restore

ASK_EVERY = 60.0  # HELLO_ASK until somebody answers
LISTEN_EVERY = 1000.0  # the hub stops writing to a host that says nothing
SILENCE = 2500.0  # a hub says something each second; after this long it is asked anew


class Session:
    """One open line. `state` is connecting, hub or DEMO; `no hub` is for whoever owns the port to say."""

    def __init__(self, book: Book, nonce: int = 1, subscribe: int = 0) -> None:
        self.book = book
        self.hello: Hello | None = None
        self.state = State.CONNECTING
        self._receiver = Receiver()
        self._nonce = nonce & 0xFFFF
        self._subscribe = subscribe
        self._news: list[News] = []
        self._out = bytearray()
        self._logs = Logs(book, self._send, self._news_of, lambda: self._receiver.bad)
        self._restore: Restore | None = None
        self._proposer = Proposer(book)
        self._heard = 0.0
        self._ask_due = 0.0
        self._ping_due = UNLIMITED

    # -- for the caller ------------------------------------------------------------------------------------------------

    @property
    def text(self) -> bytes:
        """What came that was no frame, its latest part."""
        return self._receiver.text

    @property
    def good(self) -> int:
        """Frames received."""
        return self._receiver.good

    @property
    def in_sync(self) -> bool:
        """Is all that the hub's own log holds here too?"""
        return self._logs.in_sync

    @property
    def diverged(self) -> Mapping[int, Diverged]:
        """By log id, what waits for the user's choice."""
        return self._logs.diverged

    @property
    def damaged(self) -> Mapping[int, Damaged]:
        """By log id, what the hub has lost for good."""
        return self._logs.damaged

    @property
    def due(self) -> float:
        """When `tick` wants to be called next."""
        if self.hello is None:
            return self._ask_due
        times = [self._ping_due, self._logs.list_due, self._heard + SILENCE]
        if self._restore:
            times.append(self._restore.due)
        elif self._logs.busy:
            times.append(self._logs.due)
        elif self.in_sync:
            times.append(self._proposer.due)
        return min(times)

    @property
    def idle(self) -> bool:
        """Is nothing left to be exchanged, as far as this side knows?"""
        return self.in_sync and self._logs.old_done and self._proposer.due == UNLIMITED and not self._logs.busy

    @property
    def current_log(self) -> int:
        """Id of the log that the hub writes; 0 if it has none."""
        return self._logs.current

    def holds(self, log_id: int) -> bool:
        """Did the hub name this log when it listed what it keeps? (Known once `idle`.)"""
        return self._logs.holds(log_id)

    def take_news(self) -> list[News]:
        """What happened since the last call, in order."""
        news, self._news = self._news, []
        return news

    def feed(self, data: bytes, now: float) -> bytes:
        """Take what arrived. Returns what to send."""
        for payload in self._receiver.feed(data):
            self._heard = now
            self._on_message(payload, now)
        self._news.extend(Said(text) for text in self._receiver.said)
        self._receiver.said.clear()
        self._logs.store(now)
        self._go_on(now)
        return self._taken()

    def tick(self, now: float) -> bytes:
        """Do what is due. Returns what to send."""
        if self.hello is not None and now >= self._heard + SILENCE:
            self._lost()
        if self.hello is None:
            if now >= self._ask_due:
                self._ask_due = now + ASK_EVERY
                self._send(wire.hello_ask(self._nonce), lead=True)
            return self._taken()
        if now >= self._ping_due:
            self._ping(now)
        if now >= self._logs.list_due:
            self._logs.ask_list(now)
        if self._restore:
            self._send(self._restore.tick(now))
        else:
            self._logs.tick(now)
        self._go_on(now)
        return self._taken()

    def wake(self) -> None:
        """Somebody added a proposal to the book."""
        self._proposer.wake()

    def subscribe(self, what: int) -> None:
        """Ask for lights and sounds (SUB_* bits) from now on."""
        self._subscribe = what
        if self.hello is not None:
            self._send(wire.message(wire.SUBSCRIBE, what))

    def say(self, payload: bytes) -> bytes:
        """The frame of any other message, to be sent as it is; its answer arrives as `Message`."""
        return bytes(frames.encode(payload))

    def resume(self, log_id: int) -> None:
        """The user decided about a log whose histories differed: begin with it anew."""
        self._logs.resume(log_id)
        self._ask_anew()

    def restore(self, log_id: int) -> None:
        """Give the hub the rest of this log back; it must hold nothing, or just a part of it."""
        hub_head = self.hello.head if self.hello and self.hello.log_id == log_id else 0
        if log_id in self._logs.diverged:
            hub_head = self._logs.diverged.pop(log_id).hub_head
        self._restore = Restore(self.book, log_id, hub_head)

    def goodbye(self) -> bytes:
        """What to send before the port is closed."""
        return bytes(frames.encode(wire.message(wire.BYE))) if self.hello else b""

    # -- what the hub says ---------------------------------------------------------------------------------------------

    def _on_message(self, payload: bytes, now: float) -> None:
        parsed = wire.parse(payload)
        if parsed is None:
            return
        fields, rest = parsed
        ident = fields[0]
        if ident == wire.HELLO:
            if fields[2] == self._nonce:
                self._on_hello(hello_of(fields, rest), now)
            return
        if self.hello is None:
            return  # from before; first things first
        if ident == wire.HEAD:
            self._on_head(fields[1], fields[2], fields[3], now)
        elif ident == wire.BATCH:
            self._logs.on_batch(fields[1], fields[2], rest, now)
        elif ident == wire.DIVERGED:
            self._logs.on_diverged(fields[1], fields[2], fields[3], now)
        elif ident == wire.VERDICT:
            self._proposer.on_verdict(fields[1], fields[2], now)
        elif ident == wire.LOG:
            self._logs.on_entry(fields[1:], now)
        elif ident == wire.LIGHTS:
            pixels = tuple((rest[i], rest[i + 1], rest[i + 2], rest[i + 3]) for i in range(0, len(rest) - 3, 4))
            self._news.append(Lit(fields[1], pixels))
        elif ident == wire.SOUND:
            self._news.append(Sounded(fields[1], fields[2]))
        elif ident == wire.FAIL and fields[1] == wire.PULL:
            if self._logs.refused(fields[2], now):
                self._ask_anew()
        elif ident == wire.FAIL and fields[1] == wire.RESTORE and self._restore:
            if fields[2] == E_BUSY:
                self._restore.busy(now)
            else:
                self._restored(fields[2])
        else:
            self._news.append(Message(fields, rest))

    def _on_hello(self, hello: Hello, now: float) -> None:
        first = self.hello is None
        self.hello = hello
        self.book.hub_seen(hello)
        if first:
            self._ping_due = now + LISTEN_EVERY
            self._set_state(State.DEMO if hello.simulated else State.HUB)
            self._logs.greeted()
            if self._subscribe:
                self._send(wire.message(wire.SUBSCRIBE, self._subscribe))
        self._news.append(Greeted(hello))
        if first:
            self._logs.turn_to(hello.log_id, hello.head, hello.crc, now)
        else:
            self._on_head(hello.log_id, hello.head, hello.crc, now)

    def _on_head(self, log_id: int, head: int, crc: int, now: float) -> None:
        if self._restore and log_id == self._restore.log_id:
            self._send(self._restore.on_head(head, now))
            if self._restore.done:
                self._restored(0)
            return
        self._logs.on_head(log_id, head, crc, now)

    # -- what comes next -----------------------------------------------------------------------------------------------

    def _go_on(self, now: float) -> None:
        """From one step to the next: logs, then proposals."""
        if self.hello is None or self._restore or not self._logs.go_on(now):
            return
        if self.in_sync:
            self._send(self._proposer.tick(self._logs.current, now))
            self._news.extend(Settled(key, code) for key, code in self._proposer.settled)
            self._proposer.settled.clear()

    def _ping(self, now: float) -> None:
        """Any message tells the hub that somebody listens; the acknowledgement is the most useful one."""
        self._ping_due = now + LISTEN_EVERY
        current = self._logs.current
        if current and self.in_sync:
            self._logs.ack(current, self.book.position(current)[0])
        else:
            self._send(wire.hello_ask(self._nonce))

    def _restored(self, code: int) -> None:
        assert self._restore is not None
        self._news.append(Restored(self._restore.log_id, code))
        self._restore = None
        self._ask_anew()

    def _ask_anew(self) -> None:
        self.hello = None
        self._logs.drop()
        self._ask_due = 0.0

    def _lost(self) -> None:
        """Nothing was heard for too long: a restarted hub waits to be greeted."""
        self._logs.in_sync = False
        self._ask_anew()
        self._set_state(State.CONNECTING)

    def _set_state(self, state: State) -> None:
        if state != self.state:
            self.state = state
            self._news.append(StateChanged(state))

    def _send(self, payload: bytes, lead: bool = False) -> None:
        if payload:
            self._out += frames.encode(payload, lead)

    def _news_of(self, item: News) -> None:
        self._news.append(item)

    def _taken(self) -> bytes:
        out = bytes(self._out)
        self._out.clear()
        return out
