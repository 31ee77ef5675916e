"""Shapes of a routed board, and how raw tracks are made tidy: split at branches, no loose ends."""

from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Copper:
    """A capsule of copper: segment a-b with a radius, on some layers, of a net ('' = nobody's)."""

    a: tuple[float, float]
    b: tuple[float, float]
    radius: float
    layers: tuple[int, ...]
    net: str


@dataclass(frozen=True)
class Pad:
    net: str
    at: tuple[float, float]
    layers: tuple[int, ...]


@dataclass
class Result:
    tracks: list[tuple[str, int, tuple[float, float], tuple[float, float], float]] = field(
        default_factory=list)
    vias: list[tuple[str, tuple[float, float]]] = field(default_factory=list)


def prune(result: Result, pads: list[Pad]) -> None:
    """Drop tracks with a loose end: crumbs left where a way starts beside a pad's middle."""
    while True:
        loose = [track for track in result.tracks
                 if not all(_held(end, track, result, pads) for end in track[2:4])]
        if not loose:
            return
        result.tracks = [track for track in result.tracks if track not in loose]


def split(result: Result) -> None:
    """Cut tracks where another one branches off: KiCad looks for connections at ends."""
    ends = {(net, layer, p) for net, layer, a, b, _ in result.tracks for p in (a, b)}
    whole, result.tracks = result.tracks, []
    for net, layer, a, b, width in whole:
        inside = [p for n, la, p in ends if (n, la) == (net, layer) and p not in (a, b)
                  and _distance(p, a, b) < 0.001]
        points = [a, *sorted(inside, key=lambda p, a=a: math.dist(a, p)), b]
        for p, q in zip(points, points[1:], strict=False):
            if not {(net, layer, p, q, width), (net, layer, q, p, width)} & set(result.tracks):
                result.tracks.append((net, layer, p, q, width))


def _held(end: tuple[float, float], track: tuple, result: Result, pads: list[Pad]) -> bool:
    net, layer = track[:2]
    if any(p.net == net and layer in p.layers and math.dist(p.at, end) < 0.005 for p in pads):
        return True
    if any(n == net and math.dist(at, end) < 0.01 for n, at in result.vias):
        return True
    return any(other is not track and other[:2] == (net, layer)
               and _distance(end, other[2], other[3]) < 0.01 for other in result.tracks)


def _distance(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """From a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    t = min(1.0, max(0.0, t))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)
