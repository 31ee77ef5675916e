"""A few games with faults on the real thing: the firmware in a MicroPython process, a pty, and a proxy that spoils bytes.

What the hub holds can only be asked over the line here, so the promise is checked from the host's side: what it stored
once is never contradicted, and once the faults stop both are in sync.
"""

import binascii
import random
import tempfile
from pathlib import Path

import link_world as lw
from fault_tale import Verdict, event_text, shorter
from shared_rules import events as ev
from shared_rules.record import fold
from trainhub.errors import TrainhubError
from trainhub.link.book import MemoryBook, Pending
from trainhub.link.session import Session
from trainhub.simulator import back_ends
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


class Plan:
    """So many steps, or the `steps` left of them. firmware: a folder to run instead of this tree's."""

    def __init__(self, seed, presses=40, firmware=None, steps=None):
        self.seed = seed
        self.firmware = firmware
        self.steps = list(range(presses)) if steps is None else steps

    def size(self):
        return f"{len(self.steps)} steps"


class Book(MemoryBook):
    """Tells the game what it keeps."""

    def __init__(self, game):
        super().__init__()
        self.game = game

    def append(self, log_id, start, events):
        super().append(log_id, start, events)
        for n, event in enumerate(events, start):
            self.game.saw(f"the host keeps event {n}: {event_text(event)}")


class RealGame:
    """One plan, carried out. The flash lies in a folder of its own."""

    def __init__(self, plan):
        self.plan = plan
        self.rng = random.Random(plan.seed)
        self.book = Book(self)
        self.clock = 0.0
        self.cuts = self.spoiled = self.nonce = self.hash = 0
        self.line = self.hub = self.record = None
        self.story = None

    def now(self):
        return self.clock + (self.line.ms if self.line else 0)

    def tell(self, text):
        if self.story is not None:
            self.story.append(f"{self.now():7.0f} ms  {text}")

    def saw(self, text):
        """Something that has to happen again, at the same time, in a replay."""
        self.hash = binascii.crc32(f"{self.now():.1f} {text}".encode(), self.hash)
        self.tell(text)

    def trace_hash(self):
        return binascii.crc32(f"{self.cuts} {self.spoiled}".encode(), self.hash)

    def run(self):
        """Plays the game; raises where a promise is broken."""
        with tempfile.TemporaryDirectory() as folder:
            own = self.plan.firmware
            self.hub = Simulator(
                Path(folder) / "flash", driven=True, seed=self.plan.seed, back_end="micropython",
                firmware=[Path(own), back_ends.firmware()] if own else None,
            )
            try:
                self.hub.bench.run(POWER_UP_MS)
                self.play()
                self.record = self.finish()
            finally:
                self.unplug()
                self.hub.close()
        return self

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
            if session.hello and session.hello.faults:  # nothing here damages what is stored
                raise AssertionError(f"the hub reports faults: {session.hello.faults}")

    def power(self):
        """Off, if it is not off already, and on."""
        self.cuts += 1
        self.unplug()
        self.saw("power goes and comes again")
        self.hub.restart()
        self.hub.bench.run(POWER_UP_MS)

    def finger(self):
        chance = self.rng.randrange(100)
        bench = self.hub.bench
        if chance < 90:
            button = "TURN" if chance < 70 else self.rng.choice(BUTTONS)
            self.tell(f"button {button}")
            bench.press(button)
        elif chance < 94:
            self.tell("button TURN, held")
            bench.hold("TURN")
        else:
            self.tell("buttons TURN and ROUND together")
            bench.chord(("TURN", "ROUND"))

    def play(self):
        first = ev.game_begun(4242, 12, 0b10010010, 0, 1, 2)
        self.book.proposals.append(Pending(1, 0, 0, first))
        self.plug(0.0)
        self.talk(600)
        for n in self.plan.steps:
            self.rng.seed(self.plan.seed << 16 | n)
            try:
                if self.rng.random() < 0.15:
                    after, size = self.rng.randrange(6), self.rng.randrange(256)
                    self.tell(f"power will go in a flash operation, after {after} others and {size} bytes of it")
                    self.hub.bench.cut(after=after, size=size)
                self.finger()
                if self.rng.random() < 0.3:
                    rate = self.rng.choice((0.0, 0.01, 0.03))
                    self.tell(f"the line comes out and in again, with {rate:.0%} of the bytes spoilt")
                    self.plug(rate)
                self.talk(self.rng.randrange(30, 300))
                if n % 7 == 3:
                    self.book.proposals.append(Pending(10 + n, 4242, 0, ev.named(1, f"n{n}")))
                    self.session.wake()
            except TrainhubError:
                self.power()
                self.plug(0.0)

    def finish(self):
        self.tell("the faults stop")
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


def play(seed, presses=40):
    """One game. Returns it; raises where a promise is broken."""
    return RealGame(Plan(seed, presses)).run()


def shrink(plan, verdict, tries=60):
    """A plan that fails in the same way, with as few steps as were found in so many tries."""

    def smaller(steps):
        return Plan(plan.seed, 0, plan.firmware, steps)

    def fails(steps):
        return Verdict(RealGame(smaller(steps))).same(verdict)

    return smaller(shorter(plan.steps, fails, tries))
