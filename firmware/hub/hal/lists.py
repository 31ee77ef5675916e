"""Makes littlefs's lists of files strong again after a power cut, before anything is written (rule 1 of `docs/journal.md`).

A page in whose programming power went may read well now and badly tomorrow. So every written page of every list is
programmed once more with what it reads as, and a bit that was half programmed is then programmed. The first blank page may
have been begun too; it is filled with zeros, so that the next commit goes to the list's other block. Nothing is erased.
"""

import binascii
import struct

from shared_rules.constants import const

_BLOCK = const(4096)
_PAGE = const(256)
_MOST = const(32)  # pairs of blocks, with those that an old commit names; a drive of ours has seven lists


class Lists:
    """`device`: MicroPython's extended block device under a littlefs with pages of 256 bytes.

    Call `step` until it returns True; whatever the drive holds, that comes. It raises OSError where an operation fails.
    """

    def __init__(self, device):
        self._device = device
        self._blocks = device.ioctl(4, 0) if device.ioctl(5, 0) == _BLOCK else 0
        self._pairs = [(0, 1)]  # the root's list; each list names the next one
        self._at = 0  # twice the pair's place, and its second block
        self._held = bytearray(_BLOCK)
        self._blank = b"\xff" * _PAGE
        self._zeros = bytes(_PAGE)

    def step(self):
        """One block."""
        if self._at == 2 * len(self._pairs):
            return True
        block = self._pairs[self._at >> 1][self._at & 1]
        if block < self._blocks:
            self._harden(block)
        self._at += 1
        return False

    def _harden(self, block):
        device, held = self._device, self._held
        _done(device.readblocks(block, held, 0))
        whole = self._follow()
        view = memoryview(held)
        end = _BLOCK
        while end and view[end - _PAGE : end] == self._blank:
            end -= _PAGE
        fill = whole and end < _BLOCK
        if fill:
            held[end : end + _PAGE] = self._zeros
            end += _PAGE
        if end:
            _done(device.writeblocks(block, view[:end], 0))
        if fill:  # the flash reports no errors, and without the zeros the list would not move
            page = bytearray(_PAGE)
            _done(device.readblocks(block, page, end - _PAGE))
            _done(page != self._zeros)

    def _follow(self):
        """Note the lists that the one in this block names. Is it a list at all: is its first commit whole?

        After a revision u32 come tags, u32 big-endian, each xor the one before: 1 bit invalid, 11 type, 10 id, 10 length
        (1023: none), then so many bytes. Type 0x6xx is a pair of blocks; 0x50x ends a commit with the CRC of all before, and
        says how the next tag's first bit is to be read.
        """
        held = self._held
        whole = False
        at, before = 4, 0xFFFFFFFF
        while at + 8 <= _BLOCK:
            tag = struct.unpack_from(">I", held, at)[0] ^ before
            kind = tag >> 20
            size = tag & 0x3FF
            size = 4 if size == 0x3FF else size + 4
            if kind >> 11 or at + size > _BLOCK:
                break
            if kind & 0x780 == 0x500:
                if not whole:
                    crc = struct.unpack_from("<I", held, at + 4)[0]
                    if crc != binascii.crc32(memoryview(held)[: at + 4]) ^ 0xFFFFFFFF:
                        break
                    whole = True
                tag ^= (kind & 1) << 31
            elif kind & 0x700 == 0x600 and size == 12:
                one, other = struct.unpack_from("<II", held, at + 4)
                pair = (min(one, other), max(one, other))  # littlefs names them in either order
                if len(self._pairs) < _MOST and pair not in self._pairs:
                    self._pairs.append(pair)
            before = tag
            at += size
        return whole


def _done(code):
    if code:
        raise OSError(5)
