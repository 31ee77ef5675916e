"""Power cuts, all of them: a scripted piece of hub life is traced once, then cut in every flash operation.

What must hold after each cut: every event whose commit had returned is there, in order and unchanged; at most the one
being written is there as well; the hub goes on, and what it then commits is there after the next restart.
"""

import hashlib

import flash_model as fm
import random_play as rp
from hub.journal import Journal
from shared_rules import events as ev
from shared_rules import snapshot
from shared_rules.constants import E_BUSY, OK
from shared_rules.record import fold

BLOCKS = 24
ROOM = 0  # no log has to leave
_flashes = []  # a flash and a copy of its image for all: MicroPython's heap is small


class Wrong(Exception):
    """A promise of the journal is broken; the text says which."""


class Phantom(Wrong):
    """Something is there that nobody committed."""


def boot(flash):
    """A journal after its restart; `flash` may also be a store."""
    journal = Journal(fm.store(flash) if hasattr(flash, "image") else flash)
    journal.room = ROOM
    journal.open()
    settle(journal)
    return journal


def settle(journal):
    for _ in range(5000):
        if journal.work():
            return
    raise Wrong("never ready")


def log_id(event):
    return event[2] | event[3] << 8 | event[4] << 16 | event[5] << 24


class Life:
    """What happened so far: `logs` are lists of events acknowledged; `writing` is the one on its way (or None)."""

    def __init__(self):
        self.logs = []
        self.writing = None


def commit(journal, life, event):
    """Commit on a hub that runs; True if it was acknowledged."""
    begins = event[0] == ev.GAME_BEGUN
    life.writing = event
    code = journal.begin(event, 0) if begins else journal.commit(event, 0, False)
    if code == E_BUSY:
        raise Wrong("busy")
    if code != OK:
        return False
    if begins:
        life.logs.append([])
    life.logs[-1].append(event)
    life.writing = None
    return True


def script(rng, journal, life, events):
    """A piece of hub life: `events` commits, games that end and begin, acknowledgements. Stops when power goes."""
    for _ in range(events):
        if journal.record.table.phase == 0 or rp.over(journal.record):
            if journal.log:
                journal.acknowledge(journal.log.id, journal.log.head)
                settle(journal)
            event = rp.begun(100 + len(life.logs), (1, 4, 7, 9))
        elif rng.chance(1) and not journal.record.table.paused:
            event = ev.simple(ev.GAME_ENDED)
        else:
            event = rp.step(rng, journal.record, 12)
        if not commit(journal, life, event):
            return
        settle(journal)
        if journal.failed:
            return


class Trace:
    """One life, recorded: the image before it, its flash operations, and what was acknowledged before each."""

    def __init__(self, seed, events, start=None):
        if not _flashes:
            _flashes.append(fm.Flash(blocks=BLOCKS))
            _flashes.append(bytearray(_flashes[0].image))
        flash = _flashes[0]
        flash.revive()
        flash.trace = None
        flash.blank()
        life = Life()
        journal = boot(flash)
        rng = rp.Rng(seed)
        for _ in range(start or 0):
            script(rng, journal, life, 1)
        self.image = _flashes[1]
        self.image[:] = flash.image
        self.prefix = [list(log) for log in life.logs]
        self.operations = flash.trace = []
        self.acked = []  # (logs, events in the last one, event being written) for each operation
        for _ in range(events):
            done = len(flash.trace)
            before = (len(life.logs), len(life.logs[-1]) if life.logs else 0)
            script(rng, journal, life, 1)
            event = life.logs[-1][-1]
            self.acked += [before + (event,)] * (len(flash.trace) - done)
        self.logs = life.logs
        flash.trace = None
        self._scratch = flash

    def cut(self, number, tear, salt=0):
        """The flash as a cut in that operation leaves it; good until the next call."""
        flash = self._scratch
        flash.revive()
        flash.trace = None
        flash.image[:] = self.image
        for at, new in self.operations[:number]:
            flash.image[at : at + len(new)] = new
        at, new = self.operations[number]
        old = bytes(flash.image[at : at + len(new)])
        flash.image[at : at + len(new)] = fm.torn(old, new, tear, salt + number)
        flash.weak = (at, old, new)
        return flash

    def life(self, number):
        """What was acknowledged when that operation began."""
        logs, count, event = self.acked[number]
        life = Life()
        life.logs = [list(log) for log in self.logs[:logs]]
        if logs:
            del life.logs[-1][count:]
        life.writing = event
        return life


def check(journal, life):
    """Is everything acknowledged there, and nothing else but perhaps the event on its way?

    What is found beyond the promise is taken into `life`: from now on it counts.
    """
    if journal.failed or journal.faults:
        raise Wrong(f"faults after a power cut: {journal.faults}")
    found = journal.logs()
    event = life.writing
    if event and found:
        if event[0] == ev.GAME_BEGUN:
            if found[-1][0] == log_id(event):
                life.logs.append([event])
        elif found[-1][0] == log_id(life.logs[-1][0]) and found[-1][1] == len(life.logs[-1]) + 1:
            life.logs[-1].append(event)
    life.writing = None
    kept = life.logs
    told = [(log_id(log[0]), len(log)) for log in kept]
    found = [entry[:2] for entry in found]
    if told != found:
        raise (Phantom if sum([n for _, n in found]) > sum([n for _, n in told]) else Wrong)(f"found {found}, not {told}")
    for log in kept[-2:]:
        reader = journal.reader(log_id(log[0]))
        reader.aim(0)
        for wanted in log:
            if reader.next() != wanted:
                raise Wrong("another event")
    if kept:
        whole = fold(kept[-1])
        record = journal.record
        if (whole.crc, whole.top) != (record.crc, record.top):
            raise Wrong("another state")
        if snapshot.pack(whole.table) != snapshot.pack(record.table):
            raise Wrong("another table")


