"""Proposals on their way to the hub: one at a time, in the order in which the user made them, until the hub decides.

The hub is the only writer of its log. Saying a proposal twice is safe: a hub that did it already accepts it again and
writes nothing. Times are milliseconds.
"""

from shared_rules import events as ev
from shared_rules import wire
from shared_rules.constants import E_BUSY, OK
from trainhub.link.book import Book, Pending

FIRST_RETRY = 150.0
MOST_RETRY = 2000.0
BUSY_PAUSE = 100.0
UNLIMITED = float("inf")


class Proposer:
    """The proposals for the log that the hub writes now."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.due = 0.0
        self.settled: list[tuple[int, int]] = []
        self._current: Pending | None = None
        self._retry = FIRST_RETRY

    def wake(self) -> None:
        """There may be something new to propose."""
        if self._current is None:
            self.due = 0.0

    def tick(self, log_id: int, now: float) -> bytes:
        """The next proposal, if it is time to say it. Call it only while this side is in sync with the hub."""
        if now < self.due:
            return b""
        pending = self._current
        if pending is None or pending.log_id not in (0, log_id):
            waiting = self.book.pending(log_id)
            self._current = pending = waiting[0] if waiting else None
            self._retry = FIRST_RETRY
        if pending is None:
            self.due = UNLIMITED
            return b""
        if self._written(pending, log_id):
            self._settle(pending, OK)
            return self.tick(log_id, now)
        self.due = now + self._retry
        self._retry = min(self._retry * 2, MOST_RETRY)
        return bytes(wire.propose(pending.key & 0xFFFF, pending.log_id, pending.expect, pending.event))

    def on_verdict(self, number: int, code: int, now: float) -> None:
        pending = self._current
        if pending is None or number != pending.key & 0xFFFF:
            return  # a doubled answer to an earlier one
        if code == E_BUSY:
            self.due = now + BUSY_PAUSE
            return
        self._settle(pending, code)

    def _settle(self, pending: Pending, code: int) -> None:
        self.book.settled(pending, code)
        self.settled.append((pending.key, code))
        self._current = None
        self.due = 0.0

    def _written(self, pending: Pending, log_id: int) -> bool:
        """Does the log show that this undo or redo has been done already, by this proposal or at the hub?"""
        kind = pending.event[0]
        if kind not in (ev.UNDONE, ev.REDONE) or pending.log_id != log_id:
            return False
        last = 0
        for seq, event in enumerate(self.book.read(log_id, pending.expect + 1), pending.expect + 1):
            if event[0] in (ev.UNDONE, ev.REDONE) and seq - (event[1] | event[2] << 8) == pending.expect:
                last = event[0]
        return last == kind
