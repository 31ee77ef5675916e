"""Where things lie, seen from above: x to the right, y towards 12 o'clock, millimetres.

Angles run clockwise from 12 o'clock, as the tracks do. The enclosure, the wiring picture and the
rules all take their positions from here, so a mirrored ring cannot hide in one of them.
"""

from __future__ import annotations

import json
import math

Point = tuple[float, float]


def polar(radius: float, degrees: float) -> Point:
    """Point at `degrees` clockwise from 12 o'clock."""
    turn = math.radians(degrees)
    return radius * math.sin(turn), radius * math.cos(turn)


def track_deg(hub: dict, track: int) -> float:
    """Direction of track 1..12; the Mexican Train's is at 12 o'clock."""
    return ((track - hub["hub"]["mexican_track"]) * hub["geometry"]["track_step_deg"]) % 360


def light_positions(hub: dict, name: str) -> dict[int, Point]:
    """LED index -> position in the deck, of a variant."""
    variant, geo = hub["variants"][name], hub["geometry"]
    at: dict[int, Point] = {}
    for track in range(1, hub["hub"]["tracks"] + 1):
        deg = track_deg(hub, track)
        at[variant["turn_leds"][track - 1]] = polar(geo["light_turn_r_mm"], deg)
        # With one light a track the marker's window is the one that stays.
        at[variant["marker_leds"][track - 1]] = polar(geo["light_marker_r_mm"], deg)
    return at


def clockwise(points: list[Point]) -> bool:
    """True if the closed ring of points runs once, clockwise, around the middle."""
    turned = 0.0
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        step = math.degrees(math.atan2(ax * by - ay * bx, ax * bx + ay * by))
        if step >= 0:
            return False
        turned += step
    return abs(turned + 360) < 1e-6


def drum_radius_needed(hub: dict) -> float:
    """Smallest radius at which 12 slots and walls of `min_wall_mm` stand side by side."""
    geo = hub["geometry"]
    half = math.pi / hub["hub"]["tracks"]
    return (geo["slot_width_mm"] + geo["min_wall_mm"]) / (2 * math.tan(half))


def fin_width(hub: dict, radius: float) -> float:
    """Width of the wall between two slots at a distance from the middle, along the slot."""
    geo = hub["geometry"]
    half = math.pi / hub["hub"]["tracks"]
    # The slot's side is at slot_width/2 from its axis; the next axis is 2*half further on.
    return 2 * math.cos(half) * (radius * math.tan(half) - geo["slot_width_mm"] / 2)


def parameters(hub: dict) -> str:
    """Positions the enclosure is built from, as JSON, so that a change shows in a review."""
    tracks = {}
    for track in range(1, hub["hub"]["tracks"] + 1):
        deg, geo = track_deg(hub, track), hub["geometry"]
        tracks[str(track)] = {
            "deg": deg,
            "marker_mm": _rounded(polar(geo["light_marker_r_mm"], deg)),
            "turn_mm": _rounded(polar(geo["light_turn_r_mm"], deg)),
            "number_mm": _rounded(polar(geo["number_r_mm"], deg)),
            "slot_mouth_mm": _rounded(polar(geo["drum_r_mm"], deg)),
        }
    doc = {
        "frame": "x right, y to 12 o'clock, z up from the table; degrees clockwise from above",
        "geometry": hub["geometry"],
        "tiles_mm": hub["tiles"],
        "tracks": tracks,
        "drum_radius_needed_mm": round(drum_radius_needed(hub), 2),
        "wall_at_drum_mm": round(fin_width(hub, hub["geometry"]["drum_r_mm"]), 2),
    }
    return json.dumps(doc, indent=1) + "\n"


def _rounded(point: Point) -> list[float]:
    # + 0.0 turns -0.0 into 0.0
    return [round(v, 3) + 0.0 for v in point]
