"""The simulator's flash: a file that holds, byte for byte, what the filesystem region of the board's chip would hold.

Every program and erase operation goes straight to the file, so that killing the process at any moment leaves what a
power cut would leave. On MicroPython the filesystem is its own littlefs, on CPython `littlefs-python`; either opens the
other's files. After the last block come 16 bytes that no filesystem sees: magic, the board's id, number of starts.
"""

import os
import struct
import sys

BLOCK = 4096
BLOCKS = 352  # the filesystem region of a 2 MB Pico: 1,441,792 B
PROGRAM = 256
MAGIC = b"THF1"
_TRAILER = "<4s8sI"
_EIO = 5


class Flash:
    """The chip. `pages` and `erases` count operations; `refuse_after` and `cut_after` plan a failure (-1: none)."""

    def __init__(self, path, cut, uid):
        """`cut` ends the process at once; `uid`: the id that a new chip gets."""
        self.pages = 0
        self.erases = 0
        self.refuse_after = -1
        self.cut_after = -1
        self.cut_bytes = None  # of that operation that are still written; None: half
        self._cut = cut
        self._file = _open(path)
        size = self._file.seek(0, 2)
        while size < BLOCK * BLOCKS:  # new, or its making was cut short
            size += self._file.write(b"\xff" * min(BLOCK, BLOCK * BLOCKS - size))
        self._file.seek(BLOCK * BLOCKS)
        raw = self._file.read(struct.calcsize(_TRAILER))
        self.uid, self.boots = uid, 0
        if raw[:4] == MAGIC and len(raw) == struct.calcsize(_TRAILER):
            magic, self.uid, self.boots = struct.unpack(_TRAILER, raw)
        self.boots += 1
        self._file.seek(BLOCK * BLOCKS)
        self._file.write(struct.pack(_TRAILER, MAGIC, self.uid, self.boots))

    def read_into(self, block, offset, target):
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(target)

    def program(self, block, offset, data):
        self._operation(block * BLOCK + offset, data)
        self.pages += (len(data) + PROGRAM - 1) // PROGRAM

    def erase(self, block):
        self._operation(block * BLOCK, b"\xff" * BLOCK)
        self.erases += 1

    def _operation(self, place, data):
        if self.refuse_after == 0:
            raise OSError(_EIO)
        if self.refuse_after > 0:
            self.refuse_after -= 1
        self._file.seek(place)
        if self.cut_after == 0:
            whole = len(data)
            self._file.write(bytes(data[: whole // 2 if self.cut_bytes is None else min(self.cut_bytes, whole)]))
            self._cut()
        if self.cut_after > 0:
            self.cut_after -= 1
        self._file.write(data)


class Mounted:
    """The filesystem of a simulated board, whose start-up has mounted it: MicroPython's `os` and `open`."""

    open = open
    mkdir = os.mkdir
    remove = os.remove
    ilistdir = getattr(os, "ilistdir", None)
    statvfs = getattr(os, "statvfs", None)


def filesystem(flash):
    """The littlefs on `flash`, with the methods of `VfsLfs2`; made anew where none can be mounted, like `_boot.py`."""
    if sys.implementation.name == "micropython":
        return _micropython(flash)
    from hub.hal.sim_littlefs import LittleFs

    return LittleFs(flash, BLOCK, BLOCKS, PROGRAM)


def _micropython(flash):
    import vfs

    device = Device(flash)
    # Without mtime: the time of day would make two equal runs leave different flash.
    try:
        return vfs.VfsLfs2(device, progsize=PROGRAM, mtime=False)
    except OSError:
        vfs.VfsLfs2.mkfs(device, progsize=PROGRAM)
        return vfs.VfsLfs2(device, progsize=PROGRAM, mtime=False)


class Device:
    """MicroPython's extended block device interface."""

    def __init__(self, flash):
        self._flash = flash

    def readblocks(self, block, target, offset=0):
        self._flash.read_into(block, offset, target)

    def writeblocks(self, block, data, offset=None):
        if offset is None:
            self._flash.erase(block)
            offset = 0
        self._flash.program(block, offset, data)

    def ioctl(self, operation, argument):
        if operation == 4:
            return BLOCKS
        if operation == 5:
            return BLOCK
        if operation == 6:
            self._flash.erase(argument)
        return 0


def _open(path):
    """The file, created if missing, unbuffered: what is written is the operating system's at once."""
    try:
        os.stat(path)
    except OSError:
        open(path, "wb").close()
    if sys.implementation.name == "micropython":
        return open(path, "r+b")
    return open(path, "r+b", buffering=0)
