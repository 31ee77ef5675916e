"""`trainhub games`: what is kept on this PC."""

from typing import Annotated

from cyclopts import Parameter

from trainhub.cli.common import Common, game_name
from trainhub.text import tr


def games(
    *,
    all_: Annotated[
        bool, Parameter(name="--all", help=tr("Also histories that were given up."), negative=(), show_default=False)
    ] = False,
    common: Common = Common(),  # noqa: B008
) -> None:
    from trainhub.scores import show
    from trainhub.scores.sheet import build

    listed = []
    lines = []
    with common.reader() as store:
        for row in store.logs():
            if row.writer == "nobody" and not all_:
                continue
            sheet = build(store.events_of(row))
            listed.append(
                {
                    "game": game_name(row.log_id, row.aside), "writer": row.writer, "aside": bool(row.aside),
                    "phase": sheet.phase,
                    "rule_set": sheet.rule_set, "players": [seat.name for seat in sheet.seats],
                    "created": row.created, "touched": row.touched, "events": sheet.events,
                }
            )  # fmt: skip
            where = tr("kept on this PC") if row.writer == "host" else tr("from a hub")
            if row.aside:
                where += ", " + tr("set aside")
            lines.append(f"{show.title(sheet)} ({where})\n    {', '.join(seat.name for seat in sheet.seats)}")
    common.result({"games": listed}, "\n".join(lines) or tr("There is no game yet."))
