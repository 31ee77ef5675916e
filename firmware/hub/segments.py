"""What the journal's files hold, as bytes: the tail, the segments, and how each proves that it is whole.

Tail (`tail`, rewritten whole for every event)

    'T' · version u8 · generation u16 · log id u32 · base u16 · crc u32 of the log before `base` · check u16 of these
    records
    crc u32 of everything before

Segment (`seg/<generation, hex>.<base, hex>`, `old/…` once its game is over and several are merged; written once)

    'S' · version u8 · generation u16 · log id u32 · base u16 · crc before u32 · count u16 · crc after u32 ·
    bytes of records u16 · bytes of snapshot u16 · phase u8 · check u16 of these
    records
    crc u32 of everything before
    snapshot of the state after the last record: top u16 · redo n u8 · n x u16 · table bytes     (may be missing)
    crc u32 of the snapshot
    zeros up to `LEAST_SEGMENT`

Acknowledgements (`acks`): version u8 · n x (log id u32 · head u16) · crc u32: logs that the host has whole.

A record is an event and the low 16 bits of the log's rolling CRC after it, so that the good events in front of a
damaged one can be told. The generation grows with each log: it is their order. `base` is the number of the first event.
"""

import binascii
import struct

from shared_rules import events as ev
from shared_rules.constants import const

TAIL = "tail"
ACKS = "acks"
SEG = "seg/"
OLD = "old/"
SETTLE = "settle"  # in each folder and in the drive's root; written so that littlefs moves the list on to its other block
VERSION = const(1)
TAIL_HEAD = const(16)
SEGMENT_HEAD = const(27)
MAX_FILE = const(2040)  # of a merged file: half a littlefs block, so that a crowded heap has room for it twice
# Up to 512 bytes littlefs keeps a file inside its folder's list, which then is split over blocks when it grows.
LEAST_SEGMENT = const(520)
_T = const(0x54)
_S = const(0x53)
_TAIL_FORM = "<BBHIHI"
_SEGMENT_FORM = "<BBHIHIHIHHB"

GOOD = const(0)
DAMAGED = const(1)  # some records in front are good, perhaps none
BAD = const(2)  # nothing can be trusted
FOREIGN = const(3)  # not a file of this version


class Piece:
    """A row of stored events of one log, in a file or in the tail.

    Numbers `base` to `end` belong to it; those below `good` can be read. `good` < `end` only where records were damaged
    but the state after them was not.
    """

    def __init__(self, log_id, generation, base, crc):
        self.folder = SEG
        self.log_id = log_id
        self.generation = generation
        self.base = base
        self.crc_before = crc
        self.end = self.good = base
        self.crc = crc  # of the log up to `end`
        self.start = TAIL_HEAD  # where the records are in the file
        self.stop = TAIL_HEAD
        self.snapshot = 0  # its length; 0: there is none, -1: it is damaged
        self.phase = 0
        self.state = GOOD

    def name(self):
        return "%s%x.%x" % (self.folder, self.generation, self.base)


def parse_name(name):
    """(generation, base) of a segment's file name, or None."""
    if name[:4] != SEG and name[:4] != OLD:
        return None
    parts = name[4:].split(".")
    try:
        return int(parts[0], 16), int(parts[1], 16)
    except (ValueError, IndexError):
        return None


def put_record(buf, at, event, crc):
    """Write a record at `buf[at]`; `crc` is the log's after it. Returns where it ends."""
    n = len(event)
    buf[at : at + n] = event
    buf[at + n] = crc & 255
    buf[at + n + 1] = crc >> 8 & 255
    return at + n + 2


def put_tail_head(buf, generation, log_id, base, crc):
    head = struct.pack(_TAIL_FORM, _T, VERSION, generation, log_id, base, crc)
    buf[: len(head)] = head
    struct.pack_into("<H", buf, len(head), binascii.crc32(head) & 0xFFFF)


def read_tail(raw):
    """The piece that the bytes of a tail hold."""
    if len(raw) >= 2 and raw[0] == _T and raw[1] != VERSION:
        return _verdict(FOREIGN)
    if len(raw) < TAIL_HEAD + 4 or raw[0] != _T:
        return _verdict(BAD)
    _, _, generation, log_id, base, crc = struct.unpack(_TAIL_FORM, raw[: TAIL_HEAD - 2])
    if not _checked(raw, TAIL_HEAD):
        return _verdict(BAD)
    piece = Piece(log_id, generation, base, crc)
    _walk(piece, raw, len(raw) - 4)
    if piece.stop != len(raw) - 4 or not _sealed(raw, len(raw) - 4):
        piece.state = DAMAGED
    return piece


