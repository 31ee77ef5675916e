"""The event codec: one table event is a few bytes, the same on flash, on the wire and on the PC.

    head byte (kind in the high nibble, a track or a variant in the low one) · fields · time code

The time code says how long after the event before this one happened (`pack_time`). Events follow each other without
length or padding; `size(buf, at)` walks them. Multi-byte numbers are little-endian. Kinds and variants are never reused.

    0x1v  turn done            v 0 nothing laid, 1 tile laid
    0x2t  double opened        on track t (1-12); 0x20: the double that is due has lapsed
    0x3t  marker up            0x4t  marker down
    0x5v  drawn                v 1 one tile by the seat in turn (before a round: by a seat hunting the engine);
                               v 0 search lap: everybody drew one
    0x6t  last tile called     by seat t
    0x7t  penalty              seat t · tiles u8
    0x8t  round begun          starter t · engine u8
    0x9t  round ended          seat t is out; 0x90: blocked
    0xAt  score                seat t · round u8 (1 is the first) · value u16: 0 unset, else pips + 1; bit 15: corrects
    0xBt  seat joined          0xCt  seat left
    0xD0  game begun           version u8 · log id u32 · set size u8 · seats u16 (bit t: track t) · flags u8 ·
                               core hash u32 · preset u8 · n u8 · n x (field u8, value u8)
    0xD1  game ended           0xD2  paused            0xD3  resumed
    0xD4  undone               0xD5  redone            distance u16: that many events before this one
    0xD6  dated                seconds since 1970 UTC, u32
    0xEt  seat named           seat t · n u8 · n bytes of UTF-8
"""

import struct

from shared_rules.constants import E_MALFORMED, E_UNKNOWN, MAX_ROUNDS, OK, TRACKS, const

TURN = const(1)
DOUBLE = const(2)
MARKER_UP = const(3)
MARKER_DOWN = const(4)
DRAWN = const(5)
CALLED = const(6)
PENALTY = const(7)
ROUND_BEGUN = const(8)
ROUND_ENDED = const(9)
SCORE = const(10)
JOINED = const(11)
LEFT = const(12)
META = const(13)
NAMED = const(14)

NOTHING_LAID = const(0x10)
TILE_LAID = const(0x11)
LAPSED = const(0x20)
SEARCH_LAP = const(0x50)
TILE_DRAWN = const(0x51)
ROUND_BLOCKED = const(0x90)
GAME_BEGUN = const(0xD0)
GAME_ENDED = const(0xD1)
PAUSED = const(0xD2)
RESUMED = const(0xD3)
UNDONE = const(0xD4)
REDONE = const(0xD5)
DATED = const(0xD6)

FORMAT = const(1)  # version of `game begun`
FLAG_DRAWS_RECORDED = const(1)  # the hub has a DRAW button and the table uses it: the boneyard count is exact
MAX_NAME = const(32)  # bytes of UTF-8
MAX_OVERRIDES = const(32)
MAX_EVENT = const(84)  # the longest event, time code included
TIME_UNKNOWN = const(255)
CORRECTS = const(0x8000)
_BEGUN_FIXED = const(16)  # head byte to override count, both included

# Fields after the head byte, by kind; kinds 13 and 14 vary.
_FIELDS = b"\x00\x00\x00\x00\x00\x00\x00\x01\x01\x00\x03\x00\x00\x00\x00\x00"
_META_FIELDS = b"\x00\x00\x00\x00\x02\x02\x04"


def size(buf, at, end):
    """Length in bytes of the event at `buf[at:end]`, its time code included; 0 if it is cut short, -1 if unknown."""
    if at >= end:
        return 0
    head = buf[at]
    kind = head >> 4
    if kind == META:
        if head == GAME_BEGUN:
            if at + _BEGUN_FIXED > end:
                return 0
            count = buf[at + _BEGUN_FIXED - 1]
            if count > MAX_OVERRIDES:
                return -1
            n = _BEGUN_FIXED + 2 * count + 1
        elif head > DATED:
            return -1
        else:
            n = _META_FIELDS[head & 15] + 2
    elif kind == NAMED:
        if at + 2 > end:
            return 0
        if buf[at + 1] > MAX_NAME:
            return -1
        n = buf[at + 1] + 3
    elif kind == 0 or kind == 15:
        return -1
    else:
        n = _FIELDS[kind] + 2
    return n if at + n <= end else 0


