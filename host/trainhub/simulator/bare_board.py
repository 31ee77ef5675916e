"""A board as it comes out of its bag: MicroPython, an empty drive, a prompt on a serial port. No hub is on it yet.

    with BareBoard(Path("drive")) as board:
        mpremote connect board.port fs ls

It is a real MicroPython with a drive like the simulator's flash file; what is flashed onto it runs from there. Ctrl-C
stops what runs, Ctrl-D at the prompt starts anew while the port stays, as on a chip; after a restart or a power cut the
port goes away for a moment as a USB port would.
"""

import contextlib
import os
import threading
from pathlib import Path

from trainhub.simulator.bench import Bench
from trainhub.simulator.chip import SOFT, Chip, command
from trainhub.simulator.errors import SimulatorError
from trainhub.simulator.line import Pty
from trainhub.simulator.lock import FlashLock

_START_S = 30.0


class BareBoard:
    """drive: file of its flash, made when missing · seed: makes chance repeatable · minute: seconds of a minute of
    maintenance · name: of the board data a hub on it uses."""

    def __init__(self, drive: Path, seed: int | None = None, minute: float = 60.0, name: str = "full") -> None:
        self.drive = drive.resolve()
        self._pty = Pty()
        self._registers = self._pty.path.with_name("registers")
        self._registers.mkdir()
        try:
            self._command = command(self.drive, self._registers)
            self._lock = FlashLock(self.drive)
        except SimulatorError:
            self._pty.close()
            raise
        self._options = ["--board", name, "--sounds", "/sounds", *(["--seed", str(seed)] if seed is not None else [])]
        self._minute = minute
        self._change = threading.Lock()
        self._off = threading.Event()
        self._ready = threading.Event()
        self._power = threading.Event()
        self._power.set()
        self._chip: Chip | None = None
        self._said: list[str] = []
        self._thread = threading.Thread(target=self._live, name="bare-board", daemon=True)
        self._thread.start()
        if not self._ready.wait(_START_S):
            words = " ".join(self._said) or "it said nothing."
            self.close()
            raise SimulatorError(f"The simulated board did not start: {words}")

    @property
    def port(self) -> str:
        return str(self._pty.path)

    @property
    def bench(self) -> Bench:
        """A new connection to the bench of the hub that runs on it; the caller closes it."""
        number = self._chip.bench_port if self._chip else None
        if number is None:
            raise SimulatorError("No hub runs on the simulated board.")
        return Bench(number)

    def __enter__(self) -> "BareBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Unplug it for good. The drive stays."""
        with self._change:
            self._off.set()
        self._power.set()
        self.cut()
        self._thread.join(10)
        self._pty.close()
        self._lock.close()

    def cut(self) -> None:
        """The power goes, for a moment; what the chip's registers held is lost."""
        self._kill()
        with contextlib.suppress(OSError):
            (self._registers / "note").unlink()

    def unplug(self) -> None:
        """The power goes and stays away until `plug`."""
        self.stay_off()
        self.cut()

    def stay_off(self) -> None:
        """Whenever it ends from now on, by a cut of its own too, it stays off until `plug`."""
        self._power.clear()

    def plug(self) -> None:
        self._power.set()

    def _kill(self) -> None:
        with self._change:
            if self._chip:
                self._chip.kill()

    def _live(self) -> None:
        """One process after the other. `raw`: a tool held the raw prompt when it asked for a soft reset."""
        line: int | None = None
        raw = False
        while not self._off.is_set():
            if line is None:
                self._power.wait()
            with self._change:  # whoever sees the port can cut the power of what is behind it
                if self._off.is_set():
                    break
                line = self._pty.plug() if line is None else line
                self._chip = chip = Chip([*self._command, "boot" if raw else "all", *self._options], self._in)
            if chip.up():
                self._ready.set()
                soft, raw = chip.join(line, raw)
            else:
                soft = False
            chip.end()
            self._said = chip.said
            if soft and not self._off.is_set():
                os.write(line, SOFT)
            else:
                self._pty.unplug()
                os.close(line)
                line, raw = None, False
        if line is not None:
            os.close(line)

    def _in(self, minutes: int) -> threading.Timer:
        """The maintenance is over after so many minutes."""
        timer = threading.Timer(minutes * self._minute, self._kill)
        timer.daemon = True
        timer.start()
        return timer
