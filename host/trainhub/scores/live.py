"""Events as they come in, each with what a reader needs to understand it: names so far, and whose turn it was."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from shared_rules import events as ev
from shared_rules.record import ListSource, Record
from trainhub.scores import words
from trainhub.text import tr


@dataclass(frozen=True, slots=True)
class Step:
    """One event in its place. turn: the seat in turn before it, 0 if none · target: of undo and redo, else -1."""

    seq: int
    event: bytes
    turn: int
    target: int
    text: str


class Follower:
    """Reads a log in order, however often it is fed, and always knows the state after the last event it was given."""

    def __init__(self) -> None:
        self.record: Any = Record(ListSource())
        self.names: dict[int, str] = {}

    @property
    def table(self) -> Any:
        return self.record.table

    @property
    def head(self) -> int:
        return int(self.record.head)

    def feed(self, events: Sequence[bytes]) -> Iterator[Step]:
        """The next events of the log."""
        for event in events:
            turn = self.table.turn
            seq = self.head
            if event[0] >> 4 == ev.NAMED:
                self.names[event[0] & 15] = event[2 : 2 + event[1]].decode("utf-8", "replace")
            text = words.describe(event, self.names, turn)
            target = -1
            if event[0] in (ev.UNDONE, ev.REDONE):
                target = seq - (event[1] | event[2] << 8)
                text = tr("{what}: {which}", what=text, which=words.describe(self.record.source.events[target], self.names))
            self.record.source.events.append(event)
            self.record.append(event)
            self.record.work()
            yield Step(seq, event, turn, target, text)


def actor_of(events: Sequence[bytes], target: int) -> tuple[dict[int, str], int]:
    """(names, seat in turn) just before event number `target`."""
    follower = Follower()
    for _ in follower.feed(events[:target]):
        pass
    names = dict(follower.names)
    turn = int(follower.table.turn)
    for event in events[target:]:  # a name given later is still the player's name
        if event[0] >> 4 == ev.NAMED:
            names[event[0] & 15] = event[2 : 2 + event[1]].decode("utf-8", "replace")
    return names, turn
