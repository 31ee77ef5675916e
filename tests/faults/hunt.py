"""Plants a fault in the firmware, plays seeds until one fails, and tells its story: do the simulations see what they should?

    python tests/faults/hunt.py lists-not-hardened [--depth link|hub|real] [--from SEED] [--seeds 500] [--unlucky]

The names are those of `mutants.py`. The seed is played twice, which must end alike, and its plan is made shorter. Without
a name the firmware is hunted as it is, and nothing should be found, but with `--unlucky`: see `flash_model.Flash`.
"""

import argparse
import contextlib
import sys

from mutants import MUTANTS, ROOT, planted

for folder in ("", "host", "firmware", "tests"):
    sys.path.insert(0, str(ROOT / folder))


def games(depth, firmware):
    """(a plan from a seed, a game from a plan, what makes a plan shorter)."""
    if depth == "real":
        import fault_real as real

        return lambda seed: real.Plan(seed, 120, firmware), real.RealGame, real.shrink
    if firmware:
        sys.path.insert(0, firmware)
    if depth == "hub":
        import fault_hub as hub

        return hub.Plan, hub.HubGame, hub.shrink
    import fault_sim as link

    return link.Plan, link.Game, link.shrink


def hunt(depth, seeds, firmware=None, unlucky=False):
    """What went wrong first, told, or None."""
    plan_of, make, shrink = games(depth, firmware)
    import flash_model  # only now: it brings the firmware's modules with it
    from fault_tale import Verdict, report

    flash_model.Flash.unlucky = unlucky

    for seed in seeds:
        if Verdict(make(plan_of(seed))).why:
            return report(seed, make, plan_of(seed), shrink)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("name", nargs="?", choices=sorted(MUTANTS))
    parser.add_argument("--depth", choices=("link", "hub", "real"), default="link")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=500)
    parser.add_argument("--unlucky", action="store_true")
    wanted = parser.parse_args()
    seeds = range(wanted.first, wanted.first + wanted.seeds)
    with planted(wanted.name) if wanted.name else contextlib.nullcontext() as firmware:
        wrong = hunt(wanted.depth, seeds, firmware, wanted.unlucky)
    print(wrong or f"nothing found in {wanted.seeds} games")
    return 0 if (wrong is None) == (wanted.name is None) else 1


if __name__ == "__main__":
    sys.exit(main())
