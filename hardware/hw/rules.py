"""Electrical rules over the parsed hub.toml: pins, levels, resistors, capacitors.

Each rule takes the dictionary and returns what is wrong, in words; none is an empty list. The
tests plant a fault for each of them. Power rules are in rules_power.py, the rest in rules_form.py.
"""

from __future__ import annotations

from .budget import rail_v
from .model import VARIANTS, variant
from .nets import GROUND, between, net_of, of_kind, parts


def gpio_legal(hub: dict) -> list[str]:
    """Every pin is on the header, used once, and wired to the net its use names."""
    wrong = []
    header = hub["pico"]["header"]
    expect = {"LED_DATA": "LED_DATA", "AMP_MUTE": "AMP_MUTE", "BUZZER": "BUZZER"}
    for name in VARIANTS:
        seen: dict[int, str] = {}
        for use, pin in variant(hub, name).pins:
            if pin in seen:
                wrong.append(f"{name}: GP{pin} is used for {seen[pin]} and {use}")
            seen[pin] = use
            physical = header.get(f"GP{pin}")
            if physical is None or pin in hub["pico"]["module_only"]:
                wrong.append(f"{name}: GP{pin} ({use}) is not on the header")
                continue
            net = expect.get(use, use.replace("BTN_", "SW_"))
            if net_of(hub, "A1", physical) != net:
                wrong.append(f"{name}: GP{pin} ({use}) is not wired to {net}")
    return wrong


def ws_after_sck(hub: dict) -> list[str]:
    """MicroPython's rp2 port takes WS on the pin after SCK only."""
    return [f"{n}: I2S WS GP{v.i2s['ws']} is not SCK + 1 (GP{v.i2s['sck'] + 1})"
            for n in VARIANTS if (v := variant(hub, n)).i2s
            and v.i2s["ws"] != v.i2s["sck"] + 1]


def buttons_pulled_up(hub: dict) -> list[str]:
    """Pull-up, series resistor against static charge, switch to ground, low enough when down."""
    wrong = []
    io, logic = hub["io"], hub["limits"]["logic_v"]
    for name in VARIANTS:
        for button in hub["variants"][name]["buttons"]:
            label = f"{name}: button {button['name']}"
            if button.get("pull") != "up":
                wrong.append(f"{label} has no pull-up")
            near, far = f"SW_{button['name']}", f"BTN_{button['name']}"
            series = between(hub, name, "res", near, far)
            if len(series) != 1:
                wrong.append(f"{label} has no series resistor")
                continue
            if not between(hub, name, "button", far, GROUND):
                wrong.append(f"{label} does not switch to ground")
            ohm = hub["parts"][series[0]]["ohm"]
            low = logic * ohm / (ohm + io["gpio_pullup_ohm"])
            if low > io["gpio_vil_v"] / 2:
                wrong.append(f"{label} reads {low:.2f} V when pressed: {ohm} ohm is too much")
    return wrong


def led_level(hub: dict) -> list[str]:
    """3.3 V is below 0.7 x 5 V, so the data line needs a shifter on the lights' own supply."""
    wrong = []
    io = hub["io"]
    for name in VARIANTS:
        need = io["led_vih"] * hub["limits"]["supply_v"]
        shifters = of_kind(hub, name, "shifter")
        if not shifters:
            if io["gpio_voh_v"] < need:
                wrong.append(f"{name}: {io['gpio_voh_v']} V drives lights that need {need:.2f} V")
            continue
        if io["gpio_voh_v"] < io["shifter_vih_v"]:
            wrong.append(f"{name}: shifter input needs {io['shifter_vih_v']} V")
        for ref, part in shifters.items():
            for led, lights in of_kind(hub, name, "leds").items():
                if part["nets"].get("14") != lights["nets"]["1"]:
                    wrong.append(f"{name}: {ref} is not on the supply of {led}")
            if part["nets"].get("2") != "LED_DATA" or part["nets"].get("1") != GROUND:
                wrong.append(f"{name}: {ref} is not driven by LED_DATA, enabled low")
    return wrong


def led_series_resistor(hub: dict) -> list[str]:
    """220-470 ohm between shifter and lights: damps ringing, limits current into a dark light."""
    wrong = []
    for name in VARIANTS:
        out = next((p["nets"]["3"] for p in of_kind(hub, name, "shifter").values()), "LED_DATA")
        found = between(hub, name, "res", out, "LED_DIN")
        if len(found) != 1 or not 220 <= hub["parts"][found[0]]["ohm"] <= 470:
            wrong.append(f"{name}: no 220-470 ohm in series with the lights' data line")
    return wrong


