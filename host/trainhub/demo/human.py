"""A person among the bots: shown what a seat may know, asked for a move in words."""

from collections.abc import Callable, Sequence
from typing import Any

from shared_rules import tiles
from shared_rules.game import moves
from shared_rules.game.bots import Greedy
from trainhub.text import tr, trn


class Leave(Exception):
    """The person has had enough."""


class Human:
    """A chooser (see `people`). ask: shows a prompt and returns what was typed · show: prints a line."""

    def __init__(self, names: Sequence[str], ask: Callable[[str], str], show: Callable[[str], None]) -> None:
        self.names = names
        self.ask = ask
        self.show = show
        self._adviser = Greedy(1)

    def choose(self, view: Any) -> int:
        """One move of the seat whose view this is. Raises `Leave`."""
        for line in self.table(view):
            self.show(line)
        legal = list(view.legal)
        for number, move in enumerate(legal, 1):
            self.show(f"  {number:2}  {self.move_text(view, move)}")
        while True:
            typed = self.ask(tr("Your move (1-{n}, ? for advice, q to leave): ", n=len(legal))).strip().casefold()
            if typed == "q":
                raise Leave
            if typed == "?":
                advised = legal.index(self._adviser.choose(view)) + 1
                self.show(tr("A bot would take {n}.", n=advised))
            elif not typed and len(legal) == 1:
                return int(legal[0])
            elif typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(legal):
                return int(legal[int(typed) - 1])
            else:
                self.show(tr("Type the number of a move."))

    def table(self, view: Any) -> list[str]:
        """What lies on the table, and the hand."""
        out = ["", tr("Round {n}, engine {engine}-{engine}.", n=view.round_no, engine=view.engine)]
        for line in range(len(view.ends)):
            if line < view.seats:
                held = trn("{n} tile in hand", "{n} tiles in hand", view.counts[line])
                marks = [held] if line != view.seat else []
                if view.markers >> view.tracks[line] & 1:
                    marks.append(tr("open to all"))
            else:
                marks = []
            if line == view.due:
                marks.append(tr("a double to be covered"))
            out.append(f"  {self.line_name(view, line):24} ...{view.ends[line]}  {', '.join(marks)}".rstrip())
        out.append(tr("Boneyard: {n}", n=view.left))
        hand = sorted(view.hand)
        out.append(tr("Your hand: {tiles}", tiles="  ".join(tiles.name(number) for number in hand)))
        return out

    def line_name(self, view: Any, line: int) -> str:
        """Whose line that is."""
        if line == view.seat:
            return tr("your train")
        if line < view.seats:
            return tr("{who}'s train", who=self.names[line])
        if line < view.first_branch:
            return tr("the Mexican Train")
        base, owner = view.branches[line - view.first_branch]
        return tr("branch of {line} ({who})", line=self.line_name(view, base), who=self.names[owner])

    def move_text(self, view: Any, move: int) -> str:
        """A move in words."""
        if move == moves.END:
            return tr("end the turn")
        if move == moves.DRAW:
            return tr("draw a tile")
        if move == moves.CALL:
            return tr("call the last tile and end the turn")
        if move == moves.LATE_CALL:
            return tr("call the last tile, late")
        line = self.line_name(view, moves.line_of(move))
        return tr("{tile} on {line}", tile=tiles.name(view.tile(move)), line=line)
