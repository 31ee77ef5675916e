"""The simulated hub of this table: its power, the fingers of all pages on its buttons, and what it asks right now.

One bench connection is shared by every thread, one request at a time.
"""

import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from trainhub.simulator.errors import SimulatorError
from trainhub.simulator.hub import Simulator

PRESS_S = 0.09
HOLD_S = 1.08
SETTLE_S = 0.05


class SimHub:
    """Starts the simulated hub when it is first needed. flash: its memory, kept · board: full or minimal."""

    def __init__(self, flash: Path, board: str = "full") -> None:
        self._flash = flash
        self._board = board
        self._hub: Simulator | None = None
        self._lock = threading.RLock()
        self._down: dict[str, set[int]] = {}  # button -> pages whose finger is on it
        self.down: set[str] = set()  # buttons that are down, whoever presses them
        self.fitted: list[str] = []

    @property
    def port(self) -> str:
        """Its serial port; switches it on, and on again after its process was lost. The game is in its flash."""
        with self._lock:
            if self._hub is None:
                self._flash.parent.mkdir(parents=True, exist_ok=True)
                self._hub = Simulator(self._flash, self._board)
                self.fitted = list(self._hub.bench.buttons)
            elif self._hub.lost:
                self._down.clear()
                self.down.clear()
                self._hub.restart()
            return self._hub.port

    @property
    def running(self) -> bool:
        return self._hub is not None

    def stands_at(self, port: str) -> bool:
        """Is that this hub's port?"""
        return self._hub is not None and self._hub.port == port

    def close(self) -> None:
        with self._lock:
            hub, self._hub = self._hub, None
        if hub:
            hub.close()

    def ask(self, do: str, **fields: object) -> dict[str, Any]:
        """One request to the bench. Raises `SimulatorError` when the hub is off."""
        with self._lock:
            if self._hub is None:
                raise SimulatorError("The simulated hub is switched off.")
            answer = self._hub.bench.request(do, **fields)
            if do == "down":
                self.down.add(str(fields["button"]))
            elif do == "up":
                self.down.discard(str(fields["button"]))
            return answer

    # -- fingers of pages ------------------------------------------------------------------------------------------------

    def touch(self, page: int, button: str, down: bool) -> None:
        """A finger of `page` goes on or off a button; the button is down while any finger is on it."""
        with self._lock:
            fingers = self._down.setdefault(button, set())
            before = bool(fingers)
            if down:
                fingers.add(page)
            else:
                fingers.discard(page)
            if bool(fingers) != before:
                self.ask("down" if down else "up", button=button)

    def let_go(self, page: int) -> None:
        """All fingers of a page that went away."""
        for button in list(self._down):
            if page in self._down[button]:
                try:
                    self.touch(page, button, False)
                except SimulatorError:
                    self._down[button].discard(page)

    def asks(self) -> dict[str, Any] | None:
        """The question that is open on the hub: {"question", "track", "candidates", "chosen"}; None where nobody knows."""
        try:
            return self.ask("asks")
        except SimulatorError:
            return None


class Hands:
    """Fingers (see `demo.presser`) for bots and whoever plays with tiles in the page; `stop` ends their patience."""

    def __init__(self, hub: SimHub, stop: threading.Event) -> None:
        self._hub = hub
        self._stop = stop

    def press(self, button: str) -> None:
        self._act((button,), PRESS_S)

    def hold(self, button: str) -> None:
        self._act((button,), HOLD_S)

    def chord(self, buttons: Sequence[str]) -> None:
        self._act(buttons, PRESS_S)

    def _act(self, buttons: Sequence[str], seconds: float) -> None:
        for button in buttons:
            self._hub.ask("down", button=button)
        try:
            time.sleep(seconds)
        finally:
            for button in buttons:
                self._hub.ask("up", button=button)
        self._stop.wait(SETTLE_S)
