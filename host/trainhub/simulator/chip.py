"""One run of a simulated board's MicroPython, from power-up until its process ends, behind a terminal of its own.

The terminal is the chip's side of the serial port: bytes as they are, both ways. Only Ctrl-C is special, as on a chip:
a program that runs is interrupted by it; the prompt reads it as a byte.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from trainhub.simulator import back_ends
from trainhub.simulator.errors import SimulatorError

HEAP = "2m"  # sources take more room than the compiled modules of a board
SOFT = b"MPY: soft reboot\r\n"
BARE = Path(__file__).resolve().parent / "bare"
_PIECE = 4096
_STOPPING = 20.0  # seconds that a program may take to end after Ctrl-C
_UNREAD = 1.0  # seconds after which bytes that nobody fetches are lost, as on USB
_AGREED = b"\x06" * 8  # one would do, but a Ctrl-C that was on its way may swallow it
_RAW = b"raw REPL; CTRL-B to exit\r\n"


def command(drive: Path, registers: Path) -> list[str]:
    """The beginning of a board's command line; which start files run, and a hub's options, follow.

    registers: a folder for what survives a restart.
    """
    program = back_ends.micropython()
    if program is None or sys.platform == "win32":
        raise SimulatorError("A board's prompt needs a real MicroPython, and there is none for this computer.")
    return [
        program, "-X", f"heapsize={HEAP}", "-i", str(BARE / "power_up.py"), str(drive), str(BARE.parent),
        str(back_ends.firmware()), str(registers),
    ]  # fmt: skip


class Chip:
    """`timed(minutes)` is called when the board wants a restart after that time; the timer it returns ends with us."""

    def __init__(self, command: list[str], timed: Callable[[int], threading.Timer] | None = None) -> None:
        self._terminal, inner = os.openpty()
        _like_a_chip(inner)
        # power_up.py sets its own path before anything of the drive is imported.
        environment = {**os.environ, "MICROPYPATH": ".frozen", "TERM": "dumb"}
        self._process = subprocess.Popen(
            command, stdin=inner, stdout=inner, stderr=subprocess.PIPE, env=environment, start_new_session=True, cwd=BARE
        )
        os.close(inner)
        self.said: list[str] = []
        self.bench_port: int | None = None
        self._gate = threading.Lock()
        self._over = False  # power_up.py has ended, and the prompt was not seen yet
        self._timed = timed
        self._timer: threading.Timer | None = None
        self._listener = threading.Thread(target=self._listen, name="chip", daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        """What comes on standard error: the bench's port, a wish for a restart, anything else is kept."""
        assert self._process.stderr is not None
        for raw in self._process.stderr:
            line = raw.decode("utf-8", "replace").rstrip()
            word, _, number = line.rpartition(" ")
            if word == "bench" and number.isdigit():
                self.bench_port = int(number)
            elif word == "restart in" and number.isdigit() and self._timed:
                self._timer = self._timed(int(number))
            elif line == "over":
                with self._gate, contextlib.suppress(OSError):
                    self._over = True
                    os.write(self._terminal, _AGREED)
            else:
                self.said.append(line)

    def kill(self) -> None:
        """The power goes."""
        if self._process.poll() is None:
            self._process.kill()

    def end(self) -> None:
        """Wait for the process and let go of everything."""
        self.kill()
        self._process.wait()
        self._listener.join(5)
        if self._timer:
            self._timer.cancel()
        if self._process.stderr:
            self._process.stderr.close()
        os.close(self._terminal)

    def up(self) -> bool:
        """Wait until the drive is mounted. Before that nothing from outside may reach the process, Ctrl-C least of all:
        it would leave a prompt with the computer's own files in reach."""
        while self._process.poll() is None:
            ready, _, _ = select.select([self._terminal], [], [], 0.2)
            if ready:
                try:
                    if os.read(self._terminal, 1) == b"\x06":
                        return True
                except OSError:
                    return False
        return False

    def join(self, line: int, raw: bool) -> tuple[bool, bool]:
        """Carry bytes between `line`, the port's end, and the terminal until the process is gone.

        raw: begin at the raw prompt. Returns whether the prompt was left by Ctrl-D, and whether it was the raw one.
        """
        held = b"\x01" if raw else b""  # waits for the prompt: a chip's buffer keeps what comes after a Ctrl-C too
        until = time.monotonic() + _STOPPING if raw else 0.0
        seen = b""
        while self._process.poll() is None:
            ready, _, _ = select.select([line, self._terminal], [], [], 0.002 if held else 0.2)
            try:
                if self._terminal in ready:
                    data = os.read(self._terminal, _PIECE)
                    if not data:
                        break
                    seen = (seen + data)[-_PIECE:]
                    raw = raw or _RAW in seen
                    _write(line, data)
                if line in ready:
                    held += os.read(line, _PIECE)
                    if b"\x03" in held and not self._at_prompt():
                        self._interrupt()
                        held = held.rpartition(b"\x03")[2]
                        until = time.monotonic() + _STOPPING
                if held and (time.monotonic() > until or self._at_prompt()):
                    if b"\x02" in held:
                        raw, seen = False, b""
                    _write(self._terminal, held)
                    held = b""
            except BlockingIOError:
                continue
            except OSError:
                break
        self._process.wait()
        return self._process.returncode == 0, raw

    def _interrupt(self) -> None:
        with self._gate, contextlib.suppress(ProcessLookupError):
            if not self._over:
                self._process.send_signal(signal.SIGINT)

    def _at_prompt(self) -> bool:
        """MicroPython turns signals off while it reads a line, and back on while it runs one."""
        import termios

        there = not termios.tcgetattr(self._terminal)[3] & termios.ISIG
        self._over = self._over and not there
        return there


def _like_a_chip(terminal: int) -> None:
    import termios
    import tty

    tty.setraw(terminal)
    mode = termios.tcgetattr(terminal)
    mode[3] |= termios.ISIG
    mode[6][termios.VQUIT] = mode[6][termios.VSUSP] = b"\0"  # these are bytes like any other
    termios.tcsetattr(terminal, termios.TCSANOW, mode)


def _write(end: int, data: bytes) -> None:
    while data:
        try:
            data = data[os.write(end, data) :]
        except BlockingIOError:
            if not select.select([], [end], [], _UNREAD)[1]:
                return
