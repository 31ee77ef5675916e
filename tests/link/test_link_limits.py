"""What a host, or whoever types into the port, can make the hub do in one step, and what it can make it keep."""

import random_play as rp
from hub import link, outbox
from hub.proposals import REMEMBERED
from link_rig import Port, Rig, only
from shared_rules import events as ev
from shared_rules import frames, wire
from shared_rules.constants import E_BUSY, E_MALFORMED, OK

BOTH = True


class Meter(Port):
    """Counts what one step does to the port."""

    def __init__(self):
        Port.__init__(self)
        self.reads = self.writes = self.most_reads = self.most_writes = 0

    def read(self):
        self.reads += 1
        return Port.read(self)

    def write(self, byte):
        self.writes += 1
        return Port.write(self, byte)

    def step_over(self):
        self.most_reads = max(self.most_reads, self.reads)
        self.most_writes = max(self.most_writes, self.writes)
        self.reads = self.writes = 0


def metered(events=30):
    """A rig whose port and flash are measured, with a game and a greeted host."""
    rig = Rig()
    rig.journal.begin(rp.begun(77, (1, 2, 4)), 0)
    rng = rp.Rng(1)
    for _ in range(events):
        rig.journal.commit(rp.step(rng, rig.journal.record), 0)
        while rig.journal.busy():
            rig.journal.work()
    rig.port = rig.link._port = rig.link._outbox._port = Meter()
    rig.hello()
    rig.port.reads = rig.port.writes = rig.port.written = 0
    return rig


def steps(rig, count):
    """Run, and return the most flash writes that one step of the link made."""
    most = 0
    for _ in range(count):
        rig.now += 1
        before = rig.store.writes
        rig.link.step(rig.now)
        most = max(most, rig.store.writes - before)
        rig.port.step_over()
        rig.journal.work()
    return most


def test_garbage_costs_a_bounded_number_of_bytes_a_step():
    rig = metered()
    rng = rp.Rng(4)
    rig.port.incoming += bytes([rng.below(256) for _ in range(4000)])
    head = rig.journal.record.head
    assert steps(rig, 600) == 0
    assert rig.port.most_reads <= link.READ + 1 and rig.port.most_writes <= link.WRITE + 1
    assert rig.journal.record.head == head
    assert only(rig.hello(), wire.HELLO)


def test_a_flood_of_messages_is_answered_one_a_step_or_dropped():
    rig = metered()
    asks = (wire.message(wire.LOGS_ASK), wire.message(wire.FAULTS_ASK), wire.message(wire.SETTINGS_ASK),
            wire.pull(77, 0, 0, 255), wire.hello_ask(1), wire.propose(1, 77, 0, ev.named(1, "x" * 32)), b"\x99")  # fmt: skip
    for n in range(400):
        rig.port.incoming += frames.encode(asks[n % len(asks)])
    assert steps(rig, 3000) <= 2  # an event, and the segment it may complete
    assert rig.port.most_reads <= link.READ + 1 and rig.port.most_writes <= link.WRITE + 1
    assert len(rig.link._proposals._taken) <= REMEMBERED and rig.link._outbox.used <= outbox.SIZE


def test_a_flood_that_nobody_reads_ends_the_session_and_costs_no_heap():
    rig = metered()
    rig.port.stalled = True
    for _ in range(200):
        rig.port.incoming += frames.encode(wire.message(wire.FAULTS_ASK)) + frames.encode(wire.hello_ask(1))
    steps(rig, 2500)
    assert rig.link._outbox.used <= outbox.SIZE and not rig.port.written
    rig.port.stalled = False
    rig.port.incoming = bytearray()
    assert only(rig.hello(), wire.HELLO)


def test_restore_stores_one_event_a_step():
    source = metered(60)
    events = [source.journal.read(seq) for seq in range(40)]
    rig = Rig()
    rig.port = rig.link._port = rig.link._outbox._port = Meter()
    rig.hello()
    rig.port.reads = rig.port.writes = 0
    message = wire.restore(77, 0, 0, b"".join(events[:30]))
    rig.port.incoming += frames.encode(message) + frames.encode(message)
    assert steps(rig, 200) == 1
    found = rig.heard()
    assert only(found, wire.FAIL)[0][0][1:] == (wire.RESTORE, E_BUSY)
    assert rig.journal.record.head > 10


def test_the_longest_names_and_events_fit_everywhere():
    rig = metered(0)
    name = "ž" * 16
    assert rig.propose(ev.named(2, name)) == OK
    assert rig.propose(bytes((ev.NAMED << 4 | 2, 33)) + b"x" * 33 + b"\xff") != OK
    assert rig.propose(ev.named(2, name)[:-1]) == E_MALFORMED
    long = ev.game_begun(9, 12, 0b10010, 0, 1, 2, bytes((0, 12)) * 32)
    assert len(long) <= ev.MAX_EVENT
    assert rig.propose(ev.simple(ev.GAME_ENDED)) == OK and rig.propose(long, log_id=0) == OK
    got = rig.say(wire.pull(9, 0, 0, 255, 1), ms=200)
    assert [rest for fields, rest in only(got, wire.BATCH)] == [long]
    assert rig.propose(ev.game_begun(10, 12, 0b10010, 0, 1, 2, bytes((0, 12)) * 33)) != OK


def test_a_quiet_step_allocates_nothing():
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:
        return  # only MicroPython can tell
    rig = metered()
    steps(rig, 50)
    rig.port.outgoing = bytearray()
    port = Port()
    rig.link._port = rig.link._outbox._port = port
    now = rig.now
    heap_lock()
    try:
        for _ in range(500):
            now += 1
            rig.link.step(now)
            rig.journal.work()
    finally:
        heap_unlock()


def test_finding_frames_allocates_nothing():
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:
        return
    data = frames.encode(bytes(range(60))) + b"garbage \x01 and more" + frames.encode(b"second", True)
    found = frames.Decoder()
    good = 0
    heap_lock()
    try:
        for byte in data:
            if found.feed(byte) > 0:
                good += 1
    finally:
        heap_unlock()
    assert good == 2
