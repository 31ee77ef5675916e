"""Whole games on whole hubs through faults: buttons, power, flash and line, through `Hub.step`, from one seed each.

The same invariants as in `fault_sim`, but whatever happens at the table happens because somebody presses a button.
"""

import random

import flash_model as fm
import link_world as lw
from bench_hub import Bench, Clock, Pins, Platform, Speaker, Strip, System
from fault_checks import Broken, CheckedBook, Checks
from fault_tale import TEARS, Verdict, event_text, shorter
from hub import guard
from hub.app import build
from shared_rules import events as ev
from shared_rules import names, wire
from shared_rules.constants import UNSET
from shared_rules.record import fold
from shared_rules.table import DONE, ROUND
from trainhub.link.book import Pending
from trainhub.link.session import Session

BOUND_MS = 30000
BLOCKS = 64
SEATS = (1, 2, 4, 5, 7, 8, 10, 11)
LIES = (1, 1, 1, 1, 1, 2, 40, 400)  # flash operations in a row that do nothing
TURNS = 14  # of a round, at least


class HubWorld(Bench):
    """A hub with all its drivers on a flash that may fail, a line that may fail, and a host."""

    def __init__(self, checks, seed):
        from bench_hub import Board

        self.checks = checks
        self.flash = fm.Flash(blocks=BLOCKS)
        self.clock = Clock(1000)
        self.board = Board(2, True)
        self.down_way = lw.Way(lw.Faults(0))
        self.up_way = lw.Way(lw.Faults(0))
        self.book = CheckedBook(checks)
        self.nonce = 0
        self.steps = 0
        self.hub = None
        self.system = System()
        self.system.seed = seed + 1
        self.plug()
        self.start()

    def plug(self):
        self.down_way.clear()
        self.up_way.clear()
        self.nonce += 1
        self.session = Session(self.book, self.nonce, wire.SUB_LIGHTS)

    def start(self):
        """Power."""
        p = Platform()
        clock = self.clock
        p.clock = clock
        p.buttons = self.pins = Pins(clock, len(self.board.BUTTONS), ())
        p.strip = self.strip = Strip(clock, self.board.LED_COUNT)
        self.strip.keep = False
        p.speaker = self.speaker = Speaker(clock, 40)
        p.port = self.port = lw.HubPort(self.down_way, self.up_way)
        p.store = fm.store(self.flash)
        p.system = self.system
        self.hub = build(p, self.board)
        self.checks.watch(self.hub.journal)
        self.wake = clock.ms
        self.unread = True  # the journal has not been compared with what was acknowledged

    def run(self, ms):
        """Let time pass. The hub steps when it said that something is due, or when a byte or an edge came."""
        end = self.clock.ms + ms
        clock = self.clock
        while clock.ms < end:
            clock.ms += 1
            now = clock.ms
            down, up = self.down_way, self.up_way
            if down.waiting or down.flying:
                down.move(now)
            if up.waiting or up.flying:
                up.move(now)
            session = self.session
            if down.arrived:
                data = bytes(down.arrived)
                down.arrived.clear()
                up.waiting.extend(session.feed(data, float(now)))
            if now >= session.due:
                up.waiting.extend(session.tick(float(now)))
            if self.hub and (now >= self.wake or up.arrived or self.pins.ring or not self.hub.link.quiet()):
                self.wake = now + max(1, self.hub.step(now & 0x1FFFFFFF))
                self.steps += 1
                if self.unread and not self.hub.journal.busy():
                    self.unread = False
                    self.checks.check_restart(self.hub.journal, self.book)

    def in_sync(self):
        log = self.hub.journal.log
        if self.hub.journal.busy():
            return False
        return self.session.idle and (log is None or self.book.position(log.id) == (log.head, log.crc))


class Plan:
    """What happens in which order: trouble and a gesture in turn until the game is over, or the `steps` left of them.

    seed · rounds, of at least `turns` turns each · faulty: how likely faults are; 0 plays the same game without any.
    What a step does depends on its number, the seed and the state it finds, so a run replays exactly.
    """

    def __init__(self, seed, rounds=13, faulty=1.0, turns=TURNS, steps=None):
        self.seed = seed
        self.rounds = rounds
        self.faulty = faulty
        self.turns = turns
        self.steps = steps

    def size(self):
        return f"{len(self.steps)} steps"

    def only(self, steps):
        return Plan(self.seed, self.rounds, self.faulty, self.turns, steps)


