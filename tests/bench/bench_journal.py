"""The journal in numbers: page programs and erases an event, and what power cuts do to it.

    python tests/bench/bench_journal.py [--short] [--jobs N] [--anew]

prints one JSON object with the keys of the project's goals. The filesystem is MicroPython's own littlefs where that
interpreter is there, else `littlefs-python`. All cuts take half an hour on one core; --short takes a few seconds.

They are made in parts. What each part found is kept in `build/cuts` under a name that changes with the firmware, the rules
and the tests, so that a run which was interrupted goes on where it stopped; --anew begins again.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = [str(ROOT / folder) for folder in ("", "firmware", "tests", "tests/faults", "tests/bench")]
# (seed, events traced, events before): first games, games in the middle, games after others.
LIVES = (
    (4, 60, 0), (5, 60, 20), (6, 50, 120), (7, 50, 205), (8, 60, 300), (9, 60, 0), (10, 60, 60), (11, 60, 400),
    (12, 60, 30), (13, 60, 90), (14, 60, 150), (15, 60, 10), (16, 60, 250), (17, 60, 45),
    (18, 60, 0), (19, 60, 20), (20, 60, 120), (21, 60, 205), (22, 60, 300), (23, 60, 75), (24, 60, 60), (25, 60, 350),
    (26, 60, 30), (27, 60, 90), (28, 60, 150), (29, 60, 10), (30, 60, 250), (31, 60, 45),
)  # fmt: skip
PARTS = 8  # of each life
WHAT_IT_DEPENDS_ON = (
    "firmware/hub/*.py", "firmware/hub/hal/*.py", "shared_rules/**/*.py", "tests/power_cuts.py", "tests/flash_model.py",
    "tests/random_play.py", "tests/bench/journal_parts.py",
)  # fmt: skip


def interpreter():
    """MicroPython if it is there, and the options it needs."""
    micropython = Path(sys.executable).with_name("micropython")
    return [str(micropython), "-X", "heapsize=256m"] if micropython.exists() else [sys.executable]


def here(code):
    """Run an expression of `journal_parts`. Returns (its value, the lines that were printed before)."""
    program = f"import sys; sys.path[:0] = {FOLDERS!r}; import journal_parts as b; print(b.json.dumps(b.{code}))"
    done = subprocess.run([*interpreter(), "-c", program], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr or done.stdout)
    *lines, value = done.stdout.splitlines()
    return json.loads(value), lines


def mutants():
    """(killed, planted) of the faults planted against the recovery rules."""
    import mutants

    python = interpreter()[0]
    living = [name for name in mutants.MUTANTS if mutants.alive(name, python)]
    return len(mutants.MUTANTS) - len(living), len(mutants.MUTANTS)


def fingerprint():
    """Changes with whatever a part's outcome depends on."""
    found = hashlib.sha256("".join(interpreter()).encode())
    for pattern in WHAT_IT_DEPENDS_ON:
        for path in sorted(ROOT.glob(pattern)):
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:12]


class Results:
    """What the parts found, on disk as soon as a part is done."""

    def __init__(self, anew):
        self.folder = ROOT / "build" / "cuts" / fingerprint()
        self.folder.mkdir(parents=True, exist_ok=True)
        if anew:
            for path in self.folder.iterdir():
                path.unlink()
        self.done = 0
        self.images = set()
        self.lost = self.phantom = self.checks = self.cuts = 0

    def part(self, name, code):
        """Run a part, or read what it found before. Returns (value, digests in hexadecimal)."""
        path = self.folder / f"{name}.json"
        if not path.exists():
            value, lines = here(code)
            path.with_suffix(".new").write_text(json.dumps([value, lines]))
            path.with_suffix(".new").rename(path)
        return json.loads(path.read_text())

    def add(self, value, lines):
        lost, phantom, checks, cuts, first = value
        self.done += 1
        self.images.update(bytes.fromhex(line) for line in lines)
        self.lost += lost
        self.phantom += phantom
        self.checks += checks
        self.cuts += cuts
        if first:
            print(first, file=sys.stderr)


def explore(short, jobs, anew):
    results = Results(anew)
    limit, every, parts, lives = (300, 40, 1, LIVES[:2]) if short else (1 << 30, PARTS, PARTS, LIVES)
    work = [
        (f"{life[0]}-{life[1]}-{life[2]}-{part}-{every}-{limit}", f"cuts({life}, {limit}, {every}, {part})")
        for life in lives for part in range(parts)
    ]  # fmt: skip
    began = time.monotonic()
    with ThreadPoolExecutor(jobs) as pool:
        for value, lines in pool.map(lambda item: results.part(*item), work):
            results.add(value, lines)
            if not short:
                print(
                    f"{results.done} of {len(work)} parts, {len(results.images)} images, {results.lost} lost, "
                    f"{results.phantom} phantom, {time.monotonic() - began:.0f} s",
                    file=sys.stderr, flush=True,
                )  # fmt: skip
    if results.folder.name != fingerprint():
        raise RuntimeError("the files changed meanwhile, so the parts do not belong together")
    return results


def measure(short=False, jobs=1, anew=False):
    sys.path[:0] = FOLDERS
    (pages, erases, events), _ = here("wear()")
    results = explore(short, jobs, anew)
    killed, planted = mutants()
    return {
        "journal.pages_per_event": round(pages / events, 3),
        "journal.erases_per_event": round(erases / events, 4),
        "journal.cut_states": len(results.images),
        "journal.cuts": results.cuts,
        "journal.cut_checks": results.checks,
        "journal.lost": results.lost,
        "journal.phantom": results.phantom,
        "journal.mutants_killed": killed,
        "journal.mutants": planted,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--anew", action="store_true", help="forget what an interrupted run found")
    wanted = parser.parse_args()
    print(json.dumps(measure(wanted.short, wanted.jobs, wanted.anew), indent=2))


if __name__ == "__main__":
    main()
