"""The journal's files: every write is read back, and what is wrong with what is stored is noted."""

from shared_rules import wire


class Files:
    """`store`: `hub.Store` · `make_room`: called where a write failed; perhaps there is room afterwards.

    faults: [code, count (stops at 255), text], codes are `wire.JF_*` · failed: nothing is written until the next restart.
    """

    def __init__(self, store, make_room):
        self.store = store
        self.faults = []
        self.failed = False
        self._make_room = make_room

    def put(self, name, raw):
        """Write a file and read it back, at worst after making room and once more."""
        if self._put(name, raw):
            return True
        self.fault(wire.JF_WRITE, name)
        self._make_room()
        if self._put(name, raw):
            return True
        self.failed = True
        return False

    def _put(self, name, raw):
        # Rule 3: nothing reports a page that did not take, so it is read back.
        return self.store.write(name, raw) and self.store.read(name) == raw

    def fault(self, code, text):
        """Note that something is wrong with what is stored."""
        for entry in self.faults:
            if entry[0] == code:
                entry[1] = min(entry[1] + 1, 255)
                entry[2] = text
                return
        self.faults.append([code, 1, text])
