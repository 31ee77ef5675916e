"""Bots round a table: they play the fully known game and tell the hub what a hub is told, by its buttons alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from shared_rules import events as ev
from shared_rules import rng
from shared_rules import ruleset as rs
from shared_rules.game.game import Game
from trainhub.demo.presser import Presser

Chooser = Callable[[Any], int]


class Dice:
    """Chance with a seed, the core's own generator."""

    def __init__(self, seed: int) -> None:
        self._state = rng.seed(seed)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        number, self._state = rng.below(self._state, n)
        return int(number)


class People:
    """Everybody at one table.

    choosers: one a seat, each is given its seat's view and returns a move · clumsy: in one of so many presses somebody
    presses something wrong first and takes it back; 0 never.
    """

    def __init__(
        self, game: Game, choosers: Sequence[Chooser], presser: Presser, clumsy: int = 0, dice: Dice | None = None
    ) -> None:
        self.game = game
        self.choosers = choosers
        self.presser = presser
        self.clumsy = clumsy
        self.dice = dice or Dice(1)
        self.undone = 0

    def begin_round(self) -> None:
        """Deal, look for the engine, and tell the hub."""
        self._tell(self.game.begin_round())

    def move(self) -> int:
        """The seat in turn makes one move. Returns the move."""
        seat = self.game.turn
        move = self.choosers[seat](self.game.view(seat))
        self._tell(self.game.apply(move))
        return int(move)

    def play_round(self) -> None:
        """From the deal until somebody is out or nobody can go on."""
        self.begin_round()
        while not self.game.over_round:
            self.move()

    def _tell(self, events: Sequence[bytes]) -> None:
        for event in events:
            if self.clumsy and self.dice.below(self.clumsy) == 0:
                self._slip(event)
            self.presser.tell([event])

    def _slip(self, right: bytes) -> None:
        """Press something wrong that the hub takes, and take it back."""
        turn = self.presser.table.turn
        # Where a double is due, holding MARK says that it lapsed: no finger can open another one.
        double = ev.LAPSED & 15 if self.presser.table.owes() else turn
        wrong = [
            ev.simple(ev.TILE_LAID), ev.simple(ev.NOTHING_LAID), ev.simple(ev.SEARCH_LAP), ev.simple(ev.TILE_DRAWN),
            *(ev.of_track(kind, turn) for kind in (ev.MARKER_UP, ev.MARKER_DOWN, ev.ROUND_ENDED) if turn),
            ev.of_track(ev.DOUBLE, double),
        ]  # fmt: skip
        recorded = self.presser.table.flags & ev.FLAG_DRAWS_RECORDED
        possible = [
            event for event in wrong
            if event != right and (recorded or event[0] != ev.TILE_DRAWN) and self.presser.record.admit(event) == 0
        ]  # fmt: skip
        if self.presser.table.rules[rs.F_ENGINE] == rs.ENGINE_ASIDE:
            # The next round would begin at once, and only then be taken back.
            possible = [event for event in possible if event[0] >> 4 != ev.ROUND_ENDED]
        if possible:
            self.presser.tell([possible[self.dice.below(len(possible))]])
            self.presser.undo()
            self.undone += 1
