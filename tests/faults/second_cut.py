"""The one power cut too many (`docs/journal.md`, "What is not covered"), and what could be done about it.

    python tests/faults/second_cut.py [--harden] [--life SEED EVENTS BEFORE] [--every N]

A page that power left half programmed stays weak until it is written or erased, also over a second power cut, which may
come in any operation of the recovery. `--harden` puts a remedy before the recovery that the firmware does not have:

    Every written page of littlefs's lists is programmed once more with what it reads as. No bit changes, but one that was
    half programmed and reads as programmed is then programmed. The first blank page of each list is filled with zeros, so
    that the next commit goes to the other block at once: one settling write a folder is enough then, where rule 1 needs 16.
"""

import argparse
import struct
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("", "firmware", "tests"):
    sys.path.insert(0, str(ROOT / folder))

import flash_model as fm  # noqa: E402
import power_cuts as pc  # noqa: E402
from hub import journal, restart  # noqa: E402

_MOST_LISTS = 64  # blocks: no drive of ours has more
_BLANK = b"\xff" * fm.PAGE
# What the bits of the first cut read as at the first start, and after the second cut.
READINGS = ((fm.ALL, fm.NOTHING), (fm.ALL, fm.BITS), (fm.NOTHING, fm.ALL), (fm.BITS, fm.ALL))


def harden(flash):
    """Make the lists of the littlefs on `flash` (`read_into`, `program`, `blocks`) strong. Nothing is erased."""
    pairs = [(0, 1)]  # the root's list; each list names the next one
    seen = set()
    held = bytearray(fm.BLOCK)
    for pair in pairs:
        for block in pair:
            if block in seen or block >= flash.blocks or len(seen) >= _MOST_LISTS:
                continue
            seen.add(block)
            flash.read_into(block, 0, held)
            written = [at for at in range(0, fm.BLOCK, fm.PAGE) if held[at : at + fm.PAGE] != _BLANK]
            for at in written:
                flash.program(block, at, bytes(held[at : at + fm.PAGE]))
            if written and written[-1] < fm.BLOCK - fm.PAGE:
                flash.program(block, written[-1] + fm.PAGE, bytes(fm.PAGE))
            pairs += followers(held)


def followers(held):
    """The pairs of blocks that the list in this block names as next.

    After a revision u32 come tags, u32 big-endian, each xor the one before: 1 bit invalid, 11 type, 10 id, 10 length
    (1023: none), then so many bytes. Type 0x6xx is a pair of blocks; 0x50x ends a commit and says how the next tag's first bit
    is to be read.
    """
    found = []
    at, before = 4, 0xFFFFFFFF
    while at + 4 <= len(held):
        tag = struct.unpack_from(">I", held, at)[0] ^ before
        size = (tag + 1 & 0x3FF and tag & 0x3FF) + 4
        if tag >> 31 or at + size > len(held):
            break
        kind = tag >> 20
        if kind & 0x700 == 0x600 and size == 12:
            found.append(struct.unpack_from("<II", held, at + 4))
        before = tag ^ (kind & 1) << 31 if kind & 0x780 == 0x500 else tag
        at += size
    return found


class Hardened:
    """While this lasts, every start hardens the lists first and settles with one write a folder."""

    def __enter__(self):
        self._store, self._settle = fm.store, restart.SETTLE

        def store(flash):
            try:
                harden(flash)
            except OSError:
                raise fm.PowerCut
            return self._store(flash)

        fm.store = store
        restart.SETTLE = journal.SETTLE = 1

    def __exit__(self, *error):
        fm.store = self._store
        restart.SETTLE = journal.SETTLE = self._settle


def explore(life, numbers=None, every=1):
    """(checks, what went wrong) of second cuts in every operation of the recovery from cuts in these operations."""
    trace = pc.Trace(*life)
    checks, wrong = 0, []
    for number in range(0, len(trace.operations), every) if numbers is None else numbers:
        for first, then in READINGS:
            flash = trace.cut(number, first)
            at, old, new = flash.weak
            if len(new) == fm.BLOCK:
                continue  # an erase: littlefs erases a block again before it uses it
            recovery = pc.Recovery(flash, trace.life(number), number)
            late = fm.torn(old, new, then, number)
            weak = bytearray([a & ~b & 255 for a, b in zip(old, new)])
            for second in range(len(recovery.operations)):
                if not any(weak):
                    break
                tear = pc.TOUCHING[(second + number) % 4]
                flash = recovery.cut(second, tear)
                for i in range(len(weak)):
                    flash.image[at + i] = flash.image[at + i] & ~weak[i] & 255 | late[i] & weak[i]
                checks += 1
                try:
                    pc.after_cut(flash, recovery.life(second), number + 1)
                except pc.Wrong as error:
                    wrong.append(f"life {life}, cut in {number}: {first}, then {then}; again in {second} like {tear}: {error}")
                decide(weak, at, *recovery.operations[second])
    return checks, wrong


def decide(weak, at, place, data):
    """An operation decides the bits that it writes; those that it leaves blank stay as they are, unless it is an erase."""
    for i in range(len(weak)):
        if 0 <= at + i - place < len(data):
            weak[i] &= 0 if len(data) == fm.BLOCK else data[at + i - place]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--harden", action="store_true")
    parser.add_argument("--life", type=int, nargs=3, default=(4, 30, 0))
    parser.add_argument("--every", type=int, default=1)
    wanted = parser.parse_args()
    began = time.monotonic()
    if wanted.harden:
        with Hardened():
            checks, wrong = explore(tuple(wanted.life), None, wanted.every)
    else:
        checks, wrong = explore(tuple(wanted.life), None, wanted.every)
    print(*wrong, sep="\n")
    print(f"{checks} second cuts, {len(wrong)} broken promises, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
