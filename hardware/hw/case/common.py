"""Levels, places and small shapes that several parts of the case share.

Millimetres; z = 0 is the table side of the bottom plate, y points to 12 o'clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from build123d import Align, Box, Cone, Cylinder, Location, Part, Pos, Rotation, Vector

from ..geometry import polar, track_deg

MIN = (Align.CENTER, Align.CENTER, Align.MIN)
SELF_TAP = 2.6      # hole for an M3 screw that cuts its own thread in plastic
CLEAR = 3.3         # hole an M3 screw passes through
INSERT_D, INSERT_H = 4.0, 6.0   # hole for an M3 x 4 heat-set insert
HEAD_D = 6.2        # countersunk head


@dataclass(frozen=True)
class Levels:
    """Heights of the stack, from the table up."""

    bottom: float       # top of the bottom plate
    lid: float          # underside of the lid
    deck: float
    diffuser: float     # underside of the diffuser plate
    frame: float        # underside of the frame of lights and buttons
    ledge: float        # where the discs stop
    switch: float       # plane the switches stand on
    board: float
    pico: float         # top of the Pico's own board

    @classmethod
    def of(cls, geo: dict) -> Levels:
        lid = geo["height_mm"] - geo["lid_mm"]
        diffuser = lid - geo["diffuser_mm"]
        ledge = diffuser - geo["cone_mm"]
        # Cap flange 1.2 thick, 0.4 below the lid; 0.7 above the switch's body to travel.
        switch = lid - 0.4 - 1.2 - 0.7 - geo["switch_body_mm"][1]
        return cls(bottom=geo["bottom_mm"], lid=lid, deck=geo["height_mm"], diffuser=diffuser,
                   frame=ledge - geo["disc_mm"], ledge=ledge, switch=switch,
                   board=geo["board_z_mm"],
                   pico=geo["board_z_mm"] + 1.6 + geo["pico_socket_mm"] + 1.0)


def tracks(hub: dict) -> list[tuple[int, float]]:
    """(track, degrees clockwise from 12 o'clock) of all twelve."""
    return [(n, track_deg(hub, n)) for n in range(1, hub["hub"]["tracks"] + 1)]


def at(radius: float, degrees: float, z: float = 0.0, turned: bool = False) -> Location:
    """A place by radius and clockwise angle; `turned` also turns its y axis outwards."""
    x, y = polar(radius, degrees)
    return Pos(x, y, z) * (Rotation(0, 0, -degrees) if turned else Location())


def disc(radius: float, z0: float, z1: float) -> Part:
    return Pos(0, 0, z0) * Cylinder(radius, z1 - z0, align=MIN)


def ring(inner: float, outer: float, z0: float, z1: float) -> Part:
    return disc(outer, z0, z1) - disc(inner, z0 - 1, z1 + 1)


def post(place: Location, d: float, z0: float, z1: float) -> Part:
    return place * Pos(0, 0, z0) * Cylinder(d / 2, z1 - z0, align=MIN)


def block(place: Location, w: float, depth: float, z0: float, z1: float) -> Part:
    return place * Pos(0, 0, z0) * Box(w, depth, z1 - z0, align=MIN)


def countersink(place: Location, z_top: float, thick: float, down: bool = True) -> Part:
    """Hole and head of an M3 countersunk screw whose head is flush with z_top."""
    depth = (HEAD_D - CLEAR) / 2
    sign = -1 if down else 1
    hole = place * Pos(0, 0, z_top + sign * thick / 2) * Cylinder(CLEAR / 2, thick + 2)
    head = Cone(CLEAR / 2, HEAD_D / 2, depth) if down else Cone(HEAD_D / 2, CLEAR / 2, depth)
    return hole + place * Pos(0, 0, z_top + sign * depth / 2) * head


def board_place(hub: dict, x: float, y: float) -> Vector:
    """A point of the carrier board (KiCad's x right, y down) in the hub, at z = 0."""
    geo = hub["geometry"]
    width = geo["board_mm"][0]
    ox, oy = polar(geo["board_edge_mm"] - y, geo["board_usb_deg"])
    rx, ry = polar(x - width / 2, geo["board_usb_deg"] + 90)
    return Vector(ox + rx, oy + ry, 0)


def column_places(geo: dict) -> list[Location]:
    return [at(geo["column_r_mm"], deg) for deg in geo["column_deg"]]
