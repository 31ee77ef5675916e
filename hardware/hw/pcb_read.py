"""`python -m hw.pcb_read DIR`: read the Gerbers back with gerbonara and picture both sides.

gerbonara is a second implementation of the formats: what it finds must be what hub.toml asks
for, whatever KiCad thought it wrote.
"""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections import Counter
from pathlib import Path

from .model import load

PNG_HEIGHT = 1000


def read_back(folder: Path) -> dict:
    """Board size in mm, hole diameters with their counts, layers found."""
    from gerbonara import LayerStack
    from gerbonara.utils import MM

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        stack = LayerStack.open(folder)
    (x0, y0), (x1, y1) = stack.outline.instance.bounding_box(MM)
    holes: Counter[float] = Counter()
    for layer in stack.drill_layers:
        for item in layer.objects:
            holes[round(float(item.tool.diameter), 2)] += 1
    layers = sorted(f"{side} {use}" for side, use in stack.graphic_layers)
    return {"width": round(x1 - x0, 2), "height": round(y1 - y0, 2), "holes": dict(holes),
            "layers": layers}


def pictures(folder: Path) -> None:
    """top.png and bottom.png, drawn from the Gerbers alone."""
    tool = Path(sys.executable).parent / "gerbonara"
    for side in ("top", "bottom"):
        svg = folder / f"{side}.svg"
        subprocess.run([tool, "render", "--warnings", "ignore", f"--{side}", "--margin", "2",
                        folder / "gerber", svg], check=True, stderr=subprocess.DEVNULL)
        subprocess.run(["rsvg-convert", "-h", str(PNG_HEIGHT), svg, "-o",
                        folder / f"{side}.png"], check=True)
        svg.unlink()


def main(args: list[str]) -> int:
    folder = Path(args[0]).resolve()
    found = read_back(folder / "gerber")
    want = load()["geometry"]["board_mm"]
    print(f"Gerbers read back: {found}")
    pictures(folder)
    # The outline's line is 0.1 mm wide.
    return 0 if all(abs(found[k] - w) <= 0.11 for k, w in
                    zip(("width", "height"), want, strict=True)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
