"""Small files in one folder of a littlefs. Where the filesystem lives, board or simulator, is the caller's business.

littlefs commits a file when it is closed: after a power cut it holds the old bytes or the new ones, never a mixture.
Whenever a folder's list has filled its block it is written anew, whole: a file that is written again and again should
have few neighbours. So `seg/…` and `old/…`, for files that are written once, lie in folders below.
"""

FOLDERS = ("seg", "old")


class Store:
    """`fs` has `open`, `remove`, `ilistdir`, `mkdir` and `statvfs` like MicroPython's `VfsLfs2`, and raises OSError."""

    def __init__(self, fs, folder="/data"):
        self._fs = fs
        self._folder = folder
        for path in ("",) + FOLDERS:
            try:
                fs.mkdir(folder + "/" + path if path else folder)
            except OSError:
                pass  # it is there, or nothing can be written and the first write says so

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
