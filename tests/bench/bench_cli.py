"""How long a command takes to start, as a multiple of starting Python at all."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TIMES = 10


def fastest(command, environment, times):
    """Shortest wall time of so many runs, in seconds."""
    best = None
    for _ in range(times):
        began = time.perf_counter()
        subprocess.run(command, env=environment, check=True, capture_output=True)
        took = time.perf_counter() - began
        best = took if best is None else min(best, took)
    return best


def measure(short):
    """`cli.start_ratio`: `trainhub sheet --json` of a 13-round game against `python -c pass`."""
    times = 3 if short else TIMES
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'host'}{os.pathsep}{ROOT}", "TRAINHUB_DATA": folder}
        trainhub = [sys.executable, "-m", "trainhub.cli.main"]
        names = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Flora", "Gus", "Hana"]
        subprocess.run([*trainhub, "new", *names, "--no-hub"], env=environment, check=True, capture_output=True)
        for round_no in range(1, 14):
            subprocess.run([*trainhub, "round", names[round_no % 8]], env=environment, check=True, capture_output=True)
        command = fastest([*trainhub, "sheet", "--json"], environment, times)
        bare = fastest([sys.executable, "-c", "pass"], environment, times)
    return {"cli.start_ratio": round(command / bare, 1)}
