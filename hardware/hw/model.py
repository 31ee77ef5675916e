"""hub.toml as plain data, with the few shapes every generator needs.

`load` sees to its form only. rules.py judges the design, on the same parsed dictionary, so that a test
can plant a fault by changing one value.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from .form import VARIANTS, wrong

HARDWARE = Path(__file__).resolve().parent.parent
ROOT = HARDWARE.parent
SOURCE = HARDWARE / "hub.toml"
ADVICE = "Mend it and try again; `git diff hardware/hub.toml` shows what was changed."

__all__ = ["HARDWARE", "ROOT", "SOURCE", "VARIANTS", "BadSource", "Button", "Variant", "load", "variant"]


class BadSource(SystemExit):
    """hub.toml cannot be used. The text says why, and what to do; a command ends with it."""

    def __init__(self, path: Path, reasons: list[str]):
        name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        lines = [f"{name} cannot be used:", *("  " + reason for reason in reasons), ADVICE]
        super().__init__("\n".join(lines))


def load(path: Path = SOURCE) -> dict:
    """The parsed source, a fresh dictionary at each call."""
    try:
        hub = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise BadSource(path, [getattr(fault, "strerror", None) or str(fault)]) from None
    if reasons := wrong(hub):
        raise BadSource(path, reasons)
    return hub


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
