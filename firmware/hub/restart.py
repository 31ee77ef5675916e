"""What a restart makes of the files it finds: one file a step, then the log that goes on, then its state.

The rules are those of `docs/journal.md`; each one's number stands beside it here.
"""

from hub import segments
from hub.logs import Log
from shared_rules import wire
from shared_rules.table import DONE


class Restart:
    """Reads every file of the journal. Call `step` until it returns True."""

    def __init__(self, journal):
        self._journal = journal
        self._names = None
        self._logs = []
        self._tail = None
        self._raw = None
        self._stage = self._list

    def step(self):
        self._stage = self._stage()
        return self._stage is None

    def _list(self):
        self._names = [name for name in self._journal.store.names() if segments.parse_name(name)]
        return self._scan if self._names else self._read_tail

    def _scan(self):
        name = self._names.pop()
        raw = self._journal.store.read(name) or b""
        piece = segments.read_segment(raw)
        log_id, base = segments.parse_name(name)
        if piece.state == segments.FOREIGN:
            self._journal.fault(wire.JF_FOREIGN, name)
        elif piece.state == segments.BAD or piece.log_id != log_id or piece.base != base:
            self._journal.fault(wire.JF_SEGMENT, name)
        else:
            if piece.state == segments.DAMAGED:
                self._journal.fault(wire.JF_SEGMENT, name)
            if piece.snapshot < 0:
                self._journal.fault(wire.JF_SNAPSHOT, name)
            self._log(piece).pieces.append(piece)
        return self._scan if self._names else self._read_tail

    def _log(self, piece):
        for log in self._logs:
            if log.id == piece.log_id:
                return log
        log = Log(piece.log_id, piece.generation)
        self._logs.append(log)
        return log

    def _read_tail(self):
        raw = self._journal.store.read(segments.TAIL)
        if raw is None:
            if self._logs:
                self._journal.fault(wire.JF_TAIL, "missing")
            return self._arrange
        piece = segments.read_tail(raw)
        if piece.state == segments.FOREIGN:
            self._journal.fault(wire.JF_FOREIGN, segments.TAIL)
            self._journal.failed = True
        elif piece.state == segments.BAD:
            self._journal.fault(wire.JF_TAIL, "unreadable")
            self._keep(segments.TAIL, raw)
        else:
            if piece.state == segments.DAMAGED:
                self._journal.fault(wire.JF_TAIL, "%d events kept" % (piece.end - piece.base))
                self._keep(segments.TAIL, raw)
            self._tail = piece
            self._raw = raw
            self._log(piece)
        return self._arrange

    def _keep(self, name, raw):
        """What cannot be used is not thrown away."""
        self._journal.store.write("x" + name, raw)

    def _arrange(self):
        self._logs.sort(key=lambda log: log.generation)
        for log in self._logs:
            self._row(log)
        if not self._logs:
            return self._acks
        journal = self._journal
        log = journal.log = self._logs[-1]
        if self._tail and self._tail.log_id != log.id:  # a log begun later than the tail's is whole only with its tail
            self._tail = None
        journal.kept = self._logs[:-1]
        journal.adopt(log)
        self._join()
        return self._acks

    def _row(self, log):
        """The pieces in order, without those that another one holds as well."""
        log.pieces.sort(key=lambda piece: piece.base * 65536 + 65535 - piece.end)
        row = []
        for piece in log.pieces:
            if row and piece.end <= row[-1].good:
                self._journal.store.remove(piece.name())
            else:
                row.append(piece)
        log.pieces = row
        if row:
            log.head, log.crc, log.phase = row[-1].end, row[-1].crc, row[-1].phase

    def _join(self):
        """Put the tail behind the segments of its log, as far as the state can be known."""
        journal, log, tail = self._journal, self._journal.log, self._tail
        while tail and log.pieces and log.pieces[-1].base >= tail.base and log.pieces[-1].good < tail.end:
            log.pieces.pop()  # the tail still has what this segment lost; sealing it again writes the file anew
        known = True
        at, crc = 0, 0
        last = 0
        for n, piece in enumerate(log.pieces):
            joined = known and piece.base == at and piece.crc_before == crc
            if n and not joined or n == 0 and piece.base:
                journal.fault(wire.JF_MISSING, piece.name())
            known = piece.snapshot > 0 or joined and piece.good == piece.end
            at, crc = piece.end, piece.crc
            if known:
                last = n + 1
        if tail and tail.end > at and known and tail.base == at and tail.crc_before == crc:
            journal.take_tail(tail, self._raw)
            return
        if tail and tail.end > at:
            journal.fault(wire.JF_MISSING, "before %d" % tail.base)
            self._keep(segments.TAIL, self._raw)
        for piece in log.pieces[last:]:
            raw = journal.store.read(piece.name())
            if raw:
                self._keep(piece.name(), raw)
            journal.store.remove(piece.name())
        del log.pieces[last:]
        self._row(log)
        if not log.pieces:
            log.head = log.crc = 0
        journal.start_tail()

    def _acks(self):
        journal = self._journal
        for log_id, head in segments.read_acks(journal.store.read(segments.ACKS)):
            log = journal.find(log_id)
            if log and head <= log.head and log.phase >= DONE:
                log.acked = log.acked_stored = head
        return self._settle if journal.log else None

    def _settle(self):
        """Rule 6: what is told to anybody from now on must not depend on a page that power left half written."""
        journal = self._journal
        if not journal.failed:
            journal.write_tail()
        journal.record.restore(journal.log.head)
        return self._fold

    def _fold(self):
        journal = self._journal
        if journal.record.busy():
            journal.fold()
            return self._fold
        if journal.record.crc != journal.log.crc:
            journal.fault(wire.JF_MISSING, "crc")
            journal.failed = True
        journal.log.phase = journal.record.table.phase
        if journal.record.skipped:
            journal.fault(wire.JF_RULES, "%d events" % journal.record.skipped)
        return None
