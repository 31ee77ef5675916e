"""A table state as bytes, and back: what a journal segment begins with, so that a restart folds one segment at most.

    version u8 · preset u8 · n u8 · n x (field, value) · set size u8 · the fixed fields of `_FIXED` · joined, left: 12
    bytes each · due, laid: that many tracks · winners · scores: rounds u8, then for each of them a cell a seat that
    ever sat

A cell is one byte (0 unset, else pips + 1) while that stays below 250, else 250 + high byte, low byte.
"""

import struct
from array import array

from shared_rules import ruleset as rs
from shared_rules.constants import TRACKS, UNSET
from shared_rules.errors import Corrupt
from shared_rules.table import Table

VERSION = 1
# MicroPython's `struct` raises ValueError.
_CUT_SHORT = (IndexError, ValueError, struct.error) if hasattr(struct, "error") else (IndexError, ValueError)
_FIXED = "<BIB4sHHBBBBBBBHHBBBBHBHH"


def pack(t):
    """Bytes of the table `t`, at most about 360 for 13 rounds and 8 seats. A table without a game is one byte."""
    if not t.phase:
        return bytes((VERSION,))
    out = bytearray((VERSION, t.preset, len(t.overrides) // 2))
    out += t.overrides
    out.append(t.rules[rs.F_SET])
    out += struct.pack(
        _FIXED, t.phase, t.log_id, t.flags, t.core_hash, t.seats, t.coming, t.paused, t.round, t.engine, t.starter,
        t.dealer, t.turn, t.turns, t.fresh, t.markers, t.drawn, t.fails, t.window, t.due_count, t.called, t.laid_count,
        t.bone_lo, t.bone_hi)  # fmt: skip
    out += t.joined
    out += t.left
    out += t.due[: t.due_count]
    out += t.laid[: t.laid_count]
    out += t.winners
    _pack_scores(t, out)
    return bytes(out)


def _pack_scores(t, out):
    rounds = t.rounds()
    while rounds and not _any_score(t, rounds):
        rounds -= 1
    out.append(rounds)
    for round_no in range(rounds):
        for track in range(1, TRACKS):
            if t.joined[track]:
                value = t.scores[round_no * TRACKS + track]
                value = 0 if value == UNSET else value + 1
                if value >= 250:
                    out.append(250 + (value >> 8))
                out.append(value & 255)


def _any_score(t, rounds):
    for at in range((rounds - 1) * TRACKS, rounds * TRACKS):
        if t.scores[at] != UNSET:
            return True
    return False


def unpack(raw):
    """The table that `pack` wrote. Raises Corrupt if `raw` is not such bytes, whole."""
    try:
        return _unpack(raw)
    except _CUT_SHORT:
        raise Corrupt("snapshot is cut short")


def _unpack(raw):
    t = Table()
    if raw[0] != VERSION:
        raise Corrupt("snapshot of version %d" % raw[0])
    if len(raw) == 1:
        return t
    t.preset = raw[1]
    at = 3 + 2 * raw[2]
    t.overrides = bytes(raw[3:at])
    rules = rs.values(t.preset, t.overrides, raw[at])
    if rules is None or rs.contradiction(rules):
        raise Corrupt("snapshot with an impossible rule set")
    t.rules = rules
    at += 1
    size = struct.calcsize(_FIXED)
    (t.phase, t.log_id, t.flags, t.core_hash, t.seats, t.coming, paused, t.round, t.engine, t.starter, t.dealer,
     t.turn, t.turns, t.fresh, t.markers, t.drawn, t.fails, t.window, t.due_count, t.called, t.laid_count, t.bone_lo,
     t.bone_hi) = struct.unpack(_FIXED, raw[at : at + size])  # fmt: skip
    t.paused = bool(paused)
    at += size
    t.joined[:] = raw[at : at + TRACKS]
    t.left[:] = raw[at + TRACKS : at + 2 * TRACKS]
    at += 2 * TRACKS
    for i in range(t.due_count):
        t.due[i] = raw[at + i]
    at += t.due_count
    for i in range(t.laid_count):
        t.laid[i] = raw[at + i]
    at += t.laid_count
    rounds = rs.round_count(t.rules)
    t.winners = bytearray(raw[at : at + rounds])
    t.scores = array("H", b"\xff\xff" * (rounds * TRACKS))  # every cell UNSET; a list of them would be large
    at = _unpack_scores(t, raw, at + rounds)
    if len(t.winners) != rounds or at != len(raw):
        raise Corrupt("snapshot of the wrong length")
    return t


def _unpack_scores(t, raw, at):
    rounds = raw[at]
    at += 1
    for round_no in range(rounds):
        for track in range(1, TRACKS):
            if t.joined[track]:
                value = raw[at]
                at += 1
                if value >= 250:
                    value = (value - 250) << 8 | raw[at]
                    at += 1
                t.scores[round_no * TRACKS + track] = value - 1 if value else UNSET
    return at
