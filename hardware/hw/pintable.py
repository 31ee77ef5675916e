"""The pin table and the current budget as Markdown, for docs/build.md.

The document carries them between marker comments, so that the prose stays hand-written and the
figures cannot go stale.
"""

from __future__ import annotations

from .budget import amplifier_watts, budget
from .model import VARIANTS, variant

USES = {
    "LED_DATA": "lights, to the level shifter",
    "AMP_MUTE": "amplifier on (high) / off (low, and in reset)",
    "I2S_SCK": "I2S bit clock",
    "I2S_WS": "I2S word select (must be the pin after the bit clock)",
    "I2S_SD": "I2S data",
    "BUZZER": "piezo buzzer",
}


def pin_table(hub: dict) -> str:
    """One row a used GPIO: GPIO, pin of the header, use, in which variant."""
    rows: dict[int, tuple[str, list[str]]] = {}
    for name in VARIANTS:
        for use, pin in variant(hub, name).pins:
            rows.setdefault(pin, (use.replace("BTN_", "SW_"), []))[1].append(name)
    lines = ["| GPIO | Pin | Net | Used for | Hubs |", "| --- | --- | --- | --- | --- |"]
    for pin, (use, names) in sorted(rows.items()):
        text = USES.get(use, f"button {use.removeprefix('SW_')}, closes to ground")
        physical = hub["pico"]["header"][f"GP{pin}"]
        lines.append(f"| GP{pin} | {physical} | {use} | {text} | {', '.join(names)} |")
    power = hub["pico"]["power"]
    lines.append(f"| - | {power['VSYS']} | VSYS | 5 V supply in and out | full, minimal |")
    lines.append(f"| - | {power['3V3']} | 3V3 | test point only | full, minimal |")
    return "\n".join(lines) + "\n"


def budget_table(hub: dict) -> str:
    """The current budget of both variants, in mA at 5 V, from the figures of hub.toml."""
    lines = ["| | " + " | ".join(VARIANTS) + " |", "| --- |" + " ---: |" * len(VARIANTS)]
    sums = [budget(hub, variant(hub, name)) for name in VARIANTS]

    def row(title: str, values: list[str]) -> None:
        lines.append(f"| {title} | " + " | ".join(values) + " |")

    row("Pico, shifter, amplifier at rest, switches", [f"{b.base_ma} mA" for b in sums])
    row("sound at its loudest", [f"{b.sound_ma} mA" for b in sums])
    row("all lights dark", [f"{b.led_idle_ma:.0f} mA" for b in sums])
    row("left for lit lights while sound plays", [f"{b.led_share_ma:.0f} mA" for b in sums])
    row("**the firmware's limiter allows in all**", [f"**{b.limit_ma} mA**" for b in sums])
    row("USB gives", [f"{b.usb_ma} mA" for b in sums])
    row("every light white at full, were there no limiter",
        [f"{b.base_ma + b.sound_ma + b.led_full_ma:.0f} mA" for b in sums])
    row("brightness left when every light is white and sound plays",
        [f"{100 * b.white_level:.0f} %" for b in sums])
    need = hub["currents"]["keep_alive_ma"]
    row(f"sure to be drawn, lights dark (a power bank may want {need} mA)",
        [f"{b.least_ma:.0f} mA" for b in sums])
    watts = amplifier_watts(hub)
    return "\n".join(lines) + (
        f"\n\nThe loudest sound is a full-scale sine: {watts:.2f} W into "
        f"{hub['amplifier']['speaker_ohm']:.0f} ohm at {hub['amplifier']['vdd_gain_db']:.0f} dB "
        "gain. Data-sheet and reported figures; not measured on a hub yet.\n")


def between_markers(text: str, name: str, body: str) -> str:
    """`text` with what stands between `<!-- name:begin -->` and `<!-- name:end -->` replaced."""
    begin, end = f"<!-- {name}:begin -->\n", f"<!-- {name}:end -->"
    head, rest = text.split(begin, 1)
    _, tail = rest.split(end, 1)
    return head + begin + body + end + tail


def parts_table(facts: dict) -> str:
    """What to print, from the case's parts.json."""
    use = {"body": "dark", "lid": "dark, white from 3.0 mm", "diffuser": "white",
           "cap_turn": "green", "cap_mark": "red", "cap_round": "blue", "cap_draw": "yellow"}
    lines = ["| Part | Colour | Size (mm) | Volume |", "| --- | --- | --- | ---: |"]
    for name, fact in facts.items():
        size = " x ".join(f"{v:.0f}" for v in fact["size_mm"])
        lines.append(f"| {name} | {use.get(name, 'dark')} | {size} | {fact['cm3']:.1f} cm3 |")
    total = sum(fact["cm3"] for fact in facts.values())
    # PLA: 1.24 g/cm3. Solid; with infill it is less.
    lines.append(f"| **all** | | | **{total:.0f} cm3, at most {total * 1.24:.0f} g of PLA** |")
    return "\n".join(lines) + "\n"
