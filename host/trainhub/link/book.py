"""What a session asks of the place where events are kept, and such a place in memory."""

import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from trainhub.link.news import Hello


@dataclass(frozen=True, slots=True)
class Pending:
    """A proposal that the hub has not decided yet.

    key: names it here · log_id: 0 for a new game · expect and event: see PROPOSE.
    """

    key: int
    log_id: int
    expect: int
    event: bytes


class Book(Protocol):
    """Logs and pending proposals. What `append` was given is durable when it returns."""

    def position(self, log_id: int) -> tuple[int, int]:
        """(head, CRC) of what is kept of this log; (0, 0) if nothing."""

    def prefix_crc(self, log_id: int, count: int) -> int:
        """CRC of the first `count` events kept of this log."""

    def read(self, log_id: int, start: int) -> Sequence[bytes]:
        """The events kept of this log, from number `start` on."""

    def append(self, log_id: int, start: int, events: Sequence[bytes]) -> None:
        """Keep `events`, the first of which has number `start`, the log's head. All or nothing."""

    def pending(self, log_id: int) -> Sequence[Pending]:
        """Proposals for this log and for new games that wait for the hub's word, oldest first."""

    def settled(self, pending: Pending, code: int) -> None:
        """The hub decided: `code` is OK or an `E_*` number."""

    def ours(self, log_id: int) -> bool:
        """Is this side the writer of that log, so that no hub's copy of it counts?"""

    def hub_seen(self, hello: Hello) -> None:
        """A hub said hello."""


class MemoryBook:
    """A book that lives as long as the process: simulations and tests."""

    def __init__(self) -> None:
        self.logs: dict[int, list[bytes]] = {}
        self.proposals: list[Pending] = []
        self.verdicts: dict[int, int] = {}
        self.hubs: dict[bytes, Hello] = {}
        self.appends = 0

    def position(self, log_id: int) -> tuple[int, int]:
        events = self.logs.get(log_id, [])
        return len(events), binascii.crc32(b"".join(events))

    def prefix_crc(self, log_id: int, count: int) -> int:
        return binascii.crc32(b"".join(self.logs.get(log_id, [])[:count]))

    def read(self, log_id: int, start: int) -> Sequence[bytes]:
        return self.logs.get(log_id, [])[start:]

    def append(self, log_id: int, start: int, events: Sequence[bytes]) -> None:
        kept = self.logs.setdefault(log_id, [])
        if start != len(kept):
            raise ValueError(f"event {start} does not follow event {len(kept) - 1}")
        kept.extend(events)
        self.appends += 1

    def pending(self, log_id: int) -> Sequence[Pending]:
        return [p for p in self.proposals if p.log_id in (0, log_id)]

    def settled(self, pending: Pending, code: int) -> None:
        self.proposals.remove(pending)
        self.verdicts[pending.key] = code

    def ours(self, log_id: int) -> bool:
        return False

    def hub_seen(self, hello: Hello) -> None:
        self.hubs[hello.uid] = hello
