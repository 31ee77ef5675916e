"""`python -m hw.netlist VARIANT OUT.net`: KiCad netlist and electrical rule check through SKiDL.

SKiDL only gets the parts and nets of hub.toml, so that its rule check is a second opinion on
the same data. Dates and paths are taken out of its netlist: the file is compared byte for byte.
"""

from __future__ import annotations

import builtins
import os
import re
import sys
import tempfile
from pathlib import Path

from .model import load
from .nets import OPEN, connected, parts
from .pins import pins_of

DRIVEN = ("GND", "VSYS", "5V_IN", "5V_FUSED", "5V_SW")


def tidy(text: str) -> str:
    """The netlist without what changes from run to run; brackets stay balanced."""
    text = re.sub(r'\(date "[^"]*"\)', '(date "")', text)
    text = re.sub(r'\(source "[^"]*"\)', '(source "hardware/hub.toml")', text)
    text = re.sub(r'\(tool "[^"]*"\)', '(tool "SKiDL")', text)
    text = re.sub(r'"netlist.py:\d+"', '"hub.toml"', text)
    return re.sub(r'\((tstamps?) "[^"]*"\)', r'(\1 "0")', text)


def build(hub: dict, name: str):
    """Fill SKiDL's default circuit; returns its ERC counts (errors, warnings) and netlist."""
    import skidl

    skidl.reset()
    no_connect = builtins.default_circuit.NC  # SKiDL publishes its circuit this way
    kinds = {k: getattr(skidl.Pin.types, k) for k in
             ("PASSIVE", "INPUT", "OUTPUT", "BIDIR", "PWRIN", "PWROUT", "NOCONNECT")}
    made = {}
    for ref, part in parts(hub, name).items():
        pins = pins_of(hub, ref)
        if not pins:
            continue
        # One template a part keeps SKiDL from numbering or renaming anything itself.
        template = skidl.Part(
            tool=skidl.SKIDL, name=part["kind"], dest=skidl.TEMPLATE, ref_prefix="X",
            pins=[skidl.Pin(num=n, name=label, func=kinds[func])
                  for n, (label, func) in pins.items()])
        made[ref] = template(ref=ref, value=part["value"],
                             footprint=part.get("footprint", "trainhub:" + part["kind"]),
                             tag=ref)
        for pin, net in part["nets"].items():
            if net == OPEN:
                made[ref][pin] += no_connect
        if part["kind"] == "pico":
            for pin in pins:
                if pin not in part["nets"]:
                    made[ref][pin] += no_connect
    for net_name, pins in connected(hub, name).items():
        if len(pins) == 1:  # a pin of the Pico that this variant leaves open
            made[pins[0][0]][pins[0][1]] += no_connect
            continue
        net = skidl.Net(net_name)
        for ref, pin in pins:
            net += made[ref][pin]
        if net_name in DRIVEN:
            net.drive = skidl.POWER
    skidl.ERC()
    errors = skidl.erc_logger.error.count
    warnings = skidl.erc_logger.warning.count
    return errors, warnings, tidy(skidl.generate_netlist())


def main(args: list[str]) -> int:
    name, out = args[0], Path(args[1]).resolve()
    hub = load()
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)  # SKiDL drops logs and caches where it stands
        errors, warnings, text = build(hub, name)
        os.chdir("/")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text)
    print(f"{name}: {len(connected(hub, name))} nets, ERC {errors} errors, {warnings} warnings")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
