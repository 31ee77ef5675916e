"""What many games together tell of each player. People are told apart by their names, whatever the case."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from trainhub.scores.history import History, read
from trainhub.scores.sheet import NUMBER, Sheet, of_history

if TYPE_CHECKING:
    from trainhub.scores.reader import Reader
    from trainhub.scores.store import Store

PATIENCE = 6000  # tenths of a second; a longer turn was a break nobody noted


@dataclass(slots=True)
class Player:
    """One name over all games. pips: every number noted for it · thought: length of its turns, tenths of a second."""

    name: str
    games: int = 0
    finished: int = 0
    wins: int = 0
    rounds_won: int = 0
    pips: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)  # of finished games
    thought: list[int] = field(default_factory=list)

    @property
    def average(self) -> float | None:
        """Pips a round."""
        return sum(self.pips) / len(self.pips) if self.pips else None

    @property
    def worst(self) -> int | None:
        return max(self.pips, default=None)

    @property
    def best_total(self) -> int | None:
        return min(self.totals, default=None)

    @property
    def seconds(self) -> float | None:
        """Average length of a turn."""
        return sum(self.thought) / len(self.thought) / 10 if self.thought else None


def collect(games: Iterable[tuple[Sheet, History]]) -> list[Player]:
    """Statistics of every player, most wins first, then fewest pips a round."""
    players: dict[str, Player] = {}
    for sheet, history in games:
        by_track: dict[int, Player] = {}
        for column, seat in enumerate(sheet.seats):
            player = players.setdefault(seat.name.casefold(), Player(seat.name))
            player.name = seat.name
            by_track[seat.track] = player
            player.games += 1
            player.rounds_won += seat.rounds_won
            cells = [row.cells[column] for row in sheet.rows]
            player.pips += [cell.pips for cell in cells if cell.kind == NUMBER and cell.pips is not None]
            if sheet.phase == "finished" and sheet.complete and not seat.left:
                player.finished += 1
                player.totals.append(seat.total)
                player.wins += seat.track in sheet.winners
        for entry in history.rounds:
            for track, tenths in entry.turns:
                if tenths is not None and tenths <= PATIENCE and track in by_track:
                    by_track[track].thought.append(tenths)
    return sorted(players.values(), key=lambda p: (-p.wins, p.average if p.average is not None else 1e9, p.name))


def of_store(store: "Reader | Store") -> tuple[int, list[Player]]:
    """The number of games that `store` keeps, and everybody who played in one; their games are in order of time."""
    games = []
    for row in sorted(store.logs(), key=lambda row: row.created):
        if row.writer != "nobody":
            events = store.events_of(row)
            told = read(events)
            games.append((of_history(told, len(events)), told))
    return len(games), [player for player in collect(games) if player.games]
