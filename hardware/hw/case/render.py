"""`python -m hw.case.render DIR OUTDIR`: pictures of the whole hub and of its parts apart.

Drawn by VTK off screen from the STL files. The dominoes and lights are there to show the use;
they are no parts of the case.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pyvista as pv
from PIL import Image

from ..geometry import polar, track_deg
from ..model import load
from .common import Levels
from .meshes import facts

BODY, LID, INNER, WHITE = "#1f3140", "#263d4f", "#44525c", "#f4f1e8"
DIM, SEAT = "#a9adab", "#1a2936"
CAPS = {"cap_turn": "#35b06a", "cap_mark": "#e2574c", "cap_round": "#3d7fd6",
        "cap_draw": "#f0b93a"}
OPEN = "#ff9020"
FELT = {"cap_turn": "#35b06a", "cap_mark": "#ffb3ad", "cap_round": "#a9cbff", "cap_draw": "#fff0bd"}
IVORY, INK = "#f6efdc", "#22252b"
PIPS = ["#22252b", "#3d7fd6", "#35b06a", "#e2574c", "#8a4fbf", "#e08a2c", "#2aa5a0", "#b8336a",
        "#6b7f2a", "#9c6b3f", "#d14fa0", "#5b6fd6", "#7a8793"]
SPOTS = {0: [], 1: [(0, 0)], 2: [(-1, 1), (1, -1)], 3: [(-1, 1), (0, 0), (1, -1)],
         4: [(-1, 1), (1, 1), (-1, -1), (1, -1)],
         5: [(-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)],
         6: [(-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)]}
GRID = [(x, y) for y in (1, 0.33, -0.33, -1) for x in (-1, 0, 1)]


def part(folder: Path, name: str, lift: float = 0.0) -> pv.PolyData:
    known = facts(folder)[name]
    mesh = pv.read(folder / "stl" / f"{name}.stl")
    return mesh.translate([*known["centre_mm"], known["z_mm"] + lift])


def paint(scene: pv.Plotter, mesh: pv.PolyData, colour: str, glow: float = 0.0) -> None:
    scene.add_mesh(mesh, color=colour, smooth_shading=True, split_sharp_edges=True,
                   feature_angle=35, ambient=0.22 + glow, diffuse=0.85 - 0.6 * glow,
                   specular=0.18, specular_power=12)


def paint_some(scene: pv.Plotter, mesh: pv.PolyData, cells: np.ndarray, colour: str, glow: float = 0.0) -> None:
    if cells.any():
        paint(scene, mesh.extract_cells(cells).extract_surface(algorithm="dataset_surface"), colour, glow)


def paint_cap(scene: pv.Plotter, hub: dict, mesh: pv.PolyData, name: str, lift: float) -> None:
    """What fingers feel on a cap is drawn lighter; it is printed in the cap's own colour."""
    top = hub["geometry"]["height_mm"] + hub["geometry"]["button_rise_mm"] + lift
    raised = mesh.cell_centers().points[:, 2] > top + 0.05
    paint_some(scene, mesh, ~raised, CAPS[name])
    paint_some(scene, mesh, raised, FELT[name])


def paint_lid(scene: pv.Plotter, hub: dict, mesh: pv.PolyData, lift: float) -> None:
    """Lid in dark, what stands on it in white: the filament is changed at that height. Its seat is shaded."""
    deck, high = hub["geometry"]["height_mm"] + lift, mesh.cell_centers().points[:, 2]
    raised = high > deck + 0.05
    seat = abs(high - deck + hub["geometry"]["engine_seat_depth_mm"]) < 0.02
    paint_some(scene, mesh, ~raised & ~seat, LID)
    paint_some(scene, mesh, seat, SEAT)
    paint_some(scene, mesh, raised, WHITE, 0.3)


def show(scene: pv.Plotter, hub: dict, folder: Path, name: str, colours: dict[str, str], lift: float = 0.0,
         glow: float = 0.0) -> None:
    """One printed part in its place, raised by `lift`."""
    mesh = part(folder, name, lift)
    if name == "lid":
        paint_lid(scene, hub, mesh, lift)
    elif name in CAPS:
        paint_cap(scene, hub, mesh, name, lift)
    else:
        paint(scene, mesh, colours.get(name, INNER), glow)


