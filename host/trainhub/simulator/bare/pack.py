"""Stand-in for the board's `pack`: the same file, but of sources, which unlike compiled modules do not say where they end."""

import io
import json

_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_ENOENT = 2


class Pack:
    def __init__(self, file):
        self._file = file
        head = file.read(2)
        size = head[0] | head[1] << 8
        self._places = json.loads(file.read(size))
        self._base = 2 + size
        self._ends = sorted(place for place in self._places.values() if place >= 0)

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        self._file.close()

    def stat(self, path):
        place = self._places.get(path[1:])
        if place is None:
            raise OSError(_ENOENT)
        return _FOLDER if place < 0 else _FILE

    def open(self, path, mode):
        place = self._places.get(path[1:], -1)
        if place < 0:
            raise OSError(_ENOENT)
        at = self._ends.index(place) + 1
        self._file.seek(self._base + place)
        size = self._ends[at] - place if at < len(self._ends) else -1
        return io.BytesIO(self._file.read(size))
