"""What a page is told when it asks for something that does not happen. Nothing has changed then."""

from typing import Any

from trainhub.web.words import Phrase

# The closed list of kinds; docs/web.md explains each.
MALFORMED = "malformed"  # not a message of this protocol
OVERSIZED = "oversized"
UNKNOWN = "unknown"  # no such request
ORDER = "order"  # not greeted yet, or a number that was used already
RATE = "rate"  # too many messages
UNAUTHORISED = "unauthorised"  # this page only looks on
CODE = "code"  # the join code is wrong
REFUSED = "refused"  # impossible by the rules or in this state
CHANGED = "changed"  # somebody else was quicker
BUSY = "busy"  # try again
NO_BENCH = "no-bench"  # only with the simulated hub of this table
FULL = "full"  # too many pages
FAILED = "failed"  # a fault of this program


class PageError(Exception):
    """A request that was refused whole. `more`: fields beside kind and text."""

    def __init__(self, kind: str, text: Phrase, **more: Any) -> None:
        super().__init__(text["m"])
        self.kind = kind
        self.text = text
        self.more = more

    def message(self, number: int | None) -> dict[str, Any]:
        """What the page gets; `number` is that of its request, if it could be read."""
        return {"type": "error", "id": number, "kind": self.kind, "text": self.text, **self.more}
