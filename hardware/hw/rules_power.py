"""Power rules: current budget, inrush, input protection, speaker, wires."""

from __future__ import annotations

from .budget import amplifier_watts, budget
from .model import VARIANTS, variant
from .nets import GROUND, between, microfarads, of_kind, parts


def usb_budget(hub: dict) -> list[str]:
    """The limiter's allowance is within USB and leaves every track a light one can see."""
    wrong = []
    for name in VARIANTS:
        b = budget(hub, variant(hub, name))
        if b.limit_ma > b.usb_ma:
            wrong.append(f"{name}: limiter allows {b.limit_ma} mA, USB gives {b.usb_ma} mA")
        # 8 % of white with every light lit and sound playing: about what one needs on a
        # table under a lamp (an assumption, for bring-up to settle).
        if b.led_share_ma <= 0:
            rest = b.base_ma + b.sound_ma + b.led_idle_ma
            wrong.append(f"{name}: without a lit light {rest:.0f} mA of {b.limit_ma} mA are gone")
        elif b.white_level < 0.08:
            wrong.append(f"{name}: all lights white get {100 * b.white_level:.0f} % beside sound")
    return wrong


def led_tolerance(hub: dict) -> list[str]:
    """Lights that take 10 % more than the figure still keep the hub within USB."""
    wrong = []
    for name in VARIANTS:
        b = budget(hub, variant(hub, name))
        rest = b.base_ma + b.sound_ma
        worst = rest + (b.limit_ma - rest) * (1 + hub["limits"]["led_tolerance"])
        if worst > b.usb_ma:
            wrong.append(f"{name}: {worst:.0f} mA with lights at the top of their tolerance")
    return wrong


def keep_alive(hub: dict) -> list[str]:
    """Within the limiter, the least the lit hub draws for certain keeps a power bank awake."""
    wrong = []
    need = hub["currents"]["keep_alive_ma"]
    for name in VARIANTS:
        b = budget(hub, variant(hub, name))
        if b.sure_ma < need:
            wrong.append(f"{name}: draws {b.sure_ma:.0f} mA for certain, a power bank wants {need}")
    return wrong


def inrush(hub: dict) -> list[str]:
    """At the plug only a few microfarads; the rest is charged slowly through the load switch."""
    wrong = []
    soft, limits = hub["soft_start"], hub["limits"]
    for name in VARIANTS:
        direct = sum(microfarads(hub, name, net)
                     for net in ("VSYS", "5V_IN", "5V_FUSED", "VBUS"))
        charge = direct * limits["supply_v"]
        if direct > limits["usb_attach_uf"] or charge > limits["usb_inrush_uc"]:
            wrong.append(f"{name}: {direct:.1f} uF are switched onto USB at once")
        switches = of_kind(hub, name, "loadswitch")
        behind = microfarads(hub, name, "5V_SW")
        if not switches:
            wrong.append(f"{name}: {behind:.0f} uF without a soft start")
            continue
        slow = [c for c in of_kind(hub, name, "cap").values()
                if set(c["nets"].values()) == {"CT", GROUND}]
        picofarad = 1e6 * sum(c["farad_uf"] for c in slow)
        us_per_v = soft["a_us_per_v_pf"] * picofarad + soft["b_us_per_v"]
        # Half the slope is allowed for: the formula is typical, not worst case.
        surge_ma = 2 * 1000 * behind / us_per_v
        base = budget(hub, variant(hub, name)).base_ma
        if surge_ma + base > limits["usb_ma"]:
            wrong.append(f"{name}: soft start may draw {surge_ma:.0f} mA beside {base} mA")
    return wrong


