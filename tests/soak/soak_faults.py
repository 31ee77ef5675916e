"""Games through faults with seeds that nobody has played before, until the time is up.

    python tests/soak/soak_faults.py [--short] [--minutes 60] [--from SEED] [--jobs N]

The first seed is taken from the clock and printed, so that a failure can be played again.
"""

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))
import bench_faults as bench


def measure(minutes=60.0, short=False, first=None, jobs=1):
    first = int(time.time()) % 100000000 * 10 if first is None else first
    print(f"first seed {first}", file=sys.stderr)
    end = time.monotonic() + (0.1 if short else minutes) * 60
    totals = {}
    while True:
        found = bench.play("link", bench.link_game, range(first, first + 100), jobs)
        found.update(bench.play("hub", bench.hub_game, range(first, first + 5), jobs))
        first += 100
        for key, value in found.items():
            totals[key] = totals.get(key, 0) + value
        if time.monotonic() > end:
            return {key.replace("faults.", "soak."): value for key, value in totals.items()}


def soak(short=False):
    found = measure(20, short)
    if found["soak.link_failures"] or found["soak.hub_failures"]:
        raise AssertionError(found)
    faults = found["soak.link_faults"] + found["soak.hub_faults"]
    return f"{found['soak.link_games']} + {found['soak.hub_games']} games through {faults} faults"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--from", dest="first", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    wanted = parser.parse_args()
    found = measure(wanted.minutes, wanted.short, wanted.first, wanted.jobs)
    print(json.dumps(found, indent=2))
    return 1 if found["soak.link_failures"] or found["soak.hub_failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
