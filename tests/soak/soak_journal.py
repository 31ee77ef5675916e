"""Every power cut of more lives than the bench takes, until the time is up.

    python tests/soak/soak_journal.py [--short] [--minutes 30]
"""

import argparse
import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("firmware", "tests", ""):
    sys.path.insert(0, str(ROOT / folder))

import power_cuts as pc  # noqa: E402


def measure(minutes=30.0, short=False):
    end = time.monotonic() + (0.2 if short else minutes) * 60
    seen = set()
    found = pc.Exploration(seen.add)
    lives = 0
    while time.monotonic() < end and not found.first:
        lives += 1
        start = (0, 30, 90, 180, 320, 500)[lives % 6]
        found.explore(1000 + lives, 60, start, found.images + 2000, 7 if short else 3)
    if found.first:
        print(found.first, file=sys.stderr)
    return {
        "soak.cut_lives": lives, "soak.cut_states": len(seen), "soak.cut_checks": found.checks,
        "soak.cut_lost": found.lost, "soak.cut_phantom": found.phantom,
    }  # fmt: skip


def soak(short=False):
    found = measure(10, short)
    if found["soak.cut_lost"] or found["soak.cut_phantom"]:
        raise AssertionError(found)
    return f"{found['soak.cut_states']} flash images after power cuts, {found['soak.cut_checks']} checks"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--minutes", type=float, default=30.0)
    wanted = parser.parse_args()
    found = measure(wanted.minutes, wanted.short)
    print(json.dumps(found, indent=2))
    return 1 if found["soak.cut_lost"] or found["soak.cut_phantom"] else 0


if __name__ == "__main__":
    sys.exit(main())
