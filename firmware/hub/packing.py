"""Makes an older log small: its segments, one littlefs block each, become files in another folder that are full.

The segments that such a file repeats are removed only after it was read back; a restart in between finds the repetition
and removes it (rule 5).
"""

from hub import segments
from shared_rules.constants import const

_FULL = segments.MAX_FILE - segments.SEGMENT_HEAD - 4


def wants(log):
    """Is there anything to merge or to move?"""
    for piece in log.pieces:
        if piece.folder == segments.SEG:
            return True
    return False


def _size(piece):
    return piece.stop - piece.start


class Packer:
    """Call `step` in quiet moments until it returns True."""

    def __init__(self, journal, log):
        self._journal = journal
        self._log = log
        self._at = 0  # the piece that others are merged into
        self._records = bytearray()
        self._next = 0  # the piece to be read
        self._spare = []  # files that are repeated now

    def step(self):
        """One file read, written or removed."""
        if self._spare:
            self._journal.remove(self._spare.pop())
            return False
        pieces = self._log.pieces
        if self._next < len(pieces):
            piece = pieces[self._next]
            if piece.folder == segments.OLD and not self._records:  # was written before a restart
                self._at = self._next = self._next + 1
                return False
            if not self._records or len(self._records) + _size(piece) <= _FULL:
                return not self._read(piece)
        return not self._records or not self._write()

    def _read(self, piece):
        """Take the records of a piece; False if they are not to be trusted (then everything stays as it is)."""
        raw = self._journal.store.read(piece.name()) or b""
        found = segments.read_segment(raw)
        if found.state != segments.GOOD or found.end != piece.end or found.crc != piece.crc:
            return False
        if self._next > self._at and self._log.pieces[self._next - 1].crc != found.crc_before:
            return False
        self._records += memoryview(raw)[found.start : found.stop]
        self._next += 1
        return True

    def _write(self):
        pieces = self._log.pieces
        first, last = pieces[self._at], pieces[self._next - 1]
        merged = segments.Piece(first.log_id, first.generation, first.base, first.crc_before)
        merged.folder = segments.OLD
        merged.end, merged.crc, merged.phase = last.end, last.crc, last.phase
        raw = segments.pack_segment(merged, self._records, b"")
        if not self._journal.put(merged.name(), raw):
            return False
        self._spare = [piece.name() for piece in pieces[self._at : self._next]]
        sealed = segments.read_segment(raw)
        sealed.folder = segments.OLD
        pieces[self._at : self._next] = [sealed]
        self._at += 1
        self._next = self._at
        self._records = bytearray()
        return True
