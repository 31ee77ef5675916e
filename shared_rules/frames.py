"""Frames on a serial line that a REPL shares: no byte 0x00-0x04 inside, one 0x02 at the end.

So Ctrl-A to Ctrl-D reach the interpreter unharmed whatever the data are, and a traceback may pass between frames as
text. The body is a COBS relative in the manner of the SPIKE hubs: a code byte stands before each block of at most 50
bytes and says how long the block is and which of the five bytes 0-4 follows it (none for a full block). Inside, a frame
is a payload and its CRC-32, little-endian.
"""

import binascii
import struct

from shared_rules.constants import const

DELIMITER = const(0x02)
MAX_PAYLOAD = const(120)
MAX_FRAME = const(132)  # encoded, delimiters included
_ESCAPED = const(5)
_BLOCK = const(50)
_FULL = const(255)
# CRC-32 over a payload followed by its own CRC; below 2**30, so a good frame allocates no long integer on the board.
_RESIDUE = const(0x2144DF1C)


def encode(payload, lead=False):
    """The frame of `payload` (at most `MAX_PAYLOAD` bytes). `lead`: a delimiter first, to end what text came before."""
    out = bytearray(MAX_FRAME)
    return bytes(out[: encode_into(out, payload, lead)])


def encode_into(out, payload, lead):
    """Write that frame to the beginning of `out`, which has room for `MAX_FRAME` bytes; returns its length."""
    if len(payload) > MAX_PAYLOAD:
        raise ValueError("payload of %d bytes" % len(payload))
    n = 0
    if lead:
        out[0] = DELIMITER
        n = 1
    code = n  # where the code byte of this block is
    full = code + 1 + _BLOCK
    n += 1
    for part in (payload, struct.pack("<I", binascii.crc32(payload))):
        for byte in part:
            if n == full:
                out[code] = _FULL
                code = n
                full = n + 1 + _BLOCK
                n += 1
            if byte < _ESCAPED:
                out[code] = byte * _BLOCK + n - code + 4
                code = n
                full = n + 1 + _BLOCK
            else:
                out[n] = byte
            n += 1
    if n == full:
        out[code] = _FULL
        code = n
        n += 1
    # The last block ends as if one more 0 followed; the decoder drops it.
    out[code] = n - code + 4
    out[n] = DELIMITER
    return n + 1


class Decoder:
    """Finds frames in a byte stream, one byte at a time, without allocating.

    After `feed` returned a length, `payload[:length]` is the frame's payload until the next call. `bad` counts frames
    that were damaged, too long or no frames at all.
    """

    def __init__(self):
        self.payload = bytearray(MAX_PAYLOAD + 5)
        # Slicing allocates on the board, so the slices are made once.
        view = memoryview(self.payload)
        self._views = [view[:n] for n in range(MAX_PAYLOAD + 5)]
        self.bad = 0
        self._reset()

    def _reset(self):
        self._n = 0  # bytes decoded
        self._left = 0  # bytes until the next code byte
        self._follows = -1  # escaped byte that ends this block, -1 before the first block
        self._broken = False
        self._any = False

    def feed(self, byte):
        """Take one byte. Returns the payload's length when it completed a good frame, else -1."""
        if byte == DELIMITER:
            n = self._end()
            self._reset()
            return n
        self._any = True
        if self._broken:
            return -1
        if byte < _ESCAPED:
            self._broken = True
        elif self._left:
            self._left -= 1
            self._put(byte)
        else:
            if 0 <= self._follows < _ESCAPED:
                self._put(self._follows)
            if byte == _FULL:
                self._left = _BLOCK
                self._follows = _ESCAPED
            else:
                byte -= 5
                self._follows = byte // _BLOCK
                self._left = byte % _BLOCK
        return -1

    def _put(self, byte):
        if self._n >= MAX_PAYLOAD + 4:
            self._broken = True
            return
        self.payload[self._n] = byte
        self._n += 1

    def _end(self):
        if not self._any:
            return -1  # nothing between two delimiters
        n = self._n - 4
        whole = not self._broken and not self._left and self._follows == 0 and n > 0
        if whole and binascii.crc32(self._views[self._n]) == _RESIDUE:
            return n
        self.bad += 1
        return -1
