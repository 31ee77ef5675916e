"""`trainhub round`: a whole round in one line, for a game that is kept without a hub.

trainhub round Anna Ben=12 Cleo=30        Anna is out
trainhub round blocked Anna=3 Ben=12 Cleo=30
"""

from typing import Annotated, Any

from cyclopts import Parameter

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules.constants import BLOCKED, E_ENGINE, E_PHASE, UNSET
from shared_rules.table import BETWEEN, ROUND
from trainhub.cli.common import Common, find_game, find_seat, game_name
from trainhub.cli.score import pips_of, seats_of
from trainhub.errors import RequestRefused, UsageError
from trainhub.text import tr


def round_(
    winner: Annotated[str, Parameter(help=tr("Who is out, or: blocked"))],
    /,
    *scores: Annotated[str, Parameter(help=tr("NAME=PIPS for each other player; what is missing stays unset."))],
    engine: Annotated[int | None, Parameter(help=tr("The double that opened the round, if it is not the next one."))] = None,
    starter: Annotated[str | None, Parameter(help=tr("Who opened the round."))] = None,
    game: Annotated[str | None, Parameter(help=tr("Which game (see: trainhub games); else the one used last."))] = None,
    common: Annotated[Common, Parameter(name="*")] = Common(),  # noqa: B008
) -> None:
    from shared_rules import record as rec
    from trainhub.desk import refuse
    from trainhub.scores import history, show
    from trainhub.scores.schema import HOST_WRITES
    from trainhub.scores.sheet import build

    with common.store() as store:
        log_id = find_game(store, game)
        if not store.ours(log_id):
            raise RequestRefused(
                tr("The hub itself notes the rounds of game {game}.", game=game_name(log_id)),
                tr("Press ROUND on the hub when a round is over; then: trainhub score"), E_PHASE,
            )  # fmt: skip
        with store.writing(log_id):
            told = history.read(store.read(log_id))
            seats = seats_of(told)
            blocked = winner.casefold() in ("blocked", tr("blocked").casefold())
            out = BLOCKED if blocked else find_seat(seats, winner)
            record: Any = rec.fold(store.read(log_id))
            table = record.table
            first = find_seat(seats, starter) if starter else out or table.dealer
            events = [ev.of_track(ev.ROUND_ENDED, out)]
            number = table.round
            if table.phase != ROUND:  # else the end of this round was undone and is noted anew
                number += 1
                events.insert(0, ev.round_begun(first, _engine(table, engine)))
            for track, pips in _cells(seats, scores).items():
                known = number <= table.rounds() and table.score(number, track) != UNSET
                events.append(ev.score(track, number, pips, corrects=known))
            start = record.head
            for event in events:  # all of them or none
                refuse(record.admit(event))
                record.source.events.append(event)
                record.append(event)
                record.work()
            store.append(log_id, start, events, HOST_WRITES)
        sheet = build(store.read(log_id))
    common.result({"game": game_name(log_id), "round": number, "sheet": show.as_json(sheet)}, lambda: show.text(sheet))


def _engine(table: Any, wanted: int | None) -> int:
    """The double that opens the next round; `wanted`: what the user says it was."""
    if table.phase != BETWEEN:
        raise RequestRefused(
            tr("The game is over: no round is left to be noted."),
            tr("To take its end back: trainhub undo. To begin another game: trainhub new NAMES"), E_PHASE,
        )  # fmt: skip
    due = int(table.next_engine())
    if wanted is None:
        return due
    if not 0 <= wanted <= table.rules[rs.F_SET]:
        raise RequestRefused(tr("The set has no double of {n}.", n=wanted), tr("Nothing was changed."), E_ENGINE)
    if wanted != due and table.rules[rs.F_ENGINE] != rs.ENGINE_HIGHEST:
        raise RequestRefused(
            tr("Round {n} opens with {due}-{due} by this rule set, not with {engine}-{engine}.",
               n=table.round + 1, due=due, engine=wanted),
            tr("Leave --engine out."), E_ENGINE,
        )  # fmt: skip
    return wanted


def _cells(seats: dict[int, str], scores: tuple[str, ...]) -> dict[int, int | None]:
    cells: dict[int, int | None] = {}
    for item in scores:
        name, equals, pips = item.rpartition("=")
        if not equals:
            raise UsageError(tr("{text} is not NAME=PIPS.", text=item), tr("For example: trainhub round Anna Ben=12"))
        track = find_seat(seats, name)
        if track in cells:
            raise UsageError(tr("{name} has two numbers.", name=seats[track]), tr("Nothing was changed."))
        cells[track] = pips_of(pips)
    return cells
