"""The rules core: speed against PyPI `dominoes` and against MicroPython, sameness of both runtimes, size of a state.

Speed is CPU time, both sides in short alternating slices of one run, the best slice of each: so what else the machine
does spoils neither. `rules.vs_dominoes` divides by the tiles that `dominoes` plays in a second; the stricter
`rules.vs_dominoes_passes` by all entries of its move list, passes included. Both sides choose moves by the same cheap
generator.
"""

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from time import process_time

from rules_play import self_play

ROOT = Path(__file__).resolve().parents[2]
PLAY = ROOT / "tests" / "bench" / "rules_play.py"


def micropython():
    """The MicroPython beside this Python, or on the PATH. Raises RuntimeError."""
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        raise RuntimeError("no MicroPython on this machine")
    return found


def pythons():
    """This Python and others of 3.11 to 3.13 that are installed: [(version, path)]."""
    found = {}
    candidates = [sys.executable, *(shutil.which(f"python3.{minor}") or "" for minor in (11, 12, 13))]
    candidates += [str(path) for path in Path.home().glob(".pyenv/versions/3.1[1-3]*/bin/python")]
    for path in candidates:
        if path:
            done = subprocess.run([path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True,
                                  text=True, check=False)  # fmt: skip
            if done.returncode == 0:
                found.setdefault(done.stdout.strip(), path)
    return sorted((version, path) for version, path in found.items() if version in ("3.11", "3.12", "3.13"))


def dominoes_play(games, seed):
    """Random self-play of `dominoes`: (tiles played, entries of its move lists)."""
    import random

    import dominoes

    random.seed(seed)
    tiles = entries = 0
    x = seed * 7919 % 65537 or 1
    for _ in range(games):
        game = dominoes.Game.new()
        while game.result is None:
            moves = game.valid_moves
            x = (x * 75 + 74) % 65537
            game.make_move(*moves[x % len(moves)])
        entries += len(game.moves)
        tiles += sum(move is not None for move in game.moves)
    return tiles, entries


def against_dominoes(slices):
    """Moves a second: (ours, their tiles, their entries)."""
    best = [0.0, 0.0, 0.0]
    self_play(50)
    for number in range(1, slices + 1):
        began = process_time()
        tiles, entries = dominoes_play(150, number)
        took = process_time() - began
        best[1] = max(best[1], tiles / took)
        best[2] = max(best[2], entries / took)
        began = process_time()
        moves = self_play(40, number)
        best[0] = max(best[0], moves / (process_time() - began))
    return best


def environment():
    folders = (str(ROOT), str(ROOT / "tests"))
    search = {"MICROPYPATH": os.pathsep.join((*folders, ".frozen")), "PYTHONPATH": os.pathsep.join(folders)}
    return {**os.environ, **search}


def child_cpu(command):
    """CPU seconds of a child process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment(), check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def runtimes_ratio(slices, rounds):
    """Speed of MicroPython divided by CPython's; starting up and importing are taken off both."""
    best = {}
    for _ in range(slices):
        for name, command in (("mpy", [micropython(), "-X", "heapsize=512k"]), ("cpython", [sys.executable])):
            for count in (1, rounds):
                took = child_cpu([*command, str(PLAY), "play", str(count)])
                best[name, count] = min(best.get((name, count), took), took)
    return (best["cpython", rounds] - best["cpython", 1]) / (best["mpy", rounds] - best["mpy", 1])


def differences(seeds):
    """Lines of `fingerprint.py` that differ between runtimes, over `seeds` seeds x 2-10 seats and random rule sets."""
    script = str(ROOT / "tests" / "rules" / "fingerprint.py")
    runners = [[path] for _, path in pythons()] + [[micropython(), "-X", "heapsize=2m"]]
    count = 0
    for seats in (0, *range(2, 11)):
        results = []
        for runner in runners:
            command = [*runner, script, "0", str(seeds), str(seats)]
            results.append(subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True))
        lines = [result.communicate()[0].split("\n") for result in results]
        assert all(len(one) == seeds + 1 for one in lines), "an interpreter gave up"
        for other in lines[1:]:
            count += sum(a != b for a, b in zip(lines[0], other, strict=True))
    return count, len(runners)


def measure(short=False):
    """The `rules.*` keys of the goals, and the plain speeds behind them."""
    ours, tiles, entries = against_dominoes(6 if short else 40)
    different, runtimes = differences(15 if short else 1000)
    state = subprocess.run([micropython(), "-X", "heapsize=512k", str(PLAY), "state"], env=environment(), check=True,
                           capture_output=True, text=True)  # fmt: skip
    return {
        "rules.vs_dominoes": round(ours / tiles, 2),
        "rules.vs_dominoes_passes": round(ours / entries, 2),
        "rules.moves_per_s": round(ours),
        "rules.mpy_ratio": round(runtimes_ratio(3 if short else 7, 150 if short else 400), 2),
        "rules.cross_runtime_differences": different,
        "rules.runtimes": runtimes,
        "rules.state_bytes": int(state.stdout),
    }
