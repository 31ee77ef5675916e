"""The journal: what happened at the table is on flash before anybody is told that it counts.

The newest events live in the tail (`tail.py`); a full tail is sealed into a segment with the state after it, so that a
restart folds one tail at most. `docs/journal.md` has the recovery rules. One `Journal` writes one log, the newest; older
ones are in the `archive`.

Every call returns `OK` or an `E_*` number of `shared_rules.constants`; none raises.
"""

import struct

from hub import segments
from hub.archive import Archive
from hub.files import Files
from hub.logs import Cursor, Log
from hub.stamps import Stamps
from hub.tail import Tail
from shared_rules import events as ev
from shared_rules import record, snapshot, wire
from shared_rules.constants import E_BUSY, E_GAME_RUNNING, E_LOG, E_MALFORMED, E_STORAGE, OK, const
from shared_rules.errors import Corrupt
from shared_rules.gate import admit
from shared_rules.table import BETWEEN, ROUND, Table

FOLD_SLICE = const(2)  # events folded in one step: about 1.5 ms on a Pico


class Journal:
    """`store`: `hal.Store`. Call `open`, then `work` until it returns True; from then on call `work` in every step."""

    def __init__(self, store):
        self.archive = Archive(self)
        self.files = Files(store, self.archive.drop_one)
        self.tail = Tail(self.files)
        self.log = None  # the one that is written
        self.record = record.Record(self)
        self.ready = False
        self.seen = None  # while a restart makes sure: the table as it seems to be, for the lights
        self._restart = None
        self._cursor = None
        self._stamps = Stamps()
        self._served = -1  # base of the stored state that the running fold began with
        self._taken = None  # an event that is applied and not stored yet

    # -- life --------------------------------------------------------------------------------------------------------

    def open(self):
        """Begin the restart scan."""
        self.ready = False
        from hub.restart import Restart  # not needed afterwards

        self._restart = Restart(self)

    def busy(self):
        """Is nothing taken now: before the scan's end, while an undo is folded, or an event waits to be stored?"""
        return not self.ready or self._taken is not None or self.record.busy()

    def table(self):
        """The table to be lit."""
        return self.record.table if self.seen is None else self.seen

    def reading(self):
        """Are older logs still being read? Until then none can begin, and not all of them are known."""
        return self._restart is not None

    def work(self):
        """One slice of what is to be done; True when that was all."""
        if self.ready and self.record.busy():
            self.fold()
            return False
        if self._restart:
            if self._restart.step():
                self._restart = None
                self.ready = True
            elif self._restart.known:
                self.ready = True
            if self.ready:
                self.seen = None
            return False
        if not self.ready or self.files.failed or self.log is None:
            return True
        if self.tail.nearly_full():
            self._seal()
            return False
        return self.archive.work()

    def fold(self):
        """Fold a few events. A stored state that cannot be used gives way to the one before it."""
        try:
            self.record.work(FOLD_SLICE)
        except Corrupt as error:
            for piece in self.log.pieces:
                if piece.snapshot > 0 and piece.end == self._served:
                    piece.snapshot = -1
                    self.files.fault(wire.JF_SNAPSHOT, piece.name())
                    self.record.restore(self.log.head)
                    return
            self.files.fault(wire.JF_MISSING, str(error))
            self.files.failed = True
            self.record.give_up()

    # -- writing -----------------------------------------------------------------------------------------------------

    def commit(self, event, now, stamp=True):
        """Admit, store and apply `event` (bytes; the last one is its time code).

        stamp: set the time code from `now` (ms, wraps at 2**29); the rounding error goes into the next one.
        """
        if event and event[0] == ev.GAME_BEGUN:
            return self.begin(event, now)
        code = self._accept(event)
        if code:
            return code
        if stamp:
            event = self._stamps.put(event, now)
        return self._add(event)

    def take(self, event, now):
        """The same for an event of the buttons, applied at once and stored by `store_taken`: light comes first.

        Nobody is told of it before: `busy` until then, and heads are those of what is stored.
        """
        head = event[0]
        if head == ev.GAME_BEGUN or head == ev.UNDONE or head == ev.REDONE:  # these are read back from the log
            return self.commit(event, now)
        code = self._accept(event)
        if code == OK:
            self._taken = self._stamps.put(event, now)
            self.record.append(self._taken)
        return code

    def _accept(self, event):
        """Can `event` be stored now, and is there room in the tail? `OK` or why not."""
        if self.files.failed:
            return E_STORAGE
        if self.busy():
            return E_BUSY
        code = self.record.admit(event)
        if code:
            return code
        if (event[0] == ev.UNDONE or event[0] == ev.REDONE) and not self._can_fold(event):
            return E_STORAGE
        return OK if self.tail.has_room(event) else self._seal()

    def store_taken(self):
        """Store what was taken; if that cannot be, fold it out again. `OK` or why not."""
        event, self._taken = self._taken, None
        if event is None:
            return OK
        stored = False
        try:
            stored = self._store(event)
        finally:
            if not stored:
                self.record.restore(self.log.head)
        return OK if stored else E_STORAGE

    def restore(self, event, log_id, now):
        """Take back an event of this log that the host kept, as it is."""
        if event[0] == ev.GAME_BEGUN and event[2:6] != struct.pack("<I", log_id):
            return E_MALFORMED
        return self.commit(event, now, False)

    def begin(self, event, now):
        """A new log from a `game begun` event; the log before it must have ended and is kept for the host."""
        if self.files.failed:
            return E_STORAGE
        if self.busy() or self.reading():
            return E_BUSY
        code = ev.well_formed(event, 0, len(event))
        if code:
            return code
        if event[0] != ev.GAME_BEGUN:
            return E_MALFORMED
        if self.record.table.phase == BETWEEN or self.record.table.phase == ROUND:
            return E_GAME_RUNNING
        code = admit(Table(), event)
        if code:
            return code
        log_id = struct.unpack("<I", event[2:6])[0]
        known = self.archive.find(log_id)
        if not 0 < log_id < 1 << 30 or known and known.head:
            return E_LOG
        code = self.archive.make_room()
        if code:
            return code
        if self.log and self.tail.piece.end > self.tail.piece.base:
            code = self._seal()
            if code:
                return code
        old, old_record = self.log, self.record
        self.adopt(Log(log_id, self.archive.next_generation()))
        self.tail.start(self.log)
        code = self._add(event)
        if code:
            self.adopt(old)
            self.record = old_record
            if old:
                self.tail.start(old)  # it was sealed
            return code
        self._stamps.begin(now)
        if old and old.head:
            self.archive.kept.append(old)
        return OK

    def adopt(self, log):
        """This log is the one that is written."""
        self.log = log
        self._cursor = Cursor(self, log)
        self.record = record.Record(self)

    def _add(self, event):
        """Store an admitted event and apply it."""
        if not self._store(event):
            return E_STORAGE
        self.record.append(event)
        self.log.phase = self.record.table.phase
        return OK

    def _store(self, event):
        """One more event in the tail; False if it is not on flash."""
        if not self.tail.add(event):
            return False
        log, piece = self.log, self.tail.piece
        log.head = piece.end
        log.crc = piece.crc
        log.phase = self.record.table.phase
        return True

    def _seal(self):
        """The tail becomes a segment, with the state after it."""
        table = self.record.table
        state = segments.pack_snapshot(snapshot.pack(table), self.record.top, self.record.redo)
        sealed = self.tail.seal(table.phase, state)
        if sealed is None:
            return E_STORAGE
        self.log.pieces.append(sealed)
        self.tail.start(self.log)
        return OK

    def seal_soon(self):
        """After an event was stored: seal a full tail (True)."""
        if self.busy() or self.files.failed or not self.tail.nearly_full():
            return False
        self._seal()
        return True

    def _can_fold(self, event):
        """Can the state without the event that is taken back be worked out from what the flash still has?"""
        target = self.record.head - (event[1] | event[2] << 8)
        base = self.tail.piece.base
        return target >= base or self.log.readable(self.log.base(target), base)

    # -- what `Record` reads -----------------------------------------------------------------------------------------

    def base(self, seq):
        return self.log.base(seq)

    def snapshot(self, base):
        self._served = base
        for piece in self.log.pieces:
            if piece.end == base and piece.snapshot > 0:
                raw = self.files.store.read(piece.name()) or b""
                found = segments.read_segment(raw)
                if found.snapshot > 0 and found.end == base:
                    table, top, redo = segments.read_snapshot(raw, found)
                    return table, top, redo, found.crc
        raise Corrupt("no state at %d" % base)

    def read(self, seq):
        return self._cursor.read(seq)
