"""The first look at the stored table: what it shows is right, nothing is done on top of it, and it gives up at damage."""

import random_play as rp
from bench_hub import Bench
from flash_model import MemoryStore
from hub import lights as ls
from hub.journal import Journal
from hub.preview import Preview
from shared_rules import snapshot
from shared_rules import table as tb
from shared_rules.constants import OK
from shared_rules.names import TURN

BOTH = True


def played(events, seed=8):
    """(store, journal) after so many random events."""
    store = MemoryStore()
    journal = Journal(store)
    journal.open()
    while not journal.work():
        pass
    assert journal.begin(rp.begun(40), 0) == OK
    rng = rp.Rng(seed)
    for _ in range(events):
        assert journal.commit(rp.step(rng, journal.record), 0, False) == OK
        while not journal.work():
            pass
    return store, journal


def look(store):
    preview = Preview(store)
    for _ in range(1000):
        if preview.step():
            return preview.table
    raise AssertionError("never done")


def test_it_is_the_table_that_the_restart_finds():
    lit = 0
    for events in range(1, 200, 7):
        store, journal = played(events)
        table = look(store)
        if table is not None:
            lit += 1
            assert snapshot.pack(table) == snapshot.pack(journal.record.table)
        else:  # between rounds, or an undo that reaches back behind the tail
            assert journal.record.table.phase != tb.ROUND or events % 7
    assert lit > 12


def test_damage_is_never_shown():
    store, journal = played(150)
    right = snapshot.pack(journal.record.table)
    for name in store.names():
        raw = bytes(store.read(name))
        for at in range(0, len(raw), 11):
            store.write(name, raw[:at] + bytes((raw[at] ^ 0x55,)) + raw[at + 1 :])
            table = look(store)
            assert table is None or snapshot.pack(table) == right, (name, at)
        store.write(name, raw)


def test_nothing_is_done_on_top_of_it():
    b = Bench()
    b.new_round((1, 4, 9), 2)
    b.run(5000)
    b.press(TURN)
    b.run(3000)
    files = b.files
    stored = {name: raw for name, raw in files.items() if "settle" not in name}
    again = Bench(files, first_ms=0)
    hub = again.hub
    steps = 0
    while not again.strip.frames or not any(again.pixel(again.board.TURN_LEDS[3])):
        hub.step(again.clock.now())
        steps += 1
        assert steps < 100
    assert hub.journal.busy() and hub.journal.log is None  # nobody is told, nothing is taken
    assert stored == {name: raw for name, raw in files.items() if "settle" not in name} and not hub.link.listening
    assert hub.lights.inner[3] == ls.TURN
    again.pins.change(TURN, 1)
    again.clock.ms += 20
    hub.step(again.clock.now())
    again.pins.change(TURN, 0)
    again.clock.ms += 20
    hub.step(again.clock.now())
    again.run(3000)  # the press waited until the restart had made sure
    assert again.table.turn == 9 and hub.journal.log.head == b.hub.journal.log.head + 1
