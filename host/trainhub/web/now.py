"""What changes with every finger: the open question, what the buttons mean, which are down. Told when it changed."""

import time
from typing import Any

from shared_rules.table import Table
from trainhub.link.news import State
from trainhub.web import meaning
from trainhub.web.keeper import Keeper
from trainhub.web.simhub import SimHub

EVERY = 0.1
NO_BENCH: dict[str, Any] = {"bench": False, "buttons": None, "question": None, "down": []}  # there are no buttons to press


class Now:
    """Called by the keeper between two looks at the hub."""

    def __init__(self, hub: SimHub, room_tell: Any) -> None:
        self._hub = hub
        self._tell = room_tell
        self._next = 0.0

    def __call__(self, keeper: Keeper) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + EVERY
        ours = self._hub.stands_at(keeper.port) and keeper.state == State.DEMO
        if not ours:
            self._tell("now", NO_BENCH)
            return
        asks = self._hub.asks()
        story = keeper.story
        table: Any = story.follower.table if story else Table()
        names = story.follower.names if story else {}
        undo = story.undo_text() if story else None
        self._tell("now", {
            "bench": True, "question": meaning.question(asks, table, names), "down": sorted(self._hub.down),
            "buttons": meaning.buttons(asks, table, names, undo) if asks else None, "fitted": self._hub.fitted,
        })  # fmt: skip
