"""Hub and PC hold different histories of the game: what pages are told of it, and what their choice does.

It is the choice of `trainhub sync`; the table holds the port, so it must be possible here. Nothing is deleted by it.
"""

from typing import TYPE_CHECKING, Any

from shared_rules.constants import OK
from trainhub.link.news import Diverged
from trainhub.web import errors as er
from trainhub.web.words import say

if TYPE_CHECKING:
    from trainhub.web.keeper import Keeper

ADOPT = "adopt"  # the hub's counts; ours is set aside
KEEP = "keep"  # the hub's counts; ours stays in the list as a game of its own
RESTORE = "restore"  # the hub gets back the end that it lost


def told(diverged: Diverged) -> dict[str, Any]:
    """game: its number, to be said with the choice · behind: the hub only lacks the end · here, hub: events held."""
    return {
        "game": f"{diverged.log_id:08x}", "behind": diverged.hub_behind, "here": diverged.host_head, "hub": diverged.hub_head,
    }  # fmt: skip


def decide(keeper: "Keeper", game: str, how: str) -> int:
    """Carry it out, in the keeper's thread; returns OK. Raises `PageError` if there is nothing to choose any more."""
    client = keeper.follow.client if keeper.follow else None
    choice = keeper.choice
    if choice is None or client is None or told(choice)["game"] != game:
        raise er.PageError(er.CHANGED, say("There is nothing to choose any more."))
    if how == RESTORE:
        if not choice.hub_behind:
            raise er.PageError(er.REFUSED, say("The hub has a history of its own; it cannot be given back."))
        client.session.restore(choice.log_id)
    else:
        keeper.store.set_aside(choice.log_id, given_up=how == ADOPT)
        client.session.resume(choice.log_id)
    keeper.chosen()
    return int(OK)
