"""The sheet for other programs and for paper: CSV, and a page that prints on A4 or Letter. Nothing is loaded from outside."""

import csv
import html
import io
import time

from trainhub.scores import show
from trainhub.scores.sheet import ABSENT, NUMBER, Cell, Row, Sheet
from trainhub.text import language, tr

PAPERS = {"a4": "A4", "letter": "letter"}
BOM = "\ufeff"  # by which Excel knows UTF-8


def to_csv(sheet: Sheet, delimiter: str = ",") -> str:
    """One line a round. Unset cells are empty, absent ones hold a dash; names that look like formulas are made text."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([tr("round"), tr("engine"), tr("out"), *(_harmless(seat.name) for seat in sheet.seats)])
    names = {seat.track: seat.name for seat in sheet.seats}
    if any(seat.start for seat in sheet.seats):
        writer.writerow([tr("start"), "", "", *(seat.start or "" for seat in sheet.seats)])
    for row in sheet.rows:
        writer.writerow([row.number, row.engine, _harmless(_out(row, names)), *map(_csv_cell, row.cells)])
    writer.writerow([tr("total"), "", "", *(seat.total for seat in sheet.seats)])
    writer.writerow([tr("unset rounds"), "", "", *(seat.unset for seat in sheet.seats)])
    writer.writerow([tr("place"), "", "", *(seat.place or tr("left") for seat in sheet.seats)])
    return out.getvalue()


def to_html(sheet: Sheet, paper: str = "a4") -> str:
    """A whole page that prints on one sheet of paper."""
    names = {seat.track: seat.name for seat in sheet.seats}
    head = "".join(f'<th scope="col"><bdi>{html.escape(seat.name)}</bdi></th>' for seat in sheet.seats)
    rows = []
    if any(seat.start for seat in sheet.seats):
        cells = "".join(f"<td>{seat.start or ''}</td>" for seat in sheet.seats)
        rows.append(f'<tr><th scope="row" colspan="3">{_text(tr("start"))}</th>{cells}</tr>')
    for row in sheet.rows:
        cells = "".join(_html_cell(cell) for cell in row.cells)
        out = f"<bdi>{html.escape(_out(row, names))}</bdi>"
        first = f'<th scope="row">{row.number}</th><td>{row.engine}-{row.engine}</td><td class="out">{out}</td>'
        rows.append(f"<tr>{first}{cells}</tr>")
    totals = "".join(f"<td>{show.total_text(seat)}</td>" for seat in sheet.seats)
    places = "".join(f"<td>{html.escape(show.place_text(seat))}</td>" for seat in sheet.seats)
    notes = "".join(f"<p>{_text(line)}</p>" for line in show.notes(sheet) if line)
    date = time.strftime("%Y-%m-%d", time.localtime(sheet.dated)) if sheet.dated else ""
    title = _text(show.title(sheet))
    columns = "".join(f'<th scope="col">{_text(word)}</th>' for word in (tr("round"), tr("engine"), tr("out")))
    return f"""<!doctype html>
<html lang="{language()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
@page {{ size: {PAPERS[paper]} {"landscape" if len(sheet.seats) > 6 else "portrait"}; margin: 12mm }}
body {{ font: 12pt/1.35 system-ui, sans-serif; color: #000; background: #fff; margin: 1em }}
h1 {{ font-size: 14pt; margin: 0 0 .5em }}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }}
th, td {{ border: .4pt solid #555; padding: .25em .5em; text-align: right }}
thead th, td.out {{ text-align: center; overflow-wrap: anywhere }}
tfoot td, tfoot th {{ font-weight: bold; border-top: 1.2pt solid #000 }}
.absent {{ background: repeating-linear-gradient(45deg, #fff 0 3px, #ccc 3px 4px) }}
.before {{ text-decoration: line-through; font-size: 75%; margin-right: .3em }}
</style></head><body>
<h1>{title} {date}</h1>
<table><thead><tr>{columns}{head}</tr></thead>
<tbody>
{chr(10).join(rows)}
</tbody>
<tfoot><tr><th scope="row" colspan="3">{_text(tr("total"))}</th>{totals}</tr>
<tr><th scope="row" colspan="3">{_text(tr("place"))}</th>{places}</tr></tfoot></table>
{notes}
</body></html>
"""


def _text(text: str) -> str:
    return html.escape(text)


def _out(row: Row, names: dict[int, str]) -> str:
    """Who was out in that round."""
    if row.winner is None:
        return ""
    return names.get(row.winner, "") if row.winner else tr("blocked")


def _csv_cell(cell: Cell) -> str:
    if cell.kind == NUMBER:
        return str(cell.pips)
    return "-" if cell.kind == ABSENT else ""


def _html_cell(cell: Cell) -> str:
    if cell.kind == ABSENT:
        return f'<td class="absent" title="{_text(tr("not at the table"))}"></td>'
    before = "".join(f'<span class="before">{"?" if value is None else value}</span>' for value in cell.before)
    text = show.cell_text(cell).rstrip("*") if cell.kind != "open" else ""
    return f"<td>{before}{text}</td>"


def _harmless(text: str) -> str:
    """A spreadsheet runs a cell that begins like a formula; an apostrophe makes it text."""
    return "'" + text if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
