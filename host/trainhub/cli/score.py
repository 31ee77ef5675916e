"""`trainhub score`: one cell of the sheet."""

from typing import Annotated, Any

from cyclopts import Parameter

from shared_rules import events as ev
from shared_rules.constants import E_CHANGED, E_PIPS, E_ROUND, MEXICAN, UNSET
from trainhub.cli.common import HubCommon, find_game, find_seat, game_name
from trainhub.errors import RequestRefused, UsageError
from trainhub.text import tr

MOST_PIPS = 0x7FFE  # that a score event can carry; how many a set has is asked of the rules


def score(
    round: Annotated[int, Parameter(help=tr("Number of the round, 1 is the first."))],
    player: Annotated[str, Parameter(help=tr("Name, beginning of a name, or track."))],
    pips: Annotated[str, Parameter(help=tr("Pips left in the hand, or: unset"))],
    /,
    *,
    game: Annotated[str | None, Parameter(help=tr("Which game (see: trainhub games); else the one used last."))] = None,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    from trainhub.desk import change
    from trainhub.scores import history

    value = pips_of(pips)
    with common.store() as store:
        log_id = find_game(store, game)
        told = history.read(store.read(log_id))
        table = told.table
        seats = seats_of(told)
        track = find_seat(seats, player)
        if not 1 <= round <= table.rounds():
            raise RequestRefused(
                tr("There is no round {n}; this game has {rounds}.", n=round, rounds=table.rounds()),
                tr("Nothing was changed."), E_ROUND,
            )  # fmt: skip

        def make(before: Any, now: Any) -> tuple[bytes, int]:
            held = _held(before.table, round, track)
            return ev.score(track, round, value, corrects=held != UNSET), 0 if held == UNSET else held + 1

        if store.ours(log_id) and round > table.round:
            raise RequestRefused(
                tr("Round {n} is not over yet.", n=round),
                tr("Note who is out first: trainhub round NAME (or: trainhub round blocked)"), E_ROUND,
            )  # fmt: skip
        try:
            outcome = change(store, log_id, make, lambda: common.hub(store))
        except RequestRefused as refused:
            if refused.code != E_CHANGED:
                raise
            from shared_rules.record import fold

            now = _held(fold(store.read(log_id)).table, round, track)
            raise RequestRefused(
                tr("The cell was changed meanwhile: round {n} of {name} is now {value}.",
                   n=round, name=seats[track], value=_text(None if now == UNSET else now)),
                tr("Nothing was overwritten. Repeat the command if yours is right."), E_CHANGED,
            ) from refused  # fmt: skip
    shown = tr("Round {n}, {name}: {value}.", n=round, name=seats[track], value=_text(value))
    if outcome.waiting:
        shown += "\n" + tr("Waiting for the hub ({reason}); the next trainhub sync delivers it.", reason=outcome.reason)
    common.result(
        {
            "game": game_name(log_id), "round": round, "track": track, "name": seats[track], "pips": value,
            "result": "waiting" if outcome.waiting else "accepted", "state": outcome.state,
        },
        shown,
    )  # fmt: skip


def _held(table: Any, roundno: int, track: int) -> int:
    """Pips in the cell now, `UNSET` if none; as the reducer counts them, so that the hub compares the same."""
    return int(table.score(roundno, track)) if table.rounds() >= roundno else int(UNSET)


def _text(value: int | None) -> str:
    return tr("unset") if value is None else str(value)


def seats_of(told: Any) -> dict[int, str]:
    """Track -> name of everybody who is or was at the table, or comes with the next round."""
    table = told.table
    return {
        track: told.names.get(track) or f"#{track}"
        for track in range(1, MEXICAN)
        if table.joined[track] or table.coming >> track & 1
    }


def pips_of(text: str) -> int | None:
    if text.casefold() in ("unset", tr("unset").casefold()):
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 5:
        raise UsageError(tr("{text} is no number of pips.", text=text), tr("Write a number, or: unset"))
    if int(text) > MOST_PIPS:
        raise RequestRefused(tr("The set does not have that many pips."), tr("Nothing was changed."), E_PIPS)
    return int(text)
