"""Files of a journal that something else than power damaged: what is good is kept, the fault is named, the hub goes on."""

import random_play as rp
from flash_model import MemoryStore
from power_cuts import Wrong, boot, settle
from shared_rules import snapshot
from shared_rules.constants import OK
from shared_rules.record import fold

EVENTS = 230


def sample(seed=8):
    """(store, events): a game in the middle, with sealed segments and a tail, after one that ended and was packed."""
    store = MemoryStore()
    journal = boot(store)
    rng = rp.Rng(seed)
    journal.begin(rp.begun(41, (1, 4, 7)), 0)
    for _ in range(130):
        event = rp.step(rng, journal.record, 6)
        if event is None:
            break
        commit(journal, event)
    if not rp.over(journal.record):
        commit(journal, b"\xd3\xff") if journal.record.table.paused else None
        commit(journal, b"\xd1\xff")
    journal.begin(rp.begun(40), 0)
    settle(journal)
    while journal.record.head < EVENTS:
        commit(journal, rp.step(rng, journal.record))
    return store, all_events(journal)


def commit(journal, event):
    code = journal.commit(event, 0, False)
    if code != OK:
        raise Wrong(f"refused {code}")
    settle(journal)


def all_events(journal):
    return [journal.read(seq) for seq in range(journal.record.head)]


def copy(store):
    other = MemoryStore()
    other.files = dict(store.files)
    return other


def check(store, events, harmless=False):
    """Restart on damaged files. Returns the journal; raises `Wrong` where a promise is broken."""
    journal = boot(store)
    record = journal.record
    if not journal.files.faults and not harmless:
        raise Wrong("no fault is named")
    if journal.log is None or journal.log.id != 40:
        if record.head and journal.log.id != 41:
            raise Wrong("another log")
        return journal
    if record.head > len(events):
        raise Wrong("more than there was")
    whole = fold(events[: record.head])
    if whole.crc != record.crc or snapshot.pack(whole.table) != snapshot.pack(record.table) or whole.top != record.top:
        raise Wrong("a state that never was")
    if not journal.files.failed:
        before = record.head
        rng = rp.Rng(1)
        for _ in range(60):
            event = rp.step(rng, journal.record)
            if event is None:
                break
            # An undo may ask for events that are lost; that is refused and changes nothing.
            if event[0] >> 4 != 13:
                commit(journal, event)
        again = boot(store)
        if (again.record.head, again.record.crc) != (journal.record.head, journal.record.crc):
            raise Wrong("what came after the damage is lost")
        if 0 < again.record.head <= before:
            raise Wrong("nothing more is taken")
    return journal
