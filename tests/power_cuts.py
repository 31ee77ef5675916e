"""Power cuts, all of them: a scripted piece of hub life is traced once, then cut in every flash operation.

What must hold after each cut: every event whose commit had returned is there, in order and unchanged; at most the one
being written is there as well; the hub goes on, and what it then commits is there after the next restart.
"""

import binascii
import hashlib

import flash_model as fm
import random_play as rp
from hub import segments
from hub.journal import Journal
from shared_rules import events as ev
from shared_rules import snapshot
from shared_rules.constants import E_BUSY, OK
from shared_rules.record import fold

BLOCKS = 24
ROOM = 0  # no log has to leave
_flashes = []  # a flash and four images for all: MicroPython's heap is small


class Wrong(Exception):
    """A promise of the journal is broken; the text says which."""


class Phantom(Wrong):
    """Something is there that nobody committed."""


def boot(flash):
    """A journal after its restart; `flash` may also be a store."""
    journal = Journal(fm.store(flash) if hasattr(flash, "image") else flash)
    journal.archive.room = ROOM
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
                journal.archive.acknowledge(journal.log.id, journal.log.head)
                settle(journal)
            event = rp.begun(100 + len(life.logs), (1, 4, 7, 9))
        elif rng.chance(1) and not journal.record.table.paused:
            event = ev.simple(ev.GAME_ENDED)
        else:
            event = rp.step(rng, journal.record, 12)
        if not commit(journal, life, event):
            return
        settle(journal)
        if journal.files.failed:
            return


