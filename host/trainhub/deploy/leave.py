"""A hub that answers is left in good order before its firmware is touched: free of a game, its journal on this PC, its
app stopped by itself with the watchdog unarmed.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from shared_rules import wire
from trainhub.errors import HubFailed, NotAHub, PortError, RequestRefused
from trainhub.link.client import Client
from trainhub.link.news import Hello
from trainhub.link.transport import SerialTransport
from trainhub.text import tr

if TYPE_CHECKING:
    from trainhub.scores.store import Store

MAINTENANCE_MINUTES = 15  # longer than any upload takes; then the hub comes back by itself
_PARTING_S = 5.0  # seconds in which a hub that agreed goes away

Say = Callable[[str], None]


def take_leave(port: str, store: "Store", say: Say, during_game: bool) -> tuple[Hello | None, bool]:
    """Returns what the hub said of itself (None: no hub answered) and whether all its events are on this PC now.

    Raises `RequestRefused` while a game runs, unless `during_game`, `HistoriesDiffer` where a choice must be made
    first, and `PortError`; the hub is then as it was.
    """
    hub = Client(SerialTransport(port), store)
    with hub:
        try:
            hub.greet()
        except NotAHub:
            return None, False
        except HubFailed as error:  # another protocol: only mpremote can help
            say(error.cause)
            refuse_game(hub.hello, during_game)
            return hub.hello, False
        hello = hub.hello  # on a line that stays when the hub goes, the session forgets it
        refuse_game(hello, during_game)
        say(tr("A hub answers: {board}, firmware {version}. Saving its games.",
               board=hello.board, version=hello.version))  # fmt: skip
        synced = True
        try:
            hub.sync()
        except HubFailed as error:
            say(error.cause)
            synced = False
        _ask_for_maintenance(hub)
        return hello, synced


def refuse_game(hello: Hello, during_game: bool) -> None:
    if hello.game_running and not during_game:
        raise RequestRefused(
            tr("A game is running on the hub. Nothing was changed."),
            tr("Finish it first, or add --during-game: the game goes on after the restart."),
        )


def _ask_for_maintenance(hub: Client) -> None:
    """The hub restarts without its app. One that cannot is interrupted by mpremote, which stops its watchdog too."""
    try:
        answer = hub.ask(bytes(wire.message(wire.MAINTENANCE, MAINTENANCE_MINUTES)))
    except HubFailed:
        return
    if answer.fields[0] != wire.DONE:
        return
    end = time.monotonic() + _PARTING_S
    while time.monotonic() < end:
        try:
            hub.pump(0.2)
        except PortError:
            return
