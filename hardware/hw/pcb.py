"""`xvfb-run /usr/bin/python3 -m hw.pcb OUTDIR`: the carrier board, through KiCad 6's pcbnew.

Runs with Debian's Python (the one KiCad is built for) and needs a display. Places the parts of
hub.toml, lets router.py lay tracks, pours ground on both sides, saves, checks the design rules
and plots. Everything on the board comes from hub.toml; change it there.
"""

from __future__ import annotations

import math
import re
import sys
import uuid
from pathlib import Path

import pcbnew

from .lettering import letter
from .model import HARDWARE, load
from .nets import OPEN, parts
from .pcb_pico import pico_footprint
from .router import Router, route_all
from .tracks import Copper, Pad

LIBRARY = Path("/usr/share/kicad/footprints")
ORIGIN = (100.0, 60.0)  # where the board's corner lies on the sheet
NAME = "trainhub_carrier"


def mm(value: float) -> int:
    return pcbnew.FromMM(value)


def spot(x: float, y: float):
    """Board millimetres to a point of the sheet."""
    return pcbnew.wxPoint(mm(ORIGIN[0] + x), mm(ORIGIN[1] + y))


class Carrier:
    origin, spot = ORIGIN, staticmethod(spot)

    def __init__(self, hub: dict):
        self.hub, self.rules = hub, hub["pcb"]
        self.width, self.height = hub["geometry"]["board_mm"]
        self.board = pcbnew.BOARD()
        self.nets: dict[str, pcbnew.NETINFO_ITEM] = {}
        settings = self.board.GetDesignSettings()
        settings.SetCopperLayerCount(2)
        settings.m_CopperEdgeClearance = mm(0.5)
        settings.m_MaxError = mm(0.02)  # coarser arcs in the poured ground: a quarter the file
        default = settings.GetNetClasses().GetDefault()
        default.SetClearance(mm(self.rules["clearance_mm"]))
        default.SetTrackWidth(mm(self.rules["track_mm"]))
        default.SetViaDiameter(mm(self.rules["via_mm"]))
        default.SetViaDrill(mm(self.rules["via_drill_mm"]))
        title = self.board.GetTitleBlock()
        title.SetTitle("trainhub carrier")
        title.SetRevision(hub["hub"]["revision"])
        title.SetComment(0, "Generated from hardware/hub.toml; not built yet")

    def net(self, name: str):
        if name not in self.nets:
            self.nets[name] = pcbnew.NETINFO_ITEM(self.board, name, len(self.nets) + 1)
            self.board.Add(self.nets[name])
        return self.nets[name]

    # ------------------------------------------------------------------ outline and marks
    def outline(self) -> None:
        w, h, r = self.width, self.height, self.rules["corner_mm"]
        edge = pcbnew.Edge_Cuts
        for a, b in (((r, 0), (w - r, 0)), ((w, r), (w, h - r)), ((w - r, h), (r, h)),
                     ((0, h - r), (0, r))):
            self.line(a, b, edge, 0.1)
        half = r * 0.7071068
        for cx, cy, sx, sy in ((r, r, -1, -1), (w - r, r, 1, -1), (w - r, h - r, 1, 1),
                               (r, h - r, -1, 1)):
            arc = pcbnew.PCB_SHAPE(self.board, pcbnew.SHAPE_T_ARC)
            arc.SetArcGeometry(spot(cx + sx * r, cy), spot(cx + sx * half, cy + sy * half),
                               spot(cx, cy + sy * r))
            arc.SetLayer(edge)
            arc.SetWidth(mm(0.1))
            self.board.Add(arc)

    def line(self, a, b, layer: int, width: float = 0.15):
        shape = pcbnew.PCB_SHAPE(self.board, pcbnew.SHAPE_T_SEGMENT)
        shape.SetStart(spot(*a))
        shape.SetEnd(spot(*b))
        shape.SetLayer(layer)
        shape.SetWidth(mm(width))
        self.board.Add(shape)
        return shape

    # ------------------------------------------------------------------ parts
    def place(self, ref: str, part: dict) -> None:
        if part["kind"] == "pico":
            made = pico_footprint(self.board)
        else:
            library, name = part["footprint"].split(":")
            made = pcbnew.FootprintLoad(str(LIBRARY / f"{library}.pretty"), name)
            made.SetFPID(pcbnew.LIB_ID(library, name))
        made.SetReference(ref)
        made.SetValue(part["value"])
        for item in list(made.GraphicalItems()):
            if item.GetClass() == "MTEXT":  # "K" beside a diode: its band says it already
                made.Remove(item)
        self.board.Add(made)
        x, y, turn = part["at_mm"]
        made.SetPosition(spot(x, y))
        made.SetOrientationDegrees(turn)
        made.Value().SetVisible(False)
        made.Reference().SetVisible(False)  # lettering.py puts names where there is room
        for pad in made.Pads():
            net = part["nets"].get(pad.GetNumber(), OPEN)
            if net != OPEN:
                pad.SetNet(self.net(net))

    def holes(self) -> None:
        for place, (x, y) in enumerate(self.hub["geometry"]["board_holes_mm"]):
            made = pcbnew.FootprintLoad(str(LIBRARY / "MountingHole.pretty"),
                                        "MountingHole_3.2mm_M3")
            made.SetFPID(pcbnew.LIB_ID("MountingHole", "MountingHole_3.2mm_M3"))
            made.SetReference(f"H{place + 1}")
            made.Reference().SetVisible(False)
            made.Value().SetVisible(False)
            self.board.Add(made)
            made.SetPosition(spot(x, y))

    # ------------------------------------------------------------------ copper
    def copper(self) -> tuple[list[Pad], list[Copper]]:
        """What the router sees: pads as targets, pads and holes as obstacles."""
        pads, obstacles = [], []
        for made in self.board.GetFootprints():
            for pad in made.Pads():
                at = pad.GetPosition()
                x, y = pcbnew.ToMM(at.x) - ORIGIN[0], pcbnew.ToMM(at.y) - ORIGIN[1]
                if made.GetReference().startswith("H"):
                    keep = self.rules["hole_keepout_mm"] - self.rules["clearance_mm"]
                    obstacles.append(Copper((x, y), (x, y), keep, (0, 1), ""))
                    continue
                layers = (0, 1) if pad.GetAttribute() == pcbnew.PAD_ATTRIB_PTH else (0,)
                name = pad.GetNetname()
                obstacles += self.pad_copper(pad, x, y, layers, name or "-")
                if name:
                    pads.append(Pad(name, (round(x, 4), round(y, 4)), layers))
        return pads, obstacles

    def pad_copper(self, pad, x: float, y: float, layers, net: str) -> list[Copper]:
        """A round pad is one capsule; of an angular one the rim is enough to keep tracks out."""
        box = pad.GetBoundingBox()
        w, h = pcbnew.ToMM(box.GetWidth()) / 2, pcbnew.ToMM(box.GetHeight()) / 2
        if pad.GetShape() in (pcbnew.PAD_SHAPE_CIRCLE, pcbnew.PAD_SHAPE_OVAL):
            r = min(w, h)
            return [Copper((x - w + r, y - h + r), (x + w - r, y + h - r), r, layers, net)]
        r = 0.15
        corners = [(x - w + r, y - h + r), (x + w - r, y - h + r),
                   (x + w - r, y + h - r), (x - w + r, y + h - r)]
        rim = zip(corners, corners[1:] + corners[:1], strict=True)
        # 0.07: the corner of a square stands that much out of a 0.15 mm round one.
        return [Copper(a, b, r + 0.07, layers, net) for a, b in rim]

    def tracks(self) -> None:
        pads, obstacles = self.copper()
        counts: dict[str, int] = {}
        for pad in pads:
            counts[pad.net] = counts.get(pad.net, 0) + 1
        power = self.rules["power_nets"]
        nets = sorted((n for n, c in counts.items() if c > 1 and n != "GND"),
                      key=lambda n: (power.index(n) if n in power else 9, n))
        # Ground is poured; only pads on one side get a track, to the nearest hole of ground.
        for pad in [p for p in pads if p.net == "GND" and len(p.layers) == 1]:
            near = min((p for p in pads if p.net == "GND" and len(p.layers) == 2),
                       key=lambda p: math.dist(p.at, pad.at))
            pads = [p for p in pads if p.net != "GND"] + [pad, near]
            nets.insert(0, "GND")
        router = Router(self.width, self.height, self.rules["grid_mm"], self.rules)
        done = route_all(router, nets, pads, obstacles)
        for net, layer, a, b, width in done.tracks:
            track = pcbnew.PCB_TRACK(self.board)
            track.SetStart(spot(*a))
            track.SetEnd(spot(*b))
            track.SetWidth(mm(width))
            track.SetLayer(pcbnew.B_Cu if layer else pcbnew.F_Cu)
            track.SetNet(self.net(net))
            self.board.Add(track)
        for net, at in done.vias:
            via = pcbnew.PCB_VIA(self.board)
            via.SetPosition(spot(*at))
            via.SetWidth(mm(self.rules["via_mm"]))
            via.SetDrill(mm(self.rules["via_drill_mm"]))
            via.SetNet(self.net(net))
            self.board.Add(via)
        print(f"{len(nets)} nets routed: {len(done.tracks)} tracks, {len(done.vias)} vias")

    def ground(self) -> None:
        for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
            zone = pcbnew.ZONE(self.board)
            zone.SetLayer(layer)
            zone.SetNet(self.net("GND"))
            zone.SetLocalClearance(mm(0.3))
            zone.SetMinThickness(mm(0.25))
            zone.SetThermalReliefGap(mm(0.35))
            zone.SetThermalReliefSpokeWidth(mm(0.5))
            zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
            outline = zone.Outline()
            outline.NewOutline()
            e = 0.6
            for x, y in ((e, e), (self.width - e, e), (self.width - e, self.height - e),
                         (e, self.height - e)):
                outline.Append(spot(x, y).x, spot(x, y).y)
            self.board.Add(zone)

    def build(self) -> None:
        self.outline()
        for ref, part in parts(self.hub).items():
            if part["place"] in ("board", "pad"):
                self.place(ref, part)
        self.holes()
        self.tracks()
        self.ground()
        letter(self)


def steady(text: str) -> str:
    """Random identifiers replaced by ones derived from their order: same board, same file."""
    seen: dict[str, str] = {}

    def fixed(match: re.Match) -> str:
        old = match.group(1)
        seen.setdefault(old, str(uuid.uuid5(uuid.NAMESPACE_DNS, f"trainhub {len(seen)}")))
        return f"(tstamp {seen[old]})"

    return re.sub(r"\(tstamp ([0-9a-f-]{36})\)", fixed, text)


def main(args: list[str]) -> int:
    out = Path(args[0]).resolve() if args else HARDWARE / "pcb"
    out.mkdir(parents=True, exist_ok=True)
    target = out / f"{NAME}.kicad_pcb"
    pcbnew.KIID.SeedGenerator(1)  # KiCad sorts by identifier: same board, same order
    carrier = Carrier(load())
    carrier.build()
    pcbnew.SaveBoard(str(target), carrier.board)
    # The zone filler needs a board that was saved and read again (it crashes otherwise).
    board = pcbnew.LoadBoard(str(target))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(str(target), board)
    target.write_text(steady(target.read_text()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
