"""`python -m hw.case.check [DIR]`: the printed parts, from their STL files alone.

Watertight, one body, on the bed; every tile in every slot and on the engine's seat; nothing in
the stack runs into anything; walls thick enough; overhangs only where they are named.
"""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import numpy as np
import shapely
import trimesh

from ..geometry import polar, track_deg
from ..model import load
from .common import Levels
from .meshes import CASE, box, facts, on_bed, overlap, placed

# Faces that look down by more than 45 degrees and are not on the bed, by part: what they are and
# the most area in mm2 that is let pass. All are bridges or rims of less than 12 mm.
NAMED_OVERHANGS = {
    "body": ("tops of the openings for USB, rocker and charging, grille holes, speaker tube",
             900.0),
    "bottom": ("inside of the four recesses for rubber feet, bridged", 420.0),
    "frame": ("1 mm rims where the discs stop; slots over the marker cones", 1500.0),
    "cap_turn": ("roof of the plunger's socket, 4 mm bridge", 30.0),
    "cap_mark": ("roof of the plunger's socket, 4 mm bridge", 30.0),
    "cap_round": ("roof of the plunger's socket, 4 mm bridge", 30.0),
    "cap_draw": ("roof of the plunger's socket, 4 mm bridge", 30.0),
}
THIN_MM = 0.75      # two lines of a 0.4 mm nozzle
THIN_SHARE = 0.03   # edges of chamfers and points of signs always measure thin


def solid(name: str, mesh: trimesh.Trimesh, bed_mm: float) -> list[str]:
    wrong = []
    if not mesh.is_watertight or not mesh.is_winding_consistent:
        wrong.append(f"{name}: not watertight")
    if mesh.body_count != 1:
        wrong.append(f"{name}: {mesh.body_count} bodies")
    if max(mesh.extents[:2]) > bed_mm:
        wrong.append(f"{name}: {max(mesh.extents[:2]):.0f} mm does not fit the bed")
    if abs(mesh.bounds[0][2]) > 0.01:
        wrong.append(f"{name}: does not stand on the bed")
    return wrong


def overhang_mm2(mesh: trimesh.Trimesh) -> float:
    """Area that looks down by more than 45 degrees, the bed's own left out."""
    steep = mesh.face_normals[:, 2] < -np.cos(np.radians(44.9))
    floating = mesh.triangles_center[:, 2] > 0.05
    return float(mesh.area_faces[steep & floating].sum())


def thin_share(mesh: trimesh.Trimesh, count: int = 4000) -> tuple[float, float]:
    """(share of the surface thinner than THIN_MM, thickness at the first percentile)."""
    points, faces = trimesh.sample.sample_surface(mesh, count, seed=1)
    inward = -mesh.face_normals[faces]
    hits, rays, _ = mesh.ray.intersects_location(points + inward * 1e-4, inward,
                                                 multiple_hits=True)
    depth = np.full(count, np.inf)
    np.minimum.at(depth, rays, np.linalg.norm(hits - points[rays], axis=1))
    depth = depth[np.isfinite(depth)]
    return float((depth < THIN_MM).mean()), float(np.percentile(depth, 1))


def tile_fits(hub: dict, mesh: trimesh.Trimesh, track: int, size: list[float]) -> bool:
    """A tile lies in the slot, its end 0.1 mm from the drum, without touching anything."""
    width, length, thick = size
    middle = hub["geometry"]["drum_r_mm"] + 0.1 + length / 2
    tile = box((width, length, thick), (0, middle, 0), track_deg(hub, track))
    return overlap(mesh, tile) < 0.01


def board(hub: dict, middle: float) -> trimesh.Trimesh:
    """The carrier board with its rounded corners, 0.2 mm larger all round."""
    geo, corner = hub["geometry"], hub["pcb"]["corner_mm"]
    width, length = geo["board_mm"]
    flat = shapely.box(-width / 2 + corner, -length / 2 + corner, width / 2 - corner,
                       length / 2 - corner).buffer(corner + 0.2)
    made = trimesh.creation.extrude_polygon(flat, 1.6)
    made.apply_translation([0, middle, Levels.of(geo).board])
    made.apply_transform(trimesh.transformations.rotation_matrix(
        -np.radians(geo["board_usb_deg"]), [0, 0, 1]))
    return made


