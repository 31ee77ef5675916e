"""Requests of pages, carried out: by the keeper (games, scores), on the simulated hub's bench (buttons), or in a match."""

import asyncio
from collections.abc import Callable
from typing import Any

from shared_rules import events as ev
from shared_rules.constants import E_CHANGED, OK
from trainhub.simulator.errors import SimulatorError
from trainhub.web import changes, choice
from trainhub.web import errors as er
from trainhub.web.keeper import Keeper
from trainhub.web.lan import Door
from trainhub.web.match import Match
from trainhub.web.room import Room
from trainhub.web.simhub import SimHub
from trainhub.web.words import say

PATIENCE = 6.0  # seconds for the hub's word


class Desk:
    """invitation: what pages that write are told about inviting others; None without --lan."""

    joinable = True

    def __init__(
        self, keeper: Keeper, room: Room, hub: SimHub, door: Door, match: Match, invitation: dict[str, Any] | None = None
    ) -> None:
        self.keeper = keeper
        self.room = room
        self.hub = hub
        self.door = door
        self.match = match
        self.invitation = invitation
        self._dealing = asyncio.Lock()

    def enter(self, code: str, address: str) -> None:
        """Raises `PageError` unless that is the join code."""
        if self.door.shut(address):
            raise er.PageError(er.CODE, say("Too many wrong codes. Wait a minute."))
        if not self.door.opens(code, address):
            raise er.PageError(er.CODE, say("That is not the join code."))

    async def do(self, do: str, fields: dict[str, Any], page: int) -> dict[str, Any]:
        """One request. Returns what the answer says beside `done`; raises `PageError`."""
        if do == "score":
            return await self._score(fields)
        if do == "button":
            return await self._button(page, **fields)
        if do.startswith("play"):
            return await self._play(do, fields)
        jobs: dict[str, Callable[[], changes.Job]] = {
            "undo": lambda: changes.undo(ev.UNDONE, fields["target"]),
            "redo": lambda: changes.undo(ev.REDONE, fields["target"]),
            "pause": lambda: changes.simple(ev.simple(ev.PAUSED if fields["paused"] else ev.RESUMED)),
            "go": lambda: changes.simple(ev.of_track(ev.LEFT, fields["track"])),
            "rename": lambda: changes.named(fields["track"], fields["name"]),
            "choose": lambda: lambda keeper: choice.decide(keeper, fields["game"], fields["how"]),
            "end": lambda: changes.simple(ev.simple(ev.GAME_ENDED), fields["game"]),
        }
        if do == "come":
            await self._settled(changes.come(fields["track"], fields["name"]))
            return await self._settled(changes.named(fields["track"], fields["name"]))
        if do == "new":
            self._not_in_match()
            return await self._settled(self._new(fields))
        if do in ("undo", "redo", "pause", "go"):
            self._not_in_match()
        return await self._settled(jobs[do]())

    async def gone(self, page: int) -> None:
        """A page went away: its fingers come off the buttons."""
        await asyncio.to_thread(self.hub.let_go, page)

    # -- inside ----------------------------------------------------------------------------------------------------------

    async def _settled(self, job: changes.Job) -> dict[str, Any]:
        """Do it and wait for the hub's word."""
        code = await self._answer(job)
        if code is None:
            return {"waiting": True}
        if isinstance(code, int) and code != OK:
            raise changes.refused(code)
        return {}

    async def _answer(self, job: changes.Job) -> Any:
        future = self.keeper.ask(job)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), PATIENCE)
        except TimeoutError:
            if future.cancelled():
                raise er.PageError(er.BUSY, say("The score file cannot be used now.")) from None
            return None  # the hub has not answered yet

    async def _score(self, fields: dict[str, Any]) -> dict[str, Any]:
        try:
            code = await self._answer(
                changes.score(fields["game"], fields["round"], fields["track"], fields["pips"], fields["seen"])
            )
            if isinstance(code, int) and code != OK:
                raise changes.refused(code)
        except er.PageError as error:
            if error.more.get("code") != E_CHANGED:
                raise
            now = await self._answer(changes.held_now(fields["game"], fields["round"], fields["track"]))
            self.room.say({
                "type": "conflict", "game": fields["game"], "round": fields["round"], "track": fields["track"],
                "wanted": fields["pips"], "now": now,
            })  # fmt: skip
            error.more["now"] = now
            raise
        return {"waiting": True} if code is None else {}

    async def _button(self, page: int, name: str, down: bool) -> dict[str, Any]:
        if self.match.running:
            raise er.PageError(er.BUSY, say("The game presses the buttons itself now."))
        if down and not self.hub.stands_at(self.keeper.port):
            raise er.PageError(er.NO_BENCH, say("Only a simulated hub has buttons on this page."))
        try:
            await asyncio.to_thread(self.hub.touch, page, name, down)
        except SimulatorError as error:
            raise er.PageError(er.NO_BENCH, say("Only a simulated hub has buttons on this page.")) from error
        return {}

    def _new(self, fields: dict[str, Any]) -> changes.Job:
        people = [(track, name) for track, name in fields["people"]]
        overrides = bytes(value for pair in fields["overrides"] for value in pair)
        return changes.begin(people, fields["rules"], fields["set"], overrides, fields["end"])

    def _not_in_match(self) -> None:
        if self.match.running:
            raise er.PageError(er.BUSY, say("A game against bots is running; stop it first."))

    async def _play(self, do: str, fields: dict[str, Any]) -> dict[str, Any]:
        if do == "play-begin":
            async with self._dealing:  # two pages may ask at once
                await self._deal(fields)
        elif do == "play":
            await asyncio.to_thread(self.match.move, fields["move"])
        elif do == "play-next":
            self.match.next_round()
        else:
            await asyncio.to_thread(self.match.stop)
        return {}

    async def _deal(self, fields: dict[str, Any]) -> None:
        self._not_in_match()
        if not self.hub.stands_at(self.keeper.port):
            raise er.PageError(er.NO_BENCH, say("Bots play on the simulated hub only."))
        plan = self.match.plan(**{name: value for name, value in fields.items() if name != "end"})
        people = [[track, name] for track, name in plan.names.items()]
        if await self._settled(self._new({**fields, "people": people})):
            raise er.PageError(er.BUSY, say("The hub did not answer; try again."))
        await asyncio.to_thread(self.match.begin, plan)
