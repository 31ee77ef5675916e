"""Requests of pages as changes of a game. Each function makes a job for the keeper's thread.

The hub writes the log of its game; what is kept on this PC alone is written here. Either way a change is checked first,
refused with a reason, and compared with what its author saw.
"""

import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from shared_rules import events as ev
from shared_rules import record as rec
from shared_rules import ruleset as rs
from shared_rules.constants import E_CHANGED, E_GAME_RUNNING, E_NO_GAME, E_NOT_LAST, E_NOTHING, OK
from shared_rules.table import BETWEEN, ROUND
from trainhub import naming
from trainhub.scores import history, schema, words
from trainhub.web import errors as er
from trainhub.web import state
from trainhub.web.keeper import Keeper, Waiting
from trainhub.web.reasons import reason
from trainhub.web.words import say

Job = Callable[[Keeper], Any]


def refused(code: int, why: str = "") -> er.PageError:
    """The refusal of the rules core or the hub as an answer."""
    kind = er.CHANGED if code in (E_CHANGED, E_NOT_LAST) else er.REFUSED
    return er.PageError(kind, say(why or words.refusal(code)), code=code)


def score(game: str, round_no: int, track: int, pips: int | None, seen: int | None) -> Job:
    """Pips of one seat in one round; `seen` is what the cell held for whoever typed it."""

    def job(keeper: Keeper) -> Any:
        log_id = _same_game(keeper, game)
        table = rec.fold(keeper.store.read(log_id)).table
        event = ev.score(track, round_no, pips, corrects=state.held(table, round_no, track) is not None)
        return _change(keeper, log_id, event, 0 if seen is None else seen + 1, round_no, track)

    return job


def held_now(game: str, round_no: int, track: int) -> Job:
    """What a cell holds, after a refusal."""

    def job(keeper: Keeper) -> Any:
        keeper.store.refresh()
        return state.held(rec.fold(keeper.store.read(_same_game(keeper, game))).table, round_no, track)

    return job


def undo(kind: int, target: int) -> Job:
    """Take back (or bring back) the table event number `target`, if it is the last one still."""

    def job(keeper: Keeper) -> Any:
        log_id = _game(keeper)
        record = rec.fold(keeper.store.read(log_id))
        event = record.undo_event() if kind == ev.UNDONE else record.redo_event()
        if event is None:
            raise refused(E_NOTHING)
        if record.head - (event[1] | event[2] << 8) != target:
            raise refused(E_NOT_LAST)
        return _change(keeper, log_id, event, target)

    return job


def simple(event: bytes, game: str | None = None) -> Job:
    """Any event that only has to be possible: pause, leave, end."""

    def job(keeper: Keeper) -> Any:
        return _change(keeper, _game(keeper) if game is None else _same_game(keeper, game), event)

    return job


def named(track: int, name: str) -> Job:
    return _as(track, name, lambda clean: ev.named(track, clean))


def come(track: int, name: str) -> Job:
    """Somebody sits down, under a name that nobody at the table has; `named` writes it."""
    return _as(track, name, lambda _: ev.of_track(ev.JOINED, track))


def _as(track: int, name: str, make: Callable[[str], bytes]) -> Job:
    clean = check_name(name)

    def job(keeper: Keeper) -> Any:
        log_id = _game(keeper)
        told = history.read(keeper.store.read(log_id))
        seated = [told.names[seat] for seat in told.names if seat != track and _sits(told.table, seat)]
        if any(naming.same(held, clean) for held in seated):
            raise er.PageError(er.REFUSED, say("Two players are called {name}.", name=clean))
        return _change(keeper, log_id, make(clean))

    return job


def _sits(table: Any, track: int) -> bool:
    """Is or was somebody there, or does he come with the next round? (A name outlives an undone arrival.)"""
    return bool(table.joined[track] or table.coming >> track & 1)


