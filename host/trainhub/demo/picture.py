"""The demo's screen: a DEMO mark, the hub's face, what is being pressed, and the score sheet beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.align import Align
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as RichTable
from rich.text import Text

from shared_rules import table as tb
from trainhub.demo.face import Scene, draw
from trainhub.scores.sheet import UNSET_CELL, Sheet
from trainhub.scores.show import cell_text, total_text
from trainhub.text import tr

WIDE = 120  # columns from which face and sheet stand side by side
TALL = 36  # rows that the whole screen takes; with fewer the frame and the big mark go
MARK = ("█▀▄ █▀▀ █▄ ▄█ █▀█", "█ █ █▀  █ ▀ █ █ █", "▀▀  ▀▀▀ ▀   ▀ ▀▀▀")
BUTTONS = ("TURN", "MARK", "ROUND", "DRAW")


def scene(pixels: Sequence[tuple[int, int, int]], board: Any, table: tb.Table, names: Mapping[int, str]) -> Scene:
    """What the face shows: `board` has MARKER_LEDS and TURN_LEDS."""
    running = table.phase == tb.ROUND
    trains = {track for track in range(1, 13) if table.markers >> track & 1}
    doubles = {track for track in range(1, 13) if running and table.open_doubles() >> track & 1}
    bone = str(table.bone_lo) if table.exact() else f"{table.bone_lo}-{table.bone_hi}"
    return Scene(
        pixels, board.MARKER_LEDS, board.TURN_LEDS, dict(names), table.engine if running else None,
        tr("boneyard {n}", n=bone) if table.phase in (tb.ROUND, tb.BETWEEN) else "", table.turn, trains, doubles,
    )  # fmt: skip


def banner(url: str = "") -> Text:
    """The big mark: this is not a real hub. url: of the page that shows the same game."""
    words = (
        tr("No hub is attached."), tr("Everything below is simulated; only the firmware is real."),
        tr("The same in the browser: {url}", url=url) if url else "",
    )  # fmt: skip
    out = Text(no_wrap=True)
    for line, said in zip(MARK, words, strict=True):
        out.append(f"  {line}  ", "bold #000000 on #f2c230")
        out.append(f"   {said}\n", "bold")
    return out


def buttons(held: Sequence[str], fitted: Sequence[str]) -> Text:
    """The button row, with those that are down lit."""
    out = Text("  ")
    for name in BUTTONS:
        if name in fitted:
            out.append(f" {name} ", "bold #000000 on #f2c230" if name in held else "on #404040")
            out.append("  ")
    return out


def sheet_table(sheet: Sheet) -> RenderableType:
    """The score sheet so far; the best total is bold, an unset cell stands out."""
    out = RichTable(title=tr("Score sheet"), title_style="bold", border_style="dim", row_styles=("", "on #1c1c1c"))
    out.add_column("", justify="right", style="dim")
    for seat in sheet.seats:
        out.add_column(seat.name, justify="right")
    for row in sheet.rows:
        if row.winner is None and not row.running:
            continue
        cells = [Text(cell_text(cell), "bold yellow" if cell.kind == UNSET_CELL else "") for cell in row.cells]
        out.add_row(f"{row.engine}-{row.engine}", *cells)
    out.add_section()
    totals = [Text(total_text(seat), "bold #6fd06f" if seat.place == 1 else "bold") for seat in sheet.seats]
    out.add_row(tr("total"), *totals)
    return out


def page(
    face: Scene, sheet: Sheet, held: Sequence[str], fitted: Sequence[str], lines: Sequence[str], width: int,
    height: int = TALL, url: str = "",
) -> RenderableType:  # fmt: skip
    """The whole screen, side by side where the terminal is wide enough; in 24 rows where it is low."""
    begun = sum(1 for row in sheet.rows if row.winner is not None or row.running)
    title = tr("round {n} of {rounds}", n=begun, rounds=sheet.rounds) if begun else ""
    totals = "   ".join(f"{seat.name} {total_text(seat)}" for seat in sheet.seats)
    if height < TALL:
        said = Text("\n".join(lines[-2:]), no_wrap=True, overflow="ellipsis")
        rows = Text("\n", no_wrap=True, overflow="crop").join(draw(face).split("\n")[1:-1])  # the first and the last are empty
        head = Text.assemble((" DEMO ", "bold #000000 on #f2c230"), "  ", tr("No hub is attached."), "   ", title, no_wrap=True)
        return Group(head, rows, buttons(held, fitted), Text(totals, "bold", no_wrap=True, overflow="ellipsis"), said)
    said = Text("\n".join(lines[-4:]), no_wrap=True, overflow="ellipsis")
    hub = Panel(Group(draw(face), buttons(held, fitted)), title=title, border_style="dim", width=76)
    body: RenderableType
    if width >= WIDE:
        body = Columns([hub, Align.left(sheet_table(sheet) if sheet.seats else Text(""))])
    else:
        body = Group(hub, Text(totals, "bold"))
    return Group(banner(url), body, said)
