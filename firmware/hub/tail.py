"""The tail: the newest events of the log that is written, in a small file that is rewritten whole for each event.

littlefs keeps so small a file inside its folder's list, which costs one page an event. A full tail becomes a segment.
"""

import binascii
import struct

from hub import segments
from shared_rules import wire
from shared_rules.constants import const

MAX_TAIL = const(240)  # bytes of the file; one littlefs commit of it still fits one page of 256
SEAL_FROM = const(216)  # a quiet moment seals a tail that is so full


class Tail:
    """piece: which events · buffer: the file's bytes, without the CRC at its end."""

    def __init__(self, files):
        self._files = files
        self.buffer = bytearray(MAX_TAIL)
        self._view = memoryview(self.buffer)
        self.piece = segments.Piece(0, 0, 0, 0)

    def start(self, log):
        """An empty tail after the events of `log` that are stored."""
        self.piece = segments.Piece(log.id, log.generation, log.head, log.crc)
        segments.put_tail_head(self.buffer, log.generation, log.id, log.head, log.crc)

    def take(self, piece, raw):
        """The tail as a restart found it."""
        self.piece = piece
        self.buffer[: piece.stop] = raw[: piece.stop]

    def has_room(self, event):
        return self.piece.stop + len(event) + 6 <= MAX_TAIL

    def nearly_full(self):
        return self.piece.stop + 4 > SEAL_FROM

    def add(self, event):
        """Store one more event; False if it is not on flash."""
        piece = self.piece
        before = piece.stop
        crc = binascii.crc32(event, piece.crc)
        piece.stop = segments.put_record(self.buffer, before, event, crc)
        if not self._write():
            piece.stop = before
            return False
        piece.crc = crc
        piece.end += 1
        piece.good += 1
        return True

    def _write(self):
        """False if the tail is not on flash; nothing is written from then on, but where only memory was short."""
        n = self.piece.stop
        try:
            struct.pack_into("<I", self.buffer, n, binascii.crc32(self._view[:n]))
            return self._files.put(segments.TAIL, bytes(self._view[: n + 4]))
        except MemoryError:
            self._files.fault(wire.JF_WRITE, "no memory")
            return False

    def seal(self, phase, state):
        """The segment that these events become, with the packed state after them, or None; `start` is to follow.

        It comes back as whoever reads it from now on finds it.
        """
        piece = self.piece
        piece.phase = phase
        raw = segments.pack_segment(piece, self._view[segments.TAIL_HEAD : piece.stop], state)
        return segments.read_segment(raw) if self._files.put(piece.name(), raw) else None
