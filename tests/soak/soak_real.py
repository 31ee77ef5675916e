"""Faults on the real firmware in a real MicroPython, seed after seed.

    python tests/soak/soak_real.py [--short] [--from SEED] [--games N]
    python tests/soak/soak_real.py --replay 20          seeds and their trace hashes, each played twice

A seed that fails is played again, which must fail alike; then its plan is made shorter and its story printed.
"""

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("", "host", "firmware", "tests"):
    sys.path.insert(0, str(ROOT / folder))

import fault_real  # noqa: E402
from fault_tale import Verdict, report  # noqa: E402

GAMES, PRESSES = 200, 120


def measure(short=False, first=100, games=None):
    keys = ("games", "events", "cuts", "spoiled_bytes", "failures")
    found = dict.fromkeys(("soak.real_" + key for key in keys), 0)
    for seed in range(first, first + (games or (3 if short else GAMES))):
        plan = fault_real.Plan(seed, 20 if short else PRESSES)
        verdict = Verdict(fault_real.RealGame(plan))
        game = verdict.game
        if verdict.why:
            found["soak.real_failures"] += 1
            print(report(seed, fault_real.RealGame, plan, fault_real.shrink), file=sys.stderr)
            continue
        found["soak.real_games"] += 1
        found["soak.real_events"] += game.record.head
        found["soak.real_cuts"] += game.cuts
        found["soak.real_spoiled_bytes"] += game.spoiled
    return found


def replay(first, games):
    """Prints what each seed's trace comes to; returns how many came to something else the second time."""
    different = 0
    for seed in range(first, first + games):
        one, two = (Verdict(fault_real.RealGame(fault_real.Plan(seed, PRESSES))).hash for _ in range(2))
        print("real", seed, f"{one:08x}", "" if one == two else f"but {two:08x}")
        different += one != two
    return different


def soak(short=False):
    found = measure(short)
    if found["soak.real_failures"]:
        raise AssertionError(found)
    return f"{found['soak.real_games']} games on the real firmware, {found['soak.real_cuts']} power cuts"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--from", dest="first", type=int, default=100)
    parser.add_argument("--games", type=int)
    parser.add_argument("--replay", type=int, default=0)
    wanted = parser.parse_args()
    if wanted.replay:
        return 1 if replay(wanted.first, wanted.replay) else 0
    found = measure(wanted.short, wanted.first, wanted.games)
    print(json.dumps(found, indent=2))
    return 1 if found["soak.real_failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
