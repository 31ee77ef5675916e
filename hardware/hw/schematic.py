"""`python -m hw.schematic VARIANT OUT.svg`: a schematic a person can read, drawn by schemdraw.

References, values, pins and net names all come from hub.toml; only the layout stands here. One
block a task, joined by net names, as on a printed service sheet.
"""

from __future__ import annotations

import sys
from pathlib import Path

import schemdraw
import schemdraw.elements as elm

from .model import load, variant
from .nets import connected, net_of, parts
from .pins import pins_of

schemdraw.use("svg")
INK, NET, FRAME = "#1b2a3a", "#0b5fa5", "#9fb1c1"


class Sheet:
    """A drawing with the few marks all blocks use."""

    def __init__(self, hub: dict, name: str):
        self.hub, self.name, self.here = hub, name, parts(hub, name)
        self.joined = {net for net, pins in connected(hub, name).items() if len(pins) > 1}
        self.d = schemdraw.Drawing(fontsize=10, font="DejaVu Sans", color=INK, lw=1.3, unit=2.2)

    def frame(self, x: float, y: float, w: float, h: float, title: str) -> None:
        self.d += elm.Rect(corner1=(0, 0), corner2=(w, -h), lw=1).at((x, y)).theta(0).color(FRAME)
        self.text(x + 0.25, y - 0.38, title, 12.5, colour=NET)

    def text(self, x: float, y: float, words: str, size: float = 10, colour: str = INK,
             align: str = "left") -> None:
        # The SVG writer centres on the capitals' top; 0.16 brings names level with their wires.
        self.d += elm.Label().at((x, y - 0.16)).theta(0).color(colour).label(
            words, loc="center", fontsize=size, ofst=0, halign=align, valign="center")

    def net(self, at, net: str | None, side: str = "right", stub: float = 0.5):
        """A net name on a short wire; ground gets its symbol, an open pin a cross."""
        if net not in self.joined:
            out = (at[0] + (0.12 if side == "right" else -0.12), at[1])
            self.d += elm.NoConnect().at(out).theta(0).scale(0.5)
            return
        step = stub if side == "right" else -stub
        end = (at[0] + step, at[1])
        self.d += elm.Line().at(at).to(end)
        if net == "GND":
            self.d += elm.Ground(lead=False).at(end).theta(0).scale(0.6)
        else:
            shift = 0.1 if side == "right" else -0.14
            self.text(end[0] + shift, end[1], net, 9.5, NET,
                      "left" if side == "right" else "right")

    def name_of(self, ref: str) -> str:
        part = self.here[ref]
        value = part["value"].replace(" uF", " \u00b5F")
        if part["kind"] == "res":
            value = value.replace("k", " k") + ("\u03a9" if "k" in value else " \u03a9")
        return f"{ref}  {value}"

    def row(self, x: float, y: float, ref: str, element, length: float = 2.2) -> None:
        """A two-pin part lying flat, its two net names left and right; pin 1 left."""
        if ref not in self.here:
            return
        self.net((x, y), net_of(self.hub, ref, 1), "left")
        self.d += element.at((x, y)).to((x + length, y)).label(
            self.name_of(ref), loc="top", fontsize=9.5, ofst=0.12)
        self.net((x + length, y), net_of(self.hub, ref, 2), "right")

    def chip(self, x: float, y: float, ref: str, left: list[str], right: list[str],
             width: float, title: str = "") -> None:
        """A box with pins; nets as hub.toml wires them."""
        if ref not in self.here:
            return
        table = pins_of(self.hub, ref)
        pins = []
        for side, numbers in (("left", left), ("right", right)):
            for place, n in enumerate(numbers):
                if n:
                    pins.append(elm.IcPin(name=table[n][0], pin=n, side=side, anchorname=f"p{n}",
                                          slot=f"{len(numbers) - place}/{len(numbers)}"))
        rows = max(len(left), len(right))
        ic = elm.Ic(pins=pins, size=(width, rows * 0.62 + 0.2), pinspacing=0.62, edgepadH=0.1,
                    leadlen=0.35, plblsize=8, lsize=9.5).at((x, y)).theta(0).anchor("center")
        made = self.d.add(ic)
        self.text(x, y + (rows * 0.62 + 0.2) / 2 + 0.3, title or self.name_of(ref), 10.5,
                  align="center")
        for side, numbers in (("left", left), ("right", right)):
            for n in numbers:
                if n:
                    self.net(tuple(getattr(made, f"p{n}")), net_of(self.hub, ref, int(n)), side,
                             0.25)


