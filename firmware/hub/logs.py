"""A stored log as a row of pieces, and reading its events in order."""

import binascii

from hub import segments
from shared_rules import events as ev
from shared_rules.errors import Corrupt
from shared_rules.table import DONE


class Log:
    """One game's log on flash. `pieces` are its segments by number; what the tail holds is not among them."""

    def __init__(self, log_id, generation):
        self.id = log_id
        self.generation = generation
        self.pieces = []
        self.head = 0
        self.crc = 0
        self.phase = 0
        self.acked = 0  # the host holds it durably up to here
        self.acked_stored = 0  # that much of it survives a restart
        self.looked_at = False  # by whoever packs logs

    def ended(self):
        """Is every round played, or was it ended by somebody?"""
        return self.phase >= DONE

    def may_leave(self):
        return self.ended() and self.acked == self.head

    def wants_packing(self):
        """Is there anything to merge or to move?"""
        for piece in self.pieces:
            if piece.folder == segments.SEG:
                return True
        return False

    def base(self, seq):
        """The greatest number <= `seq` whose state is stored (0 always works)."""
        best = 0
        for piece in self.pieces:
            if piece.snapshot > 0 and best < piece.end <= seq:
                best = piece.end
        return best

    def holding(self, seq):
        """The piece with event `seq`, or None."""
        for piece in self.pieces:
            if piece.base <= seq < piece.good:
                return piece
        return None

    def readable(self, start, end):
        """Can every event from `start` to `end` be read from segments?"""
        while start < end:
            piece = self.holding(start)
            if piece is None:
                return False
            start = piece.good
        return True


class Cursor:
    """Reads the events of one log in order; `crc` is the log's rolling CRC before event `seq`."""

    def __init__(self, journal, log):
        self._journal = journal
        self._log = log
        self._piece = None
        self._raw = b""
        self._at = 0
        self.seq = 0
        self.crc = 0

    def place(self, seq):
        """Go to event `seq`, or as far before it as a piece begins; then call `skip` until it is there."""
        if seq == self._log.head:
            self._piece, self.seq, self.crc = None, seq, self._log.crc
            return
        if self._piece is None or self._stale() or not self.seq <= seq < self._piece.good:
            self._open(seq)

    def skip(self, seq, count):
        """Walk at most `count` events towards `seq`; True once there."""
        while self.seq < seq and count > 0:
            if self.next() is None:
                raise Corrupt("log ends early")
            count -= 1
        return self.seq == seq

    def next(self):
        """The event `seq` as bytes, and on to the next one; None at the head. Raises Corrupt if the flash lost it."""
        seq = self.seq
        if seq >= self._log.head:
            return None
        piece = self._piece
        if piece is None or seq >= piece.good or self._stale():
            self._open(seq)
            while self.seq < seq:
                self._take()
        return self._take()

    def read(self, seq):
        """Event number `seq`."""
        if self.seq != seq:
            self.place(seq)
            while self.seq < seq:
                self._take()
        event = self.next()
        if event is None:
            raise Corrupt("no event %d" % seq)
        return event

    def _take(self):
        raw = self._raw
        n = ev.size(raw, self._at, self._piece.stop)
        if n <= 0:
            raise Corrupt("no event at byte %d" % self._at)
        event = bytes(raw[self._at : self._at + n])
        self._at += n + 2
        self.seq += 1
        self.crc = binascii.crc32(event, self.crc)
        return event

    def _stale(self):
        """Was the tail that this cursor reads from sealed meanwhile?"""
        return self._raw is self._journal.tail.buffer and self._piece is not self._journal.tail.piece

    def _open(self, seq):
        tail = self._journal.tail.piece
        if tail.log_id == self._log.id and tail.base <= seq < tail.good:
            piece, raw = tail, self._journal.tail.buffer
        else:
            piece = self._log.holding(seq)
            if piece is None:
                raise Corrupt("event %d is not on the flash" % seq)
            raw = self._journal.files.store.read(piece.name())
            found = segments.read_segment(raw or b"")
            if found.good <= seq or found.log_id != piece.log_id or found.base != piece.base:
                raise Corrupt("event %d was damaged" % seq)
            piece = found
        self._piece, self._raw = piece, raw
        self.seq, self.crc, self._at = piece.base, piece.crc_before, piece.start


class Reader:
    """What the link reads a log with: bounded steps, no knowledge of files."""

    def __init__(self, journal, log):
        self._log = log
        self._cursor = Cursor(journal, log)
        self.log_id = log.id

    def head(self):
        return self._log.head

    def head_crc(self):
        return self._log.crc

    def aim(self, seq):
        """Begin to walk to event `seq` (at most the head)."""
        self._cursor.place(seq)

    def walk(self, seq, count):
        """At most `count` events further; True once `seq` is next and `crc()` is that of the events before it."""
        return self._cursor.skip(seq, count)

    def crc(self):
        return self._cursor.crc

    def seq(self):
        return self._cursor.seq

    def next(self):
        return self._cursor.next()
