"""The journal: what happened at the table is on flash before anybody is told that it counts.

The newest events live in the tail, a small file rewritten whole for each event (littlefs keeps it inside its metadata,
which costs one page); a full tail is sealed into a segment with the state after it, so that a restart folds one tail at
most. `docs/journal.md` has the recovery rules. One `Journal` writes one log, the newest; older ones are kept for the
host and leave only when they are ended, wholly acknowledged, and room is needed.

Every call returns `OK` or an `E_*` number of `shared_rules.constants`; none raises.
"""

import binascii
import struct

from hub import segments
from hub.logs import Cursor, Log, Reader
from shared_rules import events as ev
from shared_rules import record, snapshot, wire
from shared_rules.constants import (
    E_BUSY,
    E_FULL,
    E_GAME_RUNNING,
    E_LOG,
    E_MALFORMED,
    E_STORAGE,
    OK,
    const,
)
from shared_rules.errors import Corrupt
from shared_rules.gate import admit
from shared_rules.table import BETWEEN, ROUND, Table

MAX_TAIL = const(240)  # bytes of the tail file; one littlefs commit of it still fits one page of 256
SEAL_FROM = const(216)  # a quiet moment seals a tail that is so full
FOLD_SLICE = const(2)  # events folded in one step: about 1.5 ms on a Pico
ROOM_LEAST = const(24576)  # with less than this no game begins
_DAY = const(0x1FFFFFFF)  # times wrap here
_LONGEST = const(1760000)  # ms; a longer pause has no time code