class Cuts:
    """Flash operations in a row, and what was acknowledged when each of them began; any of them can be cut.

    `image` is the flash before the first; `operations` are (place, bytes). Give it to `Flash.trace` to fill it.
    """

    def __init__(self, image, life, buffers):
        self.image, self._running = buffers  # the second: after the first `_done` operations
        self.image[:] = image
        self.operations = []
        self._states = []  # (logs, events in the last one, event being written) for each operation
        self._life = life
        self._done = -1
        self._digests = []  # of each block of `_running`

    def append(self, operation):
        life = self._life
        self.operations.append(operation)
        self._states.append((len(life.logs), len(life.logs[-1]) if life.logs else 0, life.writing))

    def cut(self, number, tear, salt=0):
        """The flash as a cut in that operation leaves it; good until the next call."""
        flash = scratch()
        flash.revive()
        flash.trace = None
        self._run(number)
        flash.image[:] = self._running
        at, new = self.operations[number]
        old = bytes(flash.image[at : at + len(new)])
        flash.image[at : at + len(new)] = fm.torn(old, new, tear, salt + number)
        flash.weak = (at, old, new)
        return flash

    def _run(self, number):
        """Bring `_running` to where that operation begins."""
        if not 0 <= self._done <= number:
            self._running[:] = self.image
            self._digests = []
            self._done = 0
        while self._done < number:
            at, new = self.operations[self._done]
            self._running[at : at + len(new)] = new
            if self._digests:
                self._digests[at // fm.BLOCK] = None
            self._done += 1

    def digest(self, number):
        """Eight bytes for the image that `cut` made of this operation; call it before anything else is done with it."""
        blocks = self._digests = self._digests or [None] * BLOCKS
        for n in range(BLOCKS):
            if blocks[n] is None:
                blocks[n] = _digest(self._running, n)
        n = self.operations[number][0] // fm.BLOCK
        return hashlib.sha256(b"".join(blocks[:n] + [_digest(scratch().image, n)] + blocks[n + 1 :])).digest()[:8]

    def life(self, number):
        """What was acknowledged when that operation began."""
        logs, count, event = self._states[number]
        life = Life()
        life.logs = [list(log) for log in self._life.logs[:logs]]
        if logs:
            del life.logs[-1][count:]
        life.writing = event
        return life


def _digest(image, n):
    return hashlib.sha256(memoryview(image)[n * fm.BLOCK : (n + 1) * fm.BLOCK]).digest()[:8]


def scratch():
    """The one flash that everything here happens on."""
    if not _flashes:
        _flashes.append(fm.Flash(blocks=BLOCKS))
        for _ in range(4):
            _flashes.append(bytearray(_flashes[0].image))
    return _flashes[0]


class Trace(Cuts):
    """One life, recorded: `events` commits after `start` others, on a drive where a file was written so often before.

    littlefs moves a list to other blocks when it was written anew 100 times, with 16 pages each.
    """

    def __init__(self, seed, events, start=None, worn=0, name=segments.SETTLE, lie=-1):
        flash = scratch()
        flash.revive()
        flash.trace = None
        flash.blank()
        life = Life()
        journal = boot(flash)
        for _ in range(worn):
            journal.files.store.write(name, b"")
        rng = rp.Rng(seed)
        for _ in range(start or 0):
            script(rng, journal, life, 1)
        super().__init__(flash.image, life, _flashes[1:3])
        flash.trace = self
        flash.lie_at = flash.operations + lie if lie >= 0 else -1
        for _ in range(events):
            script(rng, journal, life, 1)
        flash.trace = None


class Recovery(Cuts):
    """What follows a cut that left `flash`, recorded up to where it is in order again, then checked as `after_cut` does."""

    def __init__(self, flash, life, seed):
        super().__init__(flash.image, life, _flashes[3:5])
        flash.trace = self
        after_cut(flash, life, seed)


def check(journal, life):
    """Is everything acknowledged there, and nothing else but perhaps the event on its way?

    What is found beyond the promise is taken into `life`: from now on it counts.
    """
    if journal.files.failed or journal.files.faults:
        raise Wrong(f"faults after a power cut: {journal.files.faults}")
    found = journal.archive.logs()
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
        reader = journal.archive.reader(log_id(log[0]))
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
    logs = journal.archive.all()
    files = [piece.name() for log in logs for piece in log.pieces]
    files.append(journal.tail.piece.name())  # rule 4: it is written again when the tail is full
    for name in journal.files.store.names():
        if "." in name and name not in files:
            raise Wrong(f"{name} is left over")


def after_cut(flash, life, seed, count=2):
    """Recover, check, go on, restart, check."""
    journal = boot(flash)
    check(journal, life)
    tidy(journal)
    script(rp.Rng(seed), journal, life, count)
    flash.trace = None  # what `Recovery` has to see ends here
    check(boot(flash), life)


def after_weak_cut(trace, number, seed, first, second, count=2):
    """The bits of the interrupted operation read as tear `first` at one restart and as `second` at the next one.

    Only what is erased meanwhile, or programmed to 0, is strong again. Returns False where nothing stayed weak.
    """
    flash = trace.cut(number, first)
    at, old, new = flash.weak
    if len(new) == fm.BLOCK:
        return False  # an erase: littlefs erases a block again before it uses it
    life = trace.life(number)
    flash.trace = []
    journal = boot(flash)
    check(journal, life)
    tidy(journal)
    script(rp.Rng(seed), journal, life, count)
    weak = bytearray([a & ~b & 255 for a, b in zip(old, new)])
    for place, data in flash.trace:
        if len(data) == fm.BLOCK and place <= at < place + fm.BLOCK:
            return False
        for i in range(max(0, place - at), min(len(weak), place + len(data) - at)):
            weak[i] &= data[at + i - place]
    flash.trace = None
    then = fm.torn(old, new, second, number)
    for i in range(len(new)):
        flash.image[at + i] = flash.image[at + i] & ~weak[i] & 255 | then[i] & weak[i]
    check(boot(flash), life)
    return True


TOUCHING = (fm.BITS, fm.ALMOST, fm.ALL, fm.FIRST)


class Exploration:
    """Every cut of some lives, alone and with a second one in the recovery.

    seen: called with a digest of each flash image that a cut left, equal ones too. `images` counts them. An image that
    has been checked is not checked again unless something else has to be found on it.
    """

    def __init__(self, seen):
        self.seen = seen
        self.images = 0
        self.lost = self.phantom = self.checks = 0
        self.first = None  # what went wrong first, in words
        self._checked = set()

    def look(self, cuts, number, life):
        """Count the image that was just made. Is there something to check on it?"""
        self.images += 1
        digest = cuts.digest(number)
        self.seen(digest)
        promise = (digest, life.writing, len(life.logs), _crc(life.logs[-2:]))
        if promise in self._checked:
            return False
        self._checked.add(promise)
        return True

    def attempt(self, where, call, *arguments):
        """What the call returns, or None where a promise is broken."""
        self.checks += 1
        try:
            return call(*arguments)
        except Exception as error:  # whatever it is: a hub that stops has lost everything
            if isinstance(error, Phantom):
                self.phantom += 1
            else:
                self.lost += 1
            self.first = self.first or f"{where}: {error!r}"
            return None

    def explore(self, seed, events, start, limit=1 << 30, every=1, part=0):
        """One life, until `limit` images were made. every: only each so-manieth operation, `part` of so many."""
        trace = Trace(seed, events, start)
        for number in range((seed + part) % every, len(trace.operations), every):
            # What a cut that leaves nothing leaves, one that leaves all of the operation before has left already.
            for tear in fm.TEARS if number == 0 else TOUCHING:
                if self.images >= limit:
                    return
                self._cut(f"life {seed} from {start}, cut in {number} like {tear}", trace, number, tear)
            for first, then in ((fm.ALL, fm.NOTHING), (fm.NOTHING, fm.BITS), (fm.BITS, fm.ALL), (fm.ALL, fm.BITS)):
                self.attempt(
                    f"life {seed} from {start}, weak bits in {number}: {first}, then {then}",
                    after_weak_cut, trace, number, number, first, then, 60 if number % 5 == 0 else 3,
                )  # fmt: skip

    def _cut(self, where, trace, number, tear):
        flash, life = trace.cut(number, tear), trace.life(number)
        if not self.look(trace, number, life):
            return
        recovery = self.attempt(where, Recovery, flash, life, number)
        if recovery is None:
            return
        for second in range(len(recovery.operations)):
            again = TOUCHING[(second + number + tear) % 4]
            flash, life = recovery.cut(second, again), recovery.life(second)
            if self.look(recovery, second, life):
                self.attempt(f"{where}, again in {second} like {again}", after_cut, flash, life, number + 1)


def _crc(logs):
    crc = 0
    for log in logs:
        crc = binascii.crc32(b"".join(log), crc)
    return crc
