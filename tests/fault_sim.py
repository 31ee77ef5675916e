"""Games played through faults, from one seed each: journal on flash, line, host. What must hold is checked all the time.

A seed makes a plan: a list of (time, action, numbers). The plan is all that varies, so a run replays exactly, and a plan
that fails can be made shorter (`shrink`) and read (`fault_tale`).

    must hold   no acknowledged event is ever missing · the host's log is the hub's, or its beginning · both fold to the
                same state and the same sheet · what the hub accepted is in its log · once the faults stop, both are in sync
                within `BOUND_MS` and every proposal is decided
"""

import random

import flash_model as fm
import link_world as lw
import random_play as rp
from fault_checks import Broken, CheckedBook, Checks
from fault_tale import TEARS, Verdict, event_text, shorter
from shared_rules import events as ev
from shared_rules import wire
from shared_rules.constants import E_BUSY, OK, UNSET
from shared_rules.record import fold
from shared_rules.table import BETWEEN, ROUND
from trainhub.link.book import Pending

BOUND_MS = 30000
BLOCKS = 40
PRESSES = 150
SPACE_MS = 25  # between two presses on average
TROUBLE = 0.5  # how often something else happens beside a press
LIES = (1, 1, 2, 40, 400)  # flash operations in a row that do nothing
RATES = (0.003, 0.01, 0.03, 0.1)  # of spoilt bytes on a bad line

# name: how often of a hundred other actions
ACTIONS = (
    ("propose", 26), ("noise", 24), ("cut", 14), ("unplug", 6), ("stall", 4), ("garbage", 8), ("lie", 12), ("kill", 4),
    ("old backup", 2),
)  # fmt: skip


class Plan:
    """What happens when. `actions`: (ms, name, number, number), sorted by time."""

    def __init__(self, seed, presses=PRESSES):
        rng = random.Random(seed)
        self.seed = seed
        self.actions = []
        now = 20
        for _ in range(presses):
            now += rng.randrange(2, 2 * SPACE_MS)
            self.actions.append((now, "press", rng.randrange(1 << 20), 0))
            if rng.random() < TROUBLE:
                name = rng.choices([a[0] for a in ACTIONS], [a[1] for a in ACTIONS])[0]
                self.actions.append((now + 1, name, rng.randrange(1 << 20), rng.randrange(1 << 20)))

    def size(self):
        return f"{len(self.actions)} actions"


