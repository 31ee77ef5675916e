"""A page that power left half programmed stays weak over a second power cut, in every operation of the recovery (rule 1).

    python tests/faults/second_cut.py [--life SEED EVENTS BEFORE] [--every N]
"""

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("", "firmware", "tests"):
    sys.path.insert(0, str(ROOT / folder))

import flash_model as fm  # noqa: E402
import power_cuts as pc  # noqa: E402

# What the bits of the first cut read as at the first start, and after the second cut.
READINGS = ((fm.ALL, fm.NOTHING), (fm.ALL, fm.BITS), (fm.NOTHING, fm.ALL), (fm.BITS, fm.ALL))


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
    parser.add_argument("--life", type=int, nargs=3, default=(4, 30, 0))
    parser.add_argument("--every", type=int, default=1)
    wanted = parser.parse_args()
    began = time.monotonic()
    checks, wrong = explore(tuple(wanted.life), None, wanted.every)
    print(*wrong, sep="\n")
    print(f"{checks} second cuts, {len(wrong)} broken promises, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
