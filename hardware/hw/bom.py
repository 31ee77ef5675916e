"""Bill of materials: CSV to order from, Markdown with totals to read.

Prices are indicative: see the note in hub.toml. Same number, same line.
"""

from __future__ import annotations

import csv
import io

from .nets import parts

# What a shop calls it, where the value alone would not do to order by.
TITLES = {
    "res": "Resistor {value} ohm, 0.25 W", "cap": "Ceramic capacitor {value}, 5 mm pitch",
    "cap polar": "Electrolytic capacitor {value}, 8 mm across, 3.5 mm pitch", "fuse": "Resettable fuse, {value}",
    "diode": "Schottky diode {value}", "tvs": "Surge clamp {value}", "shifter": "Level shifter {value}, DIP-14",
    "loadswitch": "Load switch {value}, SOT-23-6", "conn2": "XH header, 2 pins", "conn3": "XH header, 3 pins",
}
COLUMNS = ("qty", "refs", "value", "maker", "mpn", "suppliers", "eur_each", "eur", "where")


def lines(hub: dict, name: str) -> list[dict]:
    """One line a manufacturer's number, in the source's order."""
    merged: dict[tuple[str, str], dict] = {}
    for ref, part in parts(hub, name).items():
        if part["place"] == "pad":
            continue
        count = part.get(f"quantity_{name}", part.get("quantity", 1))
        if part.get("price_per") == "light":
            count = hub["variants"][name]["led_count"]
        # Switches of one number differ by what they are wired to only.
        title = part["value"].split(" (")[0] if part["kind"] == "button" else part["value"]
        kind = part["kind"] + (" polar" if part.get("polar") else "")
        title = TITLES.get(kind, "{value}").format(value=title)
        line = merged.setdefault((part["maker"], part["mpn"]), {
            "qty": 0, "refs": [], "value": title, "maker": part["maker"], "mpn": part["mpn"],
            "suppliers": part["suppliers"], "eur_each": part["price_eur"],
            "where": {"board": "carrier board", "case": "case"}.get(part["place"], "hardware"),
        })
        line["qty"] += count
        line["refs"].append(ref)
    for line in merged.values():
        line["eur"] = round(line["qty"] * line["eur_each"], 2)
    return list(merged.values())


def total(hub: dict, name: str) -> float:
    return round(sum(line["eur"] for line in lines(hub, name)), 2)


def as_csv(hub: dict, name: str) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for line in lines(hub, name):
        writer.writerow(line | {
            "refs": " ".join(line["refs"]), "suppliers": " / ".join(line["suppliers"]),
            "eur_each": f"{line['eur_each']:.2f}", "eur": f"{line['eur']:.2f}"})
    return text.getvalue()


def as_table(hub: dict, name: str) -> str:
    rows = ["| Qty | Ref | Part | Maker's number | Suppliers | EUR |",
            "| ---: | --- | --- | --- | --- | ---: |"]
    for line in lines(hub, name):
        rows.append(f"| {line['qty']} | {', '.join(line['refs'])} | {line['value']} | "
                    f"{line['maker']} {line['mpn']} | {', '.join(line['suppliers'])} | "
                    f"{line['eur']:.2f} |")
    rows.append(f"| | | **Total, indicative** | | | **{total(hub, name):.2f}** |")
    return "\n".join(rows) + "\n"