class Game(Checks):
    """One plan, carried out."""

    def __init__(self, plan):
        super().__init__()
        self.plan = plan
        self.rng = random.Random(plan.seed + 1)
        self.flash = fm.Flash(blocks=BLOCKS)
        self.off_until = 0
        self.proposals = 0
        self.noise_until = 0
        self.world = lw.World(fm.store(self.flash), CheckedBook(self), subscribe=wire.SUB_LIGHTS)
        self.watch(self.world.journal)
        self.backup = None
        self.pixels = bytearray(72)

    def now(self):
        return self.world.now

    # -- the course of things ------------------------------------------------------------------------------------------

    def run(self):
        for when, name, a, b in self.plan.actions:
            while self.world.now < when:
                self.step()
            getattr(self, "do_" + name.replace(" ", "_"))(a, b)
        self.tell("the faults stop")
        self.calm()
        self.note("flash", self.flash.lies)
        start = self.world.now
        while not self.at_rest():
            self.step()
            if self.world.now - start > BOUND_MS:
                raise Broken(f"not in sync {BOUND_MS} ms after the last fault; pending {len(self.world.book.proposals)}")
        self.compare(self.world.journal, self.world.book, self.world.session)
        return self

    def step(self):
        world = self.world
        if world.journal is None:
            if world.now >= self.off_until:
                self.power_up()
        elif world.journal.files.failed:  # somebody turns it off and on
            self.power_down(30)
        if self.noise_until and world.now >= self.noise_until:
            self.quiet()
        try:
            world.step()
            if world.journal is not None and world.now % 40 == 0:
                self.pixels[world.now // 40 * 3 % 72] ^= 85  # lights move all the time
                world.link.lights(self.pixels, world.now)
        except fm.PowerCut:
            self.died()
        if self.flash.dead and world.journal is not None:
            self.died()

    def calm(self):
        self.quiet()
        self.flash.cut_at = self.flash.lie_at = -1
        if self.world.port.stalled:
            self.stall()
        if self.world.session is None:
            self.world.plug()

    def at_rest(self):
        world = self.world
        return world.journal is not None and not world.journal.busy() and world.session.idle and not world.book.proposals and (
            world.journal.log is None or world.in_sync()
        )

    # -- actions -------------------------------------------------------------------------------------------------------

    def do_press(self, a, b):
        journal = self.world.journal
        if journal is None or journal.busy() or journal.files.failed:
            return
        rng = rp.Rng(a)
        try:
            if journal.record.table.phase in (BETWEEN, ROUND):
                event = rp.step(rng, journal.record, 10)
                code = OK
                if event[0] >> 4 != ev.SCORE:
                    code = journal.commit(event, self.world.now)
            else:
                code = journal.begin(rp.begun(a + 1, (1, 4, 7, 9)), self.world.now)
            if code not in (OK, E_BUSY) and not journal.files.failed and not self.flash.dead:
                raise Broken(f"refused {code}")
        except fm.PowerCut:
            self.died()

    def do_propose(self, a, b):
        """What a person at the PC does: mostly scores."""
        book = self.world.book
        if not self.order or self.order[-1] not in book.logs:
            return
        log_id = self.order[-1]
        record = fold(book.logs[log_id])
        table = record.table
        tracks = [t for t in range(1, 12) if table.joined[t]]
        kind = a % 10
        expect = 0
        if kind < 6 and table.round and table.winners[0]:
            over = [n for n in range(1, table.round + 1) if table.winners[n - 1]]
            number, track = over[b % len(over)], tracks[a // 16 % len(tracks)]
            held = table.score(number, track)
            expect = 0 if held == UNSET else held + 1
            event = ev.score(track, number, b // 256 % 120, held != UNSET)
        elif kind == 6 and record.undo_event():
            event, expect = record.undo_event(), record.top
        elif kind == 7 and record.redo:
            event, expect = record.redo_event(), record.redo[-1]
        elif kind == 8:
            event = ev.simple(ev.RESUMED if table.paused else ev.PAUSED)
        else:
            event = ev.named(tracks[b % len(tracks)], f"n{a % 1000}")
        self.tell(f"somebody at the PC proposes {event_text(event)}")
        self.proposals += 1
        book.proposals.append(Pending(self.proposals, log_id, expect, event))
        if self.world.session:
            self.world.session.wake()

    def do_noise(self, a, b):
        """A bad line for a while: one of its ways is changed, lost, doubled or invented bytes."""
        rate = RATES[a % len(RATES)]
        kind = ("flip", "drop", "double", "insert")[b % 4]
        self.quiet()
        self.tell(f"the line: {kind} {rate:.1%} of the bytes")
        for way in (self.world.down, self.world.up):
            way.faults = lw.Faults(a + id_of(way, self.world), **{kind: rate})
        self.noise_until = self.world.now + 400 + a % 2500

    def quiet(self):
        self.hub_hears()
        for way in (self.world.down, self.world.up):
            self.note("line", way.faults.frames)
            way.faults = lw.Faults(0)
        self.noise_until = 0

    def hub_hears(self):
        """What was spoilt on its way to a hub without power makes no difference."""
        if self.world.journal is None:
            self.world.up.faults.frames = 0

    def do_cut(self, a, b):
        """Power goes in one of the next flash operations, or now."""
        if self.world.journal is None:
            return
        self.flash.tear = fm.TEARS[b % 5]
        self.flash.salt = a
        if a % 4 == 0:
            self.tell("somebody pulls the plug")
            self.note("power")
            self.power_down(20 + a % 300)
        else:
            self.flash.cut_at = self.flash.operations + a // 4 % 12
            self.tell(f"power will go in a flash operation, after {a // 4 % 12} others, and leave {TEARS[self.flash.tear]}")

    def do_unplug(self, a, b):
        if self.world.session:
            self.tell("the line comes out and in again")
            self.note("line")
            self.world.plug()

    def do_stall(self, a, b):
        self.stall()

    def do_garbage(self, a, b):
        """Another program types into the port."""
        rng = random.Random(a)
        self.tell("garbage on the line")
        self.note("line", self.world.journal is not None)
        self.world.up.arrived.extend(rng.randrange(256) for _ in range(20 + b % 200))

    def do_lie(self, a, b):
        """One of the next flash operations, or a row of them, reports success and does nothing."""
        self.flash.lie_at = self.flash.operations + a % 4
        self.flash.lie_for = LIES[b % len(LIES)]
        self.tell(f"flash operations, {self.flash.lie_for} after {a % 4} others, will say they were done, and were not")

    def do_kill(self, a, b):
        """The host program ends and starts again; its book is on disk."""
        self.tell("the host ends and starts again")
        self.note("host")
        self.world.plug()

    def do_old_backup(self, a, b):
        """Somebody puts an old copy of the book back."""
        book = self.world.book
        if self.backup is None:
            self.backup = {log_id: list(events) for log_id, events in book.logs.items()}
            return
        self.tell("somebody puts an old copy of the host's book back")
        self.note("host")
        book.logs = self.backup
        self.backup = None
        self.world.plug()

    # -- power -----------------------------------------------------------------------------------------------------------

    def died(self):
        self.note("power")
        self.flash.weaken()
        self.power_down(20 + self.rng.randrange(200))

    def power_down(self, ms):
        way = self.world.up  # what is spoilt from now on makes no difference
        self.note("line", way.faults.frames)
        way.faults.frames = 0
        self.tell("no power" if not self.flash.dead else "power goes in a flash operation")
        self.world.journal = None
        self.off_until = self.world.now + ms
        self.flash.cut_at = -1

    def power_up(self):
        self.flash.revive()
        self.flash.reread(self.rng.randrange(1 << 20))
        world = self.world
        stalled = world.port.stalled
        try:
            world.store = fm.store(self.flash)
            world.start_hub()
        except fm.PowerCut:
            self.died()
            return
        world.port.stalled = stalled
        world.up.faults.frames = 0
        self.watch(world.journal)
        self.check_restart(world.journal, world.book)


def id_of(way, world):
    return 1 if way is world.down else 2


def play(seed, presses=PRESSES):
    """One game; raises Broken with the seed in its text."""
    return Game(Plan(seed, presses)).run()


def shrink(plan, verdict=None, tries=400):
    """A plan that fails in the same way, with as few actions as were found in so many tries."""
    verdict = verdict or Verdict(Game(plan))
    shorter_plan = Plan(plan.seed, 0)

    def fails(actions):
        shorter_plan.actions = actions
        return Verdict(Game(shorter_plan)).same(verdict)

    shorter_plan.actions = shorter(plan.actions, fails, tries)
    return shorter_plan
