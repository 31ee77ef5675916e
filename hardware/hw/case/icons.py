"""Raised signs of the deck, as flat sketches about 4.6 mm high around their own middle.

A dot before a sign means press, a bar means hold. The signs say what happens, in no language.
"""

from __future__ import annotations

from build123d import (
    Circle,
    Ellipse,
    Mode,
    Polygon,
    Pos,
    Rectangle,
    RectangleRounded,
    Rotation,
    Sketch,
    Text,
)

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
STROKE = 0.9  # two lines of a 0.4 mm nozzle, and a bit


def bar(width: float, height: float, x: float = 0, y: float = 0) -> Sketch:
    return Pos(x, y) * Rectangle(width, height)


def poly(*points: tuple[float, float]) -> Sketch:
    """A filled outline, whichever way round it is given."""
    turned = sum(ax * by - bx * ay for (ax, ay), (bx, by)
                 in zip(points, points[1:] + points[:1], strict=True))
    # A face given clockwise looks down, and extruding it would sink it into the deck.
    return Polygon(*(points if turned > 0 else points[::-1]), align=None)


def tile(x: float = 0, y: float = 0, w: float = 2.6, h: float = 4.4) -> Sketch:
    """A domino's outline with its middle line."""
    made = RectangleRounded(w, h, 0.5) - RectangleRounded(w - 1.5, h - 1.5, 0.2)
    return Pos(x, y) * (made + bar(w, 0.75))


def flag() -> Sketch:
    """The marker: a flag on a pole."""
    return bar(STROKE, 4.6, -1.5) + poly((-1.4, 2.3), (2.0, 1.1), (-1.4, -0.2))


def arrow() -> Sketch:
    """On to the next seat."""
    return bar(2.6, 1.1, -1.1) + poly((-0.1, 2.0), (2.3, 0), (-0.1, -2.0))


def next_flag() -> Sketch:
    """On to the next seat, with the marker up: nothing was laid."""
    small = bar(0.8, 4.4, -2.0) + poly((-1.8, 2.2), (0.2, 1.3), (-1.8, 0.4))
    return small + bar(1.6, 1.0, 0.2, -1.3) + poly((0.8, 0.3), (2.6, -1.3), (0.8, -2.9))


def double_open() -> Sketch:
    """A double lying across: a tile on its side with a gap beneath."""
    return Pos(0, 0.9) * Rotation(0, 0, 90) * tile() + bar(STROKE, 1.6, 0, -1.7)


def finish() -> Sketch:
    """Round over: a chequered flag."""
    made = bar(0.8, 4.6, -2.0)
    for x, y in ((-0.9, 1.6), (1.1, 1.6), (0.1, 0.4), (2.1, 0.4), (-0.9, -0.8), (1.1, -0.8)):
        made += bar(1.1, 1.25, x, y)
    return made + bar(3.9, 0.6, 0.3, 2.2)


def last_tile() -> Sketch:
    """Last-tile call: one tile and an exclamation mark."""
    return tile(-1.1) + bar(1.0, 2.8, 1.6, 0.85) + Pos(1.6, -1.55) * Circle(0.65)


def draw_tile() -> Sketch:
    """One tile drawn: a tile and a plus."""
    return tile(-1.3) + bar(2.4, 0.9, 1.7) + bar(0.9, 2.4, 1.7)


def pause() -> Sketch:
    return bar(1.2, 4.2, -1.1) + bar(1.2, 4.2, 1.1)


PRESS = {"TURN": arrow, "MARK": flag, "ROUND": finish, "DRAW": draw_tile}
HOLD = {"TURN": next_flag, "MARK": double_open, "ROUND": last_tile, "DRAW": pause}


def press(name: str) -> Sketch:
    """Dot and sign."""
    return Pos(-3.6, 0) * Circle(0.75) + Pos(0.6, 0) * PRESS[name]()


def hold(name: str) -> Sketch:
    """Bar and sign."""
    return bar(1.3, 4.0, -3.6) + Pos(0.6, 0) * HOLD[name]()


def number(text: str, size: float) -> Sketch:
    """Digits `size` high; 6 and 9 with a line below, so that nobody mistakes one for the other."""
    # A capital of DejaVu is 0.729 of the font size high.
    underlined = text in ("6", "9")
    tall = size - 1.2 if underlined else size
    made = Text(text, tall / 0.729, font_path=FONT, mode=Mode.PRIVATE)
    if underlined:
        made = Pos(0, 0.6) * made + bar(3.2, 0.7, 0, -size / 2 + 0.35)
    return made


def train() -> Sketch:
    """A steam engine seen from its side, 9.6 mm long, facing right."""
    made = bar(5.2, 2.2, 0.6, 0.0)                        # boiler
    made += bar(2.6, 3.8, -3.2, 0.8) - bar(1.1, 1.1, -3.2, 1.5)  # cab with its window
    made += bar(3.4, 0.8, -3.2, 2.8)                      # roof
    made += bar(1.1, 1.9, 2.2, 1.7) + bar(1.7, 0.7, 2.2, 2.8)    # chimney
    made += Pos(0.2, 1.1) * Ellipse(0.8, 0.8)             # dome
    made += bar(8.2, 0.8, -0.4, -1.2)                     # frame
    made += poly((3.4, -0.4), (5.0, -2.6), (3.4, -2.6))   # cow catcher
    for x in (-3.0, -0.3, 2.1):
        made += Pos(x, -1.9) * Circle(1.05)
    return made
