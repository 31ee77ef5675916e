"""Giving a hub that lost its flash its log back, piece by piece. Times are milliseconds."""

from shared_rules import frames, wire
from trainhub.link.book import Book

RETRY = 300.0
BUSY_PAUSE = 30.0
UNLIMITED = float("inf")


class Restore:
    """One log on its way to the hub; the hub's HEAD says how far it is."""

    def __init__(self, book: Book, log_id: int, hub_head: int) -> None:
        self.book = book
        self.log_id = log_id
        self.total = book.position(log_id)[0]
        self.hub_head = hub_head
        self.done = hub_head >= self.total
        self.due = 0.0

    def on_head(self, head: int, now: float) -> bytes:
        """The hub holds `head` events now."""
        moved = head != self.hub_head
        self.hub_head = head
        self.done = head >= self.total
        return self._piece(now) if moved and not self.done else b""

    def busy(self, now: float) -> None:
        """The hub is folding an undo; it takes the piece again in a moment."""
        self.due = now + BUSY_PAUSE

    def tick(self, now: float) -> bytes:
        return self._piece(now) if now >= self.due and not self.done else b""

    def _piece(self, now: float) -> bytes:
        self.due = now + RETRY
        crc = self.book.prefix_crc(self.log_id, self.hub_head)
        piece = b""
        for event in self.book.read(self.log_id, self.hub_head):
            message = wire.restore(self.log_id, self.hub_head, crc, piece + event)
            if len(message) > frames.MAX_PAYLOAD:
                break
            piece += event
        return bytes(wire.restore(self.log_id, self.hub_head, crc, piece))
