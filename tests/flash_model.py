"""A NOR flash in memory with littlefs on it, on both interpreters, that loses power where a test says.

Operations (a page program, a block erase) are counted. Power goes in operation number `cut_at`; the tear says what it
leaves behind: see `TEARS`. After the cut nothing is written until a new `Flash` is made from the image.
"""

import sys

from hub.hal.store import Store

BLOCK = 4096
PAGE = 256
BLOCKS = 48

# What the interrupted operation leaves: nothing of it, its first half, all of it, bits of it in no order, everything
# but its last bytes. For an erase "bits" leaves a block half erased, "first" its second half untouched.
NOTHING, FIRST, ALL, BITS, ALMOST = range(5)
TEARS = (NOTHING, FIRST, ALL, BITS, ALMOST)

_BLANK = b"\xff" * BLOCK


class Flash:
    """image: what the chip holds, or None for a blank one."""

    weak_pages = 8  # how many half-programmed pages are remembered at a time
    unlucky = False  # may the erase of any such page fail silently, not only of the newest? `docs/journal.md`, "not covered"

    def __init__(self, image=None, blocks=BLOCKS, cut_at=-1, tear=NOTHING, salt=1):
        self.image = bytearray(BLOCK * blocks if image is None else image)
        if image is None:
            self.blank()
        self.blocks = len(self.image) // BLOCK
        self.pages = 0
        self.erases = 0
        self.operations = 0
        self.cut_at = cut_at
        self.tear = tear
        self.salt = salt
        self.dead = False
        self.weak = None  # (place, bytes before, bytes after) of the operation that power cut
        self.undecided = []  # [place, bits that may read otherwise at each start] of pages, if somebody wants it
        self._newest = None  # of these: what the last power cut left
        self.refuse_after = -1  # operations until every further one fails
        self.lie_at = -1  # the operation that reports success and does nothing, the first of `lie_for` in a row
        self.lie_for = 1
        self.lies = 0  # such rows that hid a change
        self._lied_at = -1
        self.trace = None  # a list of (place, bytes or None for an erase), if somebody wants it

    def blank(self):
        for at in range(0, len(self.image), BLOCK):
            self.image[at : at + BLOCK] = _BLANK

    def revive(self):
        """Power is back; counting begins anew."""
        self.dead = False
        self.operations = 0
        self.cut_at = self.refuse_after = self.lie_at = self._lied_at = -1

    def weaken(self):
        """From now on the bits that the cut left undecided read otherwise at each `reread`, until they are written or erased.

        `weak_pages` such pages at a time, the newest.
        """
        at, old, new = self.weak
        self._newest = None
        if len(new) < BLOCK:  # littlefs erases a block again before it uses it
            self._newest = [at, bytearray([a & ~b & 255 for a, b in zip(old, new)])]
            self.undecided.append(self._newest)
        self.undecided = self.undecided[-self.weak_pages :]

    def reread(self, salt):
        """A start: undecided bits read as programmed, as not, or each as it likes."""
        for at, mask in self.undecided:
            how = salt % 4
            for i in range(len(mask)):
                salt = (salt * 1103 + 12345) & 0x3FFFFFFF
                bits = 0 if how < 2 else 255 if how == 2 else salt >> 12
                self.image[at + i] = self.image[at + i] & ~mask[i] & 255 | bits & mask[i]

    def _spared(self, at, new):
        """Is this the erase of bits that an earlier power cut than the last one left undecided? It is done in truth."""
        if self.unlucky or len(new) < BLOCK:
            return False
        older = [weak for weak in self.undecided if weak is not self._newest]
        return any(at <= place < at + BLOCK and any(mask) for place, mask in older)

    def _touch(self, at, new):
        """An operation decides the bits that it writes."""
        erased = []
        for weak in self.undecided:
            place, mask = weak
            if len(new) == BLOCK and at <= place < at + BLOCK:
                erased.append(weak)
            elif place <= at < place + len(mask):
                for i in range(min(len(new), place + len(mask) - at)):
                    mask[at - place + i] &= new[i]
        self.undecided = [weak for weak in self.undecided if weak not in erased]

    # the chip ------------------------------------------------------------------------------------------------------

    def read_into(self, block, offset, target):
        at = block * BLOCK + offset  # reading goes on after a cut: what the code does then cannot be seen any more
        target[:] = self.image[at : at + len(target)]

    def program(self, block, offset, data):
        at = block * BLOCK + offset
        for start in range(0, len(data), PAGE):
            self._program(at + start, bytes(data[start : start + PAGE]))

    def _program(self, at, data):
        old = bytes(self.image[at : at + len(data)])
        new = (int.from_bytes(old, "little") & int.from_bytes(data, "little")).to_bytes(len(data), "little")
        self._operate(at, old, new)
        self.pages += 1

    def erase(self, block):
        at = block * BLOCK
        self._operate(at, bytes(self.image[at : at + BLOCK]), _BLANK)
        self.erases += 1

    def _operate(self, at, old, new):
        if self.dead or self.refuse_after == 0:
            raise OSError(5)
        if self.refuse_after > 0:
            self.refuse_after -= 1
        number = self.operations
        self.operations += 1
        if self.lie_at <= number < self.lie_at + self.lie_for and self.lie_at >= 0 and not self._spared(at, new):
            if old != new and self._lied_at != self.lie_at:
                self._lied_at = self.lie_at
                self.lies += 1
            return
        if number == self.cut_at:
            self.image[at : at + len(old)] = torn(old, new, self.tear, self.salt + number)
            self.weak = (at, old, new)
            self.dead = True
            raise OSError(5)
        if self.undecided:
            self._touch(at, new)
        if self.trace is not None:
            self.trace.append((at, new))
        self.image[at : at + len(new)] = new


