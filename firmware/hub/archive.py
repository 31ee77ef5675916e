"""All logs of the hub: the one that is written, and older ones, kept for the host.

An older one leaves only if it has ended, the host acknowledged all of it, and room is needed.
"""

from hub import segments
from hub.logs import Reader
from shared_rules import wire
from shared_rules.constants import E_FULL, E_LOG, E_MALFORMED, OK, const

ROOM_LEAST = const(24576)  # bytes; with less than this no game begins


class Archive:
    """`journal` says which log is written. kept: the older ones, oldest first."""

    room = 131072  # bytes that should be free when a game begins

    def __init__(self, journal):
        self._journal = journal
        self.kept = []
        self._acks_changed = False
        self._packing = None

    def work(self):
        """A step of what can wait for a quiet moment; True when that was all."""
        if self._acks_changed:
            self._store_acks()
            return False
        return self._pack()

    def all(self):
        """Every log, oldest first."""
        return self.kept + [self._journal.log] if self._journal.log else self.kept

    def logs(self):
        """(id, head, crc, ended, acknowledged) of every log, oldest first."""
        return [(log.id, log.head, log.crc, log.ended(), log.acked) for log in self.all()]

    def find(self, log_id):
        """The log with that id, or None."""
        for log in self.all():
            if log.id == log_id:
                return log
        return None

    def reader(self, log_id):
        """A `logs.Reader` of that log, or None."""
        log = self.find(log_id)
        return Reader(self._journal, log) if log else None

    def next_generation(self):
        return max([0] + [log.generation for log in self.all()]) + 1

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

    def _store_acks(self):
        entries = []
        for log in self.all():
            if log.may_leave():
                log.acked_stored = log.acked
                entries.append((log.id, log.acked))
        self._acks_changed = False
        self._journal.files.put(segments.ACKS, segments.pack_acks(entries))

    def make_room(self):
        """For a new game: logs that may leave do, as far as they have to. `OK` or why there is no room."""
        files = self._journal.files
        while files.store.free() < self.room and self.drop_one():
            pass
        if files.store.free() < ROOM_LEAST:
            files.fault(wire.JF_FULL, "%d logs" % len(self.kept))
            return E_FULL
        return OK

    def drop_one(self):
        """Remove the oldest log that may leave; False if there is none."""
        for log in self.kept:
            if log.may_leave():
                # Rule 10, first piece first: what a power cut leaves still knows that it has ended and where its head is.
                for piece in log.pieces:
                    self._journal.files.store.remove(piece.name())
                self.kept.remove(log)
                self._packing = None
                return True
        return False

    def _pack(self):
        """A step of making older logs small; True when none is left."""
        try:
            if self._packing is None:
                return not self._begin_packing()
            if self._packing.step():
                self._packing = None
        except MemoryError:  # a crowded heap: the log stays as it is until the next restart
            self._packing = None
        return False

    def _begin_packing(self):
        """False if no log wants it."""
        for log in self.kept:
            if not log.looked_at:
                log.looked_at = True
                if log.wants_packing():
                    from hub.packing import Packer

                    self._packing = Packer(self._journal.files, log)
                    return True
        return False
