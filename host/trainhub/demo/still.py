"""One picture of a demo in the middle of a round, as SVG: the README's."""

from __future__ import annotations

import io

from rich.console import Console

from shared_rules.table import bits
from trainhub.demo.captions import caption
from trainhub.demo.night import Night, Plan
from trainhub.demo.picture import WIDE, page, scene
from trainhub.scores.store import Store
from trainhub.simulator.back_ends import board_data
from trainhub.simulator.hub import Simulator
from trainhub.simulator.scratch import Scratch
from trainhub.text import tr

SETTLE_MS = 400  # the turn light has arrived by then


def svg(plan: Plan, rounds: int) -> str:
    """The screen of `trainhub demo` after so many rounds, once two trains are open and a double waits for its cover."""
    with (
        Scratch() as folder,
        Simulator(folder / "flash", driven=True, seed=plan.seed) as hub,
        Store(folder / "scores.db") as store,
    ):
        lines: list[str] = []

        def say(event: bytes) -> None:
            what, how = caption(event, night.presser.table, night.names)
            lines.append(f"  {how:>14}   {what}")

        night = Night(hub, store, plan, say=say)
        night.seat()
        for _ in range(rounds):
            night.play_round()
        night.people.begin_round()
        table = night.presser.table
        while bits(table.markers) < 2 or not table.owes() or not night.game.state.left > 0:
            if night.game.over_round:  # not in this one: look on
                night.write_scores()
                night.people.begin_round()
                table = night.presser.table
            night.people.move()
        hub.bench.run(SETTLE_MS)
        assert night.client is not None
        night.client.sync()
        face = scene(hub.bench.pixels().colours, board_data(hub.bench.board), night.presser.table, night.names)
        console = Console(record=True, width=WIDE, file=io.StringIO(), force_terminal=True, color_system="truecolor")
        console.print(page(face, night.sheet(), ("TURN",), hub.bench.buttons, lines, WIDE))
        night.unplug()
    return console.export_svg(title=tr("trainhub demo"))
