"""The journal in numbers: page programs and erases an event, and what power cuts do to it.

    python tests/bench/bench_journal.py [--short] [--two]     --two: two processes at a time

prints one JSON object with the keys of the project's goals. The filesystem is MicroPython's own littlefs where that
interpreter is there, else `littlefs-python`. Takes about ten minutes; --short a few seconds.
"""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = [str(ROOT / folder) for folder in ("", "firmware", "tests", "tests/faults", "tests/bench")]
# (seed, events traced, events before): first games, games in the middle, games after others.
LIVES = (
    (4, 60, 0), (5, 60, 20), (6, 50, 120), (7, 50, 205), (8, 60, 300), (9, 60, 0), (10, 60, 60), (11, 60, 400),
    (12, 60, 30), (13, 60, 90), (14, 60, 150), (15, 60, 10), (16, 60, 250), (17, 60, 45),
)  # fmt: skip


def here(code):
    """Run an expression of `journal_parts`, on MicroPython if it is there.

    Returns (its value, the different lines that were printed before).
    """
    micropython = Path(sys.executable).with_name("micropython")
    program = f"import sys; sys.path[:0] = {FOLDERS!r}; import journal_parts as b; print(b.json.dumps(b.{code}))"
    command = [str(micropython), "-X", "heapsize=256m"] if micropython.exists() else [sys.executable]
    done = subprocess.run([*command, "-c", program], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr or done.stdout)
    *lines, value = done.stdout.splitlines()
    return json.loads(value), set(lines)


def mutants():
    """(killed, planted) of the faults planted against the recovery rules."""
    import mutants

    micropython = Path(sys.executable).with_name("micropython")
    python = str(micropython) if micropython.exists() else sys.executable
    living = [name for name in mutants.MUTANTS if mutants.alive(name, python)]
    return len(mutants.MUTANTS) - len(living), len(mutants.MUTANTS)


def measure(short=False, jobs=1):
    sys.path[:0] = FOLDERS
    (pages, erases, events), _ = here("wear()")
    limit, every = (400, 40) if short else (1 << 30, 1)
    parts = [f"cuts([{life}], {limit}, {every})" for life in (LIVES[:2] if short else LIVES)]
    states, lost, phantom, checks = set(), 0, 0, 0
    with ThreadPoolExecutor(jobs) as pool:
        for (part_lost, part_phantom, part_checks, first), seen in pool.map(here, parts):
            states |= seen
            lost += part_lost
            phantom += part_phantom
            checks += part_checks
            if first:
                print(first, file=sys.stderr)
    killed, planted = mutants()
    return {
        "journal.pages_per_event": round(pages / events, 3),
        "journal.erases_per_event": round(erases / events, 4),
        "journal.cut_states": len(states),
        "journal.cut_checks": checks,
        "journal.lost": lost,
        "journal.phantom": phantom,
        "journal.mutants_killed": killed,
        "journal.mutants": planted,
    }


def main():
    print(json.dumps(measure("--short" in sys.argv, 2 if "--two" in sys.argv else 1), indent=2))


if __name__ == "__main__":
    main()
