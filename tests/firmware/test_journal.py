"""The journal on a real littlefs: what was committed is there after a restart, and costs what it should."""

import flash_model as fm
import random_play as rp
from hub import segments
from hub.journal import Journal
from shared_rules import events as ev
from shared_rules import snapshot
from shared_rules.constants import E_BUSY, E_GAME_RUNNING, E_LOG, E_STORAGE, OK
from shared_rules.record import fold

BOTH = True


def boot(store):
    """A journal after its restart scan."""
    journal = Journal(store)
    journal.open()
    assert journal.busy() and journal.commit(rp.begun(), 0) == E_BUSY
    settle(journal)
    return journal


def settle(journal):
    for _ in range(20000):
        if journal.work():
            return
    raise AssertionError("never done")


def state(journal):
    record = journal.record
    return record.head, record.crc, snapshot.pack(record.table), record.top, bytes(record.redo)


def play(journal, rng, count, now=0):
    """Commit `count` random events. Returns them as stored."""
    done = []
    while len(done) < count:
        event = rp.step(rng, journal.record)
        if event is None:
            break
        assert journal.commit(event, now + 700 * len(done)) == OK
        done.append(journal.read(journal.record.head - 1))
        settle(journal)
    return done


def all_of(journal, log_id):
    reader = journal.archive.reader(log_id)
    reader.aim(0)
    events = []
    while True:
        event = reader.next()
        if event is None:
            return events
        events.append(event)


def test_a_fresh_hub_has_no_log():
    journal = boot(fm.MemoryStore())
    assert journal.archive.logs() == [] and journal.record.head == 0 and not journal.files.faults
    assert journal.archive.reader(1) is None and journal.archive.acknowledge(1, 0) == E_LOG


def test_every_restart_finds_what_was_committed():
    flash = fm.Flash()
    store = fm.store(flash)
    journal = boot(store)
    rng = rp.Rng(5)
    assert journal.begin(rp.begun(), 0) == OK
    events = [journal.read(0)]
    for count in (1, 7, 90, 3, 160, 40):
        events += play(journal, rng, count)
        again = boot(store)
        assert state(again) == state(journal) and not again.files.faults
        journal = again
    assert all_of(journal, 0x1234567) == events
    whole = fold(events)
    assert (whole.crc, snapshot.pack(whole.table), whole.top) == (
        journal.record.crc, snapshot.pack(journal.record.table), journal.record.top)  # fmt: skip


def test_undo_reaches_across_seals():
    store = fm.MemoryStore()
    journal = boot(store)
    assert journal.begin(rp.begun(), 0) == OK
    assert journal.commit(ev.round_begun(1, 12), 0) == OK
    states = []
    for _ in range(150):
        states.append(snapshot.pack(journal.record.table))
        assert journal.commit(ev.simple(ev.TILE_LAID), 0) == OK
        settle(journal)
    assert len(journal.log.pieces) >= 2
    for _ in range(120):
        assert journal.commit(journal.record.undo_event(), 0) == OK
        assert journal.busy() and journal.commit(ev.simple(ev.TILE_LAID), 0) == E_BUSY
        settle(journal)
        assert snapshot.pack(journal.record.table) == states.pop()
    again = boot(store)
    assert snapshot.pack(again.record.table) == snapshot.pack(journal.record.table)
    assert again.record.top == journal.record.top


def test_times_do_not_drift():
    journal = boot(fm.MemoryStore())
    assert journal.begin(rp.begun(), 1000) == OK
    journal.commit(ev.round_begun(1, 12), 1000)
    now = 1000
    start = 0x1FFFFFFF - 60000  # the clock wraps on the way
    journal.commit(ev.simple(ev.TILE_LAID), start)
    assert journal.read(2)[-1] == ev.TIME_UNKNOWN
    now, total = start, 0
    for n in range(200):
        step = 333 + 57 * n
        now = now + step & 0x1FFFFFFF
        total += step
        assert journal.commit(ev.simple(ev.TILE_LAID), now) == OK
        settle(journal)
    told = sum([ev.unpack_time(journal.read(seq)[-1]) for seq in range(3, journal.record.head)])
    assert 0 <= total - 100 * told < 1000
    assert journal.commit(ev.simple(ev.TILE_LAID), now + 5000, False) == OK
    assert journal.read(journal.record.head - 1)[-1] == ev.TIME_UNKNOWN


