"""MicroPython's prompt on a simulated hub's port, for as long as the hub is in maintenance; its flash is the drive."""

import os
import threading
from pathlib import Path

from trainhub.simulator.chip import SOFT, Chip, command

MINUTE_S = 60.0


class Prompt:
    """`run` until the time is over, somebody restarts the board or types Ctrl-D, or `kill`."""

    def __init__(self, flash: Path, registers: Path, minutes: int) -> None:
        self._command = [*command(flash, registers), "boot"]
        self._chip: Chip | None = None
        self._change = threading.Lock()
        self._over = False
        self._timer = threading.Timer(minutes * MINUTE_S, self.kill)
        self._timer.daemon = True

    def run(self, line: int) -> None:
        """`line`: the port's end. A soft reset that a tool asks for at the raw prompt leaves us there, as on a board."""
        self._timer.start()
        raw = False
        while True:
            with self._change:
                if self._over:
                    break
                self._chip = chip = Chip(self._command)
            soft, raw = chip.join(line, raw) if chip.up() else (False, False)
            chip.end()
            if not soft or not raw:
                break
            os.write(line, SOFT)
        self._timer.cancel()

    def kill(self) -> None:
        with self._change:
            self._over = True
            if self._chip:
                self._chip.kill()
