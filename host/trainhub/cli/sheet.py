"""`trainhub sheet`: the score sheet of one game."""

from typing import Annotated

from cyclopts import Parameter

from trainhub.cli.common import Common, find_row
from trainhub.text import tr


def sheet(
    game: Annotated[str | None, Parameter(help=tr("Which game (see: trainhub games); else the one used last."))] = None,
    *,
    common: Common = Common(),  # noqa: B008
) -> None:
    from trainhub.scores import show
    from trainhub.scores.sheet import build

    with common.reader() as store:
        found = build(store.events_of(find_row(store, game)))
        common.result(show.as_json(found), lambda: show.text(found))
