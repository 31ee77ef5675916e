"""What the people at the demo's table do, in words, with the button they press for it."""

from __future__ import annotations

from collections.abc import Mapping

from shared_rules import events as ev
from shared_rules.table import Table
from trainhub.scores.words import describe
from trainhub.text import tr


def gesture(event: bytes, table: Table) -> str:
    """The gesture that tells a hub of this event in the state before it."""
    head, kind = event[0], event[0] >> 4
    if head == ev.TILE_LAID:
        return "TURN"
    if head == ev.NOTHING_LAID:
        return tr("hold {button}", button="TURN")
    if head in (ev.TILE_DRAWN,):
        return "DRAW"
    if head == ev.SEARCH_LAP:
        return "MARK"
    if kind == ev.DOUBLE:
        return tr("hold {button}", button="MARK")
    if kind in (ev.MARKER_UP, ev.MARKER_DOWN):
        return "MARK" if event[0] & 15 == table.turn else "MARK + ROUND"
    if kind == ev.CALLED:
        return tr("hold {button}", button="ROUND")
    if kind in (ev.ROUND_BEGUN, ev.ROUND_ENDED):
        return "ROUND"
    if head == ev.UNDONE:
        return "TURN + ROUND"
    return "MARK + ROUND"


def caption(event: bytes, table: Table, names: Mapping[int, str]) -> tuple[str, str]:
    """(what happened, which buttons)."""
    return describe(event, names, table.turn), gesture(event, table)
