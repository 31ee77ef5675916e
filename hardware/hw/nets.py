"""The netlist of a variant, read from the parts' pin tables in hub.toml."""

from __future__ import annotations

from collections import defaultdict

GROUND = "GND"
OPEN = "NC"


def parts(hub: dict, name: str | None = None) -> dict[str, dict]:
    """Parts by reference, in the source's order; only those of variant `name` if one is given."""
    return {ref: part for ref, part in hub["parts"].items()
            if name is None or name in part["variants"]}


def connected(hub: dict, name: str | None = None) -> dict[str, list[tuple[str, str]]]:
    """Net -> [(reference, pin)], sorted by net; open pins left out."""
    nets: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for ref, part in parts(hub, name).items():
        for pin, net in part.get("nets", {}).items():
            if net != OPEN:
                nets[net].append((ref, pin))
    return {net: nets[net] for net in sorted(nets)}


def net_of(hub: dict, ref: str, pin: int | str) -> str | None:
    """Net on a pin, None if the pin is not named or open."""
    net = hub["parts"][ref].get("nets", {}).get(str(pin))
    return None if net == OPEN else net


def of_kind(hub: dict, name: str, kind: str) -> dict[str, dict]:
    return {r: p for r, p in parts(hub, name).items() if p["kind"] == kind}


def between(hub: dict, name: str, kind: str, one: str, two: str) -> list[str]:
    """References of two-pin parts of `kind` that join net `one` and net `two`."""
    return [ref for ref, part in of_kind(hub, name, kind).items()
            if set(part["nets"].values()) == {one, two}]


def microfarads(hub: dict, name: str, net: str) -> float:
    """All capacitance from `net` to ground, lights' own included."""
    total = 0.0
    for part in parts(hub, name).values():
        on = part.get("nets", {}).values()
        if net in on and GROUND in on:
            total += part.get("farad_uf", 0.0)
            total += part.get("cap_each_uf", 0.0) * hub["variants"][name]["led_count"]
    # The amplifier breakout carries 10 uF of its own (Adafruit 3006 schematic).
    total += sum(10.0 for p in of_kind(hub, name, "amp").values() if p["nets"].get("7") == net)
    return total
