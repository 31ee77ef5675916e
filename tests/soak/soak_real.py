"""Faults on the real firmware in a real MicroPython, seed after seed.

    python tests/soak/soak_real.py [--short] [--from SEED]
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("", "host", "firmware", "tests"):
    sys.path.insert(0, str(ROOT / folder))

import fault_real  # noqa: E402


def measure(short=False, first=100):
    found = {"soak.real_games": 0, "soak.real_cuts": 0, "soak.real_spoiled_bytes": 0, "soak.real_failures": 0}
    for seed in range(first, first + (3 if short else 60)):
        with tempfile.TemporaryDirectory() as folder:
            try:
                game = fault_real.play(Path(folder), seed, 20 if short else 120)
            except Exception as error:  # counted and printed: that is what this is for
                found["soak.real_failures"] += 1
                print(f"seed {seed}: {type(error).__name__}: {error}", file=sys.stderr)
                continue
        found["soak.real_games"] += 1
        found["soak.real_cuts"] += game.cuts
        found["soak.real_spoiled_bytes"] += game.spoiled
    return found


def soak(short=False):
    found = measure(short)
    if found["soak.real_failures"]:
        raise AssertionError(found)
    return f"{found['soak.real_games']} games on the real firmware, {found['soak.real_cuts']} power cuts"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--from", dest="first", type=int, default=100)
    wanted = parser.parse_args()
    found = measure(wanted.short, wanted.first)
    print(json.dumps(found, indent=2))
    return 1 if found["soak.real_failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
