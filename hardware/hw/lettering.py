"""What is printed on the carrier board: names beside their parts, where nothing else lies.

Each name tries places around its part, nearest first, and takes the first one that touches no
pad, hole, line or other name; so the board stays legible when parts move.
"""

from __future__ import annotations

import pcbnew

from .nets import parts

GAP = 0.2  # millimetres between a name and anything else


def mm(value: float) -> int:
    return pcbnew.FromMM(value)


class Lettering:
    def __init__(self, carrier):
        self.c = carrier
        self.board = carrier.board
        self.taken: list = []     # boxes of pads, holes and names
        self.shapes: list = []    # printed lines of footprints
        self.crowded: list[str] = []
        self.bodies: dict[str, object] = {}  # a name inside another part would mislead
        for made in self.board.GetFootprints():
            if made.GetReference() not in ("A1", "A2"):
                self.bodies[made.GetReference()] = made.GetBoundingBox(False, False)
            for pad in made.Pads():
                self.taken.append(self._grown(pad.GetBoundingBox(), GAP + 0.1))
            for item in made.GraphicalItems():
                if item.GetLayer() == pcbnew.F_SilkS:
                    self.shapes.append(item)

    @staticmethod
    def _grown(box, by: float):
        grown = pcbnew.EDA_RECT(box.GetPosition(), box.GetSize())
        grown.Inflate(mm(by))
        return grown

    def item(self, words: str, x: float, y: float, size: float, turn: float = 0,
             layer: int | None = None):
        made = pcbnew.PCB_TEXT(self.board)
        made.SetText(words)
        made.SetPosition(self.c.spot(x, y))
        made.SetLayer(pcbnew.F_SilkS if layer is None else layer)
        made.SetTextSize(pcbnew.wxSize(mm(size), mm(size)))
        made.SetTextThickness(mm(0.15 * max(1.0, size)))
        made.SetTextAngle(turn * 10)
        if layer == pcbnew.B_SilkS:
            made.SetMirrored(True)
        return made

    def fits(self, made, ref: str = "") -> bool:
        box = self._grown(made.GetBoundingBox(), GAP)
        left, top = self.c.spot(0.7, 0.7)
        right, bottom = self.c.spot(self.c.width - 0.7, self.c.height - 0.7)
        if box.GetLeft() < left or box.GetRight() > right or box.GetTop() < top \
                or box.GetBottom() > bottom:
            return False
        others = [body for owner, body in self.bodies.items() if owner != ref]
        if any(box.Intersects(other) for other in self.taken + others):
            return False
        return not any(shape.HitTest(box, False, 0) for shape in self.shapes)

    def beside(self, words: str, x: float, y: float, size: float, ref: str,
               turns: tuple[float, ...] = (0, 90)) -> None:
        """`words` at the free place nearest to (x, y), at most 9 mm off in x or y."""
        span = range(-18, 19)
        tries = sorted(((dx * 0.5) ** 2 + (dy * 0.5) ** 2, dx, dy) for dx in span for dy in span)
        for _, dx, dy in tries:
            for turn in turns:
                made = self.item(words, x + dx * 0.5, y + dy * 0.5, size, turn)
                if self.fits(made, ref):
                    self.board.Add(made)
                    self.taken.append(made.GetBoundingBox())
                    return
        self.crowded.append(words)

    def fixed(self, words: str, x: float, y: float, size: float, layer: int | None = None) -> None:
        made = self.item(words, x, y, size, 0, layer)
        self.board.Add(made)
        if layer is None:
            self.taken.append(made.GetBoundingBox())

    def box(self, x0: float, y0: float, x1: float, y1: float, gaps: tuple[str, ...] = ()) -> None:
        """A module's outline; sides named in `gaps` are left out."""
        sides = {"top": ((x0, y0), (x1, y0)), "right": ((x1, y0), (x1, y1)),
                 "bottom": ((x1, y1), (x0, y1)), "left": ((x0, y1), (x0, y0))}
        for side, (a, b) in sides.items():
            if side not in gaps:
                self.shapes.append(self.c.line(a, b, pcbnew.F_SilkS))


def letter(carrier) -> None:
    """Print everything; fails when a name finds no place."""
    hub = carrier.hub
    job = Lettering(carrier)
    px, py, _ = hub["parts"]["A1"]["at_mm"]
    job.box(px - 10.5, 0.8, px + 10.5, py + 25.5, gaps=("top", "right"))
    # The diode and the fuse lie half under the Pico: no line through them.
    job.shapes.append(carrier.line((px + 10.5, 36.0), (px + 10.5, py + 25.5), pcbnew.F_SilkS))
    ax, ay, _ = hub["parts"]["A2"]["at_mm"]
    job.box(ax - 17.3, ay + 1.9, ax + 2.1, ay + 16.5, gaps=("top",))
    revision = hub["hub"]["revision"]
    job.fixed("USB", px, 2.6, 1.3)
    job.fixed("Pico / Pico 2", px, py - 9.0, 1.3)
    job.fixed("trainhub", px, py - 1.0, 2.2)
    job.fixed(f"carrier rev {revision}", px, py + 2.6, 1.0)
    job.fixed("untested design:", px, py + 12.0, 0.9)
    job.fixed("check before use", px, py + 14.0, 0.9)
    job.fixed("MAX98357A", ax - 7.6, ay + 7.0, 1.2)
    job.fixed("speaker", ax - 7.6, ay + 14.6, 1.0)
    # The breakout lies turned round: say which end of its row is which.
    job.fixed("LRC", ax, ay + 3.4, 0.9)
    job.fixed("Vin", ax - 15.24, ay + 3.4, 0.9)
    here = {r: p for r, p in parts(hub).items() if p["place"] in ("board", "pad")}
    order = sorted(here, key=lambda r: (not r.startswith("J"), not r.startswith("TP")))
    for ref in order:
        part = here[ref]
        made = carrier.board.FindFootprintByReference(ref)
        middle = made.GetBoundingBox(False, False).GetCenter()
        x, y = (pcbnew.ToMM(v) for v in (middle.x, middle.y))
        x, y = x - carrier.origin[0], y - carrier.origin[1]
        if ref in ("A1", "A2"):
            continue
        if part["kind"] in ("conn2", "conn3"):
            if part["kind"] == "conn3":     # below it: beside it a resistor would come first
                job.beside(part["value"], x, y + 6.0, 0.9, ref)
            else:
                job.beside(part["value"], x + (5.0 if x < carrier.width / 2 else -5.0), y, 0.9, ref, (90, 0))
        else:
            job.beside(part["value"] if part["kind"] == "test" else ref, x, y, 0.9, ref)
    for ref in here:    # where 5 V comes in: a wrong way round would hurt
        if here[ref]["kind"] == "conn2" and here[ref]["nets"]["1"] == "5V_IN":
            first = carrier.board.FindFootprintByReference(ref).FindPadByNumber("1").GetPosition()
            x, y = (pcbnew.ToMM(v) - o for v, o in zip((first.x, first.y), carrier.origin, strict=True))
            job.beside("+", x - 3.0, y, 1.0, ref)
    back = pcbnew.B_SilkS
    job.fixed("trainhub", px, 36.0, 2.2, back)
    job.fixed(f"carrier rev {revision}", px, 39.6, 1.2, back)
    job.fixed("MIT licence", px, 42.2, 1.0, back)
    job.fixed("5 V only. docs/build.md", px, 78.0, 1.0, back)
    if job.crowded:
        raise SystemExit("no room to print " + ", ".join(job.crowded))
