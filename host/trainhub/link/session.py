"""The talk with a hub, without any I/O: bytes and the time go in, bytes to send come out, `news` says what happened.

The caller feeds what the port gave (`feed`), calls `tick` when `due` has come, sends whatever they return, and takes
the news. A new session begins each time the port was opened. Times are milliseconds on any clock that does not jump.

    HELLO_ASK until HELLO · the hub's own log: PULL until in sync · LOGS_ASK, then every older log it kept
    after that: HEAD (new event or heartbeat) starts a PULL, proposals go out, a ping each second keeps the hub talking
"""

from shared_rules import events as ev
from shared_rules import frames, wire
from shared_rules.constants import E_BUSY, E_STORAGE
from trainhub.link.book import Book
from trainhub.link.news import (
    Damaged,
    Diverged,
    Greeted,
    Hello,
    InSync,
    Lit,
    Message,
    News,
    Restored,
    Said,
    Settled,
    Sounded,
    State,
    StateChanged,
    Stored,
    hello_of,
)
from trainhub.link.oldlogs import OldLogs
from trainhub.link.propose import Proposer
from trainhub.link.pull import UNLIMITED, Pull
from trainhub.link.receive import Receiver
from trainhub.link.restore import Restore

ASK_EVERY = 60.0  # HELLO_ASK until somebody answers
LISTEN_EVERY = 1000.0  # the hub stops writing to a host that says nothing
SILENCE = 2500.0  # a hub says something each second; after this long it is asked anew
ACK_EVENTS = 64  # events stored before the hub hears of it, while more are on their way


