"""Lid: the deck with seat, windows, button holes, raised numbers, train and signs."""

from __future__ import annotations

from build123d import (
    Axis,
    Box,
    Cylinder,
    GeomType,
    Part,
    Pos,
    Rectangle,
    RectangleRounded,
    Rotation,
    Sketch,
    chamfer,
    extrude,
)

from . import icons
from .common import (
    MIN,
    Levels,
    at,
    column_places,
    countersink,
    disc,
    post,
    tracks,
)


def windows(hub: dict, z0: float, z1: float, play: float) -> Part:
    """All 24 light windows as solids, larger by `play` (smaller if negative)."""
    geo, made = hub["geometry"], Part()
    w, h = geo["marker_window_mm"]
    for _, deg in tracks(hub):
        outline = RectangleRounded(w + play, h + play, (h + play) / 2 - 0.1)
        made += at(geo["light_marker_r_mm"], deg, z0, turned=True) * extrude(outline, z1 - z0)
        radius = (geo["turn_window_d_mm"] + play) / 2
        made += post(at(geo["light_turn_r_mm"], deg), 2 * radius, z0, z1)
    return made


def seat(geo: dict, z: float) -> Part:
    """Where the engine's tile lies: deep enough to hold it, shallow enough to pick it up."""
    w, h = geo["engine_seat_mm"]
    deep = geo["engine_seat_depth_mm"]
    flat = RectangleRounded(w, h, 1.5)
    return Pos(0, 0, z - deep) * extrude(flat, deep + 1)


def relief(hub: dict, z: float) -> list[Part]:
    """Numbers, train and signs, standing on the deck."""
    geo = hub["geometry"]
    sketches: list[tuple[object, Sketch]] = []
    for track, deg in tracks(hub):
        # A player reads from outside: the top of his number points to the middle.
        flip = Rotation(0, 0, 180)
        place = at(geo["number_r_mm"], deg, turned=True) * flip
        size = geo["number_mm"]
        if track == hub["hub"]["mexican_track"]:
            sketches.append((at(geo["number_r_mm"], deg + 6.5, turned=True) * flip,
                             icons.number(str(track), size)))
            sketches.append((at(geo["number_r_mm"], deg - 5.5, turned=True) * flip,
                             icons.train().scale(0.86)))
        else:
            sketches.append((place, icons.number(str(track), size)))
    for name, (x, y) in geo["button_at_mm"].items():
        side = 1 if x > 0 else -1
        # Beside the cap, towards the ring of lights: press above, hold below.
        near = x + side * 12.3
        sketches.append((Pos(near, y + 2.6, 0), icons.press(name).scale(0.92)))
        sketches.append((Pos(near, y - 3.4, 0), icons.hold(name).scale(0.92)))
    made = []
    for place, sketch in sketches:
        made.append(place * Pos(0, 0, z - 0.1) * extrude(sketch, geo["relief_mm"] + 0.1))
    return made


def lid(hub: dict) -> Part:
    geo, lv = hub["geometry"], Levels.of(hub["geometry"])
    made = disc(geo["drum_r_mm"], lv.lid, lv.deck)
    rim = [e for e in made.edges().group_by(Axis.Z)[-1] if e.geom_type == GeomType.CIRCLE]
    made = chamfer(rim, 1.0)
    made -= windows(hub, lv.lid - 1, lv.deck + 1, 0.0)
    made -= seat(geo, lv.deck)
    hole = geo["button_d_mm"] + 2 * geo["button_gap_mm"]
    for x, y in geo["button_at_mm"].values():
        made -= post(Pos(x, y, 0), hole, lv.lid - 1, lv.deck + 1)
    for place in column_places(geo):
        made -= countersink(place, lv.deck, geo["lid_mm"])
    for sign in relief(hub, lv.deck):
        made += sign
    return made


def cap(hub: dict, name: str) -> Part:
    """A button's cap: flange below the lid, socket for the plunger, its own top to feel."""
    geo, lv = hub["geometry"], Levels.of(hub["geometry"])
    low = lv.lid - 0.4 - 1.2
    top = lv.deck + geo["button_rise_mm"]
    plunger = lv.switch + geo["switch_total_mm"]
    made = disc(geo["button_flange_d_mm"] / 2, low, low + 1.2)
    made += disc(geo["button_d_mm"] / 2, low, top)
    upper = [e for e in made.edges().group_by(Axis.Z)[-1] if e.geom_type == GeomType.CIRCLE]
    made = chamfer(upper, 1.6 if name == "TURN" else 0.7)
    side = geo["plunger_mm"] + 0.15
    made -= Pos(0, 0, low - 1) * Box(side, side, 2 * (plunger - low + 1))
    high = 1.0
    if name == "MARK":      # a flag's edge: one bar across
        made += Pos(0, 0, top - 0.1) * extrude(RectangleRounded(8.6, 2.2, 1.0), high + 0.1)
    elif name == "ROUND":   # a ring
        made += Pos(0, 0, top - 0.1) * (Cylinder(4.4, high + 0.1, align=MIN)
                                        - Cylinder(2.6, high + 0.2, align=MIN))
    elif name == "DRAW":    # a plus
        plus = Rectangle(7.6, 2.0) + Rotation(0, 0, 90) * Rectangle(7.6, 2.0)
        made += Pos(0, 0, top - 0.1) * extrude(plus, high + 0.1)
    x, y = geo["button_at_mm"][name]
    return Pos(x, y, 0) * made
