"""What sits under the deck: diffuser, frame of lights and buttons, tray for the board."""

from __future__ import annotations

from build123d import Box, Part, Polygon, Pos, Rectangle, Rotation, extrude

from .common import (
    CLEAR,
    MIN,
    SELF_TAP,
    Levels,
    at,
    board_place,
    column_places,
    disc,
    post,
    ring,
    tracks,
)
from .lid import windows


def ring_radii(geo: dict) -> tuple[float, float]:
    """Inner and outer radius of what carries both circles of lights."""
    half = geo["disc_d_mm"] / 2
    return geo["light_turn_r_mm"] - half - 1.1, geo["light_marker_r_mm"] + half + 1.1


def notched(made: Part, geo: dict, z0: float, z1: float) -> Part:
    for place in column_places(geo):
        made -= post(place, geo["column_d_mm"] + 1.0, z0 - 1, z1 + 1)
    return made


def diffuser(hub: dict) -> Part:
    """White: a thin plate with a stud in every window."""
    geo, lv = hub["geometry"], Levels.of(hub["geometry"])
    inner, outer = ring_radii(geo)
    made = notched(ring(inner, outer - 0.3, lv.diffuser, lv.lid), geo, lv.diffuser, lv.lid)
    return made + windows(hub, lv.diffuser + 0.1, lv.deck - 0.2, -0.3)


def frame(hub: dict) -> Part:
    """Dark: 24 cones that keep the light of one window from the next, and four switch pockets.

    Lies on the shelves of the body and is held down by the lid: no screws. Discs go in from
    below as far as the ledge; the switches' legs come through the plate.
    """
    geo, lv = hub["geometry"], Levels.of(hub["geometry"])
    inner, outer = ring_radii(geo)
    top = lv.diffuser - 0.1
    made = notched(ring(inner, outer, lv.frame, top), geo, lv.frame, top)
    for _, deg in tracks(hub):
        for radius in (geo["light_turn_r_mm"], geo["light_marker_r_mm"]):
            made -= post(at(radius, deg), geo["disc_d_mm"], lv.frame - 1, lv.ledge)
            made -= post(at(radius, deg), geo["cone_d_mm"], lv.frame, top + 1)
        # The marker's window is wider than the cone: open the cone along it.
        slot = at(geo["light_marker_r_mm"], deg, lv.ledge + 1.2, turned=True)
        made -= slot * extrude(Rectangle(*geo["marker_window_mm"]), 10)
    side = geo["switch_body_mm"][0] + 0.3
    y = abs(geo["button_at_mm"]["TURN"][1])
    thick = lv.switch - lv.frame
    plate = Pos(0, 0, lv.frame) * extrude(Rectangle(10, 2 * y), thick)
    for sign in (1, -1):
        plate += Pos(0, sign * y, lv.frame) * extrude(Rectangle(66, side + 3), thick)
    plate = plate & disc(inner + 0.5, lv.frame, lv.lid)
    for x, at_y in geo["button_at_mm"].values():
        wall = Box(side + 2.6, side + 2.6, 3, align=MIN) - Box(side, side, 9, align=MIN)
        plate += Pos(x, at_y, lv.switch - 0.1) * wall & disc(inner + 0.5, lv.frame, lv.lid)
        # Four legs, 12.5 x 5 mm apart (B3F-40xx data sheet).
        for lx in (-6.25, 6.25):
            for ly in (-2.5, 2.5):
                plate -= post(Pos(x + lx, at_y + ly, 0), 1.8, lv.frame - 1, lv.switch + 1.2)
    # Lights and switches look alike after half a turn: a hole points to track 12.
    arrow = Polygon((-3, 0), (3, 0), (0, 5), align=None)
    plate -= Pos(0, y - 2.5, lv.frame - 1) * extrude(arrow, thick + 2)
    return made + plate


def tray(hub: dict) -> Part:
    """Carries the board above the power bank, on the four brackets of the body."""
    geo, lv = hub["geometry"], Levels.of(hub["geometry"])
    z0, thick = geo["ledge_z_mm"], geo["tray_mm"]
    width, length = geo["board_mm"]
    middle = board_place(hub, width / 2, length / 2)
    turn = Rotation(0, 0, -geo["board_usb_deg"])
    frame = Rectangle(width, length) - Rectangle(width - 20, length - 24)
    frame += Rectangle(12, length)
    made = Pos(middle.X, middle.Y, z0) * turn * extrude(frame, thick)
    for deg in geo["ledge_deg"]:
        arm = Pos(0, 40.5, 0) * Rectangle(11, 35)
        if deg == 270:  # the board's edge is far from this bracket
            arm = Pos(0, 38, 0) * Rectangle(11, 40)
        made += Pos(0, 0, z0) * Rotation(0, 0, -deg) * extrude(arm, thick)
    made = made & disc(geo["drum_r_mm"] - geo["drum_wall_mm"] - 0.5, z0 - 1, z0 + 9)
    for x, y in geo["board_holes_mm"]:
        spot = board_place(hub, x, y)
        made += post(Pos(spot.X, spot.Y, 0), 7.0, z0, lv.board)
    made = notched(made, geo, z0, lv.board)
    for x, y in geo["board_holes_mm"]:
        spot = board_place(hub, x, y)
        made -= post(Pos(spot.X, spot.Y, 0), SELF_TAP, z0 - 1, lv.board + 1)
    for deg in geo["ledge_deg"]:
        made -= post(at(55.6, deg), CLEAR, z0 - 1, z0 + thick + 1)
    return made
