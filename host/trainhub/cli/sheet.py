"""`trainhub sheet`: the score sheet of one game."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from trainhub import config
from trainhub.cli.common import Common, as_json, deliver, find_row, only_one
from trainhub.errors import UsageError
from trainhub.text import tr


def sheet(
    game: Annotated[str | None, Parameter(help=tr("Which game (see: trainhub games); else the one used last."))] = None,
    *,
    csv: Annotated[bool, Parameter(help=tr("As CSV."), negative=(), show_default=False)] = False,
    html: Annotated[bool, Parameter(help=tr("As a page to print."), negative=(), show_default=False)] = False,
    paper: Annotated[
        Literal["a4", "letter"] | None, Parameter(help=tr("Paper of the page; else TRAINHUB_PAPER, else A4."))
    ] = None,
    excel: Annotated[
        bool,
        Parameter(help=tr("CSV as Excel likes it here: semicolons and a mark for UTF-8."), negative=(), show_default=False),
    ] = False,
    out: Annotated[Path | None, Parameter(alias="-o", help=tr("Write it into this file."))] = None,
    common: Common = Common(),  # noqa: B008
) -> None:
    from trainhub.scores import show
    from trainhub.scores.sheet import build

    only_one(("--csv", csv), ("--html", html), ("--json", common.json))
    only_one(("--excel", excel), ("--html", html), ("--json", common.json))
    with common.reader() as store:
        found = build(store.events_of(find_row(store, game)))
    if not (csv or excel or html):
        text = as_json(show.as_json(found)) if common.json else show.text(found) + "\n"
        deliver(out, text, common)
        return
    from trainhub.scores import export

    if not html:
        deliver(out, (export.BOM if excel else "") + export.to_csv(found, ";" if excel else ","), common)
        return
    size = paper or config.value("paper") or "a4"
    if size not in export.PAPERS:
        raise UsageError(tr("There is no paper {paper}.", paper=size), tr("Known: {names}", names="a4, letter"))
    deliver(out, export.to_html(found, size), common)
