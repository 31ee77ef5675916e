"""littlefs on CPython, by `littlefs-python`, with the methods that MicroPython's `VfsLfs2` has. Never on a board."""

import littlefs
from littlefs.context import UserContext

_EIO = 5


class _Context(UserContext):
    def __init__(self, flash):
        self._flash = flash

    def read(self, cfg, block, off, size):
        data = bytearray(size)
        self._flash.read_into(block, off, data)
        return data

    def prog(self, cfg, block, off, data):
        try:
            self._flash.program(block, off, data)
        except OSError:
            return -_EIO
        return 0

    def erase(self, cfg, block):
        try:
            self._flash.erase(block)
        except OSError:
            return -_EIO
        return 0


class LittleFs:
    def __init__(self, flash, block, blocks, program):
        self._block = block
        # The geometry that MicroPython's VfsLfs2 uses for this `progsize`.
        self._fs = littlefs.LittleFS(
            context=_Context(flash), mount=False, block_size=block, block_count=blocks, read_size=32, prog_size=program,
            cache_size=4 * program, lookahead_size=32,
        )  # fmt: skip
        try:
            self._fs.mount()
        except littlefs.LittleFSError:
            self._fs.format()
            self._fs.mount()

    def open(self, path, mode):
        try:
            return _File(self._fs.open(path, mode))
        except littlefs.LittleFSError as error:
            raise OSError(-error.code) from error

    def remove(self, path):
        self._call(self._fs.remove, path)

    def mkdir(self, path):
        self._call(self._fs.mkdir, path)

    def ilistdir(self, path):
        for entry in self._call(self._fs.scandir, path):
            yield entry.name, 0x4000 if entry.type == 2 else 0x8000, 0, entry.size

    def statvfs(self, path):
        free = self._fs.block_count - self._fs.used_block_count
        return (self._block, self._block, self._fs.block_count, free, free, 0, 0, 0, 0, 255)

    def _call(self, function, path):
        try:
            return function(path)
        except littlefs.LittleFSError as error:
            raise OSError(-error.code) from error


class _File:
    def __init__(self, file):
        self._file = file

    def read(self):
        return self._call(self._file.read)

    def write(self, data):
        return self._call(self._file.write, data)

    def close(self):
        self._call(self._file.close)

    def _call(self, function, *values):
        try:
            return function(*values)
        except littlefs.LittleFSError as error:
            raise OSError(-error.code) from error
