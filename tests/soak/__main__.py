"""`make soak`: run every `soak_*.py` of this folder, one after another. Each has `soak(short)`, which raises on a failure
and returns a line that says what was run."""

import argparse
import sys
import time
from pathlib import Path

from tests.bench.__main__ import load

HERE = Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description="The long runs.")
    parser.add_argument("only", nargs="*", help="names of modules, e.g. rules; else all")
    parser.add_argument("--short", action="store_true", help="a taste of each")
    wanted = parser.parse_args()
    for path in sorted(HERE.glob("soak_*.py")):
        name = path.stem.removeprefix("soak_")
        if wanted.only and name not in wanted.only:
            continue
        began = time.monotonic()
        print(f"{name} ...", flush=True)
        print(f"  {load(path).soak(wanted.short)} ({time.monotonic() - began:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
