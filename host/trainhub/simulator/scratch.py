"""A folder for one run, gone with it; those of runs that were killed go at the next start.

Each holds a file that its owner keeps locked. The system lets go of the lock however a process ends, so a folder whose
lock can be had belongs to nobody any more.
"""

import contextlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

_PREFIX = "trainhub-run-"
_OWNER = "owner"


class Scratch:
    """`with Scratch() as folder:`, or `.path` and `.close()`."""

    def __init__(self) -> None:
        _sweep(Path(tempfile.gettempdir()))
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        # Under another name until it is locked: no other start may find it free in between.
        file = self.path / (_OWNER + ".new")
        self._lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.rename(self.path / _OWNER)

    def close(self) -> None:
        """Remove it; more than once is fine."""
        if self._lock >= 0:
            shutil.rmtree(self.path, ignore_errors=True)
            os.close(self._lock)
            self._lock = -1
            shutil.rmtree(self.path, ignore_errors=True)  # Windows removes no open file

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.close()


def _sweep(folder: Path) -> None:
    """Remove what killed runs of this user left. Windows tidies up its folder for such files by itself."""
    if sys.platform == "win32":
        return
    import fcntl

    for owner in folder.glob(f"{_PREFIX}*/{_OWNER}"):
        with contextlib.suppress(OSError):
            if owner.parent.is_symlink() or owner.parent.stat().st_uid != os.geteuid():
                continue
            file = os.open(owner, os.O_RDWR | os.O_NOFOLLOW)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(owner.parent, ignore_errors=True)
            finally:
                os.close(file)
