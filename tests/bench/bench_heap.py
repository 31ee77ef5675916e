"""The firmware's heap on a MicroPython of 192 KB, whose objects are twice as large as a board's.

firmware.heap_free          after boot: the compiled modules of the full board, its link loaded, drivers of a test bench
firmware.heap_free_playing  the same in a running round of eight seats
firmware.heap_leak_bytes    retained for each event in a day of play; see `tests/soak/soak_day.py`
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from trainhub.deploy import build

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "soak"))
import soak_day  # noqa: E402

HEAP = "192k"


def free():
    """{"booted": bytes, "playing": bytes} that are free after a collection."""
    micropython = Path(sys.executable).with_name("micropython")
    with tempfile.TemporaryDirectory() as folder:
        sources = build.for_board(ROOT, build.tree(ROOT, ROOT / "build" / "wheels"), "full")
        sources["bench_hub.py"] = (ROOT / "tests" / "bench_hub.py").read_bytes()
        build.write(build.compiled(sources, Path(folder) / "work"), Path(folder) / "app")
        done = subprocess.run(
            [str(micropython), "-X", f"heapsize={HEAP}", str(ROOT / "tests/bench/heap_boot.py")],
            env={**os.environ, "MICROPYPATH": os.pathsep.join((str(Path(folder) / "app"), ".frozen"))},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def measure(short=False):
    found = free()
    if found["link"] != "Link":
        raise RuntimeError("the line to the host was not loaded")
    return {
        "firmware.heap_free": found["booted"],
        "firmware.heap_free_playing": found["playing"],
        **soak_day.measure(short),
    }
