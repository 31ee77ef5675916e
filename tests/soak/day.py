"""Runs on MicroPython: 24 hours of play in virtual time on a small heap. See `soak_day.py`."""

import gc
import json
import sys

import vfs

import hub.packing  # noqa: F401 - loaded when first needed: not to be taken for something retained
import random_play as rp
from hub.hal.store import Store
from hub.journal import Journal
from hub.link import Link
from hub.settings import Settings
from shared_rules import frames, wire
from shared_rules.constants import OK

DAY_MS = 86400000
MASK = 0x1FFFFFFF


class Port:
    """A host that reads everything; a few numbers are all it keeps."""

    def __init__(self):
        self.line = bytearray(160)
        self.at = self.end = 0
        self.finder = frames.Decoder()
        self.now = 0
        self.last = -1
        self.longest = 0  # ms between two HEADs
        self.got = 0
        self.stalled = False

    def read(self):
        if self.at == self.end:
            return -1
        self.at += 1
        return self.line[self.at - 1]

    def say(self, payload):
        frame = frames.encode(payload, True)
        self.line[: len(frame)] = frame
        self.at, self.end = 0, len(frame)

    def write(self, byte):
        if self.stalled:
            return False
        n = self.finder.feed(byte)
        if n > 0:
            self.got += 1
            if self.finder.payload[0] == wire.HEAD:
                if self.last >= 0:
                    self.longest = max(self.longest, (self.now - self.last) & MASK)
                self.last = self.now
        return True

    def connected(self):
        return True


class Info:
    firmware = (0, 1, 0)
    core_hash = 1
    uid = b"12345678"
    buttons = 4
    lights = 2
    sound = 2
    board = "full"
    simulated = True
    faults = ()


def run(folder, hours, events_wanted):
    fs = vfs.VfsPosix(folder)
    store = Store(fs, None, "/data")
    journal = Journal(store)
    journal.archive.room = 1 << 60  # what may leave leaves
    port = Port()
    link = Link(port, journal, Settings(store), Info, lambda event: None, lambda: False)
    journal.open()
    while not journal.work():
        pass
    rng = rp.Rng(1)
    pixels = bytearray(72)
    total = hours * 3600000
    gap = total // events_wanted
    now = events = games = 0
    next_event, next_ping, next_pull, next_light = 0, 0, 5000, 0
    used = []
    subscribed = False
    while now < total:
        now += 20
        port.now = clock = now & MASK
        if port.at == port.end:
            log = journal.log
            if now >= next_ping:
                next_ping = now + 1500
                port.say(wire.hello_ask(7))
            elif not subscribed and link.listening:
                subscribed = True
                port.say(wire.message(wire.SUBSCRIBE, 3))
            elif log and now >= next_pull:
                next_pull = now + 3000
                journal.archive.acknowledge(log.id, log.head)
                if games & 1:
                    port.say(wire.pull(log.id, 0, 0, 4))
                else:
                    port.say(wire.message((wire.LOGS_ASK, wire.FAULTS_ASK, wire.SETTINGS_ASK)[now // 3000 % 3]))
        link.step(clock)
        journal.work()
        if now >= next_light:
            next_light = now + 200
            pixels[now // 200 % 72] ^= 21
            link.lights(pixels, clock)
        if now >= next_event and not journal.busy():
            next_event += gap
            if journal.record.table.phase in (0, 3, 4):
                if journal.log:
                    journal.archive.acknowledge(journal.log.id, journal.log.head)
                code = journal.begin(rp.begun(1000 + games), clock)
                games += 1
                gc.collect()
                used.append(gc.mem_alloc())
            else:
                event = rp.step(rng, journal.record)
                code = journal.commit(event, clock) if event else 0
            if code != OK:
                raise RuntimeError("refused %d" % code)
            events += 1
    settled = used[len(used) // 10 + 1 :]
    print(json.dumps({
        "events": events, "games": games, "hours": hours, "longest_ms": port.longest, "messages": port.got,
        "used": [min(settled[: len(settled) // 2]), min(settled[len(settled) // 2 :])], "free": gc.mem_free(),
        "dropped": link.dropped, "faults": journal.files.faults, "failed": journal.files.failed,
    }))  # fmt: skip


run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
