"""littlefs on CPython, by `littlefs-python`, with the methods that MicroPython's `VfsLfs2` has. Never on a board.

Its functions are called directly: its file objects close a second time when closing failed, which ends the process.
"""

from littlefs import LittleFSError, lfs
from littlefs.context import UserContext

_EIO = 5
_FOLDER = 2


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
        self._blocks = blocks
        # The geometry that MicroPython's VfsLfs2 uses for this `progsize`.
        config = lfs.LFSConfig(
            context=_Context(flash), block_size=block, block_count=blocks, read_size=32, prog_size=program,
            cache_size=4 * program, lookahead_size=32,
        )  # fmt: skip
        self._config = config
        self._fs = lfs.LFSFilesystem()
        try:
            lfs.mount(self._fs, config)
        except LittleFSError:
            lfs.format(self._fs, config)
            lfs.mount(self._fs, config)

    def open(self, path, mode):
        return _File(self._fs, _call(lfs.file_open, self._fs, path, mode))

    def remove(self, path):
        _call(lfs.remove, self._fs, path)

    def mkdir(self, path):
        _call(lfs.mkdir, self._fs, path)

    def ilistdir(self, path):
        folder = _call(lfs.dir_open, self._fs, path)
        entry = lfs.dir_read(self._fs, folder)
        while entry:
            if entry.name not in (".", ".."):
                yield entry.name, 0x4000 if entry.type == _FOLDER else 0x8000, 0, entry.size
            entry = lfs.dir_read(self._fs, folder)
        lfs.dir_close(self._fs, folder)

    def statvfs(self, path):
        free = self._blocks - _call(lfs.fs_size, self._fs)
        return (self._block, self._block, self._blocks, free, free, 0, 0, 0, 0, 255)


class _File:
    def __init__(self, fs, handle):
        self._fs = fs
        self._handle = handle

    def read(self):
        return bytes(_call(lfs.file_read, self._fs, self._handle, lfs.file_size(self._fs, self._handle)))

    def write(self, data):
        return _call(lfs.file_write, self._fs, self._handle, bytes(data))

    def close(self):
        _call(lfs.file_close, self._fs, self._handle)


def _call(function, *values):
    try:
        return function(*values)
    except LittleFSError as error:
        raise OSError(-error.code) from error
