"""A few games with faults on the real thing: the firmware in a MicroPython process, a pty, and a proxy that spoils bytes.

What the hub holds can only be asked over the line here, so the promise is checked from the host's side: what it stored
once is never contradicted, and once the faults stop both are in sync.
"""

import random

import link_world as lw
from shared_rules import events as ev
from shared_rules.record import fold
from trainhub.errors import TrainhubError
from trainhub.link.book import MemoryBook, Pending
from trainhub.link.session import Session
from trainhub.simulator.driven import DrivenTransport
from trainhub.simulator.hub import Simulator

POWER_UP_MS = 2500
BUTTONS = ("TURN", "MARK", "ROUND")


class Proxy(DrivenTransport):
    """A line to a driven hub that spoils bytes and counts virtual time."""

    def __init__(self, hub, seed, rate):
        super().__init__(hub)
        self.ms = 0.0
        self.down, self.up = (lw.Faults(seed + n, rate / 2, rate / 6, rate / 6, rate / 6) for n in (1, 2))

    def _pass(self, ms):
        super()._pass(ms)
        self.ms += ms

    def spoil(self, data, faults):
        return bytes(got for byte in data for got in faults.carry(byte)) if faults.any else data

    def read(self, max_bytes, timeout):
        self.ms += 0.2
        return self.spoil(super().read(max_bytes, timeout), self.down)

    def write(self, data):
        super().write(self.spoil(data, self.up))


class RealGame:
    def __init__(self, folder, seed):
        self.rng = random.Random(seed)
        self.hub = Simulator(folder / "flash", driven=True, seed=seed, back_end="micropython")
        self.book = MemoryBook()
        self.clock = 0.0
        self.cuts = self.spoiled = self.nonce = 0
        self.line = None
        self.hub.bench.run(POWER_UP_MS)

    def plug(self, rate):
        """A host opens the port."""
        self.unplug()
        self.line = Proxy(self.hub, self.rng.randrange(1 << 20), rate)
        self.nonce += 1
        self.session = Session(self.book, self.nonce)

    def unplug(self):
        if self.line:
            self.clock += self.line.ms
            self.spoiled += self.line.down.noted + self.line.up.noted
            self.line.close()
            self.line = None

    def talk(self, ms):
        """Let hub and host exchange for so long."""
        line, session = self.line, self.session
        end = line.ms + ms
        while line.ms < end:
            now = self.clock + line.ms
            out = session.tick(now)
            data = line.read(4096, min(max(session.due - now, 10.0), end - line.ms + 10) / 1000)
            out += session.feed(data, self.clock + line.ms) if data else b""
            if out:
                line.write(out)
            if session.diverged:
                raise AssertionError("histories differ")

    def power(self):
        """Off, if it is not off already, and on."""
        self.cuts += 1
        self.unplug()
        self.hub.restart()
        self.hub.bench.run(POWER_UP_MS)

    def finger(self):
        chance = self.rng.randrange(100)
        bench = self.hub.bench
        if chance < 70:
            bench.press("TURN")
        elif chance < 90:
            bench.press(self.rng.choice(BUTTONS))
        elif chance < 94:
            bench.hold("TURN")
        else:
            bench.chord(("TURN", "ROUND"))

    def run(self, presses):
        first = ev.game_begun(4242, 12, 0b10010010, 0, 1, 2)
        self.book.proposals.append(Pending(1, 0, 0, first))
        self.plug(0.0)
        self.talk(600)
        for n in range(presses):
            try:
                if self.rng.random() < 0.15:
                    self.hub.bench.cut(after=self.rng.randrange(6), size=self.rng.randrange(256))
                self.finger()
                if self.rng.random() < 0.3:
                    self.plug(self.rng.choice((0.0, 0.01, 0.03)))
                self.talk(self.rng.randrange(30, 300))
                if n % 7 == 3:
                    self.book.proposals.append(Pending(10 + n, 4242, 0, ev.named(1, f"n{n}")))
                    self.session.wake()
            except TrainhubError:
                self.power()
                self.plug(0.0)
        return self.finish()

    def finish(self):
        """The faults stop."""
        self.power()
        self.plug(0.0)
        for _ in range(40):
            self.talk(500)
            if self.session.idle and not self.book.proposals:
                break
        else:
            raise AssertionError("not in sync")
        hello = self.session.hello
        record = fold(self.book.logs[hello.log_id])
        if record.skipped or not self.session.in_sync or hello.faults:
            raise AssertionError(f"skipped {record.skipped}, faults {hello.faults}")
        self.unplug()
        return record

    def close(self):
        self.unplug()
        self.hub.close()


def play(folder, seed, presses=40):
    """One game. Returns it; raises where a promise is broken."""
    game = RealGame(folder, seed)
    try:
        game.record = game.run(presses)
    finally:
        game.close()
    return game
