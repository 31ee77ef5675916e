"""The printed parts on disk. What needs no mesh library is checked in plain Python."""

import json
import math
import struct
from collections import Counter

import pytest
from hw.geometry import polar, track_deg
from hw.model import HARDWARE

CASE = HARDWARE / "case"
PARTS = json.loads((CASE / "parts.json").read_text())
Point = tuple[float, float, float]


def triangles(name: str) -> list[tuple[Point, Point, Point]]:
    """Corners of a binary STL's triangles, rounded to a micrometre."""
    data = (CASE / "stl" / f"{name}.stl").read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    found = []
    for at in range(84, 84 + 50 * count, 50):
        v = [round(x, 3) for x in struct.unpack_from("<9f", data, at + 12)]
        found.append((tuple(v[0:3]), tuple(v[3:6]), tuple(v[6:9])))
    return found


def bodies(faces: list) -> int:
    """Number of parts that share no corner, by union-find."""
    parent: dict[Point, Point] = {}

    def root(p: Point) -> Point:
        while parent.setdefault(p, p) != p:
            parent[p] = p = parent[parent[p]]
        return p

    for a, b, c in faces:
        parent[root(a)] = root(b)
        parent[root(b)] = root(c)
    return len({root(p) for p in list(parent)})


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_one_closed_body_on_the_bed(hub, name):
    faces = triangles(name)
    # Closed: every edge is walked once in each direction.
    edges = Counter((a, b) for f in faces for a, b in zip(f, f[1:] + f[:1], strict=True))
    loose = [e for e, n in edges.items() if n != edges[e[1], e[0]]]
    assert not loose
    assert bodies(faces) == 1
    low = [min(p[i] for f in faces for p in f) for i in range(3)]
    high = [max(p[i] for f in faces for p in f) for i in range(3)]
    assert low[2] == pytest.approx(0, abs=0.002)
    assert max(high[0] - low[0], high[1] - low[1]) <= hub["geometry"]["bed_mm"]
    assert PARTS[name]["solids"] == 1 and PARTS[name]["valid"]


def clip(polygon: list, axis: int, bound: float, sign: int) -> list:
    """The part of a polygon where sign * coordinate <= sign * bound."""
    kept = []
    for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        da, db = sign * (a[axis] - bound), sign * (b[axis] - bound)
        if da <= 0:
            kept.append(a)
        if da * db < 0:
            t = da / (da - db)
            kept.append(tuple(x + t * (y - x) for x, y in zip(a, b, strict=True)))
    return kept


def touches(faces: list, low: Point, high: Point) -> bool:
    """Does any triangle reach into the box?"""
    for face in faces:
        if any(max(p[i] for p in face) < low[i] or min(p[i] for p in face) > high[i]
               for i in range(3)):
            continue
        polygon = list(face)
        for axis in range(3):
            polygon = clip(polygon, axis, low[axis], -1) if polygon else []
            polygon = clip(polygon, axis, high[axis], 1) if polygon else []
        if polygon:
            return True
    return False


def body_seen_from(track_degrees: float) -> list:
    """The body's triangles with the track turned to 12 o'clock, in place in the hub."""
    turn = math.radians(track_degrees)
    c, s = math.cos(turn), math.sin(turn)
    x0, y0 = PARTS["body"]["centre_mm"]
    z0 = PARTS["body"]["z_mm"]

    def moved(p: Point) -> Point:
        x, y = p[0] + x0, p[1] + y0
        return (x * c - y * s, x * s + y * c, p[2] + z0)

    return [tuple(moved(p) for p in f) for f in triangles("body")]


def in_slot(hub: dict, faces: list, width: float, length: float, thick: float) -> bool:
    near = hub["geometry"]["drum_r_mm"] + 0.1
    return not touches(faces, (-width / 2, near, 0.0), (width / 2, near + length, thick))


