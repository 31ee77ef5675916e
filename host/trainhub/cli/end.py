"""`trainhub end`: the running game is over, whatever round it is in."""

from typing import Annotated, Any

from cyclopts import Parameter

from shared_rules import events as ev
from trainhub.cli.common import HubCommon, find_game, game_name
from trainhub.text import tr


def end(
    *,
    game: Annotated[str | None, Parameter(help=tr("Which game (see: trainhub games); else the one used last."))] = None,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    from trainhub.desk import change

    def make(before: Any, now: Any) -> tuple[bytes, int]:
        return ev.simple(ev.GAME_ENDED), 0

    with common.store() as store:
        log_id = find_game(store, game)
        outcome = change(store, log_id, make, lambda: common.hub(store))
    said = tr("Game {game} is ended.", game=game_name(log_id))
    if outcome.waiting:
        said = tr("Waiting for the hub ({reason}); the next trainhub sync delivers it.", reason=outcome.reason)
    common.result(
        {"game": game_name(log_id), "result": "waiting" if outcome.waiting else "accepted", "state": outcome.state},
        said,
    )
