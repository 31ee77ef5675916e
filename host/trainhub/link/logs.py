"""Which log is fetched now, and which next: the hub's own one, then every older one it kept. No I/O; times are milliseconds.

    head told · PULL until in sync, or until a choice is needed · list of older logs · each of them
"""

from collections.abc import Callable

from shared_rules import events as ev
from shared_rules import wire
from shared_rules.constants import E_BUSY, E_STORAGE
from trainhub.link.book import Book
from trainhub.link.news import Damaged, Diverged, InSync, News, Stored
from trainhub.link.oldlogs import OldLogs
from trainhub.link.pull import UNLIMITED, Pull

ACK_EVENTS = 64  # events stored before the hub hears of it, while more are on their way


class Logs:
    """send: say a message to the hub · tell: news for the caller · bad: damaged frames so far.

    current: id of the log that the hub writes, 0 if it has none · in_sync: with that one · diverged, damaged: by log id,
    those about which nothing more is exchanged.
    """

    def __init__(
        self, book: Book, send: Callable[[bytes], None], tell: Callable[[News], None], bad: Callable[[], int]
    ) -> None:
        self.book = book
        self.current = 0
        self.in_sync = False
        self.diverged: dict[int, Diverged] = {}
        self.damaged: dict[int, Damaged] = {}
        self._send = send
        self._tell = tell
        self._bad = bad
        self._old = OldLogs(book)
        self._pull: Pull | None = None
        self._acked: dict[int, int] = {}

    # -- for the session -----------------------------------------------------------------------------------------------

    @property
    def old_done(self) -> bool:
        """Is every older log that the hub keeps here too?"""
        return self._old.done

    @property
    def busy(self) -> bool:
        """Is a log on its way?"""
        return self._pull is not None and not self._pull.in_sync

    @property
    def due(self) -> float:
        """When the log on its way must be asked for anew."""
        return self._pull.due if self._pull and self.busy else UNLIMITED

    @property
    def list_due(self) -> float:
        """When the list of older logs must be asked for anew."""
        return self._old.due

    def holds(self, log_id: int) -> bool:
        """Did the hub name this log? (Known once the list was read.)"""
        return log_id == self.current or (self._old.kept is not None and log_id in self._old.kept)

    def greeted(self) -> None:
        """A hub answered; what an earlier one was told does not count."""
        self._acked.clear()

    def resume(self, log_id: int) -> None:
        """The user decided about this log."""
        self.diverged.pop(log_id, None)
        self.damaged.pop(log_id, None)
        self._acked.pop(log_id, None)

    def drop(self) -> None:
        """Whatever was on its way comes no more."""
        self._pull = None

    def ask_list(self, now: float) -> None:
        self._send(self._old.ask(self._bad(), now))

    def tick(self, now: float) -> None:
        if self._pull and self.busy:
            self._send(self._pull.tick(now))

    def ack(self, log_id: int, head: int) -> None:
        self._acked[log_id] = head
        self._send(wire.ack(log_id, head))

    # -- what the hub says ---------------------------------------------------------------------------------------------

    def on_head(self, log_id: int, head: int, crc: int, now: float) -> None:
        pull = self._pull
        if pull and log_id == pull.log_id:
            self._send(pull.on_head(head, crc, now))
            if log_id == self.current and not pull.in_sync:
                self.in_sync = False
        elif log_id == self.current:  # an older log is on its way, or this one waits for the user's choice
            if log_id and not self._stopped(log_id) and (head, crc) != self.book.position(log_id):
                self._begin(log_id, head, crc, now)
        elif not self._old.kept or log_id not in self._old.kept:  # else the last word about an older log, late
            self.turn_to(log_id, head, crc, now)

    def turn_to(self, log_id: int, head: int, crc: int, now: float) -> None:
        """The hub writes this log now."""
        self.current = log_id
        self._old.forget()  # what it wrote before may have moved on since we looked
        self._begin(log_id, head, crc, now)

    def on_batch(self, tag: int, start: int, raw: bytes, now: float) -> None:
        if not self._pull or tag != wire.log_tag(self._pull.log_id):
            return
        try:
            events = ev.split(raw)
        except ValueError:
            return  # a hub newer than this core; its events cannot be counted, so they cannot be kept
        self._send(self._pull.on_batch(start, events, now))

    def on_diverged(self, log_id: int, known: int, crc: int, now: float) -> None:
        if self._pull and log_id == self._pull.log_id:
            self._send(self._pull.on_diverged(known, crc, now))

    def on_entry(self, fields: tuple[int, ...], now: float) -> None:
        """One line of the list of older logs."""
        self._old.on_log(fields, self.current, self._bad(), now)

    def refused(self, code: int, now: float) -> bool:
        """Busy: the timeout asks again. Storage: it is partly gone. Else the hub does not know that log any more.

        Returns whether the hub must be greeted anew, to learn what it writes now.
        """
        if self._pull is None or code == E_BUSY:
            return False
        log_id = self._pull.log_id
        self.store(now)
        head, self._pull = self._pull.head, None
        if code != E_STORAGE:
            return log_id == self.current
        self.damaged[log_id] = Damaged(log_id, head)
        self._tell(self.damaged[log_id])
        return False

    # -- what comes next -----------------------------------------------------------------------------------------------

    def store(self, now: float) -> None:
        """Make durable what has come, then tell the hub."""
        pull = self._pull
        if pull is None:
            return
        start, events = pull.flush()
        if events:
            self._tell(Stored(pull.log_id, start, tuple(events)))
        # What the hub has just sent follows from what it accepted as our common past; only that may be acknowledged.
        acked = self._acked.get(pull.log_id, -1)
        if pull.head > acked and (pull.in_sync or (events and pull.head - acked >= ACK_EVENTS)):
            self.ack(pull.log_id, pull.head)

    def go_on(self, now: float) -> bool:
        """From one step to the next: own log, list of older ones, each of them. Returns whether nothing is on its way."""
        while True:
            self._settle()
            if self._pull and not self._pull.in_sync:
                return False
            wanted = None if self._old.done else self._old.next()
            if not wanted:
                if not self._old.done and self._old.kept is None:
                    self.ask_list(now)
                return True
            self._begin(*wanted, now)
            self.store(now)

    def _settle(self) -> None:
        """What has become of the log that was fetched?"""
        pull = self._pull
        if pull and pull.diverged:
            if pull.log_id not in self.diverged:
                self.diverged[pull.log_id] = pull.diverged
                self._tell(pull.diverged)
            self._pull = None
        elif pull and pull.in_sync:
            if pull.log_id != self.current:
                self._pull = None
            elif not self.in_sync:
                self.in_sync = True
                self._tell(InSync(pull.log_id, pull.head))

    def _begin(self, log_id: int, head: int, crc: int, now: float) -> None:
        self.store(now)
        self._pull = None
        if log_id == self.current:
            self.in_sync = False
        if not log_id:
            self.in_sync = True
            self._tell(InSync(0, 0))
            return
        if self._stopped(log_id):
            return
        self._pull = Pull(self.book, log_id, head, crc)
        self._send(self._pull.begin(now))

    def _stopped(self, log_id: int) -> bool:
        """Is nothing more to be exchanged about this log?"""
        return log_id in self.diverged or log_id in self.damaged
