"""Is an opened file still the one that its path names? It may be moved, deleted or replaced while it is in use, and
whatever is written then is lost with it."""

import os
from pathlib import Path


class Place:
    """Where a file was found. Make it right after the file was opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found = self._now()

    @property
    def kept(self) -> bool:
        """The same file is there."""
        return self._now() == self._found

    @property
    def empty(self) -> bool:
        """No file is there."""
        return self._now() is None

    def _now(self) -> tuple[int, int] | None:
        try:
            status = os.stat(self._path)
        except OSError:
            return None
        return status.st_dev, status.st_ino
