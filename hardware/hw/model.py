"""hub.toml as plain data, with the few shapes every generator needs.

Nothing here judges the design: rules.py does, on the same parsed dictionary, so that a test can
plant a fault by changing one value.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

HARDWARE = Path(__file__).resolve().parent.parent
ROOT = HARDWARE.parent
SOURCE = HARDWARE / "hub.toml"
VARIANTS = ("full", "minimal")


def load(path: Path = SOURCE) -> dict:
    """The parsed source, a fresh dictionary at each call."""
    with open(path, "rb") as stream:
        return tomllib.load(stream)


@dataclass(frozen=True)
class Button:
    name: str
    pin: int
    ref: str


@dataclass(frozen=True)
class Variant:
    """One build of the hub; pins are GPIO numbers, currents come from budget.py."""

    name: str
    title: str
    lights_per_track: int
    led_count: int
    led_pin: int
    sound: str
    buttons: tuple[Button, ...]
    marker_leds: tuple[int, ...]
    turn_leds: tuple[int, ...]
    i2s: dict
    buzzer: int | None

    @property
    def pins(self) -> list[tuple[str, int]]:
        """Every GPIO this variant uses, as (what for, GPIO number)."""
        used = [("LED_DATA", self.led_pin)]
        used += [(f"BTN_{b.name}", b.pin) for b in self.buttons]
        used += [(f"I2S_{k.upper()}" if k != "mute" else "AMP_MUTE", v)
                 for k, v in self.i2s.items()]
        if self.buzzer is not None:
            used.append(("BUZZER", self.buzzer))
        return used


def variant(hub: dict, name: str) -> Variant:
    """The variant `name` of a parsed hub.toml."""
    raw = hub["variants"][name]
    return Variant(
        name=name,
        title=raw["title"],
        lights_per_track=raw["lights_per_track"],
        led_count=raw["led_count"],
        led_pin=raw["led_pin"],
        sound=raw["sound"],
        buttons=tuple(Button(b["name"], b["pin"], b["ref"]) for b in raw["buttons"]),
        marker_leds=tuple(raw["marker_leds"]),
        turn_leds=tuple(raw["turn_leds"]),
        i2s=dict(raw.get("i2s", {})),
        buzzer=raw.get("buzzer"),
    )
