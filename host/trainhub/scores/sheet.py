"""The score sheet as a value: what text, JSON, CSV, the printed page and the web page all show.

It is worked out from the log each time and kept nowhere. Four kinds of cells that a person must be able to tell apart:
a number, unset (the round is over and nobody wrote a number), absent (the seat did not play) and open (not over yet).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shared_rules import ruleset as rs
from shared_rules import sheet as core
from shared_rules.constants import MEXICAN, UNSET
from shared_rules.table import BETWEEN, DONE, ENDED, NO_GAME, NOBODY_WON, ROUND
from shared_rules.table import Table as CoreTable
from trainhub.scores.history import History, read

NUMBER = "number"
UNSET_CELL = "unset"
ABSENT = "absent"
OPEN = "open"

PHASES = {NO_GAME: "no game", BETWEEN: "between rounds", ROUND: "round running", DONE: "finished", ENDED: "ended early"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat in one round. before: what it held earlier · provisional: the end of the round was undone."""

    kind: str
    pips: int | None = None
    before: tuple[int | None, ...] = ()
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A column. place: 1 is best, 0 unranked (left) · unset: rounds that are over and miss a number."""

    track: int
    name: str
    total: int
    unset: int
    place: int
    rounds_won: int
    joined: int  # round from which it plays
    left: int  # round in which it left, 0 if it did not
    start: int  # pips it began with


@dataclass(frozen=True, slots=True)
class Row:
    """A round. winner: track, 0 blocked, None not over."""

    number: int
    engine: int
    starter: int
    winner: int | None
    running: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    log_id: int
    rule_set: str
    changed_rules: int  # fields that differ from the preset
    set_size: int
    phase: str
    paused: bool
    dated: int | None
    rounds: int  # of the whole game
    seats: tuple[Seat, ...]
    rows: tuple[Row, ...]
    winners: tuple[int, ...]  # tracks, once the game is over
    complete: bool  # no number is missing
    events: int
    skipped: int


def build(events: Sequence[bytes]) -> Sheet:
    """The sheet of a log (a list of event bytes)."""
    return of_history(read(events), len(events))


def of_history(history: History, count: int) -> Sheet:
    table: Any = history.table
    if table.phase == NO_GAME:
        return Sheet(0, "", 0, 0, PHASES[NO_GAME], False, None, 0, (), (), (), True, count, history.skipped)
    tracks = [track for track in range(1, MEXICAN) if table.joined[track] or table.coming >> track & 1]
    places = {track: place for place, track in core.standings(table)}
    seats = tuple(_seat(history, table, track, places.get(track, 0)) for track in tracks)
    rows = tuple(_row(history, table, number, tracks) for number in range(1, table.rounds() + 1))
    over = table.phase in (DONE, ENDED)
    return Sheet(
        log_id=table.log_id,
        rule_set=rs.preset_name(table.preset) or str(table.preset),
        changed_rules=len(table.overrides) // 2,
        set_size=table.rules[rs.F_SET],
        phase=PHASES[table.phase],
        paused=table.paused,
        dated=history.dated,
        rounds=table.rounds(),
        seats=seats,
        rows=rows,
        winners=tuple(seat.track for seat in seats if seat.place == 1) if over and table.round else (),
        complete=not any(seat.unset for seat in seats),
        events=count,
        skipped=history.skipped,
    )


def _seat(history: History, table: CoreTable, track: int, place: int) -> Seat:
    started = table.joined[track] > 0
    return Seat(
        track=track,
        name=name_of(history.names, track),
        total=core.total(table, track) if started else 0,
        unset=core.unset(table, track) if started else 0,
        place=place,
        rounds_won=core.rounds_won(table, track) if started else 0,
        joined=table.joined[track] or table.round + 1,
        left=table.left[track],
        start=core.start_score(table, track) if started else 0,
    )


def _row(history: History, table: CoreTable, number: int, tracks: list[int]) -> Row:
    played = next((entry for entry in history.rounds if entry.number == number), None)
    won = table.winners[number - 1]
    return Row(
        number=number,
        engine=played.engine if played else rs.first_engine(table.rules) - (number - 1),
        starter=played.starter if played else 0,
        winner=None if not won else 0 if won == NOBODY_WON else won,
        running=table.phase == ROUND and number == table.round,
        cells=tuple(_cell(history, table, number, track) for track in tracks),
    )


def _cell(history: History, table: CoreTable, number: int, track: int) -> Cell:
    over = core.ended(table, number)
    written = history.cells.get((number, track), [])
    before = tuple(value for value, after in zip(written, written[1:], strict=False) if value != after)
    if not table.joined[track] or not table.plays_in(track, number):
        joined = table.joined[track]
        coming = not joined or (joined > table.round and not table.left[track])
        return Cell(OPEN if coming and number > table.round else ABSENT)
    value = core.cell(table, number, track)
    if value != UNSET:
        return Cell(NUMBER, value, before, provisional=not over)
    return Cell(UNSET_CELL if over else OPEN, None, before)


def name_of(names: dict[int, str], track: int) -> str:
    """The name of a seat; its track where nobody gave one."""
    return names.get(track) or f"#{track}"
