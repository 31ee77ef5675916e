"""Makes an older log small: its segments, one littlefs block each, become files in another folder that are full.

The segments that such a file repeats are removed only after it was read back; a restart in between finds the repetition
and removes it (rule 5).
"""

from hub import segments

_FULL = segments.MAX_FILE - 4


def _size(piece):
    return piece.stop - piece.start


class Packer:
    """Call `step` in quiet moments until it returns True."""

    def __init__(self, files, log):
        self._files = files
        self._log = log
        self._at = 0  # the piece that others are merged into
        self._raw = bytearray(segments.MAX_FILE)  # the merged file
        self._stop = segments.SEGMENT_HEAD  # where its records end so far
        self._next = 0  # the piece to be read
        self._spare = []  # files that are repeated now

    def step(self):
        """One file read, written or removed."""
        if self._spare:
            self._files.store.remove(self._spare.pop())
            return False
        pieces = self._log.pieces
        if self._next < len(pieces):
            piece = pieces[self._next]
            if piece.folder == segments.OLD and self._next == self._at:  # was written before a restart
                self._at = self._next = self._next + 1
                return False
            if self._next == self._at or self._stop + _size(piece) <= _FULL:
                return not self._read(piece)
        return self._next == self._at or not self._write()

    def _read(self, piece):
        """Take the records of a piece; False if they are not to be trusted (then everything stays as it is)."""
        raw = self._files.store.read(piece.name()) or b""
        found = segments.read_segment(raw)
        if found.state != segments.GOOD or found.end != piece.end or found.crc != piece.crc:
            return False
        if self._next > self._at and self._log.pieces[self._next - 1].crc != found.crc_before:
            return False
        size = found.stop - found.start
        if self._stop + size > _FULL:
            return False
        self._raw[self._stop : self._stop + size] = raw[found.start : found.stop]
        self._stop += size
        self._next += 1
        return True

    def _write(self):
        pieces = self._log.pieces
        first, last = pieces[self._at], pieces[self._next - 1]
        merged = segments.Piece(first.log_id, first.generation, first.base, first.crc_before)
        merged.folder = segments.OLD
        merged.end, merged.crc, merged.phase = last.end, last.crc, last.phase
        segments.seal(self._raw, merged, self._stop)
        raw = memoryview(self._raw)[: self._stop + 4]
        if not self._files.put(merged.name(), raw):
            return False
        self._spare = [piece.name() for piece in pieces[self._at : self._next]]
        sealed = segments.read_segment(raw)
        sealed.folder = segments.OLD
        pieces[self._at : self._next] = [sealed]
        self._at += 1
        self._next = self._at
        self._stop = segments.SEGMENT_HEAD
        return True
