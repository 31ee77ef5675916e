"""Current budget of a variant, in milliamperes at the 5 V rail.

The firmware's limiter and the electrical rules use the same figures: LEDs get what the budget
leaves after everything else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .model import Variant


@dataclass(frozen=True)
class Budget:
    base_ma: int        # all but LEDs and sound
    sound_ma: int       # what sound adds at its worst
    led_idle_ma: float  # all LEDs dark
    led_full_ma: float  # all LEDs white at 255, unlimited
    limit_ma: int       # what the limiter may allow in all
    usb_ma: int
    keep_alive_ma: int  # reckoned like limit_ma: at this the least that is drawn keeps a bank on
    least_ma: float     # what is drawn for certain, all LEDs dark
    least_lit: float    # the least a lit LED draws, as a share of what is reckoned

    @property
    def led_share_ma(self) -> float:
        """What is left for lit LEDs while sound plays."""
        return self.limit_ma - self.base_ma - self.sound_ma - self.led_idle_ma

    @property
    def white_level(self) -> float:
        """Share of full white that fits the budget with every LED lit and sound playing."""
        return min(1.0, self.led_share_ma / (self.led_full_ma - self.led_idle_ma))

    @property
    def sure_ma(self) -> float:
        """What the hub can draw for certain with its lights, silent or not."""
        return self.least_ma + self.led_share_ma * self.least_lit


def amplifier_watts(hub: dict) -> float:
    """Power into the speaker of a full-scale sine: 0 dBFS is 2.1 dBV plus the gain."""
    amp = hub["amplifier"]
    volts = 10 ** ((amp["full_scale_dbv"] + amp["vdd_gain_db"]) / 20)
    return volts * volts / amp["speaker_ohm"]


def rail_v(hub: dict) -> float:
    """The 5 V rail behind the input diode, at its lowest in normal use."""
    return hub["limits"]["supply_v"] - hub["limits"]["schottky_drop_v"]


def sound_ma(hub: dict, variant: Variant) -> int:
    if variant.sound == "i2s":
        watts = amplifier_watts(hub) / hub["amplifier"]["efficiency"]
        return math.ceil(1000 * watts / rail_v(hub))
    return hub["buzzer"]["current_ma"] if variant.sound == "pwm" else 0


def budget(hub: dict, variant: Variant) -> Budget:
    now = hub["currents"]
    base = now["pico_ma"] + now["shifter_ma"] + now["switch_ma"]
    base += now["amp_idle_ma"] if variant.sound == "i2s" else 0
    base += math.ceil(len(variant.buttons) * now["button_ua"] / 1000)
    idle = variant.led_count * now["led_idle_ua"] / 1000
    least = now["least_pico_ma"] + variant.led_count * now["least_led_idle_ua"] / 1000
    least_lit = now["least_led_channel_ua"] / now["led_channel_ua"]
    glow = max(0.0, now["keep_alive_ma"] - least) / least_lit
    return Budget(
        base_ma=base,
        sound_ma=sound_ma(hub, variant),
        led_idle_ma=idle,
        led_full_ma=idle + 3 * variant.led_count * now["led_channel_ua"] / 1000,
        limit_ma=hub["limits"]["budget_ma"],
        usb_ma=hub["limits"]["usb_ma"],
        keep_alive_ma=math.ceil(base + idle + glow),
        least_ma=least,
        least_lit=least_lit,
    )
