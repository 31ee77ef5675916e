"""A simulated hub as one object: power, port and bench."""

import contextlib
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from trainhub.simulator import back_ends, flash_file
from trainhub.simulator.bench import Bench
from trainhub.simulator.errors import SimulatorError, broken_off
from trainhub.simulator.line import Pty
from trainhub.simulator.lock import FlashLock
from trainhub.simulator.process import HubProcess
from trainhub.simulator.prompt import Prompt
from trainhub.text import tr

RESET = 42  # the exit status of a hub that restarts itself
MAINTENANCE = 43  # of one that wants MicroPython's prompt on its port first; it said for how many minutes


class Simulator:
    """The hub's firmware in a process of its own.

        with Simulator(Path("hub.flash")) as hub:
            hub.bench.press("TURN")
            serial.Serial(hub.port)

    flash: file that holds the hub's flash; made when missing, kept afterwards · driven: time moves only through the
    bench · seed: makes id and chance repeatable · port: `pty` or `socket`; None: what this computer can do · down:
    buttons held at power-up · start: what the clock shows then, ms · firmware: folders to run `main.py` from instead.
    """

    def __init__(
        self, flash: Path, board: str = "full", driven: bool = False, seed: int | None = None, port: str | None = None,
        back_end: str = "auto", down: Sequence[str] = (), start: int = 0, firmware: Sequence[Path] | None = None,
        heap: str = back_ends.HEAP,
    ) -> None:  # fmt: skip
        kind = port or ("socket" if sys.platform == "win32" else "pty")
        if kind not in ("pty", "socket"):
            raise SimulatorError(tr("There is no port of the kind {name}.", name=kind), tr("Use pty or socket."))
        if firmware is None:
            back_ends.check_board(board)
        self.flash = Path(flash).resolve()
        self.back_end = back_ends.choose(back_end)
        self._flash_lock = FlashLock(self.flash)
        try:
            flash_file.prepare(self.flash)
        except BaseException:
            self._flash_lock.close()
            raise
        self._arguments = ["--board", board, "--flash", str(self.flash), "--start", str(start)]
        if driven:
            self._arguments.append("--driven")
        if seed is not None:
            self._arguments += ["--seed", str(seed)]
        self._firmware = firmware
        self._heap = heap
        self._pty = Pty() if kind == "pty" else None
        self._serial = 0  # the socket's number, the same after every power-up
        self._process: HubProcess | None = None
        self._bench: Bench | None = None
        self._prompt: Prompt | None = None
        self._lock = threading.RLock()
        try:
            self._power_up(down)
        except BaseException:
            self.close()
            raise

    def _power_up(self, down: Sequence[str]) -> None:
        folders = list(self._firmware) if self._firmware is not None else [back_ends.firmware()]
        arguments = [*self._arguments, *(["--down", ",".join(down)] if down else [])]
        arguments += ["--sounds", str(folders[-1] / "sounds")]
        if self._pty is None:
            self._process = HubProcess(self.back_end, folders, [*arguments, "--serial", str(self._serial)], None, self._heap)
            self._serial = self._process.serial_port or 0
        else:
            end = self._pty.plug()
            try:
                self._process = HubProcess(self.back_end, folders, arguments, end, self._heap)
            finally:
                os.close(end)
        try:
            self._bench = Bench(self._process.bench_port)
        except (OSError, SimulatorError) as error:
            self._process.kill()
            raise broken_off(tr("The simulated hub did not come up"), self._process.last_words()) from error
        self._supervisor = threading.Thread(target=self._supervise, args=(self._process,), name="simulator", daemon=True)
        self._supervisor.start()

    def _supervise(self, process: HubProcess) -> None:
        """A hub that resets itself comes up again."""
        status = process.wait()
        if status == MAINTENANCE:
            self._maintain(process)
        if status in (RESET, MAINTENANCE):
            with self._lock:
                if self._process is process:
                    with contextlib.suppress(SimulatorError):  # whoever uses the hub next is told that it is off
                        self.restart()

    def _maintain(self, process: HubProcess) -> None:
        """Give the port to the prompt until that is over."""
        with self._lock:
            if self._process is not process or self._pty is None:
                return
            if self._bench:
                self._bench.close()
                self._bench = None
            self._pty.unplug()
            registers = self._pty.path.with_name("registers")
            registers.mkdir(exist_ok=True)
            self._prompt = prompt = Prompt(self.flash, registers, process.minutes())
            line = self._pty.plug()
        prompt.run(line)
        with self._lock:
            self._prompt = None
            if self._process is process:
                self._pty.unplug()
            os.close(line)

    @property
    def port(self) -> str:
        """What pyserial opens: a device path or a `socket://` URL."""
        return str(self._pty.path) if self._pty else f"socket://127.0.0.1:{self._serial}"

    @property
    def bench(self) -> Bench:
        with self._lock:
            if self._bench is None:
                raise SimulatorError(tr("The simulated hub is switched off."), tr("Switch it on again."))
            return self._bench

    @property
    def pid(self) -> int | None:
        """The process of the running hub; None when it is off."""
        return self._process.pid if self._process else None

    @property
    def lost(self) -> bool:
        """Has its process ended although nobody switched it off, and for good?"""
        process = self._process
        return process is not None and process.status() not in (None, RESET, MAINTENANCE)

    @property
    def said(self) -> list[str]:
        """What the firmware wrote on standard error, which a healthy one never does."""
        return list(self._process.said) if self._process else []

    def kill(self) -> None:
        """The power goes, wherever the firmware is."""
        with self._lock:
            process, self._process = self._process, None
            if self._prompt:
                self._prompt.kill()
            if process:
                process.kill()
            if self._bench:
                self._bench.close()
                self._bench = None
            if self._pty:
                self._pty.unplug()

    def restart(self, down: Sequence[str] = ()) -> None:
        """Power off, if it is on, and on again with the same flash; `down`: buttons held meanwhile."""
        with self._lock:
            self.kill()
            self._power_up(down)

    def wait(self, timeout: float | None = None) -> int | None:
        """The exit status once the hub has ended for good; None if it is off, or still runs after `timeout` seconds.

        A hub that restarts itself has not ended.
        """
        while True:
            process, supervisor = self._process, self._supervisor
            if process is None:
                return None
            status = process.wait(timeout)
            if status not in (RESET, MAINTENANCE):
                return status
            supervisor.join()
            if self._process is process:  # it did not come up again
                return status

    def close(self) -> None:
        """Switch off for good. The flash file stays."""
        with self._lock:
            if self._bench:
                with contextlib.suppress(SimulatorError):
                    self._bench.quit()
                if self._process:
                    self._process.wait(2)
            self.kill()
            if self._pty:
                self._pty.close()
            self._flash_lock.close()

    def __enter__(self) -> "Simulator":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
