"""Every rule passes on the design, and reports a fault planted for it."""

from collections.abc import Callable

import pytest
from hw.check import RULES, findings


def put(*path_and_value):
    """A fault: set one value of the parsed source."""
    *path, last, value = path_and_value

    def plant(hub: dict) -> None:
        for key in path:
            hub = hub[key]
        hub[last] = value

    return plant


def drop(ref: str) -> Callable[[dict], None]:
    """A fault: the part is not fitted."""
    return lambda hub: hub["parts"].pop(ref) and None


def mirror(hub: dict) -> None:
    """A fault: tracks run anticlockwise, as on a ring soldered from below."""
    hub["geometry"]["track_step_deg"] = -hub["geometry"]["track_step_deg"]


def swap_markers(hub: dict) -> None:
    leds = hub["variants"]["full"]["marker_leds"]
    leds[2], leds[3] = leds[3], leds[2]


def strand_backwards(hub: dict) -> None:
    """A fault: the strand begins at track 12 and runs against the clock."""
    variant = hub["variants"]["minimal"]
    variant["marker_leds"] = variant["turn_leds"] = list(range(11, -1, -1))


def cross_wires(hub: dict) -> None:
    """A fault: supply and data swapped at the end of the light harness."""
    run = next(r for r in hub["harness"] if r["name"] == "W5")
    run["to"] = "SW1"


def button(key: str, value) -> Callable[[dict], None]:
    return lambda hub: hub["variants"]["full"]["buttons"][0].__setitem__(key, value)


FAULTS = {
    "gpio_legal": [
        button("pin", 22),                                       # shared with the lights
        button("pin", 23),                                       # not on the header
        put("parts", "A1", "nets", "29", "I2S_SCK"),             # wired to another net
        put("variants", "minimal", "buzzer", 25),
    ],
    "ws_after_sck": [put("variants", "full", "i2s", "ws", 15)],
    "buttons_pulled_up": [
        button("pull", "none"),
        drop("R4"),
        put("parts", "SW3", "nets", "2", "3V3"),
        put("parts", "R3", "ohm", 100_000),
    ],
    "led_level": [
        drop("U1"),
        put("io", "shifter_vih_v", 3.5),                         # 74HC125 instead of AHCT
        put("parts", "U1", "nets", "14", "3V3"),
        put("parts", "U1", "nets", "1", "5V_SW"),                # disabled for ever
    ],
    "led_series_resistor": [drop("R1"), put("parts", "R1", "ohm", 33_000)],
    "gates_not_floating": [put("parts", "U1", "nets", "12", "NC")],
    "decoupling": [
        drop("C2"), drop("C1"),
        put("parts", "C4", "nets", "1", "3V3"),
        put("parts", "C1", "rated_v", 6.3),
        put("parts", "C6", "rated_v", 16),
    ],
    "amp_mute_default": [
        drop("R2"),
        put("parts", "R2", "ohm", 100_000),                      # 0.45 V: plays in reset
        put("io", "gpio_voh_v", 1.2),
    ],
    "gpio_current": [drop("R7"), put("parts", "R7", "ohm", 100)],
    "led_supply": [put("limits", "schottky_drop_v", 1.3)],
    "usb_budget": [put("limits", "budget_ma", 900), put("currents", "pico_ma", 250)],
    "led_tolerance": [put("limits", "budget_ma", 495)],
    "keep_alive": [
        put("currents", "keep_alive_ma", 600),
        put("currents", "least_led_channel_ua", 1_000),          # lights too thrifty to help
        put("currents", "pico_ma", 140),                         # and no room left for them
    ],
    "inrush": [
        drop("U2"),
        put("parts", "C6", "farad_uf", 0.0005),
        put("parts", "C5", "farad_uf", 47.0),
        put("parts", "C1", "nets", "1", "VSYS"),                 # bulk on the wrong side
    ],
    "input_protection": [
        drop("F1"), drop("D2"),
        put("parts", "D1", "nets", {"1": "5V_FUSED", "2": "VSYS"}),   # turned round
        put("parts", "F1", "hold_ma", 500),
        put("parts", "SW5", "rated_ma", 100),
    ],
    "speaker_power": [
        put("amplifier", "speaker_w", 0.5),
        put("parts", "A2", "nets", "4", "GND"),                  # 12 dB
    ],
    "wires": [lambda hub: [r.update(gauge_mm2=0.05) for r in hub["harness"]] and None],
    "harness_complete": [
        cross_wires,
        lambda hub: hub["harness"].pop() and None,
    ],
    "nets_joined": [put("parts", "R1", "nets", "2", "LED_DNI")],
    "parts_orderable": [put("parts", "U1", "mpn", ""), put("parts", "LS1", "suppliers", [])],
    "pico_pins": [
        put("parts", "A1", "nets", "38", "3V3"),
        put("parts", "A1", "nets", "39", "5V_IN"),
        put("parts", "A1", "nets", "2", "GND"),
    ],
    "lights_clockwise": [
        mirror, swap_markers, strand_backwards,
        put("variants", "full", "led_count", 23),
        put("variants", "minimal", "lights_per_track", 2),
    ],
    "track_twelve_on_top": [mirror, put("hub", "mexican_track", 1)],
    "slots_fit": [
        put("geometry", "slot_width_mm", 28.0),
        put("geometry", "drum_r_mm", 55.0),
        put("geometry", "outer_d_mm", 170.0),
        put("geometry", "fin_height_mm", 14.0),
    ],
}


def test_the_design_breaks_no_rule(hub):
    assert {name: wrong for name, wrong in findings(hub).items() if wrong} == {}


def test_every_rule_has_planted_faults():
    assert sorted(FAULTS) == sorted(rule.__name__ for rule in RULES)


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, number) for name, faults in FAULTS.items() for number in range(len(faults))],
)
def test_a_planted_fault_is_reported(hub, name, number):
    FAULTS[name][number](hub)
    assert findings(hub)[name], f"fault {number} of {name} went unseen"
