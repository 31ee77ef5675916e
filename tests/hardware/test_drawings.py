"""Netlist, wiring, schematic, bill of materials and Wokwi diagram say what hub.toml says."""

import csv
import io
import json
import re

import pytest
from hw import bom
from hw.model import HARDWARE, VARIANTS, variant
from hw.nets import connected, parts
from hw.sexpr import all_of, one, read


def netlist_of(name: str) -> dict[str, set]:
    tree = read((HARDWARE / "netlist" / f"{name}.net").read_text())
    return {one(net, "name")[1]: {(one(n, "ref")[1], one(n, "pin")[1])
                                  for n in all_of(net, "node")}
            for net in all_of(one(tree, "nets"), "net")}


@pytest.mark.parametrize("name", VARIANTS)
def test_the_netlist_joins_what_the_source_joins(hub, name):
    want = {net: set(pins) for net, pins in connected(hub, name).items() if len(pins) > 1}
    assert netlist_of(name) == want


@pytest.mark.parametrize("name", VARIANTS)
def test_the_netlist_has_every_part(hub, name):
    tree = read((HARDWARE / "netlist" / f"{name}.net").read_text())
    components = all_of(one(tree, "components"), "comp")
    listed = {one(c, "ref")[1]: one(c, "value")[1] for c in components}
    want = {ref: p["value"] for ref, p in parts(hub, name).items() if p.get("nets")}
    assert listed == want


@pytest.mark.parametrize("name", VARIANTS)
def test_the_schematic_shows_every_part_and_net(hub, name):
    svg = (HARDWARE / "schematic" / f"{name}.svg").read_text()
    words = " ".join(re.findall(r"<tspan[^>]*>([^<]*)<", svg)).replace("\u00a0", " ")
    missing = [ref for ref, part in parts(hub, name).items() if part.get("nets")
               and part["kind"] not in ("pico", "bank", "powerswitch")
               and not re.search(rf"\b{ref}\b", words)]
    assert missing == []
    hidden = [net for net, pins in connected(hub, name).items() if len(pins) > 1
              and net not in ("GND", "BANK_5V", "BUZZER_R") and net not in words]
    assert hidden == []


@pytest.mark.parametrize("name", VARIANTS)
def test_the_wiring_picture_shows_every_run(hub, name):
    svg = (HARDWARE / "wiring" / f"{name}.svg").read_text()
    shown = set(re.findall(r">([A-Z]{1,2}\d+)<", svg))
    runs = [run for run in hub["harness"] if name in run["variants"]]
    assert {run["name"] for run in runs} <= shown
    assert {run[end] for run in runs for end in ("from", "to")} <= shown
    cut = (HARDWARE / "wiring" / f"{name}.bom.tsv").read_text()
    assert all(run["name"] in cut for run in runs)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_bill_counts_every_part_once_and_adds_up(hub, name):
    rows = list(csv.DictReader(io.StringIO((HARDWARE / "bom" / f"{name}.csv").read_text())))
    refs = [ref for row in rows for ref in row["refs"].split()]
    assert sorted(refs) == sorted(r for r, p in parts(hub, name).items() if p["place"] != "pad")
    assert sum(round(100 * float(r["eur"])) for r in rows) == round(100 * bom.total(hub, name))
    lights = next(int(r["qty"]) for r in rows if r["refs"] == "DS1")
    assert lights == hub["variants"][name]["led_count"]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_wokwi_diagram_uses_the_board_files_pins(hub, name):
    doc = json.loads((HARDWARE / "wokwi" / name / "diagram.json").read_text())
    ids = {part["id"] for part in doc["parts"]}
    wires = {frozenset(wire[:2]) for wire in doc["connections"]}
    assert all(end.split(":")[0] in ids for wire in wires for end in wire)
    v = variant(hub, name)
    assert frozenset((f"pico:GP{v.led_pin}", "ring:DIN")) in wires
    for button in v.buttons:
        assert frozenset((f"pico:GP{button.pin}", f"btn_{button.name.lower()}:1.r")) in wires
    ring = next(p for p in doc["parts"] if p["id"] == "ring")
    assert ring["attrs"]["pixels"] == str(v.led_count)


def test_skidls_rule_check_reports_two_outputs_tied_together(hub, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # SKiDL writes its logs where it is imported
    pytest.importorskip("skidl", reason="skidl is in hardware/requirements.txt only")
    from hw.netlist import build

    assert build(hub, "full")[0] == 0
    hub["parts"]["U1"]["nets"]["6"] = "LED_5V"  # two gates drive one line
    assert build(hub, "full")[0] > 0
