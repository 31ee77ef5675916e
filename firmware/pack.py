"""The app of a slot as one file, which imports read like a folder. At the root of a board, outside the slots.

To find and read a module among many small files takes littlefs some 20 ms on a Pico; here it is a look into a
dictionary, and MicroPython's loader gets 255 bytes at a time instead of 20.

File: the length of the index as u16, the index, then the modules' contents. Index: in JSON, the offset of each module's
contents by its path, and -1 for a folder.
"""

import io
import json

_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_ENOENT = 2
_GET_BUFFER_SIZE = 11  # MP_STREAM_GET_BUFFER_SIZE, MicroPython's py/stream.h
_BUFFER = 255  # the most its loader takes


class Module(io.IOBase):
    """What the loader reads. It stops at a module's end by itself, so this need not know where that is."""

    def __init__(self, file):
        self.readinto = file.readinto

    def ioctl(self, request, argument):
        return _BUFFER if request == _GET_BUFFER_SIZE else 0


class Pack:
    """A filesystem for `vfs.mount`, as much of it as `import` uses. `file` is open for reading in binary.

    One module is open at a time: MicroPython reads a module to its end before it runs it.
    """

    def __init__(self, file):
        self._file = file
        head = file.read(2)
        size = head[0] | head[1] << 8
        self._places = json.loads(file.read(size))
        self._base = 2 + size
        self._module = Module(file)

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
        self._file.seek(self._base + place)
        return self._module
