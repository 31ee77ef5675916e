"""The demo's screen fits the terminal it is shown on."""

import io

import pytest
from games import whole_game
from rich.console import Console

from trainhub.demo.face import Scene
from trainhub.demo.picture import page
from trainhub.scores.sheet import build

TRACKS = range(12)
LINES = [f"            TURN   line {n}" for n in range(9)]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 36), (140, 24), (200, 45)])
def test_the_whole_screen_fits(width, height):
    face = Scene([(0, 0, 9)] * 24, TRACKS, range(12, 24), {1: "Anna", 6: "Ben"}, 12, "boneyard 31", 1)
    out = io.StringIO()
    console = Console(width=width, height=height, file=out)
    console.print(page(face, build(whole_game(1)), ("TURN",), ("TURN", "MARK", "ROUND", "DRAW"), LINES, width, height))
    rows = out.getvalue().rstrip("\n").split("\n")
    text = "\n".join(rows)
    assert max(len(row) for row in rows) <= width
    assert len(rows) <= height
    for word in ("No hub is attached.", "12 Mexican Train", "1 Anna", "6 Ben", "boneyard 31", "ROUND", "DRAW", "line 8"):
        assert word in text, text


def test_the_picture_for_the_readme(micropython):
    from trainhub.demo.night import Plan
    from trainhub.demo.still import svg

    drawn = svg(Plan("cardinal-it", (2, 8), 1), rounds=0)
    assert drawn.startswith("<svg") and "Anna" in drawn and "open" in drawn
