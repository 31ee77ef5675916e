"""`xvfb-run /usr/bin/python3 -m hw.pcb_out DIR`: design rule check, Gerbers, drill files.

Reads DIR/trainhub_carrier.kicad_pcb, writes DIR/drc.txt and DIR/gerber/. Exit code 1 when the
check reports anything. Dates are taken out of the files, so they are the same every time.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pcbnew

from .pcb import NAME

LAYERS = (("F_Cu", "F.Cu"), ("B_Cu", "B.Cu"), ("F_Mask", "F.Mask"), ("B_Mask", "B.Mask"),
          ("F_Silkscreen", "F.Silkscreen"), ("B_Silkscreen", "B.Silkscreen"),
          ("F_Paste", "F.Paste"), ("Edge_Cuts", "Edge.Cuts"))
IDS = {"F_Silkscreen": "F_SilkS", "B_Silkscreen": "B_SilkS"}


def check(board, report: Path) -> int:
    """Violations and unconnected pads found by KiCad; the report without its date."""
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    text = report.read_text()
    text = re.sub(r"\*\* Created on .*\*\*", "** Created on (date left out) **", text)
    text = re.sub(r"\*\* Drc report for .*?([^/ ]+) \*\*", r"** Drc report for \1 **", text)
    report.write_text(text)
    found = [int(n) for n in re.findall(r"\*\* Found (\d+)", text)]
    return sum(found)


def prove(board, folder: Path) -> int:
    """Findings after a short is planted on a copy: shows that the check can fail."""
    pads = {p.GetNetname(): p for f in board.GetFootprints() for p in f.Pads()}
    track = pcbnew.PCB_TRACK(board)
    track.SetStart(pads["5V_SW"].GetPosition())
    track.SetEnd(pads["3V3"].GetPosition())
    track.SetNet(pads["5V_SW"].GetNet())
    track.SetWidth(pcbnew.FromMM(0.5))
    board.Add(track)
    report = folder / "planted.txt"
    found = check(board, report)
    report.unlink()
    return found


def plot(board, out: Path) -> None:
    """Gerber X2 files of all layers, one drill file each for plated and plain holes."""
    out.mkdir(parents=True, exist_ok=True)
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(str(out))
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetUseGerberProtelExtensions(False)
    options.SetCreateGerberJobFile(False)
    options.SetSubtractMaskFromSilk(True)
    options.SetPlotFrameRef(False)
    options.SetUseAuxOrigin(False)
    for ident, _ in LAYERS:
        control.SetLayer(getattr(pcbnew, IDS.get(ident, ident)))
        control.OpenPlotfile(ident, pcbnew.PLOT_FORMAT_GERBER, ident)
        control.PlotLayer()
    control.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, pcbnew.wxPoint(0, 0), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(out), True, False)
    for path in sorted(out.iterdir()):
        text = path.read_text()
        text = re.sub(r"%TF\.CreationDate,[^*]*\*%\n", "", text)
        text = re.sub(r"; DRILL file .*date .*\n", "; DRILL file\n", text)
        text = re.sub(r"; #@! TF\.CreationDate,.*\n", "", text)
        text = re.sub(r"G04 Created by KiCad .*\*\n", "G04 Created by KiCad 6*\n", text)
        path.write_text(text)


def main(args: list[str]) -> int:
    folder = Path(args[0]).resolve()
    board = pcbnew.LoadBoard(str(folder / f"{NAME}.kicad_pcb"))
    found = check(board, folder / "drc.txt")
    plot(board, folder / "gerber")
    planted = prove(board, folder)
    (folder / f"{NAME}.kicad_prl").unlink(missing_ok=True)  # what one user last looked at
    print(f"design rule check: {found} findings; with a planted short: {planted}")
    return 1 if found or not planted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
