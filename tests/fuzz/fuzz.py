"""Coverage-guided fuzzing on CPython.

    pip install atheris==3.0.0 littlefs-python==0.19.0
    python tests/fuzz/fuzz.py TARGET [seconds]      until something breaks or the time is up
    python tests/fuzz/fuzz.py TARGET keep           a selection of what was found becomes corpus/TARGET.txt

A corpus file has one input a line, in hexadecimal; `test_corpus.py` replays it on both interpreters. New inputs go to
`build/fuzz/TARGET` (or `$FUZZ_FOLDER/TARGET`). An input that breaks a promise is left there as `crash-…`; add it to the
corpus with its repair.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("", "firmware", "tests", "tests/fuzz"):
    sys.path.insert(0, str(ROOT / folder))

import atheris  # noqa: E402

with atheris.instrument_imports(include=["shared_rules", "hub"]):
    import fuzz_targets as targets

MOST = 40  # inputs kept a target
WORK = Path(os.environ.get("FUZZ_FOLDER", ROOT / "build" / "fuzz"))


def main():
    name, how = (sys.argv[1:] + ["60"])[:2]
    kept = ROOT / "tests" / "fuzz" / "corpus" / f"{name}.txt"
    found = WORK / name
    found.mkdir(parents=True, exist_ok=True)
    if kept.exists():
        for number, line in enumerate(kept.read_text().splitlines()):
            (found / f"kept-{number}").write_bytes(bytes.fromhex(line))
    if how == "keep":  # each of them reached something new when it was found
        inputs = sorted((path.read_bytes() for path in found.iterdir()), key=lambda data: (len(data), data))
        inputs = [data for data in inputs if len(data) <= 400]
        step = max(1, len(inputs) / MOST)
        chosen = {inputs[int(n * step)] for n in range(min(MOST, len(inputs)))}
        kept.write_text("\n".join(data.hex() for data in sorted(chosen)) + "\n")
        return
    options = [f"-max_total_time={how}", "-max_len=600", "-timeout=20", f"-artifact_prefix={found}/", str(found)]
    atheris.Setup([sys.argv[0], *options], targets.TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
