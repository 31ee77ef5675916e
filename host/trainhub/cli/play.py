"""`trainhub play`: you against bots, in the terminal, on a simulated hub whose buttons are pressed for everybody."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from trainhub import naming
from trainhub.cli.common import Common
from trainhub.text import tr

if TYPE_CHECKING:
    from trainhub.demo.night import Plan


def play(
    name: Annotated[str, Parameter(help=tr("What you are called."))] = "",
    /,
    *,
    seats: Annotated[int, Parameter(help=tr("How many play."))] = 3,
    rules: Annotated[str, Parameter(help=tr("The rule set."))] = "cardinal-it",
    seed: Annotated[int | None, Parameter(help=tr("Decides tiles and bots; else chance does."))] = None,
    rounds: Annotated[int | None, Parameter(help=tr("Rounds to play (else all)."))] = None,
    common: Common = Common(),  # noqa: B008
) -> None:
    import secrets

    from shared_rules import ruleset as rs
    from shared_rules.game.game import Game
    from trainhub.cli.demo import refuse_impossible, tracks_for
    from trainhub.cli.new import check_name
    from trainhub.demo.captions import caption
    from trainhub.demo.human import Human, Leave
    from trainhub.demo.night import Night, Plan, bots
    from trainhub.scores import show
    from trainhub.scores.store import Store
    from trainhub.simulator import Simulator
    from trainhub.simulator.scratch import Scratch

    seed = secrets.randbelow(2**30) if seed is None else seed
    plan = Plan(rules, tracks_for(seats), seed)
    refuse_impossible(plan, seats, rounds)
    name = name or tr("Guest")
    name = check_name(name)
    common.say(tr("DEMO - no hub is attached: this one is simulated."))
    with (
        Scratch() as folder,
        Simulator(folder / "flash", driven=True, seed=seed) as hub,
        Store(folder / "scores.db") as store,
    ):
        night: Night

        def say(event: bytes) -> None:
            common.say("  " + caption(event, night.presser.table, night.names)[0])

        choosers = bots(Game(plan.rules, plan.tracks, seed, True), seed)
        night = Night(hub, store, plan, choosers, say=say)
        night.names = _names(plan, name)
        human = Human([night.names[track] for track in plan.tracks], common.ask, common.say)
        choosers[0] = human.choose
        night.seat()
        try:
            for _ in range(rounds or rs.round_count(plan.rules)):
                night.play_round()
                common.say("\n" + show.text(night.sheet()) + "\n")
        except (Leave, EOFError) as end:
            common.say(("\n" if isinstance(end, EOFError) else "") + tr("Until next time."))
        sheet = night.sheet()
        night.unplug()
    common.result({"seed": seed, **show.as_json(sheet)})


def _names(plan: "Plan", person: str) -> dict[int, str]:
    """Track -> name: the person first, then bots of whom nobody is called the same."""
    from trainhub.demo.night import NAMES

    others = (name for name in NAMES[1:] + NAMES[:1] if not naming.same(name, person))
    return dict(zip(plan.tracks, (person, *others), strict=False))
