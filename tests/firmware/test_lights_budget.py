"""The current budget holds for whatever is lit, frame by frame, pushes cut into slices and fingers in between."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boards.full
import boards.minimal
from hub import lights as ls
from hub.lights import Lights
from hub.pixels import Pixels
from hub.render import Renderer

TRACK = st.lists(st.integers(0, ls.STATES - 1), min_size=12, max_size=12)


class Strip:
    """Adds up what the LEDs of a shown frame draw, in microamperes."""

    def __init__(self, board):
        self.board = board
        self.now = bytearray(board.LED_COUNT * 3)
        self.worst = 0
        self.shows = 0

    def set(self, i, r, g, b):
        self.now[3 * i : 3 * i + 3] = bytes((r, g, b))

    def show(self):
        board = self.board
        lit = sum(self.now) * board.LED_CHANNEL_UA / 255 + board.LED_COUNT * board.LED_IDLE_UA
        self.worst = max(self.worst, lit + (board.BASE_MA + board.SOUND_MA) * 1000)
        self.shows += 1


@pytest.mark.parametrize("board", (boards.full, boards.minimal), ids=lambda board: board.NAME)
@settings(max_examples=60, deadline=None)
@given(
    frames=st.lists(st.tuples(TRACK, TRACK, st.booleans(), st.integers(0, 18), st.integers(0, 3)), min_size=1, max_size=6),
    touches=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 11)), max_size=5),
    keep=st.booleans(),
)
def test_the_budget_holds(board, frames, touches, keep):
    strip = Strip(board)
    renderer = Renderer(board)
    renderer.keep_alive = keep
    pixels = Pixels(strip, board.LED_COUNT, renderer.allow)
    lights = Lights()
    fingers = dict(touches)
    now = 0
    for outer, inner, paused, engine, brightness in frames:
        lights.outer[:] = bytes(outer)
        lights.inner[:] = bytes(inner)
        lights.paused, lights.engine, renderer.brightness = paused, engine, brightness
        renderer.assign(lights, now)
        for _ in range(12):
            renderer.draw(lights, now)
            for _ in range(5):
                now += 8
                if now // 8 in fingers:
                    level = renderer.touch_level()
                    pixels.touch(board.TURN_LEDS[fingers[now // 8]], level, level, level)
                if pixels.pending(renderer.pixels):
                    pixels.push(renderer.pixels)
                assert pixels.lit == sum(pixels.sent)
    assert strip.worst <= board.BUDGET_MA * 1000


@pytest.mark.parametrize("board", (boards.full, boards.minimal), ids=lambda board: board.NAME)
def test_keep_alive_draws_enough_in_pulses(board):
    strip = Strip(board)
    renderer = Renderer(board)
    renderer.keep_alive = True
    pixels = Pixels(strip, board.LED_COUNT, renderer.allow)
    lights = Lights()
    renderer.assign(lights, 0)
    enough = []
    for now in range(0, 24000, 40):
        renderer.draw(lights, now)
        while pixels.pending(renderer.pixels):
            pixels.push(renderer.pixels)
        lit = sum(strip.now) * board.LED_CHANNEL_UA / 255 + board.LED_COUNT * board.LED_IDLE_UA
        enough.append(lit + board.BASE_MA * 1000 >= board.KEEP_ALIVE_MA * 1000)
    assert sum(enough) == 30  # 0.4 s every 8 s
    assert max(strip.now) == 0


def test_the_limiter_dims_and_does_not_cut():
    board = boards.full
    renderer = Renderer(board)
    renderer.brightness = 3
    lights = Lights()
    lights.outer[:] = lights.inner[:] = bytes([ls.TOUCH] * 12)
    renderer.assign(lights, 0)
    renderer.draw(lights, 0)
    assert len(set(renderer.pixels)) == 1 and renderer.pixels[0] > 20
    assert sum(renderer.pixels) <= renderer.allow
