"""The committed STL files as triangle meshes, on the bed or in their place in the hub."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import trimesh

from ..model import HARDWARE

CASE = HARDWARE / "case"


def facts(folder: Path = CASE) -> dict:
    return json.loads((folder / "parts.json").read_text())


def on_bed(name: str, folder: Path = CASE) -> trimesh.Trimesh:
    return trimesh.load_mesh(folder / "stl" / f"{name}.stl")


def placed(name: str, folder: Path = CASE) -> trimesh.Trimesh:
    """The part where it sits in the hub: z = 0 is the underside of the bottom plate."""
    mesh, known = on_bed(name, folder), facts(folder)[name]
    mesh.apply_translation([*known["centre_mm"], known["z_mm"]])
    return mesh


def box(size: tuple[float, float, float], low: tuple[float, float, float],
        degrees: float = 0.0) -> trimesh.Trimesh:
    """A box from its centre in x and y and its lowest z, turned clockwise about the origin."""
    made = trimesh.creation.box(size)
    made.apply_translation([low[0], low[1], low[2] + size[2] / 2])
    turn = trimesh.transformations.rotation_matrix(-degrees * 3.141592653589793 / 180, [0, 0, 1])
    made.apply_transform(turn)
    return made


def overlap(a: trimesh.Trimesh, b: trimesh.Trimesh) -> float:
    """Common volume in cubic millimetres."""
    lo, hi = a.bounds, b.bounds
    if (lo[0] > hi[1]).any() or (hi[0] > lo[1]).any():
        return 0.0
    common = trimesh.boolean.intersection([a, b], engine="manifold")
    with np.errstate(all="ignore"):  # faces that only touch have no volume to divide by
        return abs(float(common.volume)) if len(common.faces) else 0.0