class Session:
    """One open line. `state` is connecting, hub or DEMO; `no hub` is for whoever owns the port to say."""

    def __init__(self, book: Book, nonce: int = 1, subscribe: int = 0) -> None:
        self.book = book
        self.hello: Hello | None = None
        self.state = State.CONNECTING
        self.in_sync = False  # with the hub's own log
        self.diverged: dict[int, Diverged] = {}
        self.damaged: dict[int, Damaged] = {}
        self._receiver = Receiver()
        self._old = OldLogs(book)
        self._nonce = nonce & 0xFFFF
        self._subscribe = subscribe
        self._news: list[News] = []
        self._out = bytearray()
        self._pull: Pull | None = None
        self._restore: Restore | None = None
        self._current = 0  # the log that the hub writes
        self._acked: dict[int, int] = {}
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
    def old_logs_done(self) -> bool:
        """Is every older log that the hub keeps here too?"""
        return self._old.done

    @property
    def due(self) -> float:
        """When `tick` wants to be called next."""
        if self.hello is None:
            return self._ask_due
        times = [self._ping_due, self._old.due, self._heard + SILENCE]
        if self._restore:
            times.append(self._restore.due)
        elif self._pull and not self._pull.in_sync:
            times.append(self._pull.due)
        elif self.in_sync:
            times.append(self._proposer.due)
        return min(times)

    @property
    def idle(self) -> bool:
        """Is nothing left to be exchanged, as far as this side knows?"""
        return (
            self.in_sync and self.old_logs_done and self._proposer.due == UNLIMITED
            and (self._pull is None or self._pull.in_sync)
        )  # fmt: skip

    @property
    def current_log(self) -> int:
        """Id of the log that the hub writes; 0 if it has none."""
        return self._current

    def holds(self, log_id: int) -> bool:
        """Did the hub name this log when it listed what it keeps? (Known once `idle`.)"""
        return log_id == self._current or (self._old.kept is not None and log_id in self._old.kept)

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
        self._store(now)
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
        if now >= self._old.due:
            self._send(self._old.ask(self._receiver.bad, now))
        if self._restore:
            self._send(self._restore.tick(now))
        elif self._pull and not self._pull.in_sync:
            self._send(self._pull.tick(now))
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
        self.diverged.pop(log_id, None)
        self.damaged.pop(log_id, None)
        self._acked.pop(log_id, None)
        self._ask_anew()

    def restore(self, log_id: int) -> None:
        """Give the hub the rest of this log back; it must hold nothing, or just a part of it."""
        hub_head = self.hello.head if self.hello and self.hello.log_id == log_id else 0
        if log_id in self.diverged:
            hub_head = self.diverged.pop(log_id).hub_head
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
            self._on_batch(fields[1], fields[2], rest, now)
        elif ident == wire.DIVERGED:
            if self._pull and fields[1] == self._pull.log_id:
                self._send(self._pull.on_diverged(fields[2], fields[3], now))
        elif ident == wire.VERDICT:
            self._proposer.on_verdict(fields[1], fields[2], now)
        elif ident == wire.LOG:
            self._old.on_log(fields[1:], self._current, self._receiver.bad, now)
        elif ident == wire.LIGHTS:
            pixels = tuple((rest[i], rest[i + 1], rest[i + 2], rest[i + 3]) for i in range(0, len(rest) - 3, 4))
            self._news.append(Lit(fields[1], pixels))
        elif ident == wire.SOUND:
            self._news.append(Sounded(fields[1], fields[2]))
        elif ident == wire.FAIL and fields[1] == wire.PULL:
            self._pull_refused(fields[2], now)
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
            self._acked.clear()
            if self._subscribe:
                self._send(wire.message(wire.SUBSCRIBE, self._subscribe))
        self._news.append(Greeted(hello))
        if first:
            self._turn_to(hello.log_id, hello.head, hello.crc, now)
        else:
            self._on_head(hello.log_id, hello.head, hello.crc, now)

    def _on_head(self, log_id: int, head: int, crc: int, now: float) -> None:
        if self._restore and log_id == self._restore.log_id:
            self._send(self._restore.on_head(head, now))
            if self._restore.done:
                self._restored(0)
            return
        pull = self._pull
        if pull and log_id == pull.log_id:
            self._send(pull.on_head(head, crc, now))
            if log_id == self._current and not pull.in_sync:
                self.in_sync = False
        elif log_id == self._current:  # an older log is on its way, or this one waits for the user's choice
            if log_id and not self._stopped(log_id) and (head, crc) != self.book.position(log_id):
                self._begin(log_id, head, crc, now)
        elif not self._old.kept or log_id not in self._old.kept:  # else the last word about an older log, late
            self._turn_to(log_id, head, crc, now)

    def _turn_to(self, log_id: int, head: int, crc: int, now: float) -> None:
        """The hub writes this log now."""
        self._current = log_id
        self._old.forget()  # what it wrote before may have moved on since we looked
        self._begin(log_id, head, crc, now)

    def _on_batch(self, tag: int, start: int, raw: bytes, now: float) -> None:
        if not self._pull or tag != wire.log_tag(self._pull.log_id):
            return
        try:
            events = ev.split(raw)
        except ValueError:
            return  # a hub newer than this core; its events cannot be counted, so they cannot be kept
        self._send(self._pull.on_batch(start, events, now))

    def _pull_refused(self, code: int, now: float) -> None:
        """Busy: the timeout asks again. Storage: it is partly gone. Else the hub does not know that log any more."""
        if self._pull is None or code == E_BUSY:
            return
        log_id = self._pull.log_id
        self._store(now)
        if code == E_STORAGE:
            self.damaged[log_id] = Damaged(log_id, self._pull.head)
            self._news.append(self.damaged[log_id])
        elif log_id == self._current:
            self._ask_anew()
        self._pull = None

    # -- what comes next -----------------------------------------------------------------------------------------------

    def _begin(self, log_id: int, head: int, crc: int, now: float) -> None:
        self._store(now)
        self._pull = None
        if log_id == self._current:
            self.in_sync = False
        if not log_id:
            self.in_sync = True
            self._news.append(InSync(0, 0))
            return
        if self._stopped(log_id):
            return
        self._pull = Pull(self.book, log_id, head, crc)
        self._send(self._pull.begin(now))

    def _store(self, now: float) -> None:
        """Make durable what this feed brought, then tell the hub."""
        pull = self._pull
        if pull is None:
            return
        start, events = pull.flush()
        if events:
            self._news.append(Stored(pull.log_id, start, tuple(events)))
        # What the hub has just sent follows from what it accepted as our common past; only that may be acknowledged.
        acked = self._acked.get(pull.log_id, -1)
        if pull.head > acked and (pull.in_sync or (events and pull.head - acked >= ACK_EVENTS)):
            self._ack(pull.log_id, pull.head)

    def _go_on(self, now: float) -> None:
        """From one step to the next: own log, list of older ones, each of them, proposals."""
        pull = self._pull
        if self.hello is None or self._restore:
            return
        if pull and pull.diverged:
            if pull.log_id not in self.diverged:
                self.diverged[pull.log_id] = pull.diverged
                self._news.append(pull.diverged)
            self._pull = None
        elif pull and pull.in_sync:
            if pull.log_id != self._current:
                self._pull = None
            elif not self.in_sync:
                self.in_sync = True
                self._news.append(InSync(pull.log_id, pull.head))
        if self._pull and not self._pull.in_sync:
            return
        if not self.old_logs_done:
            wanted = self._old.next()
            if wanted:
                self._begin(*wanted, now)
                self._store(now)
                return self._go_on(now)
            if self._old.kept is None:
                self._send(self._old.ask(self._receiver.bad, now))
        if self.in_sync:
            self._send(self._proposer.tick(self._current, now))
            self._news.extend(Settled(key, code) for key, code in self._proposer.settled)
            self._proposer.settled.clear()

    def _stopped(self, log_id: int) -> bool:
        """Is nothing more to be exchanged about this log?"""
        return log_id in self.diverged or log_id in self.damaged

    def _ping(self, now: float) -> None:
        """Any message tells the hub that somebody listens; the acknowledgement is the most useful one."""
        self._ping_due = now + LISTEN_EVERY
        if self._current and self.in_sync:
            head = self.book.position(self._current)[0]
            self._ack(self._current, head)
        else:
            self._send(wire.hello_ask(self._nonce))

    def _ack(self, log_id: int, head: int) -> None:
        self._acked[log_id] = head
        self._send(wire.ack(log_id, head))

    def _restored(self, code: int) -> None:
        assert self._restore is not None
        self._news.append(Restored(self._restore.log_id, code))
        self._restore = None
        self._ask_anew()

    def _ask_anew(self) -> None:
        self.hello = None
        self._pull = None
        self._ask_due = 0.0

    def _lost(self) -> None:
        """Nothing was heard for too long: a restarted hub waits to be greeted."""
        self.in_sync = False
        self._ask_anew()
        self._set_state(State.CONNECTING)

    def _set_state(self, state: State) -> None:
        if state != self.state:
            self.state = state
            self._news.append(StateChanged(state))

    def _send(self, payload: bytes, lead: bool = False) -> None:
        if payload:
            self._out += frames.encode(payload, lead)

    def _taken(self) -> bytes:
        out = bytes(self._out)
        self._out.clear()
        return out
