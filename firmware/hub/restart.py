"""What a restart makes of the files it finds: the log that goes on, its state, then the older logs; one file a step.

The rules are those of `docs/journal.md`; each one's number stands beside it here.
"""

from hub import segments
from hub.logs import Log
from shared_rules import wire
from shared_rules.table import DONE


class Restart:
    """Reads every file of the journal. Call `step` until it returns True.

    known: the log that goes on is ready, whatever older ones there are.
    """

    def __init__(self, journal):
        self._journal = journal
        self._files = journal.files
        self._store = journal.files.store
        self.known = False
        self._names = []  # to be read now
        self._later = []
        self._then = self._arrange
        self._logs = []
        self._tail = None
        self._raw = None
        self._preview = None
        self._unsettled = [folder + segments.SETTLE for folder in ("../", "", segments.SEG, segments.OLD)]
        self._stage = self._look

    def step(self):
        self._stage = self._stage()
        return self._stage is None

    def _look(self):
        """A first look, for the lights only."""
        if self._preview is None:
            from hub.preview import Preview

            self._preview = Preview(self._store)
        if not self._preview.step():
            return self._look
        self._journal.seen = self._preview.table
        self._preview = None
        return self._prepare

    def _prepare(self):
        """Rule 1: nothing that is found may depend on a page in whose programming power went.

        Such a page can read well now and badly tomorrow, and littlefs then forgets every commit behind it in that
        block. So the store makes such pages strong.
        """
        return self._settle if self._store.prepare() else self._prepare

    def _settle(self):
        """One that reads badly now can read well tomorrow: the lists are carried to their other blocks.

        The root's and the folder's have to be. The others are now, because their first change would take an erase or two
        more, in the middle of a game.
        """
        self._store.write(self._unsettled.pop(0), b"\0")
        return self._settle if self._unsettled else self._list

    def _list(self):
        self._names = [name for name in self._store.names() if segments.parse_name(name)]
        return self._read_tail

    def _scan(self):
        name = self._names.pop()
        raw = self._store.read(name)
        if not raw:  # rule 2: power went while it was being made
            self._store.remove(name)
            return self._scan if self._names else self._then
        piece = segments.read_segment(raw)
        piece.folder = name[:4]
        generation, base = segments.parse_name(name)  # pyright: ignore[reportGeneralTypeIssues]
        if piece.state == segments.FOREIGN:
            self._files.fault(wire.JF_FOREIGN, name)
        elif piece.state == segments.BAD or piece.generation != generation or piece.base != base:
            self._files.fault(wire.JF_SEGMENT, name)
        else:
            if piece.state == segments.DAMAGED:
                self._files.fault(wire.JF_SEGMENT, name)
            if piece.snapshot < 0:
                self._files.fault(wire.JF_SNAPSHOT, name)
            self._log(piece).pieces.append(piece)
        return self._scan if self._names else self._then

    def _log(self, piece):
        for log in self._logs:
            if log.id == piece.log_id:
                return log
        log = Log(piece.log_id, piece.generation)
        self._logs.append(log)
        return log

    def _read_tail(self):
        raw = self._store.read(segments.TAIL)
        if not raw:  # rule 2
            if self._names:
                self._files.fault(wire.JF_TAIL, "missing")
        else:
            self._judge_tail(raw, segments.read_tail(raw))
        if self._tail:  # it says which files are needed before the game can go on
            names, self._names = self._names, []
            for name in names:
                mine = segments.parse_name(name)[0] == self._tail.generation  # pyright: ignore[reportOptionalSubscript]
                (self._names if mine else self._later).append(name)
        return self._scan if self._names else self._arrange

    def _judge_tail(self, raw, piece):
        if piece.state == segments.FOREIGN:
            self._files.fault(wire.JF_FOREIGN, segments.TAIL)
            self._files.failed = True  # rule 11
        elif piece.state == segments.BAD:
            self._files.fault(wire.JF_TAIL, "unreadable")
            self._keep(segments.TAIL, raw)
        else:
            if piece.state == segments.DAMAGED:
                self._files.fault(wire.JF_TAIL, "%d events kept" % (piece.end - piece.base))
                self._keep(segments.TAIL, raw)
            self._tail = piece
            self._raw = raw
            self._log(piece)

    def _keep(self, name, raw):
        """Rule 8: what cannot be used is not thrown away."""
        self._store.write("x" + name.replace("/", "-"), raw)

    def _arrange(self):
        self._then = self._gather
        if not self._logs:
            return self._gather
        self._logs.sort(key=lambda log: log.generation)  # rule 9
        log = self._log(self._tail) if self._tail else self._logs[-1]
        self._logs.remove(log)
        self._row(log)
        self._journal.adopt(log)
        self._join()
        self._journal.record.restore(log.head)
        return self._fold

    def _row(self, log):
        """The pieces in order, without those that another one holds as well."""
        # Of two that hold the same, the one in `old/` comes first.
        log.pieces.sort(key=lambda piece: (piece.base, -piece.end, piece.folder == segments.SEG))
        row = []
        for piece in log.pieces:
            if row and piece.end <= row[-1].good:
                self._store.remove(piece.name())  # rule 5
                continue
            if row and (piece.base != row[-1].end or piece.crc_before != row[-1].crc):
                self._files.fault(wire.JF_MISSING, piece.name())
            row.append(piece)
        log.pieces = row
        if row:
            log.head, log.crc, log.phase = row[-1].end, row[-1].crc, row[-1].phase

    def _join(self):
        """Put the tail behind the segments of its log, as far as the state can be known."""
        journal, log, tail = self._journal, self._journal.log, self._tail
        while tail and log.pieces and log.pieces[-1].base >= tail.base and log.pieces[-1].good <= tail.end:
            log.pieces.pop()  # rule 4: the tail has it all; the segment may be damaged and is written again
        known = True  # rule 7
        at, crc = 0, 0
        last = 0
        for n, piece in enumerate(log.pieces):
            joined = known and piece.base == at and piece.crc_before == crc
            if not n and piece.base:
                self._files.fault(wire.JF_MISSING, piece.name())
            known = piece.snapshot > 0 or joined and piece.good == piece.end
            at, crc = piece.end, piece.crc
            if known:
                last = n + 1
        if tail and tail.end > at and known and tail.base == at and tail.crc_before == crc:
            journal.tail.take(tail, self._raw)
            log.head, log.crc = tail.end, tail.crc
            return
        if tail and tail.end > at:
            self._files.fault(wire.JF_MISSING, "before %d" % tail.base)
            self._keep(segments.TAIL, self._raw)
        for piece in log.pieces[last:]:
            raw = self._store.read(piece.name())
            if raw:
                self._keep(piece.name(), raw)
            self._store.remove(piece.name())
        del log.pieces[last:]
        self._row(log)
        if not log.pieces:
            log.head = log.crc = 0
        journal.tail.start(log)

    def _fold(self):
        journal = self._journal
        if journal.record.busy():
            journal.fold()
            return self._fold
        if journal.record.crc != journal.log.crc:
            self._files.fault(wire.JF_MISSING, "crc")
            self._files.failed = True
        journal.log.phase = journal.record.table.phase
        if journal.record.skipped:
            self._files.fault(wire.JF_RULES, "%d events" % journal.record.skipped)
        self.known = True
        self._names = self._later
        return self._scan if self._names else self._gather

    def _gather(self):
        """The older logs are read too."""
        journal = self._journal
        self._logs.sort(key=lambda log: log.generation)
        for log in self._logs:
            self._row(log)
        journal.archive.kept = self._logs
        for log_id, head in segments.read_acks(self._store.read(segments.ACKS)):
            log = journal.archive.find(log_id)
            if log and head <= log.head and log.phase >= DONE:
                log.acked = log.acked_stored = head
