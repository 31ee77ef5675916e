"""Time for people to watch: fingers that press in slices, and a rehearsal that says how long a game will take."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

PRESS_MS = 110
HOLD_MS = 1100
SETTLE_MS = 60
SLICE_MS = 40  # of the hub's time between two looks at it


class Buttons(Protocol):
    """The bench, as far as fingers need it."""

    def down(self, button: str) -> None: ...

    def up(self, button: str) -> None: ...

    def run(self, ms: int) -> int: ...


class PacedFingers:
    """Presses so that the hub's time passes `speed` times as fast as the watcher's; `look` is called after each slice.

    wait(seconds) sleeps; a rehearsal passes a wait of its own.
    """

    def __init__(
        self, bench: Buttons, look: Callable[[], None], speed: float, wait: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._bench = bench
        self._look = look
        self._speed = speed
        self._wait = wait
        self._clock = clock
        self._due = clock()
        self.held: tuple[str, ...] = ()
        self.passed = 0  # ms of the hub's time

    def press(self, button: str) -> None:
        self._act((button,), PRESS_MS)

    def hold(self, button: str) -> None:
        self._act((button,), HOLD_MS)

    def chord(self, buttons: Sequence[str]) -> None:
        self._act(tuple(buttons), PRESS_MS)

    def _act(self, buttons: tuple[str, ...], ms: int) -> None:
        self.held = buttons
        for button in buttons:
            self._bench.down(button)
        self.rest(ms)
        self.held = ()
        for button in buttons:
            self._bench.up(button)
        self.rest(SETTLE_MS)

    def rest(self, ms: int) -> None:
        """Nobody presses anything for so long."""
        while ms > 0:
            piece = min(ms, SLICE_MS)
            self._bench.run(piece)
            ms -= piece
            self.passed += piece
            self._due += piece / 1000 / self._speed
            late = self._due - self._clock()
            if late > 0:
                self._look()
                left = self._due - self._clock()
                if left > 0:
                    self._wait(left)
            elif late < -0.5:
                self._due = self._clock()  # the machine is too slow: do not try to catch up


class Rehearsal:
    """A bench without a hub: presses cost time and nothing else."""

    def down(self, button: str) -> None:
        pass

    def up(self, button: str) -> None:
        pass

    def run(self, ms: int) -> int:
        return 0