def well_formed(buf, at, end):
    """Is `buf[at:end]` exactly one event whose fields are in range? Returns `OK` or why not."""
    n = size(buf, at, end)
    if n < 0:
        return E_UNKNOWN
    if n == 0 or at + n != end:
        return E_MALFORMED
    head = buf[at]
    kind = head >> 4
    low = head & 15
    if kind == META:
        return OK
    if kind == TURN or kind == DRAWN:
        return OK if low < 2 else E_UNKNOWN
    if low > TRACKS:
        return E_MALFORMED
    if low == 0:
        return OK if kind == DOUBLE or kind == ROUND_ENDED else E_MALFORMED
    if low == TRACKS and kind != DOUBLE and kind != MARKER_UP and kind != MARKER_DOWN:
        return E_MALFORMED
    if kind == SCORE and not 1 <= buf[at + 1] <= MAX_ROUNDS:
        return E_MALFORMED
    return OK


def is_table_event(head):
    """Can this event be undone? (What happened at the table, not scores, names, dates, undo itself or `game begun`.)"""
    kind = head >> 4
    if kind == META:
        return head == GAME_ENDED or head == PAUSED or head == RESUMED
    return kind != SCORE and kind != NAMED


def pack_time(tenths):
    """Time code of a pause of `tenths` tenths of a second.

    0-99: tenths · 100-199: 10-109 whole seconds · 200-254: 110 s and 30 s a step · 255: unknown (`None`).
    """
    if tenths is None or tenths < 0:
        return TIME_UNKNOWN
    if tenths < 100:
        return tenths
    if tenths < 1100:
        return 90 + tenths // 10
    return min(254, 200 + (tenths - 1100) // 300)


def unpack_time(code):
    """Tenths of a second that a time code stands for (its lower edge), or None."""
    if code < 100:
        return code
    if code < 200:
        return (code - 90) * 10
    if code == TIME_UNKNOWN:
        return None
    return 1100 + (code - 200) * 300


def simple(head, time=TIME_UNKNOWN):
    """An event without fields."""
    return bytes((head, time))


def of_track(kind, track, time=TIME_UNKNOWN):
    """An event that names one track and nothing else: double opened, marker, call, round ended, joined, left."""
    return bytes((kind << 4 | track, time))


def penalty(seat, tiles, time=TIME_UNKNOWN):
    """`tiles` tiles drawn as a penalty by `seat`."""
    return bytes((PENALTY << 4 | seat, tiles, time))


def round_begun(starter, engine, time=TIME_UNKNOWN):
    """A round opens with the double `engine`, laid by seat `starter`."""
    return bytes((ROUND_BEGUN << 4 | starter, engine, time))


def score(seat, round_no, pips, corrects=False, time=TIME_UNKNOWN):
    """`pips` (None: unset) for `seat` in round `round_no`, which counts from 1."""
    value = 0 if pips is None else pips + 1
    return struct.pack("<BBHB", SCORE << 4 | seat, round_no, value | (CORRECTS if corrects else 0), time)


def score_value(buf, at):
    """Pips of the score event at `at`, or None for unset."""
    value = (buf[at + 2] | buf[at + 3] << 8) & 0x7FFF
    return value - 1 if value else None


def game_begun(log_id, set_size, seats, flags, core_hash, preset, overrides=b"", time=TIME_UNKNOWN):
    """A game begins.

    log_id: 30-bit name of the log · seats: bit t set for each occupied track t of 1-11 · overrides: pairs of
    (field, value) bytes laid over the preset.
    """
    count = len(overrides) // 2
    fixed = struct.pack("<BBIBHBIBB", GAME_BEGUN, FORMAT, log_id, set_size, seats, flags, core_hash, preset, count)
    return fixed + overrides + bytes((time,))


def named(seat, text, time=TIME_UNKNOWN):
    """Who sits at `seat`; cut to 32 bytes at a character's edge."""
    raw = text.encode()
    while len(raw) > MAX_NAME:
        text = text[:-1]
        raw = text.encode()
    return bytes((NAMED << 4 | seat, len(raw))) + raw + bytes((time,))


def undone(distance, time=TIME_UNKNOWN):
    """The event `distance` events before this one is taken back."""
    return struct.pack("<BHB", UNDONE, distance, time)


def redone(distance, time=TIME_UNKNOWN):
    """The event `distance` events before this one, taken back earlier, counts again."""
    return struct.pack("<BHB", REDONE, distance, time)


def dated(seconds, time=TIME_UNKNOWN):
    """The calendar time (seconds since 1970 UTC) at which this event was written."""
    return struct.pack("<BIB", DATED, seconds, time)


def split(buf):
    """The events in `buf`, in order, as a list of bytes objects. Raises ValueError where one is cut short or unknown."""
    out = []
    at = 0
    end = len(buf)
    while at < end:
        n = size(buf, at, end)
        if n <= 0:
            raise ValueError("no event at byte %d" % at)
        out.append(bytes(buf[at : at + n]))
        at += n
    return out
