"""Making littlefs's lists strong (`hub.hal.lists`): on good drives, on no drives, and where flash fails."""

import binascii
import struct

import flash_model as fm
import power_cuts as pc
import random_play as rp
from hub.hal.lists import Lists
from hub.hal.store import Store
from shared_rules import wire
from shared_rules.constants import E_STORAGE

BOTH = True

_MOST = 64  # lists of 32 pairs


def harden(flash):
    """Returns how many blocks were looked at."""
    lists = Lists(fm.Device(flash))
    for n in range(_MOST + 2):
        if lists.step():
            return n
    raise AssertionError("it does not end")


def listed(block, *tags):
    """A block with a list of one commit: (type, bytes) of each tag."""
    raw, before = struct.pack("<I", 1), 0xFFFFFFFF
    for kind, data in tags + ((0x500, b""),):
        tag = kind << 20 | 0x3FF << 10 | (len(data) or 4)
        raw += struct.pack(">I", tag ^ before) + data
        before = tag
    raw += struct.pack("<I", binascii.crc32(raw) ^ 0xFFFFFFFF)
    return raw + b"\xff" * (fm.BLOCK - len(raw))


def put(flash, block, raw):
    flash.image[block * fm.BLOCK : block * fm.BLOCK + len(raw)] = raw


def test_only_blank_pages_of_lists_change():
    flash = fm.Flash(blocks=14)
    fs = fm.mount(flash)
    store = Store(fs, fm.Device(flash))
    for n in range(30):
        assert store.write("tail", bytes((n,)) * 200)
    store.write("seg/1.0", b"\xff" * 520)
    files = {name: store.read(name) for name in store.names()}
    before = bytes(flash.image)
    assert harden(flash) == 8  # root, /data, seg, old
    filled = 0
    for at in range(0, len(before), fm.PAGE):
        old, new = before[at : at + fm.PAGE], bytes(flash.image[at : at + fm.PAGE])
        if old != new:
            assert old == b"\xff" * fm.PAGE and new == bytes(fm.PAGE)
            filled += 1
    assert 4 <= filled <= 8
    again = Store(fm.mount(flash), fm.Device(flash))
    assert {name: again.read(name) for name in again.names()} == files
    assert again.write("tail", b"new") and again.read("tail") == b"new"


def test_a_block_that_is_no_list_stays_as_it_is():
    """An old block of a list may name blocks that hold something else today, and that may end in blank pages."""
    flash = fm.Flash(blocks=8)
    put(flash, 0, listed(0, (0x601, struct.pack("<II", 5, 6))))
    put(flash, 5, bytes(range(256)) * 3)
    put(flash, 6, listed(6, (0x201, b"name"))[:12] + b"damaged")
    before = bytes(flash.image)
    assert harden(flash) == 4
    assert flash.image[5 * fm.BLOCK :] == before[5 * fm.BLOCK :]
    assert flash.image[fm.PAGE : 2 * fm.PAGE] == bytes(fm.PAGE)  # that of the list


def test_what_was_written_behind_a_weak_page_stays():
    """In lists that the journal does not move on: the boot logic, a prompt or an older firmware wrote there."""
    done = 0
    for cut in range(12):
        flash = fm.Flash(blocks=14)
        store = Store(fm.mount(flash), None)
        store.write("seg/a", b"a")
        flash.operations, flash.cut_at, flash.tear = 0, cut, fm.ALL
        for name in ("seg/b", "seg/c", "seg/d"):
            store.write(name, b"1")
        flash.revive()
        if flash.weak is None:
            break  # that was all
        flash.weaken()
        store = Store(fm.mount(flash), None)
        for name in ("seg/e", "seg/f", "old/g"):
            assert store.write(name, b"2")
        files = store.names()
        done += len(flash.undecided)
        harden(flash)
        flash.reread(2)  # as blank
        assert Store(fm.mount(flash), None).names() == files
    assert done > 2


def test_whatever_is_on_it():
    rng = rp.Rng(5)
    for n in range(60):
        flash = fm.Flash(blocks=8)
        kind = n % 4
        for block in range(8 if n else 0):
            if kind == 0:
                raw = bytes([rng.below(256) for _ in range(64)]) * 64
            elif kind == 1:  # a list that names everything, itself and what is not there too
                pairs = [(rng.below(12), rng.below(1 << 30) if rng.chance(3) else rng.below(12)) for _ in range(300)]
                raw = listed(block, *[(0x601, struct.pack("<II", *pair)) for pair in pairs])
            elif kind == 2:  # a drive of ours with bits turned over
                raw = bytearray(listed(block, (0x201, b"name"), (0x600, struct.pack("<II", 2, 3)), (0x401, b"x" * 9)))
                for _ in range(1 + rng.below(4)):
                    raw[rng.below(60)] ^= 1 << rng.below(8)
            else:
                raw = bytes((rng.below(2) * 255,)) * fm.BLOCK
            put(flash, block, raw[: fm.BLOCK])
        before = bytes(flash.image)
        assert harden(flash) <= _MOST
        for at in range(0, len(before), fm.PAGE):
            page = before[at : at + fm.PAGE]
            assert flash.image[at : at + fm.PAGE] == page or page == b"\xff" * fm.PAGE
        store = Store(fm.mount(flash), fm.Device(flash))
        assert store.write("a", b"1") and store.read("a") == b"1"


