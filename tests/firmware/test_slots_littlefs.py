"""An upload into the idle slot on a real littlefs, with power cut in every flash operation. Also passes on MicroPython."""

import binascii
import hashlib
import io
import sys

import flash_model as fm
from slots import Slots

BOTH = True
VERSIONS = (b"old app " * 90, b"new app " * 110)


def mount(flash):
    if sys.implementation.name == "micropython":
        return fm.mount(flash)
    from littlefs import LittleFSError, lfs

    from hub.hal.sim_littlefs import LittleFs

    def call(function, *arguments):
        try:
            return function(*arguments)
        except LittleFSError as error:
            raise OSError(5) from error

    class Drive(LittleFs):
        """What VfsLfs2 has and the simulator does not need."""

        def open(self, path, mode):
            file = LittleFs.open(self, path, mode)
            if mode == "wb":
                return file
            data = file.read()
            file.close()
            return io.BytesIO(data)

        def rename(self, old, new):
            call(lfs.rename, self._fs, old, new)

        def rmdir(self, path):
            self.remove(path)

        def stat(self, path):
            found = call(lfs.stat, self._fs, path)
            return (0x4000 if found.type == 2 else 0x8000, 0, 0, 0, 0, 0, found.size)

    return Drive(flash, fm.BLOCK, flash.blocks, fm.PAGE)


def put(fs, path, data):
    file = fs.open(path, "wb")
    try:
        file.write(data)
    finally:
        file.close()


def get(fs, path):
    file = fs.open(path, "rb")
    try:
        return file.read()
    finally:
        file.close()


def fill(fs, folder, app):
    """The files of a slot as the host writes them: the manifest last."""
    fs.mkdir(folder)
    put(fs, folder + "/app.pack", app)
    digest = binascii.hexlify(hashlib.sha256(app).digest()).decode()
    put(fs, folder + "/manifest", ("%s %d app.pack\n" % (digest, len(app))).encode())


def new_board():
    flash = fm.Flash(blocks=24)
    fs = mount(flash)
    fill(fs, "/a", VERSIONS[0])
    put(fs, "/slot", b"a0")
    return flash.image


def update(flash):
    """A start of the hub, and the host's upload. OSError where the power goes, as far as anything notices it."""
    fs = mount(flash)
    slots = Slots(fs)
    slots.begin()
    slots.healthy()
    folder = slots.idle()
    slots.clear(folder)
    fill(fs, folder, VERSIONS[1])
    return slots.select(folder)


def cut_short(flash):
    try:
        update(flash)
    except OSError:
        return


def start(image):
    """What starts after the cut."""
    fs = mount(fm.Flash(image))
    slots = Slots(fs)
    folder = slots.begin()
    slots.healthy()
    return folder, get(fs, folder + "/app.pack") if folder else b""


def test_power_cut_in_every_flash_operation_of_an_upload():
    image = new_board()
    whole = fm.Flash(image)
    assert update(whole) == ""
    assert start(whole.image) == ("/b", VERSIONS[1])
    outcomes = [0, 0]
    for cut in range(whole.operations):
        for tear in fm.TEARS:
            flash = fm.Flash(image, cut_at=cut, tear=tear)
            cut_short(flash)
            folder, app = start(flash.image)
            assert (folder, app) in (("/a", VERSIONS[0]), ("/b", VERSIONS[1])), (cut, tear)
            outcomes[folder == "/b"] += 1
            again = fm.Flash(flash.image)  # and the host can do it once more
            wrong = update(again)
            assert wrong == "", (cut, tear, wrong)
    assert outcomes[0] > 40 and outcomes[1] > 0


def test_three_starts_that_fail_and_power_cut_while_they_are_counted():
    flash = fm.Flash(new_board())
    update(flash)
    image = flash.image
    for cut in range(12):
        for tear in fm.TEARS:
            flash = fm.Flash(image, cut_at=cut, tear=tear)
            chosen = [Slots(mount(flash)).begin() for _ in range(2)]
            assert chosen == ["/b", "/b"]
            flash = fm.Flash(flash.image)
            rest = [Slots(mount(flash)).begin() for _ in range(4)]
            assert rest[-1] == "/a" and "" not in rest