def input_protection(hub: dict) -> list[str]:
    """5 V IN -> fuse -> (TVS to ground) -> diode -> VSYS, each part strong enough."""
    wrong = []
    for name in VARIANTS:
        if not any(p.get("nets", {}).get("1") == "5V_IN"
                   for p in of_kind(hub, name, "conn2").values()):
            continue
        most = hub["limits"]["budget_ma"]
        fuse = between(hub, name, "fuse", "5V_IN", "5V_FUSED")
        # 0.8: a PTC at 40 degrees C holds about four fifths of its rating (data sheet curve).
        if not fuse or 0.8 * hub["parts"][fuse[0]]["hold_ma"] < most:
            wrong.append(f"{name}: no fuse that holds {most} mA")
        diode = between(hub, name, "diode", "5V_FUSED", "VSYS")
        if not diode or hub["parts"][diode[0]]["nets"]["1"] != "VSYS" \
                or hub["parts"][diode[0]]["rated_ma"] < 1.5 * most:
            wrong.append(f"{name}: no diode that keeps two supplies apart")
        tvs = between(hub, name, "tvs", "5V_FUSED", GROUND)
        if not tvs or hub["parts"][tvs[0]]["nets"]["1"] != "5V_FUSED" \
                or hub["parts"][tvs[0]]["standoff_v"] < hub["limits"]["supply_v"]:
            wrong.append(f"{name}: no surge clamp behind the fuse")
        switch = between(hub, name, "powerswitch", "BANK_5V", "5V_IN")
        if not switch or hub["parts"][switch[0]]["rated_ma"] < 2 * most:
            wrong.append(f"{name}: no power switch rated for {2 * most} mA")
    return wrong


def speaker_power(hub: dict) -> list[str]:
    """Even a full-scale sine does not exceed what the speaker is rated for."""
    if not of_kind(hub, "full", "amp"):
        return []
    amp = hub["amplifier"]
    watts = amplifier_watts(hub)
    wrong = []
    if watts > amp["speaker_w"]:
        wrong.append(f"{watts:.2f} W into a speaker of {amp['speaker_w']} W")
    if hub["parts"]["A2"]["nets"]["4"] != hub["parts"]["A2"]["nets"]["7"]:
        wrong.append("A2 GAIN is not on VIN: gain is not the 6 dB the budget counts with")
    return wrong


def wires(hub: dict) -> list[str]:
    """Supply wires drop less than 50 mV together, there and back, at the limiter's allowance."""
    wrong = []
    rho, amps = hub["io"]["wire_ohm_mm2_per_m"], hub["limits"]["budget_ma"] / 1000
    for name in VARIANTS:
        drop = 0.0
        for run in hub["harness"]:
            nets = [net for _, net in run["wires"]]
            if name in run["variants"] and {"BANK_5V", "5V_IN", "5V_SW", "GND"} & set(nets) \
                    and not any(net.startswith("BTN_") for net in nets):
                ways = sum(net in ("BANK_5V", "5V_IN", "5V_SW", "GND") for net in nets)
                drop += amps * ways * rho * run["length_mm"] / 1000 / run["gauge_mm2"]
        if drop > 0.05:
            wrong.append(f"{name}: supply wires drop {1000 * drop:.0f} mV")
    return wrong


def harness_complete(hub: dict) -> list[str]:
    """Each wire ends on pins of its own net, and every case part's pin has a wire."""
    wrong = []
    for name in VARIANTS:
        here = parts(hub, name)
        reached: set[tuple[str, str]] = set()
        for run in (r for r in hub["harness"] if name in r["variants"]):
            for _, net in run["wires"]:
                for end in (run["from"], run["to"]):
                    if net not in here.get(end, {}).get("nets", {}).values():
                        wrong.append(f"{name}: {run['name']} brings {net} to {end}, which has no "
                                     f"pin on it")
                    reached.add((end, net))
        for ref, part in here.items():
            if part["place"] == "case":
                wrong += [f"{name}: {ref} has no wire for {net}" for net in
                          part["nets"].values() if (ref, net) not in reached]
    return wrong


RULES = (usb_budget, led_tolerance, keep_alive, inrush, input_protection, speaker_power, wires,
         harness_complete)
