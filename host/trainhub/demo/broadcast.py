"""Tells a page in the browser what the demo shows: the game as the PC knows it, the lights, the sounds."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules.names import sound_name
from trainhub.simulator.bench import Sound
from trainhub.web import state as views
from trainhub.web.boards import leds_of
from trainhub.web.onlook import Onlook


class Broadcast:
    """One demo's page. The calls come from the thread that plays."""

    def __init__(self, onlook: Onlook) -> None:
        self._tell = onlook.tell
        self.url = onlook.url
        self._lit: list[tuple[int, int, int]] = []
        self._story: views.Story | None = None
        self._line: dict[str, object] = {}
        self._buttons: list[str] = []

    def begin(self, board: str, lights: int, buttons: Sequence[str]) -> None:
        """A simulated hub of that board plays."""
        self._buttons = list(buttons)
        hub = {
            "board": board, "firmware": "", "simulated": True, "buttons": len(buttons), "lights": leds_of(board, lights),
            "fault": False, "safe": False,
        }  # fmt: skip
        self._line = {"state": "DEMO", "trouble": None, "hub": hub}
        self._tell("state", {"line": self._line, "game": None})

    def game(self, events: Sequence[bytes]) -> None:
        """The log as far as the PC has it."""
        if not events:
            return
        if self._story is None:
            self._story = views.Story(int.from_bytes(events[0][2:6], "little"))
        self._story.feed(events)
        self._tell("state", {"line": self._line, "game": views.of_game(self._story, events, ())})

    def look(self, lit: Sequence[tuple[int, int, int]], sounds: Sequence[Sound], held: Sequence[str]) -> None:
        """What is lit, was heard and is pressed now."""
        changed = [(i, *colour) for i, colour in enumerate(lit) if self._lit[i : i + 1] != [colour]]
        if changed:
            self._lit = list(lit)
            self._tell("lights", changed)
        for sound in sounds:
            self._tell("sound", (sound_name(sound.number), sound.volume))
        self._tell("now", {"bench": False, "buttons": None, "question": None, "down": sorted(held)})
