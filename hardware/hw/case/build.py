"""`python -m hw.case.build OUTDIR`: every part as STL and 3MF, the whole as STEP.

Parts are exported as they are printed: flat side on the bed, middle of the bed at the origin.
The STEP file has them in place, named.
"""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

from build123d import Compound, Mesher, Part, Pos, Unit, export_step, export_stl

from ..model import load
from .body import body, bottom
from .inside import diffuser, frame, tray
from .lid import cap, lid

# Chord and angle of the triangles: round to the eye, and small files.
LINEAR_MM, ANGULAR_RAD = 0.03, 0.33
COARSE = {"lid": 0.45}  # the lettering has many small curves
COLOURS = {"body": "dark", "bottom": "dark", "lid": "dark", "diffuser": "white",
           "frame": "dark", "tray": "dark", "cap_turn": "green", "cap_mark": "red",
           "cap_round": "blue", "cap_draw": "yellow"}


def makers() -> dict[str, Callable[[dict], Part]]:
    made = {"body": body, "bottom": bottom, "lid": lid, "diffuser": diffuser, "frame": frame,
            "tray": tray}
    for name in ("TURN", "MARK", "ROUND", "DRAW"):
        made[f"cap_{name.lower()}"] = lambda hub, n=name: cap(hub, n)
    return made


def on_bed(part: Part) -> Part:
    """Moved so that it stands on z = 0, centred."""
    box = part.bounding_box()
    middle = box.center()
    return Pos(-middle.X, -middle.Y, -box.min.Z) * part


def steady_3mf(path: Path) -> None:
    """3MF without identifiers and dates that change from run to run."""
    with zipfile.ZipFile(path) as old:
        files = {name: old.read(name) for name in sorted(old.namelist())}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for name, data in files.items():
            if name.endswith((".model", ".rels")):
                text = data.decode()
                text = re.sub(r'(p:UUID|UUID)="[0-9a-fA-F-]{36}"',
                              r'\1="00000000-0000-4000-8000-000000000000"', text)
                text = re.sub(r"(<metadata name=\"(?:Creation|Modification)Date\"[^>]*>)[^<]*",
                              r"\g<1>2026-01-01", text)
                data = text.encode()
            new.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data,
                         zipfile.ZIP_DEFLATED, 9)


def main(args: list[str]) -> int:
    out = Path(args[0]).resolve()
    for folder in ("stl", "3mf"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    hub, placed, facts = load(), [], {}
    for name, make in makers().items():
        part = make(hub)
        flat = on_bed(part)
        angle = COARSE.get(name, ANGULAR_RAD)
        export_stl(flat, out / "stl" / f"{name}.stl", LINEAR_MM, angle)
        mesher = Mesher(unit=Unit.MM)
        mesher.add_shape(flat, linear_deflection=LINEAR_MM, angular_deflection=angle)
        mesher.write(out / "3mf" / f"{name}.3mf")
        steady_3mf(out / "3mf" / f"{name}.3mf")
        part.label = name
        placed.append(part)
        size = flat.bounding_box().size
        facts[name] = {
            "solids": len(part.solids()), "valid": part.is_valid,
            "cm3": round(part.volume / 1000, 2),
            "size_mm": [round(v, 2) for v in (size.X, size.Y, size.Z)],
            "z_mm": round(part.bounding_box().min.Z, 3),
            "centre_mm": [round(v, 3) + 0.0 for v in
                          (part.bounding_box().center().X, part.bounding_box().center().Y)],
            "filament": COLOURS[name],
        }
        print(name, facts[name], flush=True)
    step = out / "trainhub.step"
    export_step(Compound(label="trainhub", children=placed), step, write_pcurves=False)
    text = step.read_text()
    step.write_text(re.sub(r"'\d{4}-\d\d-\d\dT[\d:]+'", "'2026-01-01T00:00:00'", text))
    with zipfile.ZipFile(out / "trainhub.step.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("trainhub.step", (2026, 1, 1, 0, 0, 0)),
                         step.read_text(), zipfile.ZIP_DEFLATED, 9)
    step.unlink()
    (out / "parts.json").write_text(json.dumps(facts, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