def torn(old, new, tear, salt):
    """What is left between `old` and `new`."""
    n = len(old)
    if tear == NOTHING:
        return old
    if tear == ALL:
        return new
    if tear == FIRST:
        return new[: n // 2] + old[n // 2 :]
    if tear == ALMOST:
        return new[: n - 3] + old[n - 3 :]
    out = bytearray(old)
    state = salt * 2654435761 & 0xFFFFFFFF
    for i in range(n):
        if old[i] != new[i]:
            state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
            mask = state >> 16 & 255
            out[i] = old[i] & ~mask & 255 | new[i] & mask
    return bytes(out)


class Device:
    """MicroPython's extended block device interface."""

    def __init__(self, flash):
        self._flash = flash

    def readblocks(self, block, target, offset=0):
        self._flash.read_into(block, offset, target)

    def writeblocks(self, block, data, offset=0):
        try:
            self._flash.program(block, offset, data)
        except OSError:
            return -5
        return 0

    def ioctl(self, operation, argument):
        if operation == 4:
            return self._flash.blocks
        if operation == 5:
            return BLOCK
        if operation == 6:
            try:
                self._flash.erase(argument)
            except OSError:
                return -5
        return 0


def mount(flash):
    """The littlefs on `flash`, made anew where none can be mounted, as the stock `_boot.py` does."""
    if sys.implementation.name == "micropython":
        import vfs

        device = Device(flash)
        try:
            return vfs.VfsLfs2(device, progsize=PAGE, mtime=False)
        except OSError:
            vfs.VfsLfs2.mkfs(device, progsize=PAGE)
            return vfs.VfsLfs2(device, progsize=PAGE, mtime=False)
    from hub.hal.sim_littlefs import LittleFs

    return LittleFs(flash, BLOCK, flash.blocks, PAGE)


class PowerCut(BaseException):
    """Nothing runs on after a power cut; no `except Exception` may think otherwise."""


class _Powered:
    """A store that ends whoever calls it once power has gone."""

    def __init__(self, store, flash):
        self._store = store
        self._flash = flash

    def _alive(self):
        if self._flash.dead:
            raise PowerCut
        return self._store

    def prepare(self):
        return self._alive().prepare()

    def read(self, name):
        return self._alive().read(name)

    def write(self, name, data):
        return self._alive().write(name, data)

    def remove(self, name):
        return self._alive().remove(name)

    def names(self):
        return self._alive().names()

    def free(self):
        return self._alive().free()


def store(flash):
    """A `hal.Store` on that flash."""
    return _Powered(Store(mount(flash), Device(flash)), flash)


class MemoryStore:
    """A `hal.Store` without a filesystem: for tests of what the journal does with files. Counts writes."""

    def __init__(self):
        self.files = {}
        self.writes = 0
        self.refuse = False
        self.room = 1000000

    def prepare(self):
        return True

    def read(self, name):
        return self.files.get(name)

    def write(self, name, data):
        if self.refuse:
            return False
        self.writes += 1
        self.files[name] = bytes(data)
        return True

    def remove(self, name):
        return self.files.pop(name, None) is not None

    def names(self):
        return sorted(self.files)

    def free(self):
        return self.room
