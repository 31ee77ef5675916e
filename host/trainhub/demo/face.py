"""The hub as a picture of characters: twelve tracks as on a clock face, its lights in the colours they really have.

The picture knows no game: it shows pixels that were read from the hub, and words and numbers that it is given.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.text import Text

WIDTH = 72
HEIGHT = 21
CENTRE = (36, 10)
# Where the pips of one half of a tile lie, row by row, for 0 to 18.
PIPS = (
    ("    ", "    ", "    "), ("    ", " ●  ", "    "), ("●   ", "    ", "   ●"), ("●   ", " ●  ", "   ●"),
    ("●  ●", "    ", "●  ●"), ("●  ●", " ●  ", "●  ●"), ("●  ●", "●  ●", "●  ●"), ("●  ●", "●● ●", "●  ●"),
    ("●● ●", "●  ●", "● ●●"), ("●● ●", "●● ●", "●● ●"), ("●●●●", "●  ●", "●●●●"), ("●●●●", "●● ●", "●●●●"),
    ("●●●●", "●●●●", "●●●●"), ("●●●●●", "●● ●", "●●●●"), ("●●●●●", "●●●●", "●●●●●"), ("●●●●●",) * 3,
    ("●●●●●●", "●●●●●", "●●●●●"), ("●●●●●●", "●●●●●", "●●●●●●"), ("●●●●●●",) * 3,
)  # fmt: skip
# The customary colours of pips on coloured sets, by number.
PIP_COLOURS = (
    "white", "#6fb7ff", "#46b04a", "#e2455d", "#9a6a3a", "#3f66d8", "#e9c52f", "#c78fd8", "#2fb3a6", "#8a4fc0", "#f08a30",
    "#b9b9b9", "#8c9bb0", "#5fbf9b", "#d86a6a", "#5a8fd0", "#d0b060", "#a070c0", "#70a0a0",
)  # fmt: skip


@dataclass
class Scene:
    """What the picture shows.

    pixels: (red, green, blue) 0-255 per LED as the hub lit them · markers, turns: LED index per track 1-12 ·
    names: of occupied tracks 1-11 · engine: of the round or None · boneyard, doing: words · open_trains, doubles: tracks.
    """

    pixels: Sequence[tuple[int, int, int]]
    markers: Sequence[int]
    turns: Sequence[int]
    names: dict[int, str]
    engine: int | None = None
    boneyard: str = ""
    turn: int = 0
    open_trains: set[int] = field(default_factory=set)
    doubles: set[int] = field(default_factory=set)
    doing: str = ""


class Canvas:
    """A grid of styled characters."""

    def __init__(self, width: int, height: int) -> None:
        self.cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write `text` with its first character at column x, row y; what falls outside is dropped."""
        for offset, character in enumerate(text):
            if 0 <= y < len(self.cells) and 0 <= x + offset < len(self.cells[y]):
                self.cells[y][x + offset] = (character, style)

    def text(self) -> Text:
        """The grid as rich text, one line a row."""
        out = Text(no_wrap=True)
        for row in self.cells:
            for character, style in row:
                out.append(character, style or None)
            out.append("\n")
        return out


def on_ring(track: int, across: float, down: float) -> tuple[int, int]:
    """Column and row of a track's place on an ellipse: track 12 at the top, clockwise."""
    angle = math.radians(track * 30)
    return round(CENTRE[0] + across * math.sin(angle)), round(CENTRE[1] - down * math.cos(angle))


def glow(pixel: tuple[int, int, int]) -> str:
    """A style for a light: LED duty is linear, a screen is not, so dim lights are lifted to what the eye sees."""
    if not any(pixel):
        return "#5c5c5c"
    strongest = max(pixel)
    level = 0.6 + 0.4 * (strongest / 255) ** 0.5
    # A little white in every colour: deep blue and red are bright LEDs, and dark letters.
    red, green, blue = (round(70 + 185 * (channel / strongest * level) ** (1 / 2.2)) for channel in pixel)
    return f"bold #{red:02x}{green:02x}{blue:02x}"


def draw(scene: Scene) -> Text:
    """The whole face."""
    canvas = Canvas(WIDTH, HEIGHT)
    for track in range(1, 13):
        _track(canvas, scene, track)
    _engine(canvas, scene.engine)
    if scene.boneyard:
        canvas.put(CENTRE[0] - len(scene.boneyard) // 2, CENTRE[1] + 4, scene.boneyard, "dim")
    return canvas.text()


def _track(canvas: Canvas, scene: Scene, track: int) -> None:
    seated = track in scene.names or track == 12
    name = "Mexican Train" if track == 12 else scene.names.get(track, "")
    marker = scene.pixels[scene.markers[track - 1]]
    turn = scene.pixels[scene.turns[track - 1]]
    x, y = on_ring(track, 21, 8.4)
    canvas.put(x, y, "◆" if any(marker) else "◇", glow(marker))
    ix, iy = on_ring(track, 15.5, 6)
    if (ix, iy) == (x, y):
        ix += 1 if ix < CENTRE[0] else -1
    canvas.put(ix, iy, "●" if any(turn) else "○", glow(turn))
    words = f"{track} {name if track == 12 else name[:11]}" if seated else str(track)
    if track in scene.doubles:
        words += " ╋"
    if track in scene.open_trains:
        words += " open"
    style = "bold" if track == scene.turn else "" if seated else "dim"
    if track in (6, 12):
        canvas.put(x - len(words) // 2, y + (1 if track == 6 else -1), words, style)
    elif x > CENTRE[0]:
        canvas.put(x + 2, y, words, style)
    else:
        canvas.put(x - 1 - len(words), y, words, style)


def _engine(canvas: Canvas, engine: int | None) -> None:
    if engine is None:
        canvas.put(CENTRE[0] - 4, CENTRE[1], "· · · · ·", "dim")
        return
    rows = PIPS[engine]
    wide = max(4, max(len(row) for row in rows))
    left = CENTRE[0] - wide - 2
    edge = "─" * (wide + 1)
    canvas.put(left, CENTRE[1] - 2, f"╭{edge}┬{edge}╮")
    for i, row in enumerate(rows):
        y = CENTRE[1] - 1 + i
        canvas.put(left, y, "│")
        canvas.put(left + 1, y, row.center(wide), PIP_COLOURS[engine])
        canvas.put(left + wide + 2, y, "│")
        canvas.put(left + wide + 3, y, row.center(wide), PIP_COLOURS[engine])
        canvas.put(left + 2 * wide + 4, y, "│")
    canvas.put(left, CENTRE[1] + 2, f"╰{edge}┴{edge}╯")
