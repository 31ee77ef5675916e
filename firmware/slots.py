"""Two places for the app, /a and /b, and an atomic pointer to one of them. At the root of a board, outside both.

A slot is whole if its manifest is there and says what is in it; an upload goes into the idle slot and ends by
`select`, which checks every file before it moves the pointer. Each start is counted before the app runs and the count
is taken back by the first healthy step. After three starts without one the other slot gets three tries; then one
start has no app at all, so that the board can be mended, and it begins again.

The pointer is the file /slot: the slot's letter and the count, e.g. `a0`. Manifest lines: SHA-256 in hex, size, path.
"""

import binascii
import hashlib
import os

TRIES = 3
LETTERS = ("a", "b")
MANIFEST = "manifest"
_POINTER = "/slot"
_DIRECTORY = 0x4000


class Slots:
    """`fs` has open, rename, remove, rmdir, ilistdir and stat as MicroPython's filesystems do."""

    def __init__(self, fs):
        self._fs = fs
        self._letter = ""  # of the slot that runs

    def begin(self):
        """Count this start. Returns the folder of the app, "" for none."""
        letter, starts = self._read()
        self._letter = ""
        while starts < 2 * TRIES:
            chosen = letter if starts < TRIES else self._other(letter)
            if self._has(chosen):
                self._letter = chosen
                self._write(letter, starts + 1)
                return "/" + chosen
            starts = TRIES if starts < TRIES else 2 * TRIES
        self._write(letter, 0)
        return ""

    def healthy(self):
        """The running slot works: it is the one from now on."""
        if self._letter and self._read() != (self._letter, 0):
            self._write(self._letter, 0)

    def running(self):
        """Letter of the slot that runs; "" in development, in safe mode and before `begin`."""
        return self._letter

    def fell_back(self):
        """True if the slot that runs is not the one that was selected."""
        return self._letter != "" and self._read()[0] != self._letter

    def idle(self):
        """Folder of the slot an upload may overwrite: not the one that runs, nor the selected one."""
        return "/" + self._other(self._letter or self._read()[0])

    def clear(self, folder):
        """Empty a slot. Its manifest goes first: from then on it is no slot."""
        self._refuse(folder)
        self._remove(folder + "/" + MANIFEST)
        self._remove(folder)

    def select(self, folder):
        """Start from this slot from the next start on, if it is whole. Returns what is wrong, or ""."""
        self._refuse(folder)
        wrong = self.check(folder)
        if not wrong and not self._write(folder[1:], 0):
            wrong = "cannot write " + _POINTER
        return wrong

    def check(self, folder):
        """What is wrong with the files of a slot, or ""."""
        data = self._load(folder + "/" + MANIFEST)
        if not data:
            return "no manifest"
        for line in data.decode().split("\n"):
            if line:
                digest, size, path = line.split(" ", 2)
                wrong = self._compare(folder + "/" + path, digest, int(size))
                if wrong:
                    return wrong
        return ""

    def _compare(self, path, digest, size):
        try:
            file = self._fs.open(path, "rb")
        except OSError:
            return "no file " + path
        hasher = hashlib.sha256()
        try:
            while True:
                piece = file.read(1024)
                if not piece:
                    break
                hasher.update(piece)
                size -= len(piece)
        finally:
            file.close()
        if size or binascii.hexlify(hasher.digest()).decode() != digest:
            return "other contents in " + path
        return ""

    def _other(self, letter):
        return LETTERS[1 - LETTERS.index(letter)]

    def _refuse(self, folder):
        if folder[1:] not in LETTERS or folder[1:] == self._letter:
            raise ValueError(folder)

    def _has(self, letter):
        try:
            return self._fs.stat("/" + letter + "/" + MANIFEST)[6] > 0
        except OSError:
            return False

    def _read(self):
        data = self._load(_POINTER)
        if data and len(data) == 2 and chr(data[0]) in LETTERS and 0x30 <= data[1] <= 0x39:
            return chr(data[0]), data[1] - 0x30
        # No pointer or a damaged one: the first slot that is there.
        return ("b", 0) if self._has("b") and not self._has("a") else ("a", 0)

    def _load(self, path):
        try:
            file = self._fs.open(path, "rb")
        except OSError:
            return None
        try:
            return file.read()
        finally:
            file.close()

    def _write(self, letter, starts):
        """littlefs commits a file when it is closed: an interruption at any point leaves the old bytes or the new ones."""
        try:
            file = self._fs.open(_POINTER, "wb")
            try:
                file.write((letter + str(starts)).encode())
            finally:
                file.close()
        except OSError:
            return False  # full or worn out: the app may still run
        return True

    def _remove(self, path):
        """A file, or a folder with everything in it; nothing if it is not there."""
        try:
            entries = list(self._fs.ilistdir(path)) if self._fs.stat(path)[0] & _DIRECTORY else None
        except OSError:
            return
        if entries is None:
            self._fs.remove(path)
            return
        for entry in entries:
            self._remove(path + "/" + entry[0])
        self._fs.rmdir(path)


class Files:
    """MicroPython's `os` and `open`, as `Slots` wants them."""

    open = open
    remove = os.remove
    rename = os.rename
    rmdir = os.rmdir
    stat = os.stat
    ilistdir = getattr(os, "ilistdir", None)