def draw(hub: dict, name: str) -> schemdraw.Drawing:
    s, v = Sheet(hub, name), variant(hub, name)
    s.text(0, 1.35, f"trainhub, {name} hub, revision {hub['hub']['revision']}", 16)
    s.text(0, 0.7, "Generated from hardware/hub.toml. Nothing has been built yet. Equal names "
           "are connected.", 10)
    left = [str(n) for n in range(1, 21)]
    right = [str(n) for n in range(40, 20, -1)]
    s.d += elm.Rect(corner1=(-0.4, -22.5), corner2=(23.6, 2.1), lw=0.01).color("white")
    s.frame(0, 0, 9.4, 14.6, "Controller")
    s.chip(4.7, -7.6, "A1", left, right, 3.4, s.here["A1"]["value"])
    s.frame(9.8, 0, 13.4, 5.0, "5 V input and soft start")
    if "J1" in s.here:
        for y, ref, element in ((-1.3, "F1", elm.Fuse()), (-2.5, "D2", elm.Zener().reverse()),
                                (-3.7, "D1", elm.Schottky().reverse())):
            s.row(11.9, y, ref, element)
    else:
        s.text(10.3, -1.6, "Powered by the Pico's USB socket;", 10)
        s.text(10.3, -2.1, "its own diode feeds VSYS.", 10)
    s.chip(19.0, -2.05, "U2", ["1", "3", "4", "2"], ["6", "5"], 2.0)
    s.row(17.4, -4.35, "C5", elm.Capacitor(), 1.2)
    s.row(20.6, -4.35, "C6", elm.Capacitor(), 1.2)
    s.frame(9.8, -5.3, 13.4, 5.5, "Lights")
    s.chip(13.2, -8.3, "U1", ["2", "1", "5", "4", "9", "10", "12"],
           ["14", "3", "6", "8", "11", "13", "7"], 2.2)
    s.row(17.9, -6.5, "R1", elm.Resistor())
    s.row(17.2, -7.75, "C2", elm.Capacitor(), 1.2)
    s.row(20.7, -7.75, "C1", elm.Capacitor2(), 1.2)
    s.chip(19.6, -9.62, "DS1", ["1", "2", "3"], [], 1.6,
           f"J2 \u2192 DS1  {v.led_count} x WS2812B")
    s.frame(9.8, -11.1, 13.4, 5.6, "Sound")
    if v.sound == "i2s":
        s.chip(13.2, -14.1, "A2", ["1", "2", "3", "4", "5"], ["7", "6", "8", "9"], 2.2,
               "A2  MAX98357A breakout")
        s.row(18.2, -12.6, "R2", elm.Resistor())
        s.row(18.6, -13.9, "C4", elm.Capacitor(), 1.2)
        s.row(18.2, -15.5, "LS1", elm.RBox())
    else:
        s.row(12.2, -12.8, "R7", elm.Resistor())
        s.row(19.4, -12.8, "BZ1", elm.RBox())
    s.frame(0, -14.9, 9.4, 7.2, "Buttons (pull-ups inside the chip)")
    for place, button in enumerate(v.buttons):
        y = -16.8 - 1.45 * place
        series = next(r for r, p in s.here.items() if p["kind"] == "res"
                      and p["nets"]["1"] == f"SW_{button.name}")
        s.net((2.0, y), f"SW_{button.name}", "left", 0.1)
        s.d += elm.Resistor().at((2.0, y)).to((3.7, y)).label(s.name_of(series), fontsize=9.5,
                                                              ofst=0.12)
        s.d += elm.Line().at((3.7, y)).to((4.9, y)).label(f"BTN_{button.name}", fontsize=8.5,
                                                          color=NET, ofst=0.1)
        s.d += elm.Button().at((4.9, y)).to((7.1, y)).label(f"{button.ref}  {button.name}",
                                                            fontsize=9.5, ofst=0.35)
        s.net((7.1, y), net_of(hub, button.ref, 2), "right")
    s.frame(9.8, -17.0, 13.4, 5.1, "Connectors and test points")
    for place, ref in enumerate(r for r in ("J1", "J2", "J3", "J4", "J5", "J6") if r in s.here):
        nets = ", ".join(f"{p} {n}" for p, n in s.here[ref]["nets"].items())
        s.text(10.2, -18.0 - 0.6 * place, f"{ref}  {s.here[ref]['value']}:  {nets}", 9.5)
    for place, ref in enumerate(r for r, p in s.here.items() if p["kind"] == "test"):
        s.text(18.6, -18.0 - 0.55 * place, f"{ref}  {net_of(hub, ref, 1)}", 9.5)
    return s.d


def main(args: list[str]) -> int:
    out = Path(args[1])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(draw(load(), args[0]).get_imagedata("svg"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