def gates_not_floating(hub: dict) -> list[str]:
    """No CMOS input may float: 74AHCT125 inputs and enables are pins 1, 2, 4, 5, 9, 10, 12, 13."""
    return [f"{ref} pin {pin} floats"
            for ref, part in of_kind(hub, "full", "shifter").items()
            for pin in (1, 2, 4, 5, 9, 10, 12, 13) if net_of(hub, ref, pin) is None]


def decoupling(hub: dict) -> list[str]:
    """100 nF to 1 uF at every chip, bulk at the lights, and enough voltage rating."""
    wrong = []
    supply_pin = {"shifter": "14", "amp": "7", "loadswitch": "1"}
    for name in VARIANTS:
        here = parts(hub, name)
        for ref, part in here.items():
            pin = supply_pin.get(part["kind"])
            if pin is None:
                continue
            good = [r for r, c in here.items() if c.get("decouples") == ref
                    and set(c["nets"].values()) == {part["nets"][pin], GROUND}
                    and 0.1 <= c["farad_uf"] <= 1.0]
            if not good:
                wrong.append(f"{name}: {ref} has no capacitor of its own")
        bulk = [c for c in of_kind(hub, name, "cap").values()
                if set(c["nets"].values()) == {"5V_SW", GROUND} and c["farad_uf"] >= 100]
        if not bulk:
            wrong.append(f"{name}: no bulk capacitor at the lights")
        for ref, cap in of_kind(hub, name, "cap").items():
            least = 25 if "CT" in cap["nets"].values() else 1.6 * hub["limits"]["supply_v"]
            if cap["rated_v"] < least:
                wrong.append(f"{name}: {ref} is rated {cap['rated_v']} V, needs {least:.0f} V")
    return wrong


def amp_mute_default(hub: dict) -> list[str]:
    """With the GPIO floating (reset, boot) the amplifier is certainly off; driven high, on."""
    wrong = []
    amp, io = hub["amplifier"], hub["io"]
    for name in VARIANTS:
        for ref, part in of_kind(hub, name, "amp").items():
            line = part["nets"]["5"]
            downs = between(hub, name, "res", line, GROUND)
            conduct = sum(1 / hub["parts"][r]["ohm"] for r in downs) + 1 / amp["sd_internal_ohm"]
            floating = hub["limits"]["supply_v"] / (1 + amp["sd_pullup_ohm"] * conduct)
            if floating >= amp["sd_off_v"]:
                wrong.append(f"{name}: {ref} wakes with {floating * 1000:.0f} mV on SD: not muted")
            if io["gpio_voh_v"] < amp["sd_left_v"]:
                wrong.append(f"{name}: {ref} cannot be switched on by a GPIO")
            for r in downs:
                ohm = hub["parts"][r]["ohm"]
                if ohm > io["e9_pulldown_ohm"]:
                    wrong.append(f"{name}: {r} {ohm} ohm does not hold RP2350 (erratum E9)")
                if 1000 * hub["limits"]["logic_v"] / ohm > hub["limits"]["gpio_ma"] / 2:
                    wrong.append(f"{name}: {r} loads the GPIO too much")
    return wrong


def gpio_current(hub: dict) -> list[str]:
    """A piezo is a capacitor: its series resistor alone limits the GPIO's edge current."""
    wrong = []
    for name in VARIANTS:
        if hub["variants"][name]["sound"] != "pwm":
            continue
        found = between(hub, name, "res", "BUZZER", "BUZZER_R")
        ohm = hub["parts"][found[0]]["ohm"] if found else 0
        if ohm == 0 or 1000 * hub["limits"]["logic_v"] / ohm > hub["limits"]["gpio_ma"]:
            wrong.append(f"{name}: buzzer may draw more than {hub['limits']['gpio_ma']} mA")
    return wrong


def led_supply(hub: dict) -> list[str]:
    """What is left behind the input diode still runs the lights."""
    left = rail_v(hub) - 0.1
    low = hub["io"]["led_min_v"]
    return [f"lights get {left:.2f} V, need {low} V"] if left < low else []


RULES = (gpio_legal, ws_after_sck, buttons_pulled_up, led_level, led_series_resistor,
         gates_not_floating, decoupling, amp_mute_default, gpio_current, led_supply)