def test_logs_are_kept_until_they_may_leave():
    store = fm.MemoryStore()
    journal = boot(store)
    assert journal.begin(rp.begun(11), 0) == OK
    assert journal.begin(rp.begun(12), 0) == E_GAME_RUNNING
    play(journal, rp.Rng(1), 100)
    assert journal.commit(ev.simple(ev.GAME_ENDED), 0) in (OK, 6) and settle(journal) is None
    first = all_of(journal, 11)
    assert journal.begin(rp.begun(11), 0) == E_LOG
    assert journal.begin(rp.begun(12), 0) == OK
    assert [(log[0], log[3]) for log in journal.archive.logs()] == [(11, True), (12, False)]
    assert all_of(journal, 11) == first
    assert journal.archive.acknowledge(11, len(first)) == OK
    settle(journal)
    journal = boot(store)
    assert [log[0] for log in journal.archive.logs()] == [11, 12] and all_of(journal, 11) == first
    assert journal.archive.logs()[0][4] == len(first)
    assert journal.commit(ev.simple(ev.GAME_ENDED), 0) == OK
    store.room = 50000  # tight: what may leave leaves
    assert journal.begin(rp.begun(13), 0) == OK
    assert [log[0] for log in journal.archive.logs()] == [12, 13]
    assert [log[0] for log in boot(store).archive.logs()] == [12, 13]


def test_a_game_that_cannot_begin_leaves_the_one_before_it_as_it_was():
    store = fm.MemoryStore()
    journal = boot(store)
    assert journal.begin(rp.begun(11), 0) == OK and journal.commit(ev.simple(ev.GAME_ENDED), 0) == OK
    put = journal.files.put

    def no_memory(name, raw):
        if name == segments.TAIL:
            raise MemoryError()
        return put(name, raw)

    journal.files.put = no_memory
    assert journal.begin(rp.begun(12), 0) == E_STORAGE and not journal.files.failed
    journal.files.put = put
    assert journal.commit(ev.dated(5), 0) == OK
    after = all_of(journal, 11)
    assert len(after) == 3
    journal = boot(store)
    assert [log[:2] for log in journal.archive.logs()] == [(11, 3)] and not journal.files.faults
    assert all_of(journal, 11) == after and journal.begin(rp.begun(12), 0) == OK


def test_without_memory_an_older_log_stays_as_it_is():
    from hub import packing  # a hub of another test may have unloaded it

    class Crowded:
        def __init__(self, files, log):
            raise MemoryError()

    store = fm.MemoryStore()
    journal = boot(store)
    assert journal.begin(rp.begun(11), 0) == OK
    play(journal, rp.Rng(1), 100)
    journal.commit(ev.simple(ev.GAME_ENDED), 0)
    settle(journal)
    first = all_of(journal, 11)
    roomy, packing.Packer = packing.Packer, Crowded
    try:
        assert journal.begin(rp.begun(12), 0) == OK
        settle(journal)
    finally:
        packing.Packer = roomy
    assert all_of(journal, 11) == first and not [name for name in store.files if name[:5] == "old/1"]
    journal = boot(store)
    assert all_of(journal, 11) == first and [name for name in store.files if name[:5] == "old/1"]


def test_a_flash_that_fails_stops_the_writing_and_says_so():
    store = fm.MemoryStore()
    journal = boot(store)
    assert journal.begin(rp.begun(), 0) == OK
    assert journal.commit(ev.round_begun(1, 12), 0) == OK
    before = state(journal)
    store.refuse = True
    assert journal.commit(ev.simple(ev.TILE_LAID), 0) == E_STORAGE and journal.files.failed
    store.refuse = False
    assert journal.commit(ev.simple(ev.TILE_LAID), 0) == E_STORAGE
    assert state(journal) == before and journal.files.faults
    assert state(boot(store)) == before


def test_a_whole_game_costs_few_pages_and_erases():
    flash = fm.Flash()
    journal = boot(fm.store(flash))
    rng = rp.Rng(9)
    pages, erases = flash.pages, flash.erases
    assert journal.begin(rp.begun(), 0) == OK
    while not rp.over(journal.record):
        assert journal.commit(rp.step(rng, journal.record), 0) == OK
        settle(journal)
    count = journal.record.head
    assert count > 1000
    assert (flash.pages - pages) / count <= 1.3
    assert (flash.erases - erases) / count <= 0.09


def test_a_game_goes_on_before_older_ones_are_read():
    store = fm.MemoryStore()
    journal = boot(store)
    for log_id in range(20, 26):
        assert journal.begin(rp.begun(log_id), 0) == OK
        play(journal, rp.Rng(log_id), 60)
        journal.commit(ev.simple(ev.RESUMED), 0)
        assert journal.commit(ev.simple(ev.GAME_ENDED), 0) == OK
        settle(journal)
    whole = journal.archive.logs()
    journal = Journal(store)
    journal.open()
    while journal.busy():
        assert not journal.work()
    assert journal.reading() and journal.record.head == whole[-1][1]
    assert journal.begin(rp.begun(99), 0) == E_BUSY
    assert journal.commit(ev.dated(5), 0) == OK
    settle(journal)
    assert not journal.reading() and journal.archive.logs()[:-1] == whole[:-1]
    assert journal.begin(rp.begun(99), 0) == OK
