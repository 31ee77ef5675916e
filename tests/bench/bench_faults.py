"""Games through faults, by the thousand: link, journal and host for numbers, whole hubs for truth.

    python tests/bench/bench_faults.py [--short] [--from SEED] [--jobs N]     one JSON object, keys as in the goals
    python tests/bench/bench_faults.py --link 15000 --hub 0                   so many games of each
    python tests/bench/bench_faults.py --replay 100                           seeds and their trace hashes, no more
    python tests/bench/bench_faults.py --unlucky                              the one coincidence, too, that may cost events

A seed that fails is played again, which must fail alike; then its plan is made shorter and its story printed.

A fault counts when it made a difference: a frame that did not arrive as it was sent, once however many of its bytes were
spoilt, and only while its receiver had power; a line that came out, or that did not take what the hub had to say;
garbage before a hub with power; power that went; an operation of the flash that was to change something, said it had, and
did not; a host that ended. What follows from these, such as a page that reads otherwise tomorrow, is not counted again.
"""

import argparse
import gc
import json
import multiprocessing
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("", "host", "firmware", "tests"):
    sys.path.insert(0, str(ROOT / folder))

KINDS = ("line", "power", "flash", "host")
LINK, HUB = 15000, 300  # games
TURNS = 60  # of each round of a whole game, at least


def link_game(seed):
    """(seed, faults by kind, events, trace hash, what went wrong)."""
    import fault_sim

    return outcome(seed, fault_sim.Game, fault_sim.Plan(seed), fault_sim.shrink)


def hub_game(seed):
    import fault_hub

    return outcome(seed, fault_hub.HubGame, fault_hub.Plan(seed, turns=TURNS), fault_hub.shrink)


def outcome(seed, make, plan, shrink):
    import fault_tale

    verdict = fault_tale.Verdict(make(plan))
    game = verdict.game
    wrong = verdict.why and fault_tale.report(seed, make, plan, shrink)
    return seed, {} if wrong else game.faults, sum(map(len, game.truth.values())), verdict.hash, wrong


def warm(unlucky=False):
    """What would take most of the time, and is no part of a game. unlucky: see `flash_model.Flash`.

    The hub imports some modules anew with every start, and looks for garbage in all of Python with every event.
    """
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(ROOT / "build" / "pycache")
    import fault_hub  # noqa: F401
    import fault_sim  # noqa: F401
    import flash_model

    flash_model.Flash.unlucky = unlucky
    gc.freeze()


def play(kind, game, seeds, jobs, unlucky=False):
    """Play all seeds. Returns flat numbers under `faults.<kind>_…`."""
    done = failures = events = 0
    totals = dict.fromkeys(KINDS, 0)
    with multiprocessing.Pool(jobs, warm, (unlucky,)) as pool:
        for seed, faults, count, _, wrong in pool.imap_unordered(game, seeds, chunksize=4):
            done += 1
            events += count
            for name, number in faults.items():
                totals[name] += number
            if wrong:
                failures += 1
                print(f"{kind} {wrong}", file=sys.stderr)
            if done % max(len(seeds) // 20, 10) == 0:
                print(f"{kind}: {done} games, {sum(totals.values())} faults, {failures} failed", file=sys.stderr)
    found = {
        f"faults.{kind}_games": done, f"faults.{kind}_faults": sum(totals.values()),
        f"faults.{kind}_failures": failures, f"faults.{kind}_events": events,
    }  # fmt: skip
    found.update({f"faults.{kind}_faults_{name}": number for name, number in totals.items()})
    return found


def measure(short=False, first=0, jobs=1, link=None, hub=None, unlucky=False):
    found = {}
    for kind, game, count in (("link", link_game, link), ("hub", hub_game, hub)):
        if count is None:
            count = {"link": (LINK, 100), "hub": (HUB, 3)}[kind][short]
        if count:
            found.update(play(kind, game, range(first, first + count), jobs, unlucky))
    return found


def replay(count, jobs):
    """Print seeds and trace hashes: two runs must print the same."""
    with multiprocessing.Pool(jobs, warm) as pool:
        for result in pool.imap(link_game, range(count)):
            print("link", result[0], f"{result[3]:08x}")
        for result in pool.imap(hub_game, range(count // 10)):
            print("hub", result[0], f"{result[3]:08x}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--link", type=int, help="games of link, journal and host")
    parser.add_argument("--hub", type=int, help="whole games on whole hubs")
    parser.add_argument("--replay", type=int, default=0)
    parser.add_argument("--unlucky", action="store_true", help="the erase of a half-programmed page may fail silently")
    wanted = parser.parse_args()
    if wanted.replay:
        replay(wanted.replay, wanted.jobs)
    else:
        games = (wanted.link, wanted.hub)
        print(json.dumps(measure(wanted.short, wanted.first, wanted.jobs, *games, wanted.unlucky), indent=2))


if __name__ == "__main__":
    main()
