"""The firmware's board files are data, agree with hub.toml, and are what was generated."""

import ast
import os
import subprocess
import sys

import pytest
from hw import generate
from hw.budget import budget
from hw.model import ROOT, VARIANTS, variant

NAMES = [
    "NAME", "VARIANT", "CHIPS", "LED_PIN", "LED_COUNT", "LIGHTS_PER_TRACK", "MARKER_LEDS",
    "TURN_LEDS", "BUTTONS", "SOUND", "I2S_SCK", "I2S_WS", "I2S_SD", "AMP_MUTE", "BUZZER",
    "LED_CHANNEL_UA", "LED_IDLE_UA", "BASE_MA", "SOUND_MA", "BUDGET_MA", "KEEP_ALIVE_MA",
]


def board(name: str) -> dict:
    values: dict = {}
    exec((ROOT / "firmware" / "boards" / f"{name}.py").read_text(), values)
    return values


def test_light_outputs_are_what_the_source_makes(hub):
    assert generate.differences(hub) == []


def test_a_changed_source_is_noticed(hub):
    hub["variants"]["full"]["led_pin"] = 21
    assert "firmware/boards/full.py" in generate.differences(hub)


@pytest.mark.parametrize("name", VARIANTS)
def test_board_files_are_plain_data(name):
    tree = ast.parse((ROOT / "firmware" / "boards" / f"{name}.py").read_text())
    kinds = {type(node) for node in tree.body[1:]}
    assert kinds == {ast.Assign}
    assert [t.id for node in tree.body[1:] for t in node.targets] == NAMES


@pytest.mark.parametrize("name", VARIANTS)
def test_the_limiter_gets_the_budget_of_the_rules(hub, name):
    data, want = board(name), budget(hub, variant(hub, name))
    assert (data["BASE_MA"], data["SOUND_MA"], data["BUDGET_MA"]) == (
        want.base_ma, want.sound_ma, want.limit_ma)
    # A frame scaled by the limiter to its share, plus everything else, is within USB.
    lit_ma = data["BUDGET_MA"] - data["BASE_MA"] - data["SOUND_MA"]
    tolerance = 1 + hub["limits"]["led_tolerance"]
    assert data["BASE_MA"] + data["SOUND_MA"] + lit_ma * tolerance <= hub["limits"]["usb_ma"]
    # Unlimited, white at 255 would be far over: the limiter is needed, not decoration.
    white_ma = data["LED_COUNT"] * 3 * data["LED_CHANNEL_UA"] / 1000
    assert data["BASE_MA"] + white_ma > hub["limits"]["usb_ma"]


@pytest.mark.parametrize("name", VARIANTS)
def test_tracks_have_their_lights(name):
    data = board(name)
    lights = set(data["MARKER_LEDS"]) | set(data["TURN_LEDS"])
    assert len(data["MARKER_LEDS"]) == len(data["TURN_LEDS"]) == 12
    assert lights == set(range(data["LED_COUNT"]))
    assert len(lights) == 12 * data["LIGHTS_PER_TRACK"]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_firmwares_limiter_keeps_the_hub_within_usb(hub, name):
    """The allowance the firmware works out from the board file, turned back into milliamperes."""
    code = (f"from boards import {name} as b; from hub.render import allowance, glow\n"
            "print(allowance(b), glow(b))")
    path = os.pathsep.join((str(ROOT / "firmware"), str(ROOT)))
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": path},
                          capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("the firmware's renderer does not load: " + done.stderr.strip()[-80:])
    counts, floor = (int(n) for n in done.stdout.split())
    data = board(name)
    ma = data["LED_CHANNEL_UA"] / 255 / 1000
    idle = data["LED_COUNT"] * data["LED_IDLE_UA"] / 1000
    rest = data["BASE_MA"] + data["SOUND_MA"]
    lit = counts * ma
    assert lit > 0
    assert rest + idle + lit <= data["BUDGET_MA"] + 1
    assert rest + (idle + lit) * (1 + hub["limits"]["led_tolerance"]) <= hub["limits"]["usb_ma"]
    # The glow that keeps a power bank awake is itself within the allowance.
    glow = floor * 3 * data["LED_COUNT"]
    assert glow <= counts
    assert data["BASE_MA"] + idle + glow * ma >= data["KEEP_ALIVE_MA"]
    # And it is enough with parts that draw the least they may.
    now = hub["currents"]
    least = now["least_pico_ma"] + data["LED_COUNT"] * now["least_led_idle_ua"] / 1000
    assert least + glow / 255 * now["least_led_channel_ua"] / 1000 >= now["keep_alive_ma"]
