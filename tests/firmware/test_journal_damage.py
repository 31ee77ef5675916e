"""Damaged, missing and foreign files of the journal (see `damage`), and flash that fails or lies."""

import damage
import flash_model as fm
import power_cuts as pc
import random_play as rp
from hub import segments
from hub.archive import Archive
from shared_rules import events as ev
from shared_rules import wire
from shared_rules.constants import E_FULL, E_STORAGE, OK

BOTH = True


def codes(journal):
    return [entry[0] for entry in journal.files.faults]


def current(store):
    """Names of the segments of the log that is written."""
    return sorted([name for name in store.files if name[:4] == segments.SEG and "." in name], key=lambda n: len(n) * 256)


def test_every_changed_byte_is_noticed():
    store, events = damage.sample()
    for name in sorted(store.files):
        if name[:4] not in (segments.SEG, segments.OLD) and name != segments.TAIL or name[-6:] == segments.SETTLE:
            continue
        raw = store.files[name]
        piece = segments.read_segment(raw) if "." in name else None
        # What lies behind the last check is padding.
        stop = len(raw) if piece is None else piece.stop + 4 + (piece.snapshot + 4 if piece.snapshot else 0)
        for at in range(0, stop, 1 if name == segments.TAIL else 7):
            other = damage.copy(store)
            changed = bytearray(raw)
            changed[at] ^= 1 << at % 8
            other.files[name] = bytes(changed)
            journal = damage.check(other, events)
            if name == segments.TAIL and at >= segments.TAIL_HEAD:
                assert codes(journal) == [wire.JF_TAIL] and journal.record.head >= len(events) - 60


def test_a_damaged_segment_that_the_tail_repeats():
    """Power went after the segment was written, before the tail was begun anew (rule 4)."""
    store, _ = damage.sample()
    journal = pc.boot(store)
    rng = rp.Rng(2)
    before = current(store)
    while current(store) == before:
        damage.commit(journal, rp.step(rng, journal.record))
    events = damage.all_events(journal)
    piece = journal.log.pieces[-1]
    raw = store.files[piece.name()]
    assert segments.read_tail(store.files[segments.TAIL]).end == piece.end
    for at in range(0, piece.stop + 4, 7):
        other = damage.copy(store)
        other.files[piece.name()] = raw[:at] + bytes((raw[at] ^ 1,)) + raw[at + 1 :]
        again = pc.boot(other)
        assert codes(again) == [wire.JF_SEGMENT] and damage.all_events(again) == events


def test_what_is_good_in_front_of_the_damage_is_kept():
    store, events = damage.sample()
    tail = store.files[segments.TAIL]
    base = segments.read_tail(tail).base
    for at, kept in ((segments.TAIL_HEAD + 1, base), (len(tail) - 5, len(events) - 1), (len(tail) - 1, len(events))):
        other = damage.copy(store)
        other.files[segments.TAIL] = tail[:at] + bytes((tail[at] ^ 255,)) + tail[at + 1 :]
        journal = damage.check(other, events)
        assert other.files["xtail"] != b"" and journal.files.faults
        assert damage.boot(other).record.head >= kept


