"""`trainhub join`, `leave` and `rename`: who sits at the table."""

from typing import Annotated, Any

from cyclopts import Parameter

from shared_rules import events as ev
from trainhub import naming
from trainhub.cli.common import HubCommon, find_game, find_seat, game_name
from trainhub.cli.new import check_name
from trainhub.cli.score import seats_of
from trainhub.errors import RequestRefused
from trainhub.text import tr

GAME_HELP = tr("Which game (see: trainhub games); else the one used last.")
NAME_HELP = tr("Name, beginning of a name, or track.")
_Game = Annotated[str | None, Parameter(help=GAME_HELP)]


def join(
    name: Annotated[str, Parameter(help=tr("Who comes."))],
    track: Annotated[int, Parameter(help=tr("The free track on which he or she plays."))],
    /,
    *,
    game: _Game = None,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    name = check_name(name)
    if not 1 <= track <= 11:
        raise RequestRefused(tr("Seats are on tracks 1 to 11."), tr("Nothing was changed."))
    _refuse_taken(name, track, _seats(game, common))
    _change(game, common, ev.of_track(ev.JOINED, track))
    _change(game, common, ev.named(track, name), tr("{name} joins on track {track}.", name=name, track=track))


def leave(
    name: Annotated[str, Parameter(help=NAME_HELP)],
    /,
    *,
    game: _Game = None,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    track, full = _seat(game, common, name)
    _change(game, common, ev.of_track(ev.LEFT, track), tr("{name} leaves and stays on the sheet.", name=full))


def rename(
    name: Annotated[str, Parameter(help=NAME_HELP)],
    to: Annotated[str, Parameter(help=tr("The right name."))],
    /,
    *,
    game: _Game = None,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    to = check_name(to)
    track, _ = _seat(game, common, name)
    _refuse_taken(to, track, _seats(game, common))
    _change(game, common, ev.named(track, to), tr("Track {track} is {name}.", track=track, name=to))


def _seats(game: str | None, common: HubCommon) -> dict[int, str]:
    from trainhub.scores import history

    with common.store() as store:
        return seats_of(history.read(store.read(find_game(store, game))))


def _refuse_taken(name: str, track: int, seats: dict[int, str]) -> None:
    """Two of one name could not be told apart; a seat may keep its own."""
    if any(seat != track and naming.same(held, name) for seat, held in seats.items()):
        raise RequestRefused(tr("Two players are called {name}.", name=name), tr("Give them different names."))


def _seat(game: str | None, common: HubCommon, name: str) -> tuple[int, str]:
    seats = _seats(game, common)
    track = find_seat(seats, name)
    return track, seats[track]


def _change(game: str | None, common: HubCommon, event: bytes, said: str = "") -> None:
    from trainhub.desk import change

    def make(before: Any, now: Any) -> tuple[bytes, int]:
        return event, 0

    with common.store() as store:
        log_id = find_game(store, game)
        outcome = change(store, log_id, make, lambda: common.hub(store))
    if outcome.waiting:
        said += "\n" + tr("Waiting for the hub ({reason}); the next trainhub sync delivers it.", reason=outcome.reason)
    if said:
        result = "waiting" if outcome.waiting else "accepted"
        common.result({"game": game_name(log_id), "result": result, "state": outcome.state}, said)
