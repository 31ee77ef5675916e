"""Board files of the firmware: data only, valid on MicroPython, one per variant."""

from __future__ import annotations

from .budget import budget
from .model import Variant, variant

HEADER = '''"""Board data. {title}.

Generated from hardware/hub.toml by `make hardware`; do not edit.
Pins are GPIO numbers. Tracks are numbered clockwise seen from above; index 0 is track 1.
"""

'''


def _bytes(values: tuple[int, ...]) -> str:
    return "bytes((" + ", ".join(str(v) for v in values) + "))"


def board_file(hub: dict, name: str) -> str:
    """Text of firmware/boards/<name>.py."""
    v: Variant = variant(hub, name)
    b = budget(hub, v)
    buttons = ", ".join(f'("{x.name}", {x.pin})' for x in v.buttons)
    chips = ", ".join(f'"{chip}"' for chip in hub["hub"]["chips"])
    lines = [
        f'NAME = "{name}"',
        f'VARIANT = "{hub["hub"]["name"]}-{name}-{hub["hub"]["revision"]}"',
        f"CHIPS = ({chips})",
        f"LED_PIN = {v.led_pin}",
        f"LED_COUNT = {v.led_count}",
        f"LIGHTS_PER_TRACK = {v.lights_per_track}",
        "# LED index of the marker light and of the turn light of tracks 1 to 12.",
        f"MARKER_LEDS = {_bytes(v.marker_leds)}",
        f"TURN_LEDS = {_bytes(v.turn_leds)}",
        "# Active low, pulled up inside the chip.",
        f"BUTTONS = ({buttons})",
        f'SOUND = "{v.sound}"',
        f"I2S_SCK = {v.i2s.get('sck')}",
        f"I2S_WS = {v.i2s.get('ws')}",
        f"I2S_SD = {v.i2s.get('sd')}",
        "# Low (and in reset): the amplifier is off. High: on.",
        f"AMP_MUTE = {v.i2s.get('mute')}",
        f"BUZZER = {v.buzzer}",
        "# One colour of one LED at 255; one dark LED.",
        f"LED_CHANNEL_UA = {hub['currents']['led_channel_ua']}",
        f"LED_IDLE_UA = {hub['currents']['led_idle_ua']}",
        "# Everything but LEDs and sound; what sound adds; what the limiter may allow in all.",
        f"BASE_MA = {b.base_ma}",
        f"SOUND_MA = {b.sound_ma}",
        f"BUDGET_MA = {b.limit_ma}",
        "# Reckoned like BUDGET_MA, with the most that each part draws: at this figure even the least",
        f"# that they draw is the {hub['currents']['keep_alive_ma']} mA below which a power bank may "
        "switch itself off.",
        f"KEEP_ALIVE_MA = {b.keep_alive_ma}",
    ]
    return HEADER.format(name=name, title=v.title) + "\n".join(lines) + "\n"
