"""Hub and host on a serial line in virtual time: the real link and journal, the real session, one seed, one outcome.

Time goes in steps of a millisecond. A byte takes its time on the line, and the line may change, lose, double or invent
some; see `Faults`. CPython only: the host's side is.
"""

import random
from collections import deque

import flash_model as fm
import random_play as rp
from hub.journal import Journal
from hub.link import Link
from hub.settings import Settings
from link_rig import Info
from shared_rules.constants import OK
from shared_rules.frames import DELIMITER
from trainhub.link.book import MemoryBook
from trainhub.link.session import Session

BAUD = 115200
BYTES_A_MS = BAUD / 10000
LATENCY_MS = 2  # USB to serial, each way
FIFO = 32  # bytes that a UART takes before the line has carried them


class Faults:
    """Chances, for each byte: another value, lost, doubled, one more before it.

    `noted` counts the bytes this was done to, `frames` the frames that did not arrive as they were sent: of several
    spoilt bytes in one frame only the first makes a difference, and what merely stands between two frames makes none.
    """

    def __init__(self, seed, flip=0.0, drop=0.0, double=0.0, insert=0.0):
        self.rng = random.Random(seed)
        self.flip, self.drop, self.double, self.insert = flip, drop, double, insert
        self.any = bool(flip or drop or double or insert)
        self.noted = 0
        self.frames = 0
        self._start = True  # the byte before was a delimiter
        self._spoilt = False  # this frame has been counted

    def carry(self, byte):
        """What arrives for one byte sent."""
        before = self.noted
        got = self._carry(byte)
        ends = byte == DELIMITER
        if self.noted != before and not self._spoilt and not self._harmless(ends, got):
            self._spoilt = True
            self.frames += 1
        if ends and not self._start:
            self._spoilt = False
        self._start = ends
        return got

    def _harmless(self, ends, got):
        """Are the same frames found as without the fault? `got` arrives for a byte that is a delimiter if it `ends`."""
        if not ends:
            return self._start and len(got) == 2 and got[0] == DELIMITER
        if not got:
            return self._start
        return got[-1] == DELIMITER and (self._start or got[0] == DELIMITER)

    def _carry(self, byte):
        chance = self.rng.random()
        edge = self.flip
        if chance < edge:
            self.noted += 1
            return (byte ^ self.rng.randrange(1, 256),)
        edge += self.drop
        if chance < edge:
            self.noted += 1
            return ()
        edge += self.double
        if chance < edge:
            self.noted += 1
            return (byte, byte)
        edge += self.insert
        if chance < edge:
            self.noted += 1
            return (self.rng.randrange(256), byte)
        return (byte,)


class Way:
    """One direction of a line."""

    def __init__(self, faults):
        self.faults = faults
        self.waiting = deque()  # handed to the port
        self.flying = deque()  # (arrival, byte)
        self.arrived = deque()
        self.carried = 0  # bytes sent
        self._credit = 0.0

    def move(self, now):
        """A millisecond of line time."""
        waiting = self.waiting
        if waiting:
            self._credit = min(self._credit + BYTES_A_MS, BYTES_A_MS * 2)
            while waiting and self._credit >= 1:
                self._credit -= 1
                byte = waiting.popleft()
                self.carried += 1
                for got in self.faults.carry(byte) if self.faults.any else (byte,):
                    self.flying.append((now + LATENCY_MS, got))
        else:
            self._credit = 0.0
        flying = self.flying
        while flying and flying[0][0] <= now:
            self.arrived.append(flying.popleft()[1])

    def clear(self):
        self.waiting.clear()
        self.flying.clear()
        self.arrived.clear()


class HubPort:
    """`hal.Port` at the hub's end."""

    def __init__(self, down, up):
        self._down, self._up = down, up
        self.stalled = False
        self.refused = 0  # bytes, while it was stalled

    def read(self):
        return self._up.arrived.popleft() if self._up.arrived else -1

    def write(self, byte):
        if self.stalled:
            self.refused += 1
            return False
        if len(self._down.waiting) >= FIFO:
            return False
        self._down.waiting.append(byte)
        return True

    def connected(self):
        return True


class World:
    """A hub on `store` and a host with `book`, joined by a line."""

    def __init__(self, store, book=None, down=None, up=None, subscribe=0):
        self.now = 0
        self.store = store
        self.down = Way(down or Faults(0))
        self.up = Way(up or Faults(0))
        self.book = book or MemoryBook()
        self.events = []
        self.nonce = 0
        self.subscribe = subscribe
        self.plug()
        self.start_hub()

    def start_hub(self):
        self.port = HubPort(self.down, self.up)
        self.journal = Journal(self.store)
        self.link = Link(self.port, self.journal, Settings(self.store), Info(), self.events.append, lambda: False)
        self.journal.open()
        while not self.journal.work():
            pass

    def plug(self):
        """The host opens the port anew."""
        self.down.clear()
        self.up.clear()
        self.nonce += 1
        self.session = Session(self.book, self.nonce, self.subscribe)

    def step(self):
        """A millisecond."""
        self.now = now = self.now + 1
        self.down.move(now)
        self.up.move(now)
        if self.journal is not None:
            self.link.step(now)
            self.journal.work()
        session = self.session
        if session is not None:
            arrived = self.down.arrived
            if arrived:
                data = bytes(arrived)
                arrived.clear()
                self.up.waiting.extend(session.feed(data, float(now)))
            if now >= session.due:
                self.up.waiting.extend(session.tick(float(now)))

    def in_sync(self):
        log = self.journal.log
        return self.session.in_sync and log is not None and self.book.position(log.id) == (log.head, log.crc)

    def run(self, until, limit=60000):
        """Until `until()`; returns the milliseconds it took, or raises after `limit`."""
        start = self.now
        while not until():
            self.step()
            if self.now - start > limit:
                raise AssertionError(f"not after {limit} ms")
        return self.now - start


def whole_game(seed=1, log_id=0x1234567):
    """(store, events): 13 rounds with 8 seats, each event stamped, as they lie on a hub's flash."""
    store = fm.MemoryStore()
    journal = Journal(store)
    journal.open()
    while not journal.work():
        pass
    assert journal.begin(rp.begun(log_id), 0) == OK
    rng = rp.Rng(seed)
    clock = random.Random(seed)
    now = 0
    while not rp.over(journal.record):
        now += clock.randrange(800, 30000)
        assert journal.commit(rp.step(rng, journal.record), now & 0x1FFFFFFF) == OK
        while not journal.work():
            pass
    return store, [journal.read(seq) for seq in range(journal.record.head)]


def copy_of(store):
    other = fm.MemoryStore()
    other.files = dict(store.files)
    return other