def tidy(journal):
    """Is each stored event in one file only, and every file one that belongs there?"""
    logs = journal.kept + [journal.log] if journal.log else []
    files = [piece.name() for log in logs for piece in log.pieces]
    files.append(journal.tail.name())  # rule 4: it is written again when the tail is full
    for name in journal.store.names():
        if "." in name and name not in files:
            raise Wrong(f"{name} is left over")


def after_cut(flash, life, seed, count=2):
    """Recover, check, go on, restart, check."""
    journal = boot(flash)
    check(journal, life)
    tidy(journal)
    script(rp.Rng(seed), journal, life, count)
    check(boot(flash), life)


def count_recovery(flash, life, seed):
    """Flash operations of a recovery and what follows it in `after_cut`."""
    journal = boot(flash)
    check(journal, life)
    script(rp.Rng(seed), journal, life, 2)
    return flash.operations


def after_two_cuts(flash, life, seed, second, tear, look=None):
    """Power goes again in operation `second` of the recovery; then as `after_cut`. False if it ended before.

    look: called with the flash image that the second cut leaves.
    """
    flash.revive()
    flash.cut_at, flash.tear = second, tear
    try:
        journal = boot(flash)
        check(journal, life)
        script(rp.Rng(seed), journal, life, 2)
    except fm.PowerCut:
        pass
    if not flash.dead:
        return False
    flash.revive()
    if look:
        look(flash.image)
    after_cut(flash, life, seed + 1)
    return True


def after_weak_cut(trace, number, seed, first, second, count=2):
    """The bits of the interrupted operation read as tear `first` at one restart and as `second` at the next one.

    Only what is erased meanwhile, or programmed to 0, is strong again. Returns False where nothing stayed weak.
    """
    flash = trace.cut(number, first)
    at, old, new = flash.weak
    if len(new) == fm.BLOCK:
        return False  # an erase: littlefs erases a block again before it uses it
    seen = bytes(flash.image[at : at + len(new)])
    life = trace.life(number)
    flash.trace = []
    journal = boot(flash)
    check(journal, life)
    tidy(journal)
    script(rp.Rng(seed), journal, life, count)
    for place, data in flash.trace:
        if len(data) == fm.BLOCK and place <= at < place + fm.BLOCK:
            return False
    flash.trace = None
    then = fm.torn(old, new, second, number)
    for i in range(len(new)):
        now = flash.image[at + i]
        weak = old[i] & ~new[i] & 255 & ~(seen[i] & ~now)
        flash.image[at + i] = now & ~weak & 255 | then[i] & weak
    check(boot(flash), life)
    return True


TOUCHING = (fm.BITS, fm.ALMOST, fm.ALL, fm.FIRST)


class Exploration:
    """Every cut of some lives, alone and with a second one in the recovery.

    seen: called with a digest of each flash image that a cut left; `images` counts them, equal ones too.
    """

    def __init__(self, seen):
        self.seen = seen
        self.images = 0
        self.lost = self.phantom = self.checks = 0
        self.first = None  # what went wrong first, in words

    def look(self, image):
        self.images += 1
        self.seen(hashlib.sha256(image).digest()[:8])

    def attempt(self, where, call, *arguments):
        self.checks += 1
        try:
            return call(*arguments)
        except Wrong as error:
            if isinstance(error, Phantom):
                self.phantom += 1
            else:
                self.lost += 1
            self.first = self.first or f"{where}: {error}"
            return False

    def explore(self, seed, events, start, limit=1 << 30, every=1):
        """One life, until `limit` images were made. every: only each so-manieth operation."""
        trace = Trace(seed, events, start)
        for number in range(seed % every, len(trace.operations), every):
            # What a cut that leaves nothing leaves, one that leaves all of the operation before has left already.
            for tear in fm.TEARS if number == 0 else TOUCHING:
                if self.images >= limit:
                    return
                flash = trace.cut(number, tear)
                self.look(flash.image)
                where = f"life {seed} from {start}, cut in {number} like {tear}"
                self.attempt(where, after_cut, flash, trace.life(number), number)
                try:
                    count = count_recovery(trace.cut(number, tear), trace.life(number), number)
                except Wrong:
                    continue
                for second in range(count):
                    again = TOUCHING[(second + number + tear) % 4]
                    flash = trace.cut(number, tear)
                    self.attempt(
                        f"{where}, again in {second} like {again}",
                        after_two_cuts, flash, trace.life(number), number, second, again, self.look,
                    )  # fmt: skip
            for first, then in ((fm.ALL, fm.NOTHING), (fm.NOTHING, fm.BITS), (fm.BITS, fm.ALL), (fm.ALL, fm.BITS)):
                self.attempt(
                    f"life {seed} from {start}, weak bits in {number}: {first}, then {then}",
                    after_weak_cut, trace, number, number, first, then, 60 if number % 5 == 0 else 3,
                )  # fmt: skip
