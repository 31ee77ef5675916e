"""Plants a fault in the firmware, plays seeds until one fails, and tells its story: do the simulations see what they should?

    python tests/faults/hunt.py believe-weak-pages [--depth link|hub|real] [--from SEED] [--seeds 500]

The names are those of `mutants.py`. The seed is played twice, which must end alike, and its plan is made shorter. Without
a name the firmware is hunted as it is, and nothing should be found.
"""

import argparse
import sys

from mutants import MUTANTS, ROOT, planted

for folder in ("", "host", "firmware", "tests", "tests/bench"):
    sys.path.insert(0, str(ROOT / folder))

import bench_faults  # noqa: E402


def seeds_until_one_fails(depth, seeds):
    """(what went wrong, told, or None; games played)."""
    game = bench_faults.link_game if depth == "link" else bench_faults.hub_game
    for count, seed in enumerate(seeds, 1):
        wrong = game(seed)[4]
        if wrong:
            return wrong, count
    return None, len(seeds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("name", nargs="?", choices=sorted(MUTANTS))
    parser.add_argument("--depth", choices=("link", "hub"), default="link")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=500)
    wanted = parser.parse_args()
    seeds = range(wanted.first, wanted.first + wanted.seeds)
    if wanted.name:
        with planted(wanted.name) as folder:
            sys.path.insert(0, folder)
            wrong, count = seeds_until_one_fails(wanted.depth, seeds)
    else:
        wrong, count = seeds_until_one_fails(wanted.depth, seeds)
    print(wrong or f"nothing found in {count} games")
    return 0 if (wrong is None) == (wanted.name is None) else 1


if __name__ == "__main__":
    sys.exit(main())
