"""`trainhub sync`: everything the hub has comes here, everything waiting here goes there."""

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from trainhub.cli.common import HubCommon, game_name
from trainhub.errors import RequestRefused
from trainhub.text import tr, trn

if TYPE_CHECKING:
    from trainhub.link.client import Client
    from trainhub.scores.store import Store


def sync(
    *,
    adopt: Annotated[
        Literal["hub"] | None,
        Parameter(help=tr("If histories differ: the hub's counts; the PC's is set aside, not deleted.")),
    ] = None,
    restore_hub: Annotated[
        bool,
        Parameter(help=tr("Give a hub that lost its game back what this PC holds."), negative=(), show_default=False),
    ] = False,
    keep_both: Annotated[
        bool,
        Parameter(help=tr("If histories differ: keep the PC's as a game of its own."), negative=(), show_default=False),
    ] = False,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    from trainhub.link.news import News, Settled, Stored
    from trainhub.scores import words

    received = 0
    settled: list[Settled] = []

    def note(item: News) -> None:
        nonlocal received
        if isinstance(item, Stored):
            received += len(item.events)
        elif isinstance(item, Settled):
            settled.append(item)

    if sum((adopt is not None, restore_hub, keep_both)) > 1:
        raise RequestRefused(tr("Only one of --adopt, --restore-hub and --keep-both can be meant."))
    with common.store() as store, common.hub(store) as hub:
        hub.news_seen = note
        if restore_hub:
            _restore(hub, store)
        if adopt or keep_both:
            _decide(hub, store, keep_both)
        hub.sync()
        log_id = hub.session.current_log
        head = store.position(log_id)[0]
        state = str(hub.state)
    refused = [item for item in settled if item.code]
    result = {
        "state": state, "game": game_name(log_id) if log_id else None, "events": head, "received": received,
        "delivered": len(settled) - len(refused), "refused": [item.code for item in refused],
    }  # fmt: skip
    lines = [trn("In sync: {n} new event.", "In sync: {n} new events.", received)]
    if settled:
        lines.append(trn("{n} change delivered.", "{n} changes delivered.", len(settled) - len(refused)))
    lines += [tr("Refused: {reason}", reason=words.refusal(item.code)) for item in refused]
    common.result(result, "\n".join(lines))


def _decide(hub: "Client", store: "Store", keep_both: bool) -> None:
    """Carry out the user's choice between two histories: the hub's counts, ours is kept as it is."""
    from trainhub.errors import HistoriesDiffer

    try:
        hub.sync()
    except HistoriesDiffer as differ:
        store.set_aside(differ.log_id, given_up=not keep_both)
        hub.session.resume(differ.log_id)


def _restore(hub: "Client", store: "Store") -> None:
    """Give the hub its game back, if it lost the end of it or all of it."""
    from trainhub.desk import refuse
    from trainhub.errors import HistoriesDiffer

    try:
        hub.sync()
        log_id = hub.session.current_log
        if log_id:
            return  # nothing is missing
        rows = [row for row in store.logs() if row.writer == "hub" and not row.aside]
        if not rows:
            raise RequestRefused(tr("There is no game of a hub on this PC."))
        log_id = int(rows[0].log_id)
    except HistoriesDiffer as differ:
        log_id = differ.log_id
        if not hub.session.diverged[log_id].hub_behind:
            raise
    refuse(hub.restore(log_id))