def domino(scene: pv.Plotter, near: int, far: int, place: np.ndarray,
           degrees: float, size=(25.4, 50.8, 9.5)) -> None:
    """A tile lying with its `near` half at the lower end of its own y axis."""
    w, length, t = size
    turn = np.radians(-degrees)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0],
                     [0, 0, 1]])
    move = np.eye(4)
    move[:3, :3], move[:3, 3] = spin, place
    tile = pv.Cube(x_length=w, y_length=length, z_length=t).translate([0, 0, t / 2])
    paint(scene, tile.transform(move, inplace=False), IVORY)
    line = pv.Cube(x_length=w - 4, y_length=0.7, z_length=0.2).translate([0, 0, t + 0.05])
    paint(scene, line.transform(move, inplace=False), INK)
    for half, pips in ((-1, near), (1, far)):
        spots = SPOTS.get(pips) or GRID[:pips]
        for x, y in spots:
            spot = pv.Disc(center=(x * 6.4, half * length / 4 + y * 6.8, t + 0.12), inner=0,
                           outer=1.9, normal=(0, 0, 1), c_res=20)
            scene.add_mesh(spot.transform(move, inplace=False), color=PIPS[pips % 13],
                           lighting=False)


def window_plugs(hub: dict, scene: pv.Plotter, lit: dict[tuple[str, int], str]) -> None:
    """Coloured faces on the diffuser's studs."""
    geo, z = hub["geometry"], hub["geometry"]["height_mm"] - 0.15
    for track in range(1, 13):
        deg = track_deg(hub, track)
        for kind in ("marker", "turn"):
            colour = lit.get((kind, track))
            if colour is None:
                continue
            x, y = polar(geo[f"light_{kind}_r_mm"], deg)
            if kind == "turn":
                face = pv.Disc(center=(x, y, z), inner=0, outer=2.9, normal=(0, 0, 1), c_res=40)
            else:
                w, h = geo["marker_window_mm"]
                face = pv.Cube(x_length=w - 2.4, y_length=h - 0.3, z_length=0.1)
                ends = [pv.Disc(center=(s * (w / 2 - h / 2), 0, 0.05), inner=0, outer=h / 2 - 0.15,
                                normal=(0, 0, 1), c_res=40) for s in (-1, 1)]
                face = face.merge(ends).rotate_z(-deg).translate([x, y, z])
            scene.add_mesh(face, color=colour, lighting=False)


def stage(size: tuple[int, int]) -> pv.Plotter:
    scene = pv.Plotter(off_screen=True, window_size=list(size), lighting="none")
    scene.set_background("#f1f4f6")  # flat: a shaded one would triple the file
    for where, strength in (((-220, -160, 420), 0.85), ((300, 120, 260), 0.4),
                            ((0, 380, 160), 0.3)):
        scene.add_light(pv.Light(position=where, focal_point=(0, 0, 20), intensity=strength))
    scene.enable_anti_aliasing("ssaa")
    return scene


def save(scene: pv.Plotter, path: Path) -> None:
    Image.fromarray(scene.screenshot(return_img=True)).save(path, optimize=True)
    scene.close()


