"""What must hold in a game played through faults, at whatever depth it is simulated: see `fault_sim` and `fault_hub`."""

import binascii

from fault_tale import event_text
from shared_rules import events as ev
from shared_rules import snapshot
from shared_rules.record import fold
from shared_rules.sheet import standings
from trainhub.link.book import MemoryBook


class Broken(Exception):
    """An invariant does not hold."""


class CheckedBook(MemoryBook):
    """A host's book that knows what the hub's log is."""

    def __init__(self, game):
        super().__init__()
        self.game = game

    def append(self, log_id, start, events):
        super().append(log_id, start, events)
        self.game.stored(log_id, start, events)


class Checks:
    """Knows what was acknowledged. `faults` counts what was done to the game; `hash` tells two runs apart."""

    def __init__(self):
        self.truth = {}  # log id: events acknowledged
        self.order = []
        self.writing = None  # an event whose commit did not return
        self.faults = {"line": 0, "power": 0, "flash": 0, "host": 0}
        self.hash = 0
        self.story = None  # a list for lines, if somebody wants to read what happens

    def tell(self, text):
        """What happens, for people."""
        if self.story is not None:
            self.story.append(f"{self.now():7} ms  {text}")

    def trace_hash(self):
        """32 bits that depend on every event acknowledged or stored, and on every fault."""
        return binascii.crc32(repr((sorted(self.faults.items()), self.order)).encode(), self.hash)

    def watch(self, journal):
        """See every event that this journal stores, whoever brings it."""
        journal.archive.room //= 4
        store = journal._store

        def watched(event):
            self.writing = event
            stored = store(event)
            if stored:
                self.acknowledged(event)
            if stored or not journal.files.failed:
                self.writing = None
            return stored

        journal._store = watched

    def check_restart(self, journal, book):
        """Nothing acknowledged is missing; what was on its way may be there."""
        self.tell(f"the hub is up: {journal.log.head if journal.log else 0} events, faults {journal.files.faults}")
        if journal.files.failed:
            raise Broken(f"failed after a restart: {journal.files.faults}")
        if journal.log is None:
            if self.order:
                raise Broken("the log is gone")
            return
        log = journal.log
        if not self.order or log.id != self.order[-1]:
            first = journal.read(0)
            if not self.may_be_new(first, book) or log.head != 1:
                raise Broken("another log")
            self.acknowledged(first)
        truth = self.truth[log.id]
        found = [journal.read(seq) for seq in range(log.head)]
        if len(found) == len(truth) + 1 and self.may_be_new(found[-1], book):
            self.acknowledged(found[-1])
        if found != truth:
            what = "lost" if found == truth[: len(found)] else "there that nobody committed"
            raise Broken(f"events {what}: {len(found)} found, {len(truth)} acknowledged")
        self.writing = None

    def may_be_new(self, event, book):
        """Was this event on its way when power went? A proposal always may have been."""
        if self.writing is not None and event[:-1] == self.writing[:-1]:
            return True
        return any(
            event[0] == p.event[0] and (event[0] in (ev.UNDONE, ev.REDONE) or event == p.event)
            for p in book.proposals
        )

    # -- what happened ---------------------------------------------------------------------------------------------------

    def note(self, kind, count=1):
        self.faults[kind] += count

    def stall(self):
        """The host does not read, or reads again; it made a difference if the hub had something to say."""
        port = self.world.port
        port.stalled = not port.stalled
        self.tell("the host stops reading" if port.stalled else "the host reads again")
        if not port.stalled:
            self.note("line", port.refused > 0)
            port.refused = 0

    def acknowledged(self, event):
        if event[0] == ev.GAME_BEGUN:
            log_id = int.from_bytes(event[2:6], "little")
            self.order.append(log_id)
            self.truth[log_id] = []
        log_id = self.order[-1]
        self.tell(f"event {len(self.truth[log_id])} acknowledged: {event_text(event)}")
        self.truth[log_id].append(event)
        self.hash = binascii.crc32(event, self.hash)

    def stored(self, log_id, start, events):
        self.tell(f"the host keeps event {start}" + (f" to {start + len(events) - 1}" if len(events) > 1 else ""))
        truth = self.truth.get(log_id, [])
        if list(events) != truth[start : start + len(events)]:
            raise Broken(f"the host stored another history of log {log_id} from {start}")
        self.hash = binascii.crc32(repr((log_id, start, len(events))).encode(), self.hash)

    def compare(self, journal, book, session):
        """Both sides at rest: every log, state and sheet is the same, and what was accepted is there."""
        if session.diverged:
            raise Broken("histories differ")
        for log_id, truth in self.truth.items():
            if journal.archive.find(log_id) and book.logs.get(log_id) != truth:
                raise Broken(f"log {log_id} differs")
        record = journal.record
        if self.order:
            other = fold(book.logs[self.order[-1]])
            if snapshot.pack(other.table) != snapshot.pack(record.table):
                raise Broken("the states differ")
            if list(standings(other.table)) != list(standings(record.table)):
                raise Broken("the sheets differ")
        if record.skipped:
            raise Broken("events that cannot be")
        for truth in self.truth.values():
            cells = {}
            for event in truth:
                if event[0] >> 4 == ev.SCORE:
                    cell = (event[0], event[1])
                    if cells.get(cell) == event[2:4]:
                        raise Broken("a score was written twice")
                    cells[cell] = event[2:4]
