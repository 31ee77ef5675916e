"""`make bench`: run every `bench_*.py` of this folder and write `build/bench.json`, flat keys as in the goals.

Each module has `measure(short) -> dict` of key -> number. Figures are measured, never constants; gates are ratios and
counts, so a busy machine does not spoil them.
"""

import argparse
import importlib.util
import json
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def load(path):
    """The module in `path`, whatever the search path."""
    for folder in (ROOT, ROOT / "host", ROOT / "firmware", ROOT / "tests", HERE):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def main():
    parser = argparse.ArgumentParser(description="Measure the goals.")
    parser.add_argument("only", nargs="*", help="names of modules, e.g. rules journal; else all")
    parser.add_argument("--short", action="store_true", help="fewer repetitions")
    wanted = parser.parse_args()
    found = {}
    failed = []
    for path in sorted(HERE.glob("bench_*.py")):
        name = path.stem.removeprefix("bench_")
        if wanted.only and name not in wanted.only:
            continue
        began = time.monotonic()
        print(f"{name} ...", flush=True)
        try:
            figures = load(path).measure(wanted.short)
        except Exception as error:
            failed.append(name)
            print(f"  {name} failed: {error!r}")
            continue
        for key in figures:
            print(f"  {key:36} {figures[key]}")
        print(f"  ({time.monotonic() - began:.0f} s)")
        found.update(figures)
    target = ROOT / "build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    kept = json.loads(target.read_text()) if wanted.only and target.exists() else {}
    target.write_text(json.dumps({**kept, **found}, indent=2, sort_keys=True) + "\n")
    print(target)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
