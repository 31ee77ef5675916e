"""The footprint of the Raspberry Pi Pico on two rows of sockets; KiCad 6 has none of its own."""

from __future__ import annotations

import pcbnew


def mm(value: float) -> int:
    return pcbnew.FromMM(value)


def pico_footprint(board):
    """Two rows of 20 holes, 17.78 mm apart, pin 1 top left, USB at the top edge."""
    made = pcbnew.FOOTPRINT(board)
    made.SetFPID(pcbnew.LIB_ID("trainhub", "RaspberryPi_Pico_Socket"))
    made.SetAttributes(pcbnew.FP_THROUGH_HOLE)
    for number in range(1, 41):
        left = number <= 20
        row = number - 1 if left else 40 - number
        at = pcbnew.wxPoint(mm(-8.89 if left else 8.89), mm(-24.13 + 2.54 * row))
        pad = pcbnew.PAD(made)
        pad.SetNumber(str(number))
        pad.SetAttribute(pcbnew.PAD_ATTRIB_PTH)
        pad.SetShape(pcbnew.PAD_SHAPE_RECT if number == 1 else pcbnew.PAD_SHAPE_CIRCLE)
        pad.SetSize(pcbnew.wxSize(mm(1.7), mm(1.7)))
        pad.SetDrillSize(pcbnew.wxSize(mm(1.0), mm(1.0)))
        pad.SetLayerSet(pad.PTHMask())
        pad.SetPos0(at)
        pad.SetPosition(at)
        made.Add(pad)
    return made
