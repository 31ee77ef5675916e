"""Small files in one folder of a littlefs. Where the filesystem lives, board or simulator, is the caller's business.

littlefs commits a file when it is closed: after a power cut it holds the old bytes or the new ones, never a mixture.
Whenever a folder's list has filled its block it is written anew, whole: a file that is written again and again should
have few neighbours. So `seg/…` and `old/…`, for files that are written once, lie in folders below.
"""

FOLDERS = ("seg", "old")


class Store:
    """`fs` has `open`, `remove`, `ilistdir`, `mkdir` and `statvfs` like MicroPython's `VfsLfs2`, and raises OSError.

    `device`: what a littlefs lies on. Its lists are made strong before the first write (rule 1 of `docs/journal.md`).
    """

    def __init__(self, fs, device, folder="/data"):
        self._fs = fs
        self._folder = folder
        self._device = device
        self._lists = None
        self._prepared = False
        self._failures = 0  # of making the lists strong; after two of them nothing is written

    def prepare(self):
        """A step of what has to come before the first write, which else does it all; True when that is done."""
        if not self._prepared and self._harden():
            self._prepared = True
            self._device = self._lists = None  # and its buffer
            if self._failures < 2:
                self._make_folders()
        return self._prepared

    def _harden(self):
        if self._device is None:
            return True
        try:
            if self._lists is None:
                from hub.hal.lists import Lists  # not needed afterwards

                self._lists = Lists(self._device)
            return self._lists.step()
        except (OSError, MemoryError):
            self._failures += 1
            return self._failures > 1

    def _make_folders(self):
        for path in ("",) + FOLDERS:
            try:
                self._fs.mkdir(self._folder + "/" + path if path else self._folder)
            except OSError:
                pass  # it is there, or nothing can be written and the first write says so

    def _writable(self):
        while not self.prepare():
            pass
        return self._failures < 2

    def _path(self, name):
        return self._folder + "/" + name

    def read(self, name):
        try:
            file = self._fs.open(self._path(name), "rb")
        except OSError:
            return None
        try:
            return file.read()
        finally:
            file.close()

    def write(self, name, data):
        return self._put(name, data, "wb")

    def append(self, name, data):
        return self._put(name, data, "ab")

    def _put(self, name, data, mode):
        if not self._writable():
            return False
        try:
            file = self._fs.open(self._path(name), mode)
            try:
                file.write(data)
            finally:
                file.close()
        except OSError:
            return False
        return True

    def remove(self, name):
        if not self._writable():
            return False
        try:
            self._fs.remove(self._path(name))
        except OSError:
            return False
        return True

    def names(self):
        """File names, sorted; those below with their folder."""
        found = []
        for folder in ("",) + FOLDERS:
            prefix = folder + "/" if folder else ""
            try:
                for entry in self._fs.ilistdir(self._folder + "/" + folder if folder else self._folder):
                    if entry[1] == 0x8000:
                        found.append(prefix + entry[0])
            except OSError:
                pass
        return sorted(found)

    def free(self):
        status = self._fs.statvfs("/")
        return status[0] * status[3]
