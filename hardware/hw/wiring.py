"""The harness as WireViz YAML: one connector a part, one cable a run of hub.toml.

WireViz draws it (hw.draw) and lists what to cut; its YAML is committed and compared byte for byte.
"""

from __future__ import annotations

from .nets import parts

TYPES = {"conn2": "XH 2-pin header, carrier board", "conn3": "XH 3-pin header, carrier board",
         "amp": "MAX98357A, screw terminal", "leds": "light strand", "button": "tactile switch",
         "powerswitch": "rocker switch", "speaker": "speaker 28 mm 8 ohm",
         "bank": "power bank, USB plug with open ends"}
COLOURS = {"conn2": "WH", "conn3": "WH", "leds": "GN", "button": "YE", "amp": "BU"}


def _quote(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'


def as_yaml(hub: dict, name: str) -> str:
    """WireViz source of a variant."""
    here = parts(hub, name)
    runs = [run for run in hub["harness"] if name in run["variants"]]
    ends: dict[str, list[tuple[str, str]]] = {}
    for run in runs:
        for end in (run["from"], run["to"]):
            used = {net for r in runs if end in (r["from"], r["to"]) for _, net in r["wires"]}
            ends[end] = [(p, n) for p, n in here[end]["nets"].items() if n in used]
    out = ["# Generated from hardware/hub.toml; drawn by WireViz 0.4.1.", "metadata:",
           f"  title: {_quote('trainhub ' + name + ' wiring')}", "options:",
           '  bgcolor: "#FFFFFF"', "  fontname: DejaVu Sans", "connectors:"]
    for ref, pins in ends.items():
        part = here[ref]
        label = part["value"] if part["kind"] in ("conn2", "conn3") else ""
        if part["kind"] == "button":
            label = next(b["name"] for b in hub["variants"][name]["buttons"] if b["ref"] == ref)
        out += [f"  {ref}:", f"    type: {_quote(TYPES[part['kind']])}"]
        if label:
            out.append(f"    subtype: {_quote(label)}")
        out += [f"    pins: [{', '.join(p for p, _ in pins)}]",
                f"    pinlabels: [{', '.join(_quote(n) for _, n in pins)}]",
                f"    mpn: {_quote(part['mpn'])}"]
        if part["kind"] in COLOURS:
            out.append(f"    color: {COLOURS[part['kind']]}")
    out.append("cables:")
    for run in runs:
        out += [f"  {run['name']}:", f"    wirecount: {len(run['wires'])}",
                f"    gauge: {run['gauge_mm2']} mm2", f"    length: {run['length_mm'] / 1000}",
                f"    colors: [{', '.join(colour for colour, _ in run['wires'])}]"]
        if run.get("note"):
            out.append(f"    notes: {_quote(run['note'])}")
    out.append("connections:")
    for run in runs:
        nets = [net for _, net in run["wires"]]
        left = {n: p for p, n in ends[run["from"]]}
        right = {n: p for p, n in ends[run["to"]]}
        out += ["  -", f"    - {run['from']}: [{', '.join(left[n] for n in nets)}]",
                f"    - {run['name']}: [{', '.join(str(i + 1) for i in range(len(nets)))}]",
                f"    - {run['to']}: [{', '.join(right[n] for n in nets)}]"]
    return "\n".join(out) + "\n"