def whole(hub: dict, folder: Path, out: Path) -> None:
    scene = stage((1400, 1050))
    table = pv.Disc(center=(0, 0, -2.6), inner=0, outer=900, normal=(0, 0, 1), c_res=80)
    scene.add_mesh(table, color="#7d9b86", ambient=0.35, diffuse=0.6)
    for name in facts(folder):
        show(scene, hub, folder, name, {"body": BODY, "diffuser": DIM, "bottom": BODY})
    window_plugs(hub, scene, {
        # As the firmware shows them: markers up, the Mexican Train, whose turn it is.
        ("marker", 2): OPEN, ("marker", 8): OPEN, ("marker", 10): OPEN, ("marker", 12): "#6fbcff",
        ("turn", 5): "#ffffff"})
    z = hub["geometry"]["height_mm"] - hub["geometry"]["engine_seat_depth_mm"]
    domino(scene, 12, 12, np.array([0, 0, z]), 90)
    trains = {2: [(12, 5)], 4: [(12, 9), (9, 3)], 5: [(12, 6), (6, 1)], 7: [(12, 2), (2, 8)],
              8: [(12, 4)], 10: [(12, 10), (10, 7)], 12: [(12, 11), (11, 6)], 1: [(12, 3)],
              3: [(12, 8)], 9: [(12, 1)], 11: [(12, 0)], 6: [(12, 7)]}
    for track, tiles in trains.items():
        for place, (near, far) in enumerate(tiles):
            x, y = polar(61.4 + 25.4 + place * 51.3, track_deg(hub, track))
            domino(scene, near, far, np.array([x, y, -2.5]), track_deg(hub, track))
    scene.camera_position = [(95, -330, 330), (0, 4, 8), (0, 0.4, 1)]
    scene.camera.zoom(1.22)
    save(scene, out / "hub.png")


def above(hub: dict, folder: Path, out: Path) -> None:
    """The deck without tiles, as the player at track 6 sees it leaning over it."""
    scene = stage((1300, 1080))
    for name in facts(folder):
        show(scene, hub, folder, name, {"body": BODY, "diffuser": DIM, "bottom": BODY})
    scene.camera_position = [(0, -215, 430), (0, -2, 24), (0, 1, 0)]
    scene.enable_parallel_projection()
    scene.camera.parallel_scale = 83
    save(scene, out / "deck.png")


def exploded(hub: dict, folder: Path, out: Path) -> None:
    scene = stage((1300, 1700))
    lifts = {"bottom": -110, "body": -50, "tray": 45, "frame": 78, "diffuser": 118, "lid": 224,
             "cap_turn": 155, "cap_mark": 155, "cap_round": 155, "cap_draw": 155}
    names = {"bottom": "bottom plate\nand power bank", "body": "body",
             "tray": "tray, carrier board,\nPico",
             "frame": "frame: lights\nand switches", "diffuser": "diffuser, white",
             "cap_turn": "four caps", "lid": "lid"}
    colours = {"body": BODY, "diffuser": WHITE, "bottom": BODY, "frame": "#5d6b75", "tray": "#8795a0"}
    for name, lift in lifts.items():
        show(scene, hub, folder, name, colours, lift, 0.2 if name == "diffuser" else 0.0)
    from .check import contents

    inside = contents(hub)
    shades = {"bank": ("#b9c2c9", -110), "board": ("#2f7d4f", 45), "pico": ("#4aa56b", 45),
              "amplifier": ("#3a5fa8", 45), "speaker": ("#30343a", -50),
              "rocker": ("#111315", -50)}
    for what, mesh in inside.items():
        colour, lift = shades.get(what, (None, 0))
        if what.startswith("switch"):
            colour, lift = "#2b2f36", 78
        elif what.endswith(("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")):
            colour, lift = "#f7d774", 78 - 12
        if colour:
            made = pv.wrap(mesh).translate([0, 0, lift])
            scene.add_mesh(made, color=colour, ambient=0.25, diffuse=0.8)
    lv = Levels.of(hub["geometry"])
    heights = {"bottom": 0, "body": 26, "tray": 17, "frame": lv.frame, "diffuser": lv.diffuser,
               "lid": lv.deck, "cap_turn": lv.lid}
    points = [(92, 0, heights[n] + lifts[n]) for n in names]
    scene.add_point_labels(np.array(points), list(names.values()), font_size=30, shape=None,
                           text_color=INK, show_points=False, always_visible=True,
                           font_family="arial", justification_horizontal="left")
    scene.camera_position = [(150, -600, 412), (38, 0, 80), (0, 0, 1)]
    scene.enable_parallel_projection()
    scene.camera.parallel_scale = 212
    save(scene, out / "exploded.png")


def main(args: list[str]) -> int:
    folder, out = Path(args[0]).resolve(), Path(args[1]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    hub = load()
    for draw in (whole, above, exploded):
        draw(hub, folder, out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
