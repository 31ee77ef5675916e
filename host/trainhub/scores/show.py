"""The score sheet as plain text and as JSON-ready values."""

from typing import Any

from trainhub.scores.sheet import ABSENT, NUMBER, OPEN, UNSET_CELL, Cell, Row, Seat, Sheet
from trainhub.text import tr, trn

# How a cell looks: absent, unset and open must be told apart, and from 0, in every encoding.
MARKS = {ABSENT: "x", UNSET_CELL: "?", OPEN: "."}


def cell_text(cell: Cell) -> str:
    """A cell: its pips, with a star where it was corrected, in brackets while its round is not over (any more)."""
    text = MARKS.get(cell.kind) or str(cell.pips)
    if cell.kind == NUMBER and cell.provisional:
        text = f"({text})"
    return text + "*" if cell.before else text


def text(sheet: Sheet, places: bool = True) -> str:
    """The whole sheet as a table of characters that every terminal has."""
    if not sheet.seats:
        return tr("No game has begun.")
    head = ["", ""] + [seat.name for seat in sheet.seats]
    lines = [[str(row.number), f"{row.engine}-{row.engine}", *map(cell_text, row.cells)] for row in sheet.rows if _shown(row)]
    starts = ["", tr("start"), *(str(seat.start) if seat.start else "" for seat in sheet.seats)]
    if any(seat.start for seat in sheet.seats):
        lines.insert(0, starts)
    totals = ["", tr("total"), *(total_text(seat) for seat in sheet.seats)]
    rows = [head, *lines, totals]
    if places:
        rows.append(["", tr("place"), *(place_text(seat) for seat in sheet.seats)])
    widths = [max(_width(row[i]) for row in rows) for i in range(len(head))]
    rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
    drawn = [_line(row, widths) for row in rows]
    drawn.insert(1, rule)
    if lines:  # before round 1 one rule is enough
        drawn.insert(2 + len(lines), rule)
    return "\n".join([title(sheet), "", *drawn, *notes(sheet)])


def title(sheet: Sheet) -> str:
    """One line that says which game this is and how far it got."""
    played = sum(1 for row in sheet.rows if row.winner is not None)
    parts = [
        tr("Game {game}", game=f"{sheet.log_id:08x}"),
        sheet.rule_set + (" *" if sheet.changed_rules else ""),
        tr("double-{n}", n=sheet.set_size),
        tr("{played} of {rounds} rounds", played=played, rounds=sheet.rounds),
        phase_text(sheet),
    ]
    return " - ".join(parts)


def phase_text(sheet: Sheet) -> str:
    """The state of the game in the user's language."""
    words = {
        "no game": tr("no game"),
        "between rounds": tr("between rounds"),
        "round running": tr("round running"),
        "finished": tr("finished"),
        "ended early": tr("ended early"),
    }
    return words[sheet.phase] + (", " + tr("paused") if sheet.paused else "")


def notes(sheet: Sheet) -> list[str]:
    """Lines under the sheet: who won, what is missing, what the marks mean."""
    out = []
    if sheet.winners:
        names = ", ".join(seat.name for seat in sheet.seats if seat.track in sheet.winners)
        if sheet.complete:
            out.append(trn("Winner: {names}", "Winners (tied): {names}", len(sheet.winners), names=names))
        else:
            out.append(trn("Ahead so far: {names}", "Ahead so far (tied): {names}", len(sheet.winners), names=names))
    kinds = {cell.kind for row in sheet.rows if _shown(row) for cell in row.cells}
    missing = sum(seat.unset for seat in sheet.seats)
    if missing:
        out.append(
            trn(
                "{n} score is unset (?); totals do not count it.",
                "{n} scores are unset (?); totals do not count them.",
                missing,
            )
        )
    if ABSENT in kinds:
        out.append(tr("x: not at the table in that round"))
    if any(cell.before for row in sheet.rows for cell in row.cells):
        out.append(tr("*: corrected"))
    if any(cell.provisional and cell.kind == NUMBER for row in sheet.rows for cell in row.cells):
        out.append(tr("(n): the end of that round was taken back; the number waits for it"))
    return ["", *out] if out else []


def total_text(seat: Seat) -> str:
    """A total; with a question mark while a round that is over misses a number."""
    return f"{seat.total}?" if seat.unset else str(seat.total)


def place_text(seat: Seat) -> str:
    return str(seat.place) if seat.place else tr("left")


def as_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet for programs: names of fields and states are the same in every language."""
    seats = [
        {
            "track": seat.track, "name": seat.name, "total": seat.total, "unset": seat.unset,
            "place": seat.place or None,
            "rounds_won": seat.rounds_won, "joined": seat.joined, "left": seat.left or None, "start": seat.start,
        }
        for seat in sheet.seats
    ]  # fmt: skip
    rounds = [
        {
            "round": row.number, "engine": row.engine, "starter": row.starter or None, "winner": row.winner or None,
            "state": "running" if row.running else "open" if row.winner is None else "over",
            "blocked": row.winner == 0,
            "cells": {
                str(seat.track): _cell_json(cell) for seat, cell in zip(sheet.seats, row.cells, strict=True)
            },
        }
        for row in sheet.rows
    ]  # fmt: skip
    return {
        "game": f"{sheet.log_id:08x}" if sheet.log_id else None,
        "rule_set": sheet.rule_set, "changed_rules": sheet.changed_rules, "set": sheet.set_size, "phase": sheet.phase,
        "paused": sheet.paused, "dated": sheet.dated, "rounds_total": sheet.rounds, "seats": seats, "rounds": rounds,
        "winners": list(sheet.winners), "complete": sheet.complete, "events": sheet.events,
    }  # fmt: skip


def _cell_json(cell: Cell) -> dict[str, Any]:
    value: dict[str, Any] = {"state": cell.kind, "pips": cell.pips}
    if cell.before:
        value["before"] = list(cell.before)
    if cell.provisional and cell.kind == NUMBER:
        value["provisional"] = True
    return value


def _shown(row: Row) -> bool:
    """Rounds that have not begun and hold nothing are not worth a line."""
    return row.running or row.winner is not None or any(cell.kind == NUMBER for cell in row.cells)


def pad(text: str, width: int) -> str:
    """`text` filled up to `width` columns."""
    return text + " " * (width - _width(text))


def _line(row: list[str], widths: list[int]) -> str:
    return "  ".join(" " * (width - _width(text)) + text for text, width in zip(row, widths, strict=True)).rstrip()


def _width(text: str) -> int:
    """Columns that a terminal gives to `text`: wide and combining characters counted as they are drawn."""
    if text.isascii():
        return len(text)
    import unicodedata

    width = 0
    for c in text:
        if not unicodedata.combining(c) and unicodedata.category(c) != "Cf":
            width += 2 if unicodedata.east_asian_width(c) in "WF" else 1
    return width