def contents(hub: dict) -> dict[str, trimesh.Trimesh]:
    """What is bought and goes into the case, as plain bodies in their places."""
    geo, lv = hub["geometry"], Levels.of(hub["geometry"])
    middle, turn = geo["board_edge_mm"] - geo["board_mm"][1] / 2, geo["board_usb_deg"]
    made = {
        "bank": box(tuple(geo["bank_mm"]), (*geo["bank_at_mm"], lv.bottom)),
        "board": board(hub, middle),
        "pico": box((21, 51 + 1.3, lv.pico + 3.2 - lv.board - 1.6),
                    (0, geo["board_edge_mm"] - 0.8 - 25.5 + 0.65, lv.board + 1.6), turn),
        "USB plug": box((11, 22, 8), (0, geo["board_edge_mm"] + 7 + 11, lv.pico + 1.3 - 4), turn),
        # Breakout on its pins, screw terminal on top: 2.5 + 1.6 + 10 mm.
        "amplifier": box((19.4, 17.8, 14.1), (-9.4, geo["board_edge_mm"] - 66.2,
                                              lv.board + 1.6), turn),
        "rocker": box((12.5, 19, 8.0), (0, geo["drum_r_mm"] - 1 - 9.5,
                                        geo["rocker_z_mm"] - 4), geo["rocker_deg"]),
    }
    # Speaker: cone of 28 mm, 12 mm deep, glued into its tube behind the grille.
    speaker = trimesh.creation.cylinder(geo["speaker_d_mm"] / 2, 12)
    speaker.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2, [1, 0, 0]))
    speaker.apply_translation([0, geo["drum_r_mm"] - geo["drum_wall_mm"] - 2.3 - 6,
                               geo["speaker_z_mm"]])
    speaker.apply_transform(trimesh.transformations.rotation_matrix(
        -np.radians(geo["speaker_deg"]), [0, 0, 1]))
    made["speaker"] = speaker
    side, high = geo["switch_body_mm"]
    for name, (x, y) in geo["button_at_mm"].items():
        made[f"switch {name}"] = box((side, side, high), (x, y, lv.switch))
    for track in range(1, hub["hub"]["tracks"] + 1):
        for kind in ("marker", "turn"):
            x, y = polar(geo[f"light_{kind}_r_mm"], track_deg(hub, track))
            disc = trimesh.creation.cylinder(5.0, 2.4)
            disc.apply_translation([x, y, lv.ledge - 1.21])
            made[f"{kind} light {track}"] = disc
    return made


def findings(hub: dict, folder: Path = CASE, thickness: bool = True) -> list[str]:
    wrong, geo = [], hub["geometry"]
    names = list(facts(folder))
    for name in names:
        mesh = on_bed(name, folder)
        wrong += solid(name, mesh, geo["bed_mm"])
        what, most = NAMED_OVERHANGS.get(name, ("none", 0.5))
        if (area := overhang_mm2(mesh)) > most:
            wrong.append(f"{name}: {area:.0f} mm2 overhang, {most:.0f} let pass ({what})")
        if thickness:
            share, _ = thin_share(mesh)
            if share > THIN_SHARE:
                wrong.append(f"{name}: {100 * share:.1f} % of the surface is thinner "
                             f"than {THIN_MM} mm")
    stack = {name: placed(name, folder) for name in names}
    for tile, size in hub["tiles"].items():
        for track in range(1, hub["hub"]["tracks"] + 1):
            if not tile_fits(hub, stack["body"], track, size):
                wrong.append(f"{tile} tile does not fit track {track}")
        flat = box((size[1], size[0], size[2]), (0, 0, geo["height_mm"]
                                                 - geo["engine_seat_depth_mm"] + 0.05))
        for name in ("lid", "cap_turn", "cap_mark", "cap_round", "cap_draw"):
            if overlap(stack[name], flat) > 0.01:
                wrong.append(f"{tile} tile on the engine's seat runs into {name}")
    for one, two in itertools.combinations(names, 2):
        if (volume := overlap(stack[one], stack[two])) > 0.5:
            wrong.append(f"{one} and {two} share {volume:.1f} mm3")
    inside = contents(hub)
    for (what, solid_), name in itertools.product(inside.items(), names):
        if (volume := overlap(solid_, stack[name])) > 0.5:
            wrong.append(f"{what} runs into {name} by {volume:.1f} mm3")
    for one, two in itertools.combinations(inside, 2):
        if (one, two) != ("pico", "USB plug") and overlap(inside[one], inside[two]) > 0.5:
            wrong.append(f"{one} runs into {two}")
    return wrong


def main(args: list[str]) -> int:
    hub, folder = load(), Path(args[0]).resolve() if args else CASE
    for name in facts(folder):
        mesh = on_bed(name, folder)
        share, first = thin_share(mesh)
        print(f"{name}: {len(mesh.faces)} triangles, {mesh.volume / 1000:.1f} cm3, overhang "
              f"{overhang_mm2(mesh):.0f} mm2, thin {100 * share:.1f} %, 1st percentile "
              f"{first:.2f} mm")
    wrong = findings(hub, folder, thickness=True)
    print("\n".join(wrong) if wrong else "case: nothing found")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