class HubGame(Checks):
    """One plan, carried out."""

    def __init__(self, plan):
        super().__init__()
        self.plan = plan
        self.rng = random.Random(plan.seed)
        self.faulty = plan.faulty
        self.proposals = 0
        self.done = 0  # steps
        self.world = HubWorld(self, plan.seed)
        self.flash = self.world.flash
        self.lies = 0
        self.settle()

    # -- the course of things ------------------------------------------------------------------------------------------

    def run(self):
        world = self.world
        for number in range(40000) if self.plan.steps is None else self.plan.steps:
            if world.table.phase == DONE or world.table.round > self.plan.rounds:
                break
            self.done = number + 1
            self.rng.seed(self.plan.seed << 16 | number)
            if number % 2 == 0:
                self.trouble()
                continue
            try:
                self.finger()
                if self.rng.random() < 0.1:
                    self.score()
            except fm.PowerCut:
                self.died()
            if self.flash.dead:
                self.died()
            if world.hub.journal.files.failed:  # the hub shows it; somebody turns it off and on
                self.off_and_on()
        else:
            if self.plan.steps is None:
                raise Broken("the game does not end")
        self.tell("the faults stop")
        self.calm()
        start = world.clock.ms
        while not (world.in_sync() and not world.book.proposals):
            world.run(20)
            if world.clock.ms - start > BOUND_MS:
                raise Broken(f"not in sync {BOUND_MS} ms after the last fault")
        self.compare(world.hub.journal, world.book, world.session)
        self.no_crash()
        return self

    def now(self):
        return self.world.clock.ms

    def no_crash(self):
        for fault in self.world.hub.guard.faults:
            if fault.code in (guard.RAISED, guard.NO_MEMORY):
                raise Broken(f"part {fault.part} raised: {fault.text}")

    def settle(self):
        """After power-up: until the hub knows its game."""
        for _ in range(200):
            self.world.run(10)
            if not self.world.hub.journal.busy():
                self.world.run(60)
                return
        raise Broken("the hub does not start")

    def calm(self):
        self.flash.cut_at = self.flash.lie_at = -1
        self.noise(0)
        if self.world.port.stalled:
            self.stall()
        self.note("flash", self.flash.lies - self.lies)

    # -- faults --------------------------------------------------------------------------------------------------------

    def trouble(self):
        rng = self.rng
        if rng.random() < 0.12 * self.faulty:  # somebody pulls the plug while the flash is quiet
            self.tell("somebody pulls the plug")
            self.note("power")
            self.off_and_on()
        if rng.random() < 0.3 * self.faulty:
            self.flash.cut_at = self.flash.operations + rng.randrange(4)
            self.flash.tear = fm.TEARS[rng.randrange(5)]
            self.flash.salt = rng.randrange(1 << 20)
            left = self.flash.cut_at - self.flash.operations
            self.tell(f"power will go in a flash operation, after {left} others, and leave {TEARS[self.flash.tear]}")
        if rng.random() < 0.3 * self.faulty:
            left = rng.randrange(3)
            self.flash.lie_at = self.flash.operations + left
            self.flash.lie_for = rng.choice(LIES)
            self.tell(f"flash operations, {self.flash.lie_for} after {left} others, will say they were done, and were not")
        if rng.random() < 0.05 * self.faulty:
            self.noise((0.01, 0.03, 0.06, 0.0)[rng.randrange(4)])
        if rng.random() < 0.02 * self.faulty:
            if rng.random() < 0.5:
                self.tell("the line comes out and in again")
                self.note("line")
                self.world.plug()
            else:
                self.stall()
        if rng.random() < 0.01 * self.faulty:
            self.tell("the host ends and starts again")
            self.note("host")
            self.world.plug()
        if rng.random() < 0.02 * self.faulty:
            self.tell("garbage on the line")
            self.note("line")
            self.world.up_way.arrived.extend(rng.randrange(256) for _ in range(rng.randrange(20, 200)))

    def noise(self, rate):
        kind = ("flip", "drop", "double", "insert")[self.rng.randrange(4)]
        self.tell(f"the line: {kind} {rate:.1%} of the bytes")
        for way in (self.world.down_way, self.world.up_way):
            self.note("line", way.faults.frames)
            way.faults = lw.Faults(self.rng.randrange(1 << 30), **({kind: rate} if rate else {}))

    def died(self):
        self.tell("power goes in a flash operation")
        self.note("power")
        self.flash.weaken()
        self.off_and_on()

    def off_and_on(self):
        """Power goes, and comes again after a while; the host goes on alone meanwhile."""
        world = self.world
        spoilt = world.up_way.faults
        self.note("line", spoilt.frames)
        while True:
            world.hub = None
            world.run(self.rng.randrange(5, 200))
            spoilt.frames = 0  # nobody heard it
            self.note("flash", self.flash.lies - self.lies)
            self.lies = self.flash.lies
            self.flash.revive()
            self.flash.reread(self.rng.randrange(1 << 20))
            try:
                world.start()
                self.settle()
            except fm.PowerCut:
                self.tell("power goes in a flash operation of the restart")
                self.note("power")
                self.flash.weaken()
                continue
            return

    # -- people --------------------------------------------------------------------------------------------------------

    def finger(self):
        """One gesture that makes sense now, or, now and then, one that does not."""
        rng, world = self.rng, self.world
        question = world.question()
        table = world.table
        if rng.random() < 0.03:
            return self.press(rng.randrange(4))
        if table.paused:
            return world.hold(names.DRAW)
        if question == "Seats":
            q = world.hub.face.question()
            wanted = sum(1 << track for track in SEATS)
            if q.seats == wanted:
                return self.press(names.ROUND)
            return self.press(names.MARK if (q.seats ^ wanted) >> q.track() & 1 else names.TURN)
        if question == "Rules":
            return self.press(names.ROUND if world.cursor() == 2 else names.TURN)
        if question == "Engine":
            return self.press(rng.choice((names.TURN, names.ROUND, names.ROUND, names.ROUND, names.MARK)))
        if question in ("RoundEnd", "LastTile", "OpenDouble"):
            return self.press(rng.choice((names.TURN, names.ROUND, names.ROUND)))
        if question is not None:
            return self.press(names.MARK)
        if table.phase == ROUND and table.turns >= self.plan.turns:
            return self.press(names.ROUND)
        chance = rng.randrange(100)
        if chance < 80:
            return self.press(names.TURN)
        if chance < 88:
            return self.press(names.MARK)
        if chance < 91:
            return self.press(names.DRAW)
        if chance < 95:
            return world.undo()
        return world.hold((names.TURN, names.MARK, names.ROUND)[chance % 3])

    def press(self, button):
        world = self.world
        self.tell(f"button {button}")
        if self.rng.random() < 0.3:  # contacts bounce
            for _ in range(self.rng.randrange(1, 5)):
                world.pins.change(button, 1)
                world.run(1)
                world.pins.change(button, 0)
                world.run(self.rng.randrange(1, 3))
        world.down(button)
        world.run(self.rng.randrange(30, 90))
        world.up(button)
        world.run(self.rng.randrange(30, 80))

    def score(self):
        """Somebody at the PC types a score."""
        book = self.world.book
        if not self.order or self.order[-1] not in book.logs:
            return
        log_id = self.order[-1]
        table = fold(book.logs[log_id]).table
        if table.round and table.winners[0]:
            over = [n for n in range(1, table.round + 1) if table.winners[n - 1]]
            number, track = self.rng.choice(over), self.rng.choice(SEATS)
            held = table.score(number, track)
            event = ev.score(track, number, self.rng.randrange(120), held != UNSET)
            self.tell(f"somebody at the PC proposes {event_text(event)}")
            self.proposals += 1
            book.proposals.append(Pending(self.proposals, log_id, 0 if held == UNSET else held + 1, event))
            self.world.session.wake()


def play(seed, rounds=13, faulty=1.0, turns=TURNS):
    """One game; raises where an invariant breaks."""
    return HubGame(Plan(seed, rounds, faulty, turns)).run()


def shrink(plan, verdict, tries=400):
    """A plan that fails in the same way, with as few steps as were found in so many tries."""

    def fails(steps):
        return Verdict(HubGame(plan.only(steps))).same(verdict)

    return plan.only(shorter(list(range(verdict.game.done)), fails, tries))
