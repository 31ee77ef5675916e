"""The older logs that a hub keeps: its list of them, and which are still to be fetched. Times are milliseconds."""

from shared_rules import wire
from trainhub.link.book import Book

RETRY = 500.0
UNLIMITED = float("inf")


class OldLogs:
    """`kept`: log id -> (head, crc, acknowledged) as the hub listed them, None until it was asked · `done`: all here."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.kept: dict[int, tuple[int, int, int]] | None = None
        self.due = UNLIMITED
        self.done = False
        self._queue: list[tuple[int, int, int]] = []
        self._bad = 0

    def forget(self) -> None:
        """The list is out of date."""
        self.kept = None
        self.due = UNLIMITED
        self.done = False
        self._queue.clear()

    def ask(self, bad: int, now: float) -> bytes:
        """Ask for the list. `bad`: damaged frames so far; if there are more at its end, a part of it may be missing."""
        self.due = now + RETRY
        self.kept = {}
        self._bad = bad
        return bytes(wire.message(wire.LOGS_ASK))

    def on_log(self, fields: tuple[int, ...], current: int, bad: int, now: float) -> None:
        """One entry of the list, or its end (log id 0). `current`: the log that is fetched anyway."""
        log_id, head, crc, _ended, acknowledged = fields
        if self.kept is None or self.due == UNLIMITED:
            return
        if log_id:
            self.kept[log_id] = (head, crc, acknowledged)
        elif bad != self._bad:
            self.due = now
        else:
            self.due = UNLIMITED
            self._queue = [
                (log_id, head, crc)
                for log_id, (head, crc, acked) in self.kept.items()
                if log_id != current and self._wanted(log_id, head, crc, acked)
            ]

    def next(self) -> tuple[int, int, int] | None:
        """(log id, head, crc) of the next log to fetch; None if there is none, or none is known yet."""
        if self._queue:
            return self._queue.pop(0)
        self.done = self.kept is not None and self.due == UNLIMITED
        return None

    def _wanted(self, log_id: int, head: int, crc: int, acknowledged: int) -> bool:
        """Is there anything to exchange about this log?"""
        if self.book.ours(log_id):
            return False
        return acknowledged < head or self.book.position(log_id) != (head, crc)