class Journal:
    """`store`: `hal.Store`. Call `open`, then `work` until it returns True; from then on call `work` in every step."""

    room = 131072  # bytes that should be free when a game begins

    def __init__(self, store):
        self.store = store
        self.buffer = bytearray(MAX_TAIL)  # the tail's bytes
        self._view = memoryview(self.buffer)
        self.tail = segments.Piece(0, 0, 0, 0)
        self.log = None  # the one that is written
        self.kept = []  # older ones, oldest first
        self.record = record.Record(self)
        self.faults = []  # [code, count, text], codes are `wire.JF_*`
        self.failed = False
        self._restart = None
        self.ready = False
        self.seen = None  # while a restart makes sure: the table as it seems to be, for the lights
        self._cursor = None
        self._last = -1  # time that the stamps so far add up to
        self._served = -1  # base of the stored state that the running fold began with
        self._acks_changed = False
        self._packing = None
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
        if not self.ready or self.failed or self.log is None:
            return True
        if self.tail.stop + 4 > SEAL_FROM:
            self._seal()
            return False
        if self._acks_changed:
            self._store_acks()
            return False
        return self._pack()

    def fold(self):
        """Fold a few events. A stored state that cannot be used gives way to the one before it."""
        try:
            self.record.work(FOLD_SLICE)
        except Corrupt as error:
            for piece in self.log.pieces:
                if piece.snapshot > 0 and piece.end == self._served:
                    piece.snapshot = -1
                    self.fault(wire.JF_SNAPSHOT, piece.name())
                    self.record.restore(self.log.head)
                    return
            self.fault(wire.JF_MISSING, str(error))
            self.failed = True
            self.record.give_up()

    def _pack(self):
        """A step of making older logs small; True when none is left."""
        if self._packing is None:
            for log in self.kept:
                if not log.looked_at:
                    log.looked_at = True
                    if log.wants_packing():
                        from hub.packing import Packer

                        self._packing = Packer(self, log)
                        return False
            return True
        try:
            if self._packing.step():
                self._packing = None
        except MemoryError:  # a crowded heap: the log stays as it is until the next restart
            self._packing = None
        return False

    def fault(self, code, text):
        """Note that something is wrong with what is stored."""
        for entry in self.faults:
            if entry[0] == code:
                entry[1] = min(entry[1] + 1, 255)
                entry[2] = text
                return
        self.faults.append([code, 1, text])

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
            event = self._stamp(event, now)
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
            self._taken = self._stamp(event, now)
            self.record.append(self._taken)
        return code

    def _accept(self, event):
        """Can `event` be stored now, and is there room in the tail? `OK` or why not."""
        if self.failed:
            return E_STORAGE
        if self.busy():
            return E_BUSY
        code = self.record.admit(event)
        if code:
            return code
        if (event[0] == ev.UNDONE or event[0] == ev.REDONE) and not self._can_fold(event):
            return E_STORAGE
        return self._seal() if self.tail.stop + len(event) + 6 > MAX_TAIL else OK

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
        if self.failed:
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
        known = self.find(log_id)
        if not 0 < log_id < 1 << 30 or known and known.head:
            return E_LOG
        code = self._make_room()
        if code:
            return code
        if self.log and self.tail.end > self.tail.base:
            code = self._seal()
            if code:
                return code
        old, old_record, old_tail = self.log, self.record, self.tail
        self.adopt(Log(log_id, self._next_generation()))
        self.start_tail()
        code = self._add(event)
        if code:
            self.adopt(old)
            self.record, self.tail = old_record, old_tail
            return code
        self._last = now
        if old and old.head:
            self.kept.append(old)
        return OK

    def _next_generation(self):
        highest = self.log.generation if self.log else 0
        for log in self.kept:
            highest = max(highest, log.generation)
        return highest + 1

    def adopt(self, log):
        """This log is the one that is written."""
        self.log = log
        self._cursor = Cursor(self, log)
        self.record = record.Record(self)

    def take_tail(self, piece, raw):
        """The tail as a restart found it."""
        self.tail = piece
        self.buffer[: piece.stop] = raw[: piece.stop]
        log = self.log
        log.head, log.crc = piece.end, piece.crc

    def start_tail(self):
        """An empty tail after the events that are stored."""
        log = self.log
        self.tail = segments.Piece(log.id, log.generation, log.head, log.crc)
        segments.put_tail_head(self.buffer, log.generation, log.id, log.head, log.crc)

    def _add(self, event):
        """Store an admitted event and apply it."""
        if not self._store(event):
            return E_STORAGE
        self.record.append(event)
        self.log.phase = self.record.table.phase
        return OK

    def _store(self, event):
        """One more event in the tail; False if it is not on flash."""
        tail = self.tail
        before = tail.stop
        crc = binascii.crc32(event, tail.crc)
        tail.stop = segments.put_record(self.buffer, before, event, crc)
        if not self.write_tail():
            tail.stop = before
            return False
        tail.crc = crc
        tail.end += 1
        tail.good += 1
        log = self.log
        log.head = tail.end
        log.crc = crc
        log.phase = self.record.table.phase
        return True

    def write_tail(self):
        """The tail onto flash; False if it is not there, and `failed` from then on but where only memory was short."""
        n = self.tail.stop
        try:
            struct.pack_into("<I", self.buffer, n, binascii.crc32(self._view[:n]))
            return self.put(segments.TAIL, bytes(self._view[: n + 4]))
        except MemoryError:
            self.fault(wire.JF_WRITE, "no memory")
            return False

    def remove(self, name):
        """Remove a segment's file."""
        self.store.remove(name)

    def put(self, name, raw):
        """Write a file and read it back, at worst after making room and once more."""
        if self._put(name, raw):
            return True
        self.fault(wire.JF_WRITE, name)
        self._drop_one()
        if self._put(name, raw):
            return True
        self.failed = True
        return False

    def _put(self, name, raw):
        # Rule 3: nothing reports a page that did not take, so it is read back.
        return self.store.write(name, raw) and self.store.read(name) == raw

    def _seal(self):
        """The tail becomes a segment, with the state after it."""
        piece = self.tail
        table = self.record.table
        piece.phase = table.phase
        state = segments.pack_snapshot(snapshot.pack(table), self.record.top, self.record.redo)
        raw = segments.pack_segment(piece, self._view[segments.TAIL_HEAD : piece.stop], state)
        if not self.put(piece.name(), raw):
            return E_STORAGE
        # Whoever reads the piece from now on reads the file.
        sealed = segments.read_segment(raw)
        self.log.pieces.append(sealed)
        self.start_tail()
        return OK

    def seal_soon(self):
        """After an event was stored: seal a full tail (True)."""
        if self.busy() or self.failed or self.tail.stop + 4 <= SEAL_FROM:
            return False
        self._seal()
        return True

    def _stamp(self, event, now):
        if self._last < 0:
            self._last = now
            return event[:-1] + bytes((ev.TIME_UNKNOWN,))
        passed = (now - self._last) & _DAY
        if passed > _LONGEST:
            self._last = now
            return event[:-1] + bytes((ev.TIME_UNKNOWN,))
        code = ev.pack_time(passed // 100)
        self._last = (self._last + ev.unpack_time(code) * 100) & _DAY
        return event[:-1] + bytes((code,))

    def _can_fold(self, event):
        """Can the state without the event that is taken back be worked out from what the flash still has?"""
        target = self.record.head - (event[1] | event[2] << 8)
        return target >= self.tail.base or self.log.readable(self.log.base(target), self.tail.base)

    # -- older logs --------------------------------------------------------------------------------------------------

    def acknowledge(self, log_id, head):
        """The host holds log `log_id` durably up to event `head`."""
        log = self.find(log_id)
        if log is None:
            return E_LOG
        if head > log.head:
            return E_MALFORMED
        log.acked = max(log.acked, head)
        if log.may_leave() and log.acked_stored != log.acked:
            self._acks_changed = True
        return OK

    def logs(self):
        """(id, head, crc, ended, acknowledged) of every log, oldest first."""
        found = [(log.id, log.head, log.crc, log.ended(), log.acked) for log in self.kept]
        if self.log:
            log = self.log
            found.append((log.id, log.head, log.crc, log.ended(), log.acked))
        return found

    def find(self, log_id):
        """The log with that id, or None."""
        if self.log and self.log.id == log_id:
            return self.log
        for log in self.kept:
            if log.id == log_id:
                return log
        return None

    def reader(self, log_id):
        """A `logs.Reader` of that log, or None."""
        log = self.find(log_id)
        return Reader(self, log) if log else None

    def _make_room(self):
        while self.store.free() < self.room and self._drop_one():
            pass
        if self.store.free() < ROOM_LEAST:
            self.fault(wire.JF_FULL, "%d logs" % len(self.kept))
            return E_FULL
        return OK

    def _drop_one(self):
        """Remove the oldest log that may leave; False if there is none."""
        for log in self.kept:
            if log.may_leave():
                # Rule 10, first piece first: what a power cut leaves still knows that it has ended and where its head is.
                for piece in log.pieces:
                    self.remove(piece.name())
                self.kept.remove(log)
                self._packing = None
                return True
        return False

    def _store_acks(self):
        entries = []
        for log in self.kept + [self.log]:
            if log.may_leave():
                log.acked_stored = log.acked
                entries.append((log.id, log.acked))
        self._acks_changed = False
        self.put(segments.ACKS, segments.pack_acks(entries))

    # -- what `Record` reads -----------------------------------------------------------------------------------------

    def base(self, seq):
        return self.log.base(seq)

    def snapshot(self, base):
        self._served = base
        for piece in self.log.pieces:
            if piece.end == base and piece.snapshot > 0:
                raw = self.store.read(piece.name()) or b""
                found = segments.read_segment(raw)
                if found.snapshot > 0 and found.end == base:
                    table, top, redo = segments.read_snapshot(raw, found)
                    return table, top, redo, found.crc
        raise Corrupt("no state at %d" % base)

    def read(self, seq):
        return self._cursor.read(seq)
