"""A board under mpremote's hands: the interpreter's prompt over serial, files in and out, code run.

Everything here goes through `mpremote`'s own transport; nothing of its protocol is repeated.
"""

import ast
import contextlib
import hashlib
import io
import struct
from collections.abc import Callable
from typing import Any

from trainhub.errors import InstallFailed, PortError
from trainhub.link.transport import open_error, unplugged
from trainhub.text import tr

Progress = Callable[[str, int, int], None]  # file, bytes done, bytes in all

CHUNK = 1024
PROMPT_S = 10.0  # seconds in which a board gives up its program for the prompt
# Seconds of silence in the middle of an answer that a living board may need: a chip that erases flash hears nothing for
# up to 0.4 s (W25Q16JV data sheet, 32 KB block erase up to 1.6 s), and a simulated one shares this computer.
SILENCE_S = 4.0

_FILES = """
import os
def _there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False
def _below(path):
    found = []
    try:
        for entry in os.ilistdir(path):
            inside = path + '/' + entry[0]
            if entry[1] & 0x4000:
                found += _below(inside)
            else:
                found.append((inside, entry[3] if len(entry) > 3 else 0))
    except OSError:
        pass
    return found
"""


class Board:
    """A board at its prompt. `with Board(port) as board:`; leaving gives the port back.

    Raises `PortError` where the port cannot be opened or goes away, `InstallFailed` where the board does not obey.
    """

    def __init__(self, port: str) -> None:
        from mpremote.transport import TransportError
        from mpremote.transport_serial import SerialTransport

        self.port = port
        self._error: type[Exception] = TransportError
        try:
            # Without a time limit of its own the transport would wait for ever at a silent pty.
            self._line: Any = SerialTransport(port, baudrate=115200, timeout=SILENCE_S)
        except TransportError as error:  # it says "failed to access" for every cause
            raise _why_not(port, error) from error
        try:
            # mpremote prints what it does not understand; on our standard output it has no place.
            with contextlib.redirect_stdout(io.StringIO()):
                self._line.enter_raw_repl(soft_reset=False, timeout_overall=PROMPT_S)
            self.run(_FILES)
        except OSError as error:
            self.close()
            raise unplugged(port) from error
        except (TransportError, InstallFailed) as error:
            self.close()
            raise InstallFailed(
                tr("{port} is no board with MicroPython, or does not give up its program for MicroPython's prompt.", port=port),
                tr("Hold ROUND while you plug the hub in (safe mode) and repeat the command; a board without MicroPython "
                   "needs: trainhub setup"),
            ) from error  # fmt: skip

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError, self._error):
            self._line.exit_raw_repl()
        self.close()

    def close(self) -> None:
        with contextlib.suppress(OSError, self._error):
            self._line.close()
        with contextlib.suppress(OSError, self._error):
            self._line.serial.close()  # where the port has gone the line above gives up half-way

    def run(self, code: str) -> str:
        """Run `code` on the board. Returns what it printed."""
        return str(self._guarded(lambda: self._line.exec(code)).decode("utf-8", "replace"))

    def ask(self, code: str, expression: str) -> Any:
        """Run `code`, then the value of `expression`, which has a plain repr."""
        return ast.literal_eval(self.run(f"{code}\nprint(repr({expression}))").strip())

    def exists(self, path: str) -> bool:
        return bool(self.ask("", f"_there({path!r})"))

    def below(self, folder: str) -> dict[str, int]:
        """Path -> size of every file in `folder` and its folders; nothing if it is not there."""
        return dict(self.ask("", f"_below({folder!r})"))

    def read(self, path: str) -> bytes:
        return bytes(self._guarded(lambda: self._line.fs_readfile(path, chunk_size=CHUNK)))

    def write(self, path: str, data: bytes, progress: Progress) -> None:
        """Write a whole file; the folder it is in is made. The board has the old contents until the last byte is there."""
        folder = path.rpartition("/")[0]
        if folder and not self.exists(folder):
            self.run(f"os.mkdir({folder!r})")
        progress(path, 0, len(data))
        self._guarded(
            lambda: self._line.fs_writefile(
                path, data, chunk_size=CHUNK, progress_callback=lambda done, total: progress(path, done, total)
            )
        )

    def same(self, path: str, data: bytes) -> bool:
        """Does the board hold exactly this file?"""
        if not self.exists(path):
            return False
        return bool(self._guarded(lambda: self._line.fs_hashfile(path, "sha256")) == hashlib.sha256(data).digest())

    def reset(self) -> None:
        """Start the board anew, with its app; the port goes away with it."""
        # A wish for maintenance is still there if its start was interrupted by us before it was read.
        with contextlib.suppress(InstallFailed):
            self.run("import pico_boot\npico_boot.take_note()")
        with contextlib.suppress(OSError, self._error):
            self._line.exec_raw_no_follow("import machine\nmachine.reset()")
        self.close()

    def _guarded(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except self._error as error:
            text = str(error.args[-1] if error.args else error).strip().splitlines()
            raise InstallFailed(
                tr("The board refused: {reason}", reason=text[-1] if text else error),
                tr("It keeps what it had. Repeat the command; if it fails again: trainhub doctor"),
            ) from error
        except struct.error as error:  # mpremote's, when an answer stops in the middle
            raise InstallFailed(tr("The board fell silent."), tr("Unplug it and plug it in again, then repeat.")) from error
        except (OSError, TypeError) as error:  # TypeError: pyserial's, when the port goes away while it is read
            raise unplugged(self.port) from error


def _why_not(port: str, error: Exception) -> PortError:
    """mpremote has one sentence for busy, missing and denied; the exception behind it knows more."""
    cause = error.__cause__ or error.__context__
    if cause is None:
        import serial

        try:
            serial.serial_for_url(port, exclusive=True).close()
        except (OSError, ValueError) as second:
            cause = second
    return open_error(port, cause or error)
