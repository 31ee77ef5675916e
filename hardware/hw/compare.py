"""`python -m hw.compare NEW`: what a fresh generation makes, against what is committed.

Byte for byte where the tools allow it. Stated tolerances for the rest: pictures (fonts and
rasterisers differ) must show the same within 2 % of their pixels; graphviz's wiring SVG must have
the same words; meshes the same volume within 0.1 % and the same size within 0.02 mm.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from .model import HARDWARE

EXACT = ("netlist/*.net", "schematic/*.svg", "wiring/*.bom.tsv", "pcb/*.kicad_pcb",
         "pcb/drc.txt", "pcb/gerber/*", "card/*.svg")
FOLDERS = ("netlist", "schematic", "wiring", "pcb", "case", "card")


def words(path: Path) -> list[str]:
    return sorted(re.findall(r">([^<>\s][^<>]*)<", path.read_text()))


def same_picture(one: Path, two: Path) -> bool:
    from PIL import Image, ImageChops

    a, b = (Image.open(p).convert("L") for p in (one, two))
    if a.size != b.size:
        return False
    histogram = ImageChops.difference(a, b).histogram()
    return sum(histogram[40:]) <= 0.02 * a.size[0] * a.size[1]


def same_parts(one: Path, two: Path) -> bool:
    a, b = (json.loads(p.read_text()) for p in (one, two))
    return a.keys() == b.keys() and all(
        abs(a[n]["cm3"] - b[n]["cm3"]) <= 0.001 * a[n]["cm3"] + 0.01
        and all(abs(x - y) <= 0.02 for x, y in
                zip(a[n]["size_mm"], b[n]["size_mm"], strict=True)) for n in a)


def same(old: Path, new: Path) -> bool:
    if old.read_bytes() == new.read_bytes():
        return True
    inside = old.relative_to(HARDWARE)
    if any(inside.match(pattern) for pattern in EXACT):
        return False
    if old.suffix == ".png":
        return same_picture(old, new)
    if old.suffix == ".svg":
        return words(old) == words(new)
    if old.name == "parts.json":
        return same_parts(old, new)
    # STL, 3MF and STEP: parts.json, made from the same solids, stands for them.
    return old.suffix in (".stl", ".3mf", ".zip", ".pdf")


def main(args: list[str]) -> int:
    fresh, wrong, bytewise, close = Path(args[0]).resolve(), [], 0, 0
    made = {p.relative_to(fresh) for f in FOLDERS for p in (fresh / f).rglob("*") if p.is_file()}
    for inside in sorted(made):
        old, new = HARDWARE / inside, fresh / inside
        if not old.is_file():
            wrong.append(f"{inside}: not committed")
        elif not same(old, new):
            wrong.append(f"{inside}: differs")
        elif old.read_bytes() == new.read_bytes():
            bytewise += 1
        else:
            close += 1
    print("\n".join(wrong + [f"{bytewise} files equal byte for byte, {close} within tolerance, "
                             f"{len(wrong)} different"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
