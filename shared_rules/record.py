"""A log and the state it folds to, with undo.

The log only grows: taking an event back is an event too. Table events (`events.is_table_event`) form a stack: the last
one that counts can be undone, the one undone last redone as long as nothing else happened at the table. Scores, names
and dates are untouched by undo.

A *source* holds the events; the hub's journal and a plain list on the PC look alike:

    source.base(seq)      the greatest event number <= seq before which a snapshot is kept (0 always works)
    source.snapshot(base) (table bytes, top, redo list, crc) as kept there; never called for base 0
    source.read(seq)      the event with that number, as bytes

Events are numbered from 0 (`game begun`); `head` is their count, `crc` the CRC-32 over all their bytes.
"""

import binascii

from shared_rules import events as ev
from shared_rules import snapshot
from shared_rules.constants import E_BUSY, E_FULL, E_NO_GAME, E_NOT_LAST, E_NOTHING, OK, const
from shared_rules.gate import admit, check
from shared_rules.reducer import apply
from shared_rules.table import Table

MAX_EVENTS = const(60000)
REDO_DEPTH = const(8)
NO_EVENT = const(0xFFFF)


class Record:
    """The state of one log. `source` as above."""

    def __init__(self, source):
        self.source = source
        self.table = Table()
        self.head = 0
        self.crc = 0
        self.top = NO_EVENT  # the last table event that counts
        self.redo = []  # events taken back, the last one last
        self.skipped = 0  # events in the fold that could not happen; 0 in every sound log
        self._fold = None

    def busy(self):
        """Is a fold going on, so that nothing can be appended yet?"""
        return self._fold is not None

    def admit(self, event):
        """Can `event` (bytes) be appended now? Returns `OK` or an `E_*` number; changes nothing."""
        code = ev.well_formed(event, 0, len(event))
        if code:
            return code
        if self._fold:
            return E_BUSY
        if self.head >= MAX_EVENTS:
            return E_FULL
        head = event[0]
        if head == ev.UNDONE or head == ev.REDONE:
            return self._admit_undo(head, self.head - (event[1] | event[2] << 8))
        return admit(self.table, event)

    def _admit_undo(self, head, target):
        if not self.head:
            return E_NO_GAME
        if head == ev.UNDONE:
            if self.top == NO_EVENT:
                return E_NOTHING
            return OK if target == self.top else E_NOT_LAST
        if not self.redo:
            return E_NOTHING
        return OK if target == self.redo[-1] else E_NOT_LAST

    def undo_event(self, time=ev.TIME_UNKNOWN):
        """The event that takes back the last table event, or None where there is nothing to take back."""
        return None if self.top == NO_EVENT else ev.undone(self.head - self.top, time)

    def redo_event(self, time=ev.TIME_UNKNOWN):
        """The event that brings back what was undone last, or None."""
        return ev.redone(self.head - self.redo[-1], time) if self.redo else None

    def append(self, event):
        """Take `event`, admitted and already stored in the source as number `head`, into the state.

        An undo or redo starts a fold: call `work` until it says it is done.
        """
        seq = self.head
        self.head = seq + 1
        self.crc = binascii.crc32(event, self.crc)
        head = event[0]
        if head == ev.UNDONE or head == ev.REDONE:
            self._start(seq - (event[1] | event[2] << 8))
            return
        apply(self.table, event)
        if ev.is_table_event(head):
            self.top = seq
            self.redo.clear()

    def restore(self, head):
        """Start folding a stored log of `head` events, from its last snapshot on; call `work` until done."""
        self.head = head
        self._start(max(head - 1, 0))

    def work(self, count=MAX_EVENTS):
        """Fold at most `count` more events; True when nothing is left to fold."""
        if self._fold and self._fold.step(self, count):
            self._fold = None
        return self._fold is None

    def give_up(self):
        """Stop a fold that cannot end because its source lost events; the state stays as it was."""
        self._fold = None

    def _start(self, seq):
        self._fold = _Fold(self.source.base(seq), self.head)


class _Fold:
    """First pass: which events are taken back. Second pass: fold the others. Both can stop after any event."""

    def __init__(self, base, head):
        self.head = head
        self._restart(base)

    def _restart(self, base):
        self.base = base
        self.at = base
        self.dead = bytearray((self.head - base + 8) // 8)
        self.table = None

    def step(self, record, count):
        while count > 0:
            count -= 1
            if self.at < self.head:
                event = record.source.read(self.at)
                if self.table is None:
                    self._mark(record.source, event)
                else:
                    self._take(event)
                    self.at += 1
            elif self.table is None:
                self._second_pass(record.source)
            else:
                record.table = self.table
                record.crc = self.crc
                record.top = self.top
                record.redo = self.redo
                record.skipped = self.skipped
                return True
        return False

    def _mark(self, source, event):
        head = event[0]
        if head == ev.UNDONE or head == ev.REDONE:
            target = self.at - (event[1] | event[2] << 8)
            if target < 0:
                self.at += 1
                return
            if target < self.base:  # the snapshot holds what was taken back later: begin before it
                self._restart(source.base(target))
                return
            bit = target - self.base
            if head == ev.UNDONE:
                self.dead[bit >> 3] |= 1 << (bit & 7)
            else:
                self.dead[bit >> 3] &= ~(1 << (bit & 7))
        self.at += 1

    def _second_pass(self, source):
        self.at = self.base
        self.skipped = 0
        if self.base == 0:
            self.table, self.top, self.redo, self.crc = Table(), NO_EVENT, [], 0
        else:
            raw, self.top, redo, self.crc = source.snapshot(self.base)
            self.table = snapshot.unpack(raw)
            self.redo = list(redo)

    def _take(self, event):
        self.crc = binascii.crc32(event, self.crc)
        head = event[0]
        if head == ev.UNDONE:
            self.redo.append(self.at - (event[1] | event[2] << 8))
            if len(self.redo) > REDO_DEPTH:
                self.redo.pop(0)
        elif head == ev.REDONE:
            if self.redo:
                self.redo.pop()
        else:
            table_event = ev.is_table_event(head)
            if table_event:
                self.redo.clear()
            bit = self.at - self.base
            if self.dead[bit >> 3] >> (bit & 7) & 1:
                return
            # A file or another program's hub may hold anything that has the length of an event.
            if ev.well_formed(event, 0, len(event)) == OK and check(self.table, event) == OK:
                apply(self.table, event)
                if table_event:
                    self.top = self.at
            else:
                self.skipped += 1


class ListSource:
    """Events kept in a list: the PC's side, and tests."""

    def __init__(self, events=()):
        self.events = list(events)

    def base(self, seq):
        return 0

    def snapshot(self, base):
        raise ValueError("a list keeps no snapshots")

    def read(self, seq):
        return self.events[seq]


def fold(events):
    """The record of a whole log, given as a list of event bytes. Events that cannot be are skipped and counted."""
    record = Record(ListSource(events))
    record.restore(len(record.source.events))
    record.work()
    return record
