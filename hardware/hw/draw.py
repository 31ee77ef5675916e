"""`python -m hw.draw OUTDIR`: wiring pictures, cutting lists, netlists and schematics.

Needs the packages of requirements.txt and graphviz. Netlists and schematics are reproducible
byte for byte; graphviz places text by the fonts it finds, so wiring pictures are compared by
their text (see compare.py).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .model import HARDWARE, VARIANTS

RUN = [sys.executable, "-m"]


def wiring(name: str, out: Path) -> None:
    """SVG, PNG and cutting list of a variant's harness."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / f"{name}.yml"
        shutil.copy(HARDWARE / "wiring" / f"{name}.yml", source)
        subprocess.run([Path(sys.executable).parent / "wireviz", "-f", "spt", source],
                       check=True, stdout=subprocess.DEVNULL)
        target = out / "wiring"
        target.mkdir(parents=True, exist_ok=True)
        for ending in ("svg", "png", "bom.tsv"):
            shutil.copy(source.with_suffix("." + ending), target / f"{name}.{ending}")


def main(args: list[str]) -> int:
    out = Path(args[0]).resolve()
    for name in VARIANTS:
        wiring(name, out)
        for tool, ending in (("netlist", "net"), ("schematic", "svg")):
            subprocess.run([*RUN, f"hw.{tool}", name, out / tool / f"{name}.{ending}"],
                           check=True, cwd=HARDWARE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
