"""One whole game on one simulated hub, with bots at the table and a PC that keeps the sheet over the hub's serial port."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules.game.game import Game
from trainhub.demo.people import Chooser, People
from trainhub.demo.presser import Fingers, Presser
from trainhub.errors import HubFailed
from trainhub.link.client import Client
from trainhub.scores import sheet
from trainhub.scores.store import Store
from trainhub.scores.words import refusal
from trainhub.simulator.driven import DrivenTransport
from trainhub.simulator.hub import Simulator
from trainhub.text import tr

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Flora", "Gus", "Hana", "Ivo", "Jana", "Karl")
POWER_UP_MS = 600  # the hub is on and asks who sits where


@dataclass(frozen=True)
class Plan:
    """What is to be played. rules: bytes of `ruleset.values` · tracks: where people sit · seed: decides everything."""

    rule_set: str
    tracks: tuple[int, ...]
    seed: int
    set_size: int = 12

    @property
    def preset(self) -> int:
        return int(rs.preset_number(self.rule_set))

    @property
    def rules(self) -> bytes:
        return bytes(rs.values(self.preset, b"", self.set_size))


class BenchFingers:
    """Fingers on the buttons of a simulated hub, also after it was switched off and on again."""

    def __init__(self, hub: Simulator) -> None:
        self._hub = hub

    def press(self, button: str) -> None:
        self._hub.bench.press(button)

    def hold(self, button: str) -> None:
        self._hub.bench.hold(button)

    def chord(self, buttons: Sequence[str]) -> None:
        self._hub.bench.chord(buttons)


class Night:
    """The table, the hub and the PC. `hub` must have a driven clock and a fresh flash.

    say: called with each event before its buttons are pressed · fingers: what presses them, the bench by default.
    """

    def __init__(
        self, hub: Simulator, store: Store, plan: Plan, choosers: Sequence[Chooser] | None = None, clumsy: int = 0,
        fingers: Fingers | None = None, say: Callable[[bytes], None] = lambda event: None,
    ) -> None:  # fmt: skip
        self.hub = hub
        self.store = store
        self.plan = plan
        draws = "DRAW" in hub.bench.buttons
        self.game = Game(plan.rules, plan.tracks, plan.seed, draws)
        self.presser = Presser(fingers or BenchFingers(hub), say)
        self.people = People(self.game, choosers or bots(self.game, plan.seed), self.presser, clumsy)
        self.names = dict(zip(plan.tracks, NAMES, strict=False))
        self.flags = ev.FLAG_DRAWS_RECORDED if draws else 0
        self.client: Client | None = None

    @property
    def log_id(self) -> int:
        """The log that the hub writes, as far as the PC knows; 0 before the first sync."""
        return self.client.session.current_log if self.client else 0

    def seat(self) -> None:
        """Power up, answer the hub's questions, plug in the PC and tell it who is who."""
        self.hub.bench.run(POWER_UP_MS)
        seats = sum(1 << track for track in self.plan.tracks)
        # Log id and core hash are the hub's business; the presser's record does without them.
        begun = ev.game_begun(1, self.plan.set_size, seats, self.flags, 0, self.plan.preset)
        self.presser.set_up(begun)
        self.plug_in()
        for track, name in self.names.items():
            self.propose(ev.named(track, name))

    def plug_in(self) -> None:
        """Connect the PC (anew) and get everything the hub has."""
        self.unplug()
        now = self.hub.bench.now
        self.client = Client(DrivenTransport(self.hub), self.store, clock=lambda: float(now()))
        self.client.greet()
        self.client.sync()

    def unplug(self) -> None:
        if self.client:
            self.client.close()
            self.client = None

    def propose(self, event: bytes, expect: int = 0) -> int:
        """Ask the hub to write an event. Returns OK or why not."""
        assert self.client is not None
        key = self.store.propose(self.log_id, event, expect)
        code = self.client.settle(key)[key]
        self.client.sync()
        if code == 0:
            self.presser.by_others(event)
        return code

    def play_round(self) -> None:
        """One round, and its scores typed at the PC."""
        self.people.play_round()
        self.write_scores()

    def write_scores(self) -> None:
        """Everybody counts what is left in his hand."""
        for track, pips in zip(self.game.tracks, self.game.scores(), strict=True):
            if pips is not None and track != self.game.winner:
                code = self.propose(ev.score(track, self.game.round_no, pips))
                if code:
                    raise HubFailed(refusal(code), tr("Please report this with the seed of the game."))

    def sheet(self) -> sheet.Sheet:
        """The score sheet as the PC has it."""
        return sheet.build(self.store.read(self.log_id))


def bots(game: Game, seed: int) -> list[Chooser]:
    """A bot for each seat, of different tempers."""
    from shared_rules.game import bots as brains

    kinds: tuple[Any, ...] = (brains.Planner, brains.Greedy, brains.Randomly)
    return [kinds[i % len(kinds)](seed + i).choose for i in range(len(game.tracks))]
