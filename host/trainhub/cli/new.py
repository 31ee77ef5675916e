"""`trainhub new`: who sits where and by which rules, on the hub or, with --no-hub, on this PC alone."""

import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules.constants import MAX_SEATS, MEXICAN
from trainhub import config, naming
from trainhub.cli.common import HubCommon, game_name
from trainhub.errors import HubFailed, NoHub, RequestRefused
from trainhub.rulesfile import Rules, find
from trainhub.text import tr, trn

if TYPE_CHECKING:
    from trainhub.link.client import Client
    from trainhub.scores.store import Store


def new(
    *names: Annotated[str, Parameter(help=tr("The players, clockwise."))],
    tracks: Annotated[str | None, Parameter(help=tr("Their tracks on the hub, e.g. 1,4,9; else from track 1 on."))] = None,
    rules: Annotated[
        str | None,
        Parameter(help=tr("Rule set, or a file of your own; see: trainhub rules. Else TRAINHUB_RULES, else cardinal-it.")),
    ] = None,
    set_: Annotated[int | None, Parameter(name="--set", help=tr("Highest double of the set: 6, 9, 12, 15 or 18."))] = None,
    draw: Annotated[
        bool | None, Parameter(help=tr("Every drawn tile is noted with the DRAW button, where there is one."))
    ] = None,
    no_hub: Annotated[
        bool, Parameter(help=tr("Keep the score on this PC, without a hub."), negative=(), show_default=False)
    ] = False,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    from trainhub.desk import write_log

    seats = seating(names, tracks)
    rules = rules or config.value("rules") or "cardinal-it"
    if set_ is None:
        written = config.value("set") or ""
        set_ = int(written) if written.isdigit() else None
    played, size = rule_set(rules, set_, len(seats))
    log_id = secrets.randbelow(2**30 - 1) + 1
    with common.store() as store:
        if no_hub:
            write_log(store, log_id, [_begun(log_id, size, seats, 0, played), *_details(seats)])
            state = "no hub"
        else:
            try:
                hub = common.hub(store)
            except NoHub as error:
                step = tr("{step}. To keep the score without a hub: add --no-hub", step=error.next_step)
                raise NoHub(error.port, error.cause, step) from error
            with hub:
                state = str(hub.state)
                _begin_on_hub(hub, store, common, log_id, size, seats, draw, played)
    table = ", ".join(f"{name} ({track})" for track, name in seats.items())
    common.result(
        {
            "game": game_name(log_id), "state": state, "rule_set": rules, "set": size,
            "seats": [{"track": track, "name": name} for track, name in seats.items()],
        },
        tr("Game {game} has begun: {seats}.", game=game_name(log_id), seats=table),
    )  # fmt: skip


def seating(names: Sequence[str], tracks: str | None) -> dict[int, str]:
    """Track -> name. Raises `RequestRefused` with the reason."""
    if not names:
        raise RequestRefused(tr("Nobody plays."), tr("Name the players: trainhub new Anna Ben Cleo"))
    if len(names) > MAX_SEATS:
        raise RequestRefused(
            tr("{n} players are too many: track 12 is the Mexican Train's, so a hub has {most} seats.",
               n=len(names), most=MAX_SEATS), tr("Nothing was changed.")
        )  # fmt: skip
    names = [check_name(name) for name in names]
    twin = naming.twin(names)
    if twin is not None:
        raise RequestRefused(tr("Two players are called {name}.", name=twin), tr("Give them different names."))
    places = list(range(1, len(names) + 1)) if tracks is None else _numbers(tracks)
    if len(places) != len(names):
        raise RequestRefused(
            trn("There is {n} track", "There are {n} tracks", len(places))
            + trn(" for {n} player.", " for {n} players.", len(names)),
            tr("Give one track for each player, e.g. --tracks 1,4,9"),
        )
    for place in places:
        if not 1 <= place < MEXICAN or places.count(place) > 1:
            raise RequestRefused(
                tr("Track {track} cannot be taken: seats are on tracks 1 to 11, one player each.", track=place),
                tr("Nothing was changed."),
            )
    return dict(sorted(zip(places, names, strict=True)))


def check_name(name: str) -> str:
    """The name as it will be written. Raises `RequestRefused` for what cannot be one on a sheet."""
    clean = naming.clean(name)
    if not clean:
        raise RequestRefused(tr("{name} is no name.", name=repr(name)), tr("Nothing was changed."))
    if len(clean.encode()) > ev.MAX_NAME:
        raise RequestRefused(
            tr("The name {name} is too long: {most} bytes fit.", name=clean, most=ev.MAX_NAME),
            tr("Nothing was changed."),
        )
    return clean


def rule_set(name: str, size: int | None, seats: int) -> tuple[Rules, int]:
    """(rule set, set size) for that many seats. Raises `RequestRefused` with the reason."""
    found = find(name)
    if size is not None and not 0 < size < 256:  # no byte of a rule set
        raise RequestRefused(tr("{rules}: there is no double-{n} set.", rules=name, n=size), tr("Nothing was changed."))
    values = found.values(size or 0)
    why = rs.contradiction(values) or rs.seats_refused(values, seats)
    if why:
        from trainhub.web.reasons import spoken

        raise RequestRefused(tr("{rules}: {reason}.", rules=name, reason=spoken(why)), tr("Nothing was changed."))
    return found, values[rs.F_SET]


def _numbers(text: str) -> list[int]:
    parts = text.replace(",", " ").split()
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise RequestRefused(tr("{text} is no list of tracks.", text=text), tr("Write it like this: --tracks 1,4,9"))
    return [int(part) for part in parts]


def _begun(log_id: int, size: int, seats: dict[int, str], flags: int, rules: Rules) -> bytes:
    from pathlib import Path

    import shared_rules
    from trainhub.deploy.corehash import core_hash

    mask = sum(1 << track for track in seats)
    core = core_hash(Path(shared_rules.__file__).parent)
    return bytes(ev.game_begun(log_id, size, mask, flags, core, rules.preset, rules.overrides))


def _details(seats: dict[int, str]) -> list[bytes]:
    return [ev.dated(int(time.time())), *(ev.named(track, name) for track, name in seats.items())]


def _begin_on_hub(
    hub: "Client", store: "Store", common: HubCommon, log_id: int, size: int, seats: dict[int, str], draw: bool | None,
    rules: Rules,
) -> None:  # fmt: skip
    from trainhub.desk import refuse

    hub.sync()
    if hub.hello.game_running:
        raise RequestRefused(
            tr("A game is running on the hub."),
            tr("End it at the hub (menu) or with trainhub end, then begin the new one."),
        )
    noted = hub.hello.buttons >= 4 if draw is None else draw and hub.hello.buttons >= 4
    first = _begun(log_id, size, seats, ev.FLAG_DRAWS_RECORDED if noted else 0, rules)
    if int.from_bytes(first[10:14], "little") != hub.hello.core_hash:
        common.say(tr("Note: the hub has another version of the rules core; trainhub update brings both together."))
    key = store.propose(0, first)
    codes = hub.settle(key)
    if key not in codes:
        store.withdraw(key)
        raise HubFailed(tr("The hub did not answer."), tr("Look whether it has begun the game, then try again."))
    refuse(codes[key])
    keys = [store.propose(log_id, event) for event in _details(seats)]
    hub.settle(*keys)
    hub.sync()