def begin(people: Sequence[tuple[int, str]], rules: str, size: int, overrides: bytes, end: bool) -> Job:
    """A new game on the hub. end: the running one may be ended for it."""
    seats = seating(people)
    preset, values = rule_set(rules, size, overrides, len(seats))
    log_id = secrets.randbelow(2**30 - 1) + 1

    def job(keeper: Keeper) -> Any:
        hello = keeper.hello
        if hello is None:
            raise er.PageError(er.BUSY, say("There is no hub now. Plug it in, then begin the game."))
        running = _running(keeper)
        if running and not end:
            raise refused(E_GAME_RUNNING)
        flags = ev.FLAG_DRAWS_RECORDED if hello.buttons >= 4 else 0
        mask = sum(1 << track for track in seats)
        first = bytes(ev.game_begun(log_id, values[rs.F_SET], mask, flags, _core(), preset, overrides))
        if running:
            _change(keeper, running, ev.simple(ev.GAME_ENDED))
        details = [ev.dated(int(time.time())), *(ev.named(track, name) for track, name in seats.items())]
        waiting = keeper.propose(0, first)
        for event in details:
            keeper.propose(log_id, event)
        return waiting

    return job


def seating(people: Sequence[tuple[int, str]]) -> dict[int, str]:
    """Track -> name. Raises `PageError` with the reason."""
    seats: dict[int, str] = {}
    for track, name in people:
        if track in seats:
            raise er.PageError(er.REFUSED, say("Two players cannot sit on track {track}.", track=track))
        seats[track] = check_name(name)
    twin = naming.twin(seats.values())
    if twin is not None:
        raise er.PageError(er.REFUSED, say("Two players are called {name}.", name=twin))
    return dict(sorted(seats.items()))


def check_name(name: str) -> str:
    """The name as it will be written. Raises `PageError`."""
    clean = naming.clean(name)
    if not clean:
        raise er.PageError(er.REFUSED, say("Every player needs a name."))
    if len(clean.encode()) > ev.MAX_NAME:
        raise er.PageError(er.REFUSED, say("The name {name} is too long.", name=clean))
    return clean


def rule_set(name: str, size: int, overrides: bytes, seats: int) -> tuple[int, bytes]:
    """(preset, values) for that many seats. Raises `PageError` with the reason."""
    preset = rs.preset_number(name)
    if not preset:
        raise er.PageError(er.REFUSED, say("There is no rule set {name}.", name=name))
    values = rs.values(preset, overrides, size)
    if values is None:
        raise er.PageError(er.REFUSED, say("One of the house rules does not exist, or not with that value."))
    why = rs.contradiction(values) or rs.seats_refused(values, seats)
    if why:
        raise er.PageError(er.REFUSED, say("That cannot be played: {reason}.", reason=reason(why)))
    return int(preset), bytes(values)


def _game(keeper: Keeper) -> int:
    log_id = keeper.log_id
    if not log_id:
        raise refused(E_NO_GAME)
    return log_id


def _same_game(keeper: Keeper, game: str) -> int:
    log_id = _game(keeper)
    if f"{log_id:08x}" != game:
        raise er.PageError(er.CHANGED, say("Another game is shown now."))
    return log_id


def _running(keeper: Keeper) -> int:
    """The game that would have to be ended first, or 0."""
    log_id = keeper.log_id
    if not log_id:
        return 0
    return log_id if rec.fold(keeper.store.read(log_id)).table.phase in (BETWEEN, ROUND) else 0


def _change(keeper: Keeper, log_id: int, event: bytes, expect: int = 0, round_no: int = 0, track: int = 0) -> Waiting | int:
    store = keeper.store
    if not store.ours(log_id):
        _admit(rec.fold(store.read(log_id)), event)
        return keeper.propose(log_id, event, expect)
    with store.writing(log_id):
        record = rec.fold(store.read(log_id))
        _admit(record, event)
        if round_no:
            now = state.held(record.table, round_no, track)
            if expect != (0 if now is None else now + 1) and now != ev.score_value(event, 0):
                return int(E_CHANGED)
        store.append(log_id, record.head, [event], schema.HOST_WRITES)
    keeper.changed()
    return int(OK)


def _admit(record: Any, event: bytes) -> None:
    code = record.admit(event)
    if code != OK:
        raise refused(code)


def _core() -> int:
    from pathlib import Path

    import shared_rules
    from trainhub.deploy.corehash import core_hash

    return core_hash(Path(shared_rules.__file__).parent)
