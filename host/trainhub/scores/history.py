"""A log read by people: the reducer's fold, with a look at each step.

`Record` in the core says what the state is; here one also learns how it came about: engine and winner of each round,
what each cell held before, how long turns took. The same events count as in the core: those not taken back, and
possible.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from shared_rules import events as ev
from shared_rules.constants import OK
from shared_rules.gate import check
from shared_rules.reducer import apply
from shared_rules.table import Table


@dataclass(slots=True)
class Round:
    """One round as it was played. winner: a track, 0 blocked, None while it runs · turns: (seat, tenths or None)."""

    number: int
    engine: int
    starter: int
    winner: int | None = None
    turns: list[tuple[int, int | None]] = field(default_factory=list)


@dataclass(slots=True)
class History:
    """What a log tells. `table`: the state in the end; `cells`: values that (round, track) held, oldest first."""

    table: Any
    names: dict[int, str]
    rounds: list[Round]
    cells: dict[tuple[int, int], list[int | None]]
    dated: int | None  # seconds since 1970 UTC at which the game was begun, as far as anybody said
    skipped: int  # events that could not happen
    undone: int  # events that are taken back


def dead_events(events: Sequence[bytes]) -> set[int]:
    """Numbers of the events that are taken back."""
    dead: set[int] = set()
    for seq, event in enumerate(events):
        if event[0] == ev.UNDONE:
            dead.add(seq - _distance(event))
        elif event[0] == ev.REDONE:
            dead.discard(seq - _distance(event))
    return dead


def read(events: Sequence[bytes]) -> History:
    """Read a whole log."""
    dead = dead_events(events)
    table = Table()
    history = History(table, {}, [], {}, None, 0, len(dead))
    waited: int | None = 0
    for seq, event in enumerate(events):
        head = event[0]
        kind = head >> 4
        pause = ev.unpack_time(event[-1])
        waited = None if waited is None or pause is None else waited + pause
        if seq in dead or head in (ev.UNDONE, ev.REDONE):
            continue
        if check(table, event) != OK:
            history.skipped += 1
            continue
        turn = table.turn
        apply(table, event)
        if kind == ev.NAMED:
            history.names[head & 15] = event[2 : 2 + event[1]].decode("utf-8", "replace")
        elif kind == ev.SCORE:
            history.cells.setdefault((event[1], head & 15), []).append(ev.score_value(event, 0))
        elif head == ev.DATED:
            if history.dated is None:
                history.dated = int.from_bytes(event[1:5], "little")
        elif kind == ev.ROUND_BEGUN:
            history.rounds.append(Round(table.round, event[1], head & 15))
            waited = 0
        elif kind == ev.ROUND_ENDED:
            history.rounds[-1].winner = head & 15
            waited = 0
        elif kind == ev.TURN:
            history.rounds[-1].turns.append((turn, waited))
            waited = 0
        elif head in (ev.PAUSED, ev.RESUMED):
            waited = None
    return history


def _distance(event: bytes) -> int:
    return event[1] | event[2] << 8
