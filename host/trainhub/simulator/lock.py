"""One simulated hub for one flash file: two would ruin each other's filesystem."""

import contextlib
import os
import sys
from pathlib import Path

from trainhub.simulator.errors import SimulatorError
from trainhub.text import tr


class FlashLock:
    """Held while the object is open; the system lets go of it when this process ends, however that happens."""

    def __init__(self, flash: Path) -> None:
        self._path = flash.with_name(flash.name + ".lock")
        self._file = self._take(flash)
        while not self._is_there():  # its last owner removed it between our opening and our locking it
            os.close(self._file)
            self._file = self._take(flash)

    def _take(self, flash: Path) -> int:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(file)
            raise SimulatorError(
                tr("Another simulated hub uses the flash {file}.", file=flash), tr("End it there, or name another file.")
            ) from error
        return file

    def _is_there(self) -> bool:
        try:
            return os.path.samestat(os.fstat(self._file), os.stat(self._path))
        except FileNotFoundError:
            return False

    def close(self) -> None:
        # The file goes first: whoever opens it after that makes a new one.
        with contextlib.suppress(OSError):
            self._path.unlink()
        with contextlib.suppress(OSError):
            os.close(self._file)