@pytest.mark.parametrize("track", range(1, 13))
def test_the_largest_tile_fits_and_a_larger_one_does_not(hub, track):
    faces = body_seen_from(track_deg(hub, track))
    assert in_slot(hub, faces, *hub["tiles"]["tournament"])
    assert not in_slot(hub, faces, hub["geometry"]["slot_width_mm"] + 0.5, 55.6, 9.5)


def test_every_other_tile_is_inside_the_largest(hub):
    largest = hub["tiles"]["tournament"]
    assert all(a <= b for tile in hub["tiles"].values()
               for a, b in zip(tile, largest, strict=True))


def test_the_deck_has_a_window_for_every_light(hub):
    """A ray down through the lid meets no plastic where the source puts a light."""
    faces, lid = triangles("lid"), PARTS["lid"]
    x0, y0 = lid["centre_mm"]
    geo = hub["geometry"]
    for track in range(1, 13):
        for radius in (geo["light_marker_r_mm"], geo["light_turn_r_mm"]):
            x, y = polar(radius, track_deg(hub, track))
            x, y = x - x0, y - y0
            assert not touches(faces, (x - 1, y - 1, -1.0), (x + 1, y + 1, 9.0)), track
    x, y = polar(geo["light_turn_r_mm"], track_deg(hub, 1) + 15)
    assert touches(faces, (x - 1, y - 1, -1.0), (x + 1, y + 1, 9.0))


def test_the_frame_shows_which_way_it_goes_in(hub):
    """Lights and switches are the same after half a turn; the hole that points to track 12 is not."""
    faces = triangles("frame")
    x0, y0 = PARTS["frame"]["centre_mm"]
    y = hub["geometry"]["button_at_mm"]["TURN"][1]
    for at, marked in ((y, True), (-y, False)):
        inside = (-1 - x0, at - y0 - 1, -1.0), (1 - x0, at - y0, 9.0)
        assert touches(faces, *inside) != marked


def test_posts_of_the_tray_are_under_the_holes_of_the_board(hub):
    """Corner posts carry the board at its height; its holes lie over the posts' own."""
    geo, tray = hub["geometry"], PARTS["tray"]
    top = [p for f in triangles("tray") for p in f if p[2] > tray["size_mm"][2] - 0.01]
    for x, y in geo["board_holes_mm"]:
        ox, oy = polar(geo["board_edge_mm"] - y, geo["board_usb_deg"])
        rx, ry = polar(x - geo["board_mm"][0] / 2, geo["board_usb_deg"] + 90)
        cx, cy = ox + rx - tray["centre_mm"][0], oy + ry - tray["centre_mm"][1]
        rim = [math.dist((cx, cy), p[:2]) for p in top if math.dist((cx, cy), p[:2]) < 5]
        assert min(rim) == pytest.approx(1.3, abs=0.05)
        assert max(rim) == pytest.approx(3.5, abs=0.05)


def test_files_for_printing_and_for_going_on_are_there():
    for name in PARTS:
        assert (CASE / "3mf" / f"{name}.3mf").read_bytes()[:2] == b"PK"
    assert (CASE / "trainhub.step.zip").stat().st_size > 100_000
    for picture in ("hub", "deck", "exploded"):
        assert (CASE / f"{picture}.png").read_bytes()[1:4] == b"PNG"


def test_the_whole_stack_by_mesh_library(hub):
    for package in ("trimesh", "manifold3d", "shapely", "build123d"):
        pytest.importorskip(package, reason=f"{package} is in hardware/requirements.txt only")
    from hw.case.check import findings

    assert findings(hub, thickness=False) == []


def test_the_mesh_check_reports_a_slot_too_narrow(hub):
    for package in ("trimesh", "manifold3d", "shapely", "build123d"):
        pytest.importorskip(package, reason=f"{package} is in hardware/requirements.txt only")
    from hw.case.check import findings

    hub["tiles"]["tournament"][0] = 30.5
    hub["geometry"]["bank_mm"][2] = 16.0
    wrong = "\n".join(findings(hub, thickness=False))
    assert "tournament tile does not fit track 7" in wrong
    assert "bank runs into tray" in wrong
