"""Body (drum, fins, columns) and bottom plate (bank cradle, feet)."""

from __future__ import annotations

import math

from build123d import (
    Axis,
    Box,
    Cylinder,
    Part,
    Plane,
    Polygon,
    Pos,
    Rotation,
    chamfer,
    extrude,
)

from ..geometry import polar
from .common import (
    INSERT_D,
    INSERT_H,
    MIN,
    SELF_TAP,
    Levels,
    at,
    block,
    column_places,
    countersink,
    disc,
    post,
    ring,
    tracks,
)


def fins(hub: dict) -> Part:
    """What stands between two trains: a ring with twelve slots cut out of it."""
    geo, lv = hub["geometry"], Levels.of(hub["geometry"])
    outer, drum = geo["outer_d_mm"] / 2, geo["drum_r_mm"]
    made = ring(drum - 1.2, outer, lv.bottom, geo["fin_height_mm"])
    for _, deg in tracks(hub):
        # The slot reaches to the flat behind the tile: the drum's chord, not its bulge.
        made -= block(at(drum + 20, deg, turned=True), geo["slot_width_mm"], 40, -1, 40)
    rims = [e for e in made.edges().group_by(Axis.Z)[-1]
            if math.hypot(e.center().X, e.center().Y) > drum + 0.5]
    return chamfer(rims, 0.8)


def bracket(geo: dict, deg: float, inner: float, top: float) -> Part:
    """A bracket of 45 degrees inside the wall: carries something, prints without support."""
    wall = geo["drum_r_mm"] - geo["drum_wall_mm"] + 0.4
    side = Polygon((inner, top), (wall, top), (wall, top - 2 - (wall - inner)),
                   (inner, top - 2), align=None)
    return Rotation(0, 0, 90 - deg) * extrude(Plane.XZ * side, 5, both=True)


def speaker_seat(geo: dict) -> Part:
    """A short tube behind the grille that the speaker is glued into."""
    place = at(geo["drum_r_mm"] - geo["drum_wall_mm"], geo["speaker_deg"], geo["speaker_z_mm"],
               turned=True) * Rotation(90, 0, 0)
    d = geo["speaker_d_mm"] + 0.4
    tube = Cylinder(d / 2 + 1.4, 7) - Cylinder(d / 2, 9)
    return place * tube


def grille(geo: dict) -> Part:
    """Hexagonal field of holes, all above the thickest tile."""
    holes = Part()
    low = 14.2
    for row in range(-5, 6):
        for col in range(-5, 6):
            x = (col + (row % 2) / 2) * 3.4
            z = row * 3.0
            if math.hypot(x, z) > geo["speaker_d_mm"] / 2 - 2 or geo["speaker_z_mm"] + z < low:
                continue
            place = at(geo["drum_r_mm"], geo["speaker_deg"], geo["speaker_z_mm"] + z, turned=True)
            holes += place * Pos(x, 0, 0) * Rotation(90, 0, 0) * Cylinder(1.1, 12)
    return holes


def body(hub: dict) -> Part:
    geo, lv = hub["geometry"], Levels.of(hub["geometry"])
    drum, wall = geo["drum_r_mm"], geo["drum_wall_mm"]
    made = ring(drum - wall, drum, lv.bottom, lv.lid) + fins(hub)
    inside = disc(drum - 0.3, lv.bottom, lv.lid)
    extra = speaker_seat(geo) & inside
    for deg in geo["ledge_deg"]:
        carry = bracket(geo, deg, 52.4, geo["ledge_z_mm"])
        extra += carry - post(at(55.6, deg), SELF_TAP, geo["ledge_z_mm"] - 5, 99)
    for deg in geo["shelf_deg"]:
        extra += bracket(geo, deg, 55.0, lv.frame)
    extra = extra & inside
    for place in column_places(geo):
        extra += post(place, geo["column_d_mm"], lv.bottom, lv.lid) & inside
    made += extra
    for place in column_places(geo):
        made -= post(place, INSERT_D, lv.bottom - 1, lv.bottom + INSERT_H)
        made -= post(place, INSERT_D, lv.lid - INSERT_H, lv.lid + 1)
    made -= grille(geo)
    width, high = geo["usb_opening_mm"]
    usb = lv.pico + 1.3 - high / 2
    made -= block(at(drum, geo["board_usb_deg"], turned=True), width, 16, usb, usb + high)
    # The rocker snaps into a flat of 1.6 mm: shave the drum outside and inside.
    width, high = geo["rocker_mm"]
    z = geo["rocker_z_mm"]
    flat = at(0, geo["rocker_deg"], turned=True)
    made -= flat * Pos(0, drum - 0.7 + 5, z) * Box(17.5, 10, 12.5)
    made -= flat * Pos(0, drum - 0.7 - 1.6 - 5, z) * Box(17.5, 10, 12.5)
    made -= flat * Pos(0, drum, z) * Box(width, 20, high)
    width, high = geo["charge_slot_mm"]
    made -= block(at(drum, 90, turned=True), width, 16, lv.bottom + 0.6, lv.bottom + 0.6 + high)
    return made


def bottom(hub: dict) -> Part:
    """Plate under the drum, with a rim around the power bank and slits for a strap."""
    geo, lv = hub["geometry"], Levels.of(hub["geometry"])
    made = disc(geo["drum_r_mm"] - 0.2, 0, lv.bottom)
    bx, by = geo["bank_at_mm"]
    w, d = geo["bank_mm"][0] + 0.8, geo["bank_mm"][1] + 0.8
    rim = Pos(bx, by, lv.bottom) * (Box(w + 3.2, d + 3.2, 6, align=MIN)
                                    - Box(w, d, 14, align=MIN)
                                    - Box(w - 24, d + 20, 14, align=MIN)
                                    - Box(w + 20, d - 20, 14, align=MIN))
    made += rim & disc(geo["drum_r_mm"] - geo["drum_wall_mm"] - 1.2, 0, 20)
    for y in (-1, 1):
        made -= Pos(bx, by + y * (d / 2 + 4), 0) * Box(22, 3, 20)
    for place in column_places(geo):
        made -= countersink(place, 0, lv.bottom, down=False)
    for deg in (0, 90, 180, 270):
        x, y = polar(50, deg + 20)
        made -= post(Pos(x, y, 0), 10.6, -1, 0.8)
    return made