def test_a_full_drive():
    flash = fm.Flash(blocks=16)
    store = Store(fm.mount(flash), fm.Device(flash))
    n = 0
    while n < 200 and store.write("seg/%d" % n, bytes(3000)):
        n += 1
    assert 2 < n < 16
    again = Store(fm.mount(flash), fm.Device(flash))
    while not again.prepare():
        pass
    assert again.read("seg/0") == bytes(3000) and again.remove("seg/0") and again.write("seg/0", b"less")


def test_another_geometry_is_left_alone():
    class Other(fm.Device):
        def ioctl(self, operation, argument):
            return 512 if operation == 5 else fm.Device.ioctl(self, operation, argument)

    flash = fm.Flash(blocks=8)
    fm.mount(flash)
    operations = flash.operations
    lists = Lists(Other(flash))
    while not lists.step():
        pass
    assert flash.operations == operations


def test_nothing_is_written_before():
    flash = fm.Flash(blocks=14)
    Store(fm.mount(flash), fm.Device(flash)).write("tail", b"1")
    store = Store(fm.mount(flash), fm.Device(flash))
    operations = flash.operations
    assert store.read("tail") == b"1" and store.names() == ["tail"] and flash.operations == operations
    flash.trace = []
    assert store.remove("tail")
    pages = [at for at, data in flash.trace if at < 2 * fm.BLOCK]
    assert pages and flash.trace[0][0] == pages[0]  # the root's list came first


def test_zeros_that_were_not_written_are_written_again():
    """The flash may say that it did something and not have done it; without zeros a list would stay where it is."""
    flash = fm.Flash(blocks=24)
    pc.boot(flash)
    image = bytes(flash.image)
    lied = 0
    for n in range(40):
        flash.image[:] = image
        flash.revive()
        flash.lies = 0
        flash.lie_at = n
        store = Store(fm.mount(flash), fm.Device(flash))
        while not store.prepare():
            pass
        if flash.operations <= n:
            break  # that was all
        lied += flash.lies
        erases = flash.erases
        for name in ("../settle", "settle", "seg/settle", "old/settle"):
            assert store.write(name, b"1")
        assert flash.erases == erases + 4
    assert lied >= 4


def test_flash_that_fails_is_a_fault():
    flash = fm.Flash(blocks=20)
    journal = pc.boot(flash)
    life = pc.Life()
    pc.script(rp.Rng(4), journal, life, 12)
    image = bytes(flash.image)
    for after in (0, 1, 2, 7, 12):
        flash.image[:] = image
        flash.revive()
        store = Store(fm.mount(flash), fm.Device(flash))
        flash.refuse_after = after
        journal = pc.boot(store)
        pc.check(journal, life)
        assert journal.record.head == len(life.logs[-1])
        assert journal.commit(rp.step(rp.Rng(1), journal.record), 0) == E_STORAGE
        assert journal.files.failed and journal.files.faults[0][0] == wire.JF_WRITE
    flash.image[:] = image  # once only: it is tried again
    flash.revive()
    device = fm.Device(flash)
    write, codes = device.writeblocks, [-5]
    device.writeblocks = lambda *values: codes.pop() if codes else write(*values)
    journal = pc.boot(Store(fm.mount(flash), device))
    pc.script(rp.Rng(1), journal, life, 3)
    assert not journal.files.failed and not codes and len(life.logs[-1]) > 3


def test_a_start_makes_no_later_event_dear():
    """An erase takes 45 ms and more, and nobody waits for three of them: one list moves, and one segment finds its block."""
    flash = fm.Flash(blocks=24)
    rng = rp.Rng(8)
    journal, life = pc.boot(flash), pc.Life()
    most = 0
    for n in range(90):
        if n % 30 == 20:
            journal = pc.boot(flash)
        erases = flash.erases
        if not pc.commit(journal, life, rp.step(rng, journal.record) if life.logs else rp.begun()):
            break
        pc.settle(journal)
        most = max(most, flash.erases - erases)
    assert n > 80 and 0 < most <= 2


def test_where_flash_refuses_twice_nothing_is_written():
    """Also on a drive that has no folders yet."""
    flash = fm.Flash(blocks=24)
    device = fm.Device(flash)
    write, codes = device.writeblocks, [-5, -5]
    device.writeblocks = lambda *values: codes.pop() if codes else write(*values)
    store = Store(fm.mount(flash), device)
    operations = flash.operations
    while not store.prepare():
        pass
    assert not codes and not store.write("tail", b"1") and not store.remove("tail")
    assert flash.operations == operations


def test_a_pair_is_followed_once_whichever_block_is_named_first():
    flash = fm.Flash(blocks=8)
    put(flash, 0, listed(0, (0x601, struct.pack("<II", 5, 6)), (0x601, struct.pack("<II", 6, 5))))
    assert harden(flash) == 4