def pack_segment(piece, records, snapshot):
    """The file of a segment. `records` as in the tail, `snapshot` as `pack_snapshot` makes it, or b""."""
    raw = bytearray(SEGMENT_HEAD + len(records) + 4)
    raw[SEGMENT_HEAD : SEGMENT_HEAD + len(records)] = records
    seal(raw, piece, SEGMENT_HEAD + len(records), len(snapshot))
    if snapshot:
        raw += snapshot
        raw += struct.pack("<I", binascii.crc32(snapshot))
    while len(raw) < LEAST_SEGMENT:
        raw.append(0)
    return bytes(raw)


def seal(raw, piece, stop, snapshot=0):
    """Complete a segment whose records stand in `raw` up to `stop`: what goes before and the CRC after them."""
    struct.pack_into(
        _SEGMENT_FORM, raw, 0, _S, VERSION, piece.generation, piece.log_id, piece.base, piece.crc_before,
        piece.end - piece.base, piece.crc, stop - SEGMENT_HEAD, snapshot, piece.phase)  # fmt: skip
    view = memoryview(raw)
    struct.pack_into("<H", raw, SEGMENT_HEAD - 2, binascii.crc32(view[: SEGMENT_HEAD - 2]) & 0xFFFF)
    struct.pack_into("<I", raw, stop, binascii.crc32(view[:stop]))


def read_segment(raw):
    """The piece that the bytes of a segment hold."""
    if len(raw) >= 2 and raw[0] == _S and raw[1] != VERSION:
        return _verdict(FOREIGN)
    if len(raw) < SEGMENT_HEAD + 4 or raw[0] != _S or not _checked(raw, SEGMENT_HEAD):
        return _verdict(BAD)
    (_, _, generation, log_id, base, crc, count, crc_after, records, snapshot, phase) = struct.unpack(
        _SEGMENT_FORM, raw[: SEGMENT_HEAD - 2]
    )
    piece = Piece(log_id, generation, base, crc)
    piece.start = SEGMENT_HEAD
    piece.phase = phase
    stop = SEGMENT_HEAD + records
    at = stop + 4
    if snapshot:
        whole = at + snapshot + 4 <= len(raw) and _sealed(raw, at + snapshot, at)
        piece.snapshot = snapshot if whole else -1
    if at <= len(raw) and _sealed(raw, stop):
        piece.end = piece.good = base + count
        piece.crc = crc_after
    else:
        piece.state = DAMAGED
        _walk(piece, raw, min(stop, len(raw)))
        if piece.snapshot > 0:
            piece.end = base + count
            piece.crc = crc_after
    piece.stop = stop
    return piece


def pack_snapshot(table, top, redo):
    """`table`: bytes of `shared_rules.snapshot.pack`."""
    return struct.pack("<HB", top, len(redo)) + b"".join([struct.pack("<H", seq) for seq in redo]) + table


def read_snapshot(raw, piece):
    """(table bytes, top, redo) as stored at the end of the segment `raw`, whose `snapshot` is a length."""
    at = piece.stop + 4
    end = at + piece.snapshot
    top, n = struct.unpack("<HB", raw[at : at + 3])
    at += 3
    return bytes(raw[at + 2 * n : end]), top, [raw[i] | raw[i + 1] << 8 for i in range(at, at + 2 * n, 2)]


def pack_acks(entries):
    """`entries`: (log id, head) pairs."""
    raw = bytes((VERSION,)) + b"".join([struct.pack("<IH", log_id, head) for log_id, head in entries])
    return raw + struct.pack("<I", binascii.crc32(raw))


def read_acks(raw):
    """The pairs of `pack_acks`; none if the bytes are damaged: the host says it again."""
    if not raw or len(raw) < 5 or raw[0] != VERSION or len(raw) % 6 != 5 or not _sealed(raw, len(raw) - 4):
        return []
    return [struct.unpack("<IH", raw[at : at + 6]) for at in range(1, len(raw) - 4, 6)]


def _verdict(state):
    piece = Piece(0, 0, 0, 0)
    piece.state = state
    return piece


def _checked(raw, size):
    return raw[size - 2] | raw[size - 1] << 8 == binascii.crc32(raw[: size - 2]) & 0xFFFF


def _sealed(raw, at, start=0):
    return binascii.crc32(raw[start:at]) == struct.unpack("<I", raw[at : at + 4])[0]


def _walk(piece, raw, stop):
    """Count the good records in front."""
    at = piece.start
    while True:
        n = ev.size(raw, at, stop)
        if n <= 0 or at + n + 2 > stop:
            break
        crc = binascii.crc32(raw[at : at + n], piece.crc)
        if raw[at + n] | raw[at + n + 1] << 8 != crc & 0xFFFF:
            break
        piece.crc = crc
        piece.end += 1
        at += n + 2
    piece.good = piece.end
    piece.stop = at
