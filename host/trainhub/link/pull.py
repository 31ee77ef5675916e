"""Getting one log from a hub, over a line that loses, doubles and garbles frames.

The rule is one: say what is held here (number of events, CRC over them) and ask for what follows. A gap, a timeout, a
restarted hub and the very first sync are all answered by saying it again. Times are milliseconds.
"""

import binascii
from collections.abc import Sequence

from shared_rules import wire
from trainhub.link.book import Book
from trainhub.link.news import Diverged

CLEAN_SIZE = 120  # payload bytes of a batch while nothing is lost: least overhead
LOSSY_SIZE = 56  # after the first loss: a shorter frame is hit less often
LEAST_SIZE = 12  # on a line that hardly lets anything through: one event a frame
FIRST_TIMEOUT = 50.0  # until the line's own pace is known
LEAST_TIMEOUT = 30.0
MOST_TIMEOUT = 1000.0
UNLIMITED = float("inf")


class Pull:
    """One log on its way here. Feed it what the hub says; it answers with what to say back (b"" for nothing)."""

    def __init__(self, book: Book, log_id: int, hub_head: int, hub_crc: int) -> None:
        self.book = book
        self.log_id = log_id
        self.hub_head = hub_head
        self.hub_crc = hub_crc
        self.head, self.crc = book.position(log_id)
        self.fresh: list[bytes] = []  # taken, not yet in the book
        self.in_sync = False
        self.diverged: Diverged | None = None
        self.size = CLEAN_SIZE
        self.due = UNLIMITED  # when `tick` wants to be called
        self.pulls = 0
        self._sent = 0.0
        self._timing = False  # does the next event in order tell how long an answer takes?
        self._turnaround = 20.0  # time from a PULL to its first frame
        self._timeout = FIRST_TIMEOUT
        self._hole = False  # asked again for a gap, its first frame is awaited
        self._ahead: dict[int, Sequence[bytes]] = {}  # batches beyond a hole, by the number of their first event
        self._vain = 0  # losses since something new arrived
        self._newest = 0  # number at which the last batch began
        self._search: tuple[int, int] | None = None  # (events known to agree, events known to differ)

    # -- what the hub says ---------------------------------------------------------------------------------------------

    def begin(self, now: float) -> bytes:
        """Compare the two sides and ask for what is missing."""
        if self.diverged:
            return b""
        if self.head > self.hub_head:
            if self.hub_crc != self._prefix_crc(self.hub_head):
                return self._probe((0, self.hub_head), now)
            self._differ(self.hub_head, hub_behind=True)
            return b""
        if self.head == self.hub_head:
            if self.crc != self.hub_crc:
                return self._probe((0, self.head), now)
            self._settle()
            return b""
        return self._pull(now)

    def on_batch(self, start: int, events: Sequence[bytes], now: float) -> bytes:
        if self._search:
            return self._narrow(start, True, now) if start == sum(self._search) // 2 else b""
        if self.diverged or self.in_sync:
            return b""  # late or doubled
        if start > self.head:
            return self._gap(start, events, now)
        self._newest = start
        if start + len(events) <= self.head:
            return b""  # known already, from before the hub began anew
        if self._timing:
            self._timing = False
            self._turnaround += (now - self._sent - self._turnaround) / 4
        self._hole = False
        self._vain = 0
        if self.size < LOSSY_SIZE:
            self.size += 1
        self._timeout = min(max(4 * self._turnaround, LEAST_TIMEOUT), MOST_TIMEOUT)
        self.due = now + self._timeout
        self._take(start, events)
        while self._ahead:
            start = min(self._ahead)
            if start > self.head:
                break
            self._take(start, self._ahead.pop(start))
        if self.head == self.hub_head and self.crc == self.hub_crc:
            self._settle()
        return b""

    def on_head(self, head: int, crc: int, now: float) -> bytes:
        """The hub's head: the end of an answer, a new event or a heartbeat; they mean the same."""
        self.hub_head, self.hub_crc = head, crc
        if self._search or self.diverged:
            return b""
        if head == self.head and crc == self.crc:
            self._settle()
            return b""
        if not self.in_sync and now - self._sent < 1.5 * self._turnaround:
            return b""  # sent before the hub can have read the last PULL
        self.in_sync = False
        return self.begin(now)

    def on_diverged(self, start: int, crc: int, now: float) -> bytes:
        """The hub's events before `start` have another CRC than ours (or there are not that many)."""
        if self.diverged:
            return b""
        if self._search:
            return self._narrow(start, False, now) if start == sum(self._search) // 2 else b""
        if start > self.head:
            return b""  # an answer to what was never asked here
        if crc == self._prefix_crc(start):
            if start < self.head:
                self._differ(start, hub_behind=True)
            return b""
        return self._probe((0, start), now)

    def tick(self, now: float) -> bytes:
        """Say it again when nothing useful came for too long."""
        if now < self.due:
            return b""
        self._timeout = min(self._timeout * 2, MOST_TIMEOUT)
        if self._timing:
            self._shrink()
        if self._search:
            return self._probe(self._search, now)
        return self._pull(now)

    def flush(self) -> tuple[int, list[bytes]]:
        """Put what was taken into the book. Returns (number of the first event, events)."""
        events, self.fresh = self.fresh, []
        start = self.head - len(events)
        if events:
            self.book.append(self.log_id, start, events)
        return start, events

    # -- inside --------------------------------------------------------------------------------------------------------

    def _pull(self, now: float) -> bytes:
        self.pulls += 1
        self._sent = now
        self._timing = True
        self.due = now + self._timeout
        return bytes(wire.pull(self.log_id, self.head, self.crc, wire.ALL_FRAMES, self.size))

    def _take(self, start: int, events: Sequence[bytes]) -> None:
        """Events that follow, perhaps after some that are known."""
        new = events[self.head - start :]
        self.fresh.extend(new)
        self.head += len(new)
        self.crc = binascii.crc32(b"".join(new), self.crc)

    def _gap(self, start: int, events: Sequence[bytes], now: float) -> bytes:
        """A batch beyond our head: kept. The first one after a hole asks again; later ones were on their way before."""
        self._ahead[start] = events
        rewound = start <= self._newest  # the hub began anew and the hole was lost once more
        again = rewound or not self._hole
        self._newest = start
        self._hole = True
        if not again:
            return b""
        self._shrink()
        return self._pull(now)

    def _shrink(self) -> None:
        """Something was lost: shorter frames, and still shorter ones while nothing gets through."""
        self._vain += 1
        if self.size > LOSSY_SIZE:
            self.size = LOSSY_SIZE
        elif self._vain > 3:
            self.size = max(LEAST_SIZE, self.size * 3 // 4)

    def _settle(self) -> None:
        self.in_sync = True
        self._hole = False
        self.due = UNLIMITED

    def _differ(self, common: int, hub_behind: bool = False) -> None:
        self._search = None
        self.due = UNLIMITED
        self.diverged = Diverged(self.log_id, common, self.head, self.hub_head, hub_behind)

    def _probe(self, search: tuple[int, int], now: float) -> bytes:
        """Halve the stretch in which the histories part, by asking for one batch from its middle."""
        agree, differ = search
        if differ - agree <= 1:
            self._differ(agree)
            return b""
        self._search = search
        self._sent = now
        self.due = now + self._timeout
        middle = (agree + differ) // 2
        return bytes(wire.pull(self.log_id, middle, self._prefix_crc(middle), 1))

    def _narrow(self, middle: int, agrees: bool, now: float) -> bytes:
        assert self._search is not None
        agree, differ = self._search
        return self._probe((middle, differ) if agrees else (agree, middle), now)

    def _prefix_crc(self, count: int) -> int:
        """CRC of our first `count` events, those not yet in the book included."""
        kept = self.head - len(self.fresh)
        crc = self.book.prefix_crc(self.log_id, min(count, kept))
        return binascii.crc32(b"".join(self.fresh[: max(0, count - kept)]), crc)