def test_missing_and_cut_files():
    store, events = damage.sample()
    for name in current(store) + [segments.TAIL]:
        other = damage.copy(store)
        del other.files[name]
        journal = damage.check(other, events)
        assert codes(journal) and journal.log.id == 40
        for n in (1, 20, 40, len(store.files[name]) // 2):
            other = damage.copy(store)
            other.files[name] = store.files[name][:n]
            damage.check(other, events)


def test_a_hole_in_the_middle_leaves_the_state_and_tells_the_host():
    store, events = damage.sample()
    del store.files[current(store)[0]]
    journal = pc.boot(store)
    assert codes(journal) == [wire.JF_MISSING] and journal.record.head == len(events)
    reader = journal.archive.reader(40)
    reader.aim(len(events) - 3)
    assert reader.walk(len(events) - 3, 1000)
    assert reader.next() == events[-3]
    from hub.pull import answer

    answers = [payload for payload in answer(journal, 40, 0, 0, 255, 0) if payload]
    assert answers == [wire.message(wire.FAIL, wire.PULL, E_STORAGE)]


def test_a_state_that_cannot_be_known_is_not_guessed():
    """The first segment is gone and so is every stored state: nothing is left to fold from."""
    store, events = damage.sample()
    names = current(store)
    del store.files[names.pop(0)]
    for name in names:
        raw = bytearray(store.files[name])
        piece = segments.read_segment(raw)
        raw[piece.stop + 9] ^= 1
        store.files[name] = bytes(raw)
    lost = [store.files[name] for name in names] + [store.files[segments.TAIL]]
    journal = damage.check(store, events)
    assert journal.record.head == 0 and not journal.files.failed
    assert [raw for raw in lost if raw in store.files.values()] == lost
    for event in events:
        assert journal.restore(event, 40, 0) == OK
        pc.settle(journal)
    assert damage.all_events(pc.boot(store)) == events


def without_settle(files):
    return {name: raw for name, raw in files.items() if segments.SETTLE not in name}


def test_files_of_another_version_are_left_alone():
    store, events = damage.sample()
    name = current(store)[-1]
    raw = b"S\x02" + store.files[name][2:]
    store.files[name] = raw
    store.files["seg/notes.txt"] = b"hello"
    journal = pc.boot(store)
    assert wire.JF_FOREIGN in codes(journal)
    assert raw in store.files.values() and store.files["seg/notes.txt"] == b"hello"
    store, events = damage.sample()
    store.files[segments.TAIL] = b"T\x02" + store.files[segments.TAIL][2:]
    before = dict(store.files)
    journal = pc.boot(store)
    assert wire.JF_FOREIGN in codes(journal) and journal.files.failed
    assert journal.commit(ev.simple(ev.TILE_LAID), 0) == E_STORAGE
    assert without_settle(store.files) == without_settle(before)


def test_a_write_that_lies_is_noticed():
    class Liar(fm.MemoryStore):
        lies = 0

        def write(self, name, data):
            if self.lies:
                self.lies -= 1
                return True
            return fm.MemoryStore.write(self, name, data)

    store = Liar()
    journal = pc.boot(store)
    assert journal.begin(rp.begun(), 0) == OK and journal.commit(ev.round_begun(1, 12), 0) == OK
    store.lies = 1  # the second try is good
    assert journal.commit(ev.simple(ev.TILE_LAID), 0) == OK and codes(journal) == [wire.JF_WRITE]
    store.lies = 2
    assert journal.commit(ev.simple(ev.TILE_LAID), 0) == E_STORAGE and journal.files.failed
    assert pc.boot(store).record.head == 3


def test_a_flash_page_that_does_not_take_is_noticed():
    """littlefs reads back what it programs; whatever it makes of it, no acknowledged event may be lost."""
    flash = fm.Flash(blocks=24)
    journal = pc.boot(flash)
    assert journal.begin(rp.begun(), 0) == OK
    image = bytearray(flash.image)
    for lie in range(60):
        flash.image[:] = image
        flash.revive()
        life = pc.Life()
        life.logs = [[rp.begun()]]
        journal = pc.boot(flash)
        flash.operations, flash.lie_at = 0, lie
        pc.script(rp.Rng(lie), journal, life, 40)
        flash.lie_at = -1
        journal = pc.boot(flash)
        assert journal.record.head >= len(life.logs[-1])
        assert [journal.read(seq) for seq in range(len(life.logs[-1]))] == life.logs[-1]


def test_a_full_drive_takes_no_new_game_and_loses_nothing():
    flash = fm.Flash(blocks=40)
    journal = pc.boot(flash)
    log_id, refused = 50, 0
    while not refused:
        code = journal.begin(rp.begun(log_id), 0)
        if code != OK:
            assert code == E_FULL and codes(journal) == [wire.JF_FULL]
            refused = 1
            break
        rng = rp.Rng(log_id)
        while not rp.over(journal.record) and journal.record.head < 300:
            event = rp.step(rng, journal.record)
            assert journal.commit(event, 0, False) == OK
            pc.settle(journal)
        if not rp.over(journal.record):
            journal.commit(ev.simple(ev.RESUMED), 0)
            assert journal.commit(ev.simple(ev.GAME_ENDED), 0) == OK
        pc.settle(journal)
        log_id += 1
        assert log_id < 90
    kept = journal.archive.logs()
    assert len(kept) == log_id - 50 and pc.boot(flash).archive.logs() == kept
    journal.archive.acknowledge(50, kept[0][1])
    journal.archive.room = Archive.room
    assert journal.begin(rp.begun(log_id), 0) == OK
    assert journal.archive.logs()[0][0] == 51


def test_a_log_that_leaves_leaves_whole_whenever_power_goes():
    class Dying(fm.MemoryStore):
        left = 1000

        def remove(self, name):
            if not self.left:
                raise fm.PowerCut
            self.left -= 1
            return fm.MemoryStore.remove(self, name)

    def ended():
        store = Dying()
        journal = pc.boot(store)
        journal.begin(rp.begun(50), 0)
        rng = rp.Rng(3)
        while not rp.over(journal.record):
            assert journal.commit(rp.step(rng, journal.record), 0) == OK
            while journal.busy():
                journal.work()
        journal.begin(rp.begun(51), 0)
        pc.settle(journal)
        assert len(journal.archive.kept[0].pieces) >= 2
        journal.commit(ev.simple(ev.GAME_ENDED), 0)
        journal.archive.acknowledge(50, journal.archive.kept[0].head)
        pc.settle(journal)
        return store, journal

    for left in range(6):
        store, journal = ended()
        journal.archive.room, store.left = 2000000, left
        files = journal.archive.kept[0].pieces
        try:
            assert journal.begin(rp.begun(52), 0) == OK
        except fm.PowerCut:
            assert left < len(files)
        store.left = 1000
        journal = pc.boot(store)
        assert not journal.files.faults
        journal.archive.room = 2000000
        if journal.log.id == 52:
            assert journal.commit(ev.simple(ev.GAME_ENDED), 0) == OK
        assert journal.begin(rp.begun(53), 0) == OK
        assert journal.archive.find(50) is None and not [name for name in store.files if name[:5] == "old/1"]
