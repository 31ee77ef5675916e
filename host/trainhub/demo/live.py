"""The demo to watch: bots play by pressing a simulated hub's buttons, at a pace for people, with a picture of it all."""

from __future__ import annotations

import sys
from typing import TextIO

from rich.console import Console
from rich.live import Live

from shared_rules import events as ev
from shared_rules.game.game import Game
from trainhub.demo.broadcast import Broadcast
from trainhub.demo.captions import caption
from trainhub.demo.night import Night, Plan, bots
from trainhub.demo.pace import PacedFingers, Rehearsal
from trainhub.demo.people import People
from trainhub.demo.picture import page, scene
from trainhub.demo.presser import Presser
from trainhub.scores import show
from trainhub.scores.sheet import Sheet, build
from trainhub.scores.store import Store
from trainhub.simulator.back_ends import board_data
from trainhub.simulator.hub import Simulator
from trainhub.simulator.scratch import Scratch
from trainhub.text import tr

THINK_MS = 160  # before each press
REST_MS = 2500  # between rounds, to look at the sheet
SECONDS_A_ROUND = 29.0


class Show:
    """One demo. rounds: how many of the game's rounds to play · out: where it is shown · onlook: a page that shows it, too."""

    def __init__(
        self, plan: Plan, rounds: int, out: TextIO | None = None, speed: float | None = None, onlook: Broadcast | None = None
    ) -> None:
        self.plan = plan
        self.rounds = rounds
        self.console = Console(file=out or sys.stdout)
        self.speed = speed or rehearse(plan, rounds) / 1000 / (SECONDS_A_ROUND * rounds)
        self.lines: list[str] = []
        self.onlook = onlook

    def run(self) -> Sheet:
        """Play and show it. Returns the sheet at the end."""
        with (
            Scratch() as folder,
            Simulator(folder / "flash", driven=True, seed=self.plan.seed) as hub,
            Store(folder / "scores.db") as store,
        ):
            sheet = self._play(hub, store)
        self.console.print(show.text(sheet))
        return sheet

    def _play(self, hub: Simulator, store: Store) -> Sheet:
        picture = self.console.is_terminal and (self.console.encoding or "").lower().startswith("utf")
        if not picture:
            self.console.print(tr("DEMO - no hub is attached: this one is simulated."))
        with Live(console=self.console, auto_refresh=False, screen=picture, transient=not picture) as live:
            fingers = PacedFingers(hub.bench, lambda: self._look(live), self.speed)
            self.fingers = fingers
            self.night = Night(hub, store, self.plan, fingers=fingers, say=self._say)
            self.board = board_data(hub.bench.board)
            self.sheet = build([])
            self.picture = picture
            if self.onlook:
                self.onlook.begin(hub.bench.board, hub.bench.lights_per_track, hub.bench.buttons)
            self.night.seat()
            for _ in range(self.rounds):
                self.night.play_round()
                self.sheet = self.night.sheet()
                fingers.rest(REST_MS)
            if self.onlook and self.night.client:
                self.onlook.game(self.night.store.read(self.night.log_id))
            self.night.unplug()
        return self.sheet

    def _say(self, event: bytes) -> None:
        """Somebody is about to press something."""
        what, how = caption(event, self.night.presser.table, self.night.names)
        if self.picture:
            self.lines.append(f"  {how:>14}   {what}")
        else:
            self.console.print(f"{how:>14}   {what}", highlight=False)
        self.fingers.rest(THINK_MS)
        if self.night.client:  # what was pressed before this
            self.night.client.sync()
            self.sheet = self.night.sheet()
            if self.onlook:
                self.onlook.game(self.night.store.read(self.night.log_id))

    def _look(self, live: Live) -> None:
        """Read the lights and paint."""
        night = self.night
        lit = night.hub.bench.pixels().colours
        if self.onlook:
            self.onlook.look(lit, night.hub.bench.sounds(), self.fingers.held)
        if not self.picture:
            return
        face = scene(lit, self.board, night.presser.table, night.names)
        size = self.console.size
        held, fitted = self.fingers.held, night.hub.bench.buttons
        url = self.onlook.url if self.onlook else ""
        live.update(page(face, self.sheet, held, fitted, self.lines, size.width, size.height, url), refresh=True)


def rehearse(plan: Plan, rounds: int) -> int:
    """How much of the hub's time the same game takes, in ms: played once without a hub."""
    game = Game(plan.rules, plan.tracks, plan.seed)
    fingers = PacedFingers(Rehearsal(), lambda: None, 1e9, wait=lambda seconds: None)
    presser = Presser(fingers, lambda event: fingers.rest(THINK_MS))
    people = People(game, bots(game, plan.seed), presser)
    seats = sum(1 << track for track in plan.tracks)
    presser.set_up(ev.game_begun(1, plan.set_size, seats, ev.FLAG_DRAWS_RECORDED, 0, plan.preset))
    for _ in range(rounds):
        people.play_round()
        fingers.rest(REST_MS)
    return fingers.passed
