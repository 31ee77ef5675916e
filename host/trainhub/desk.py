"""The scorer's desk: changes to a game, carried out wherever its log is written.

The log of a game played on a hub is written by the hub alone: a change is proposed to it, and waits in the score file
while there is no hub. A game kept without a hub, or one whose hub has moved on to the next game, is written here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shared_rules import record as rec
from shared_rules.constants import E_CHANGED, E_PHASE, OK
from shared_rules.table import DONE, ENDED
from trainhub.errors import NoHub, PortBusy, RequestRefused
from trainhub.scores import schema, words
from trainhub.text import tr

if TYPE_CHECKING:
    from trainhub.link.client import Client
    from trainhub.scores.store import Store

DELIVERY = 3.0  # seconds in which another trainhub that holds the port hands a change over

# Given the record as the user knew it and as it is now: the event and what PROPOSE expects.
Make = Callable[[Any, Any], tuple[bytes, int]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """accepted: it is in the log · waiting: kept until a hub is there. `state`: of the line, as everywhere."""

    waiting: bool
    state: str
    event: bytes
    reason: str = ""  # why it waits


def change(store: "Store", log_id: int, make: Make, open_hub: Callable[[], "Client"]) -> Outcome:
    """Change a game by one event. Raises `RequestRefused` where it is impossible; then nothing changed."""
    before = rec.fold(store.read(log_id))
    if store.ours(log_id):
        return _write_here(store, log_id, make)
    from trainhub.link.news import State

    try:
        hub = open_hub()
    except (NoHub, PortBusy) as error:
        event, expect = make(before, before)
        refuse(before.admit(event), before.table)
        key = store.propose(log_id, event, expect)
        if isinstance(error, PortBusy):
            code = _delivered(store, key)
            if code is not None:
                refuse(code)
                return Outcome(False, str(State.DEMO if _simulated(store, log_id) else State.HUB), event)
        return Outcome(True, str(State.NO_HUB), event, error.cause)
    with hub:
        hub.sync()
        if hub.session.current_log != log_id:
            if hub.session.holds(log_id) or rec.fold(store.read(log_id)).head:
                store.take_over(log_id)
            return _write_here(store, log_id, make)
        now = rec.fold(store.read(log_id))
        event, expect = make(before, now)
        code = now.admit(event)
        if code and not _may_differ(code):
            refuse(code, now.table)
        key = store.propose(log_id, event, expect)
        codes = hub.settle(key)
        if key not in codes:
            return Outcome(True, str(hub.state), event, tr("The hub did not decide in time."))
        hub.sync()
        refuse(codes[key])
        return Outcome(False, str(hub.state), event)


def refuse(code: int, table: Any = None) -> None:
    """Raise `RequestRefused` unless `code` is OK. `table`: the one that said so, for a better reason."""
    if code == E_PHASE and table is not None and table.phase in (DONE, ENDED):
        raise RequestRefused(tr("The game is over."), tr("To take its end back: trainhub undo"), code)
    if code != OK:
        raise RequestRefused(words.refusal(code), tr("Nothing was changed."), code)


def write_log(store: "Store", log_id: int, events: Sequence[bytes]) -> None:
    """Begin a log that is written here."""
    record = rec.Record(rec.ListSource())
    for event in events:
        refuse(record.admit(event))
        record.source.events.append(event)
        record.append(event)
        record.work()
    store.append(log_id, 0, events, schema.HOST_WRITES)


def _write_here(store: "Store", log_id: int, make: Make) -> Outcome:
    with store.writing(log_id):
        now = rec.fold(store.read(log_id))
        event, _ = make(now, now)
        refuse(now.admit(event), now.table)
        store.append(log_id, now.head, [event], schema.HOST_WRITES)
    return Outcome(False, "no hub", event)


def _may_differ(code: int) -> bool:
    """Is this the kind of refusal that only the hub can decide?"""
    return code == int(E_CHANGED)


def _delivered(store: "Store", key: int) -> int | None:
    """Wait until the trainhub that holds the port has asked the hub."""
    import time

    end = time.monotonic() + DELIVERY
    while time.monotonic() < end:
        code = store.verdict(key)
        if code is not None:
            store.refresh()
            return code
        time.sleep(0.05)
    return None


def _simulated(store: "Store", log_id: int) -> bool:
    """Is the hub of this log, or the one seen last if that is not known, a simulated one?"""
    mine = next((row.hub for row in store.logs() if row.log_id == log_id and not row.aside), "")
    return next((bool(hub.simulated) for hub in store.hubs() if mine in ("", hub.uid)), False)
