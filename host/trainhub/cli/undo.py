"""`trainhub undo` and `redo`: the last table event, in every state of the game. Scores are corrected instead."""

from typing import Annotated, Any

from cyclopts import Parameter

from shared_rules import events as ev
from shared_rules.constants import E_NOTHING
from trainhub.cli.common import HubCommon, find_game, game_name
from trainhub.errors import RequestRefused
from trainhub.text import tr

GAME_HELP = tr("Which game (see: trainhub games); else the one used last.")


def undo(
    *,
    game: Annotated[str | None, Parameter(help=GAME_HELP)] = None,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    _move(game, common, ev.UNDONE)


def redo(
    *,
    game: Annotated[str | None, Parameter(help=GAME_HELP)] = None,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    _move(game, common, ev.REDONE)


def _move(game: str | None, common: HubCommon, kind: int) -> None:
    from trainhub.desk import change
    from trainhub.scores import words
    from trainhub.scores.live import actor_of

    taken: list[int] = []

    def make(before: Any, now: Any) -> tuple[bytes, int]:
        """The event on top of what this PC knows now; the hub is told which one is meant."""
        event = now.undo_event() if kind == ev.UNDONE else now.redo_event()
        if event is None:
            cause = tr("There is nothing to take back.") if kind == ev.UNDONE else tr("There is nothing to bring back.")
            raise RequestRefused(cause, tr("Nothing was changed."), E_NOTHING)
        target = now.head - (event[1] | event[2] << 8)
        taken[:] = [target]
        return event, target

    with common.store() as store:
        log_id = find_game(store, game)
        outcome = change(store, log_id, make, lambda: common.hub(store))
        events = list(store.read(log_id))
    target = taken[0]
    names, turn = actor_of(events, target)
    what = words.describe(events[target], names, turn)
    said = tr("Taken back: {what}.", what=what) if kind == ev.UNDONE else tr("Brought back: {what}.", what=what)
    if outcome.waiting:
        said += "\n" + tr("Waiting for the hub ({reason}); the next trainhub sync delivers it.", reason=outcome.reason)
    common.result(
        {
            "game": game_name(log_id), "event": target, "kind": words.kind(events[target]), "text": what,
            "result": "waiting" if outcome.waiting else "accepted", "state": outcome.state,
        },
        said,
    )  # fmt: skip
