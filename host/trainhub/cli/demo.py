"""`trainhub demo`: watch bots play on a simulated hub, or let them play as fast as they can."""

from typing import Annotated

from cyclopts import Parameter

from shared_rules import ruleset as rs
from trainhub.cli.common import Common
from trainhub.errors import RequestRefused
from trainhub.text import tr

DEFAULT_SEATS = 4
DEFAULT_ROUNDS = 3


def demo(
    *,
    seats: Annotated[int, Parameter(help=tr("How many play."))] = DEFAULT_SEATS,
    rules: Annotated[str, Parameter(help=tr("The rule set."))] = "cardinal-it",
    seed: Annotated[int, Parameter(help=tr("Decides tiles and bots; the same seed gives the same game."))] = 1,
    rounds: Annotated[int | None, Parameter(help=tr("Rounds to play (else 3, with --fast all)."))] = None,
    fast: Annotated[
        bool, Parameter(help=tr("No picture: as fast as it goes, on the hub's virtual clock."), negative=())
    ] = False,
    page: Annotated[bool, Parameter(help=tr("Show it in the browser, too."), negative="--no-page")] = True,
    common: Common = Common(),  # noqa: B008
) -> None:
    from trainhub.demo.night import Plan

    plan = Plan(rules, tracks_for(seats), seed)
    refuse_impossible(plan, seats, rounds)
    if fast or common.json:
        from trainhub.demo.fast import play

        played = play(plan, rounds)
        common.result(played, lambda: summary(played))
        return
    watch(plan, rounds or DEFAULT_ROUNDS, page, common)
    common.say(tr("That was a demo: nothing was kept. A table of your own: trainhub table"))


def watch(plan: "object", rounds: int, page: bool, common: Common) -> None:
    """The demo in this terminal and, if wanted, on a page."""
    from trainhub.demo.broadcast import Broadcast
    from trainhub.demo.live import Show
    from trainhub.demo.night import Plan
    from trainhub.web.browser import open_browser
    from trainhub.web.onlook import Onlook

    assert isinstance(plan, Plan)
    if not page:
        Show(plan, rounds).run()
        return
    onlook = Onlook()
    onlook.start()
    try:
        common.say(tr("The same in the browser: {url}", url=onlook.url))
        open_browser(onlook.url)
        Show(plan, rounds, onlook=Broadcast(onlook)).run()
    finally:
        onlook.stop()


def tracks_for(seats: int) -> tuple[int, ...]:
    """So many tracks of 1-11, spread round the hub."""
    if not 1 <= seats <= 11:
        return tuple(range(1, min(seats, 12) + 1))
    return tuple(1 + i * 11 // seats for i in range(seats))


def refuse_impossible(plan: "object", seats: int, rounds: int | None) -> None:
    """Say which part of the wish cannot be had."""
    from trainhub.demo.night import Plan

    assert isinstance(plan, Plan)
    if not plan.preset:
        known = ", ".join(preset[1] for preset in rs.PRESETS)
        raise RequestRefused(
            tr("There is no rule set called {name}.", name=plan.rule_set), tr("Rule sets: {names}", names=known)
        )
    reason = rs.seats_refused(plan.rules, seats)
    if reason:
        from trainhub.web.reasons import spoken

        raise RequestRefused(
            tr("That cannot be played: {reason}.", reason=spoken(reason)), tr("Choose another number with --seats.")
        )
    if rounds is not None and not 1 <= rounds <= rs.round_count(plan.rules):
        raise RequestRefused(
            tr("A game of {name} has 1 to {n} rounds.", name=plan.rule_set, n=rs.round_count(plan.rules)),
            tr("Choose another number with --rounds."),
        )


def summary(played: dict[str, object]) -> str:
    """The result in a few lines."""
    lines = [f"{played['rule_set']}, seed {played['seed']}: {played['events']} events, log {played['log_crc']}"]
    seats = played["seats"]
    assert isinstance(seats, list)
    lines += [f"{seat['total']:>6}  {seat['name']}" for seat in sorted(seats, key=lambda seat: int(seat["total"]))]
    winners = played["winners"]
    assert isinstance(winners, list)
    lines.append(tr("Winner: {names}", names=", ".join(winners)))
    return "\n".join(lines)
