"""One page's WebSocket: greeting, join code, requests, and whatever there is to be shown.

A bad message is answered with a typed error and changes nothing. A page that sends far too much is shown out.
"""

import asyncio
import time
import traceback
from typing import Any, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from trainhub.errors import TrainhubError, explain
from trainhub.web import errors as er
from trainhub.web import messages
from trainhub.web.room import MOST_PAGES, Outbox, Room, pack
from trainhub.web.words import say

VERSION = 1  # of what is said here; a page of another version reloads itself
RATE = 25.0  # messages a second in the long run
BURST = 60.0
PATIENCE = 200  # messages over the rate until a page is shown out
BEAT = 2.0  # a page hears something this often, so that it notices a lost line
TOO_SLOW, TOO_MUCH, NO_ROOM = 4008, 4029, 4013


class Requests(Protocol):
    """Whoever carries out what pages ask for: `desk.Desk`, or `onlook.Refusing`."""

    invitation: dict[str, Any] | None
    joinable: bool  # can a page that only looks on come to write?

    def enter(self, code: str, address: str) -> None: ...

    async def do(self, do: str, fields: dict[str, Any], page: int) -> dict[str, Any]: ...

    async def gone(self, page: int) -> None: ...


class Page:
    """One connection. local: it comes from this very computer, so it may write without a code."""

    def __init__(self, socket: WebSocket, room: Room, desk: Requests, local: bool) -> None:
        self._socket = socket
        self._room = room
        self._desk = desk
        self._address = socket.client.host if socket.client else ""
        self._local = local
        self.writes = local
        self._number = 0
        self._last = 0
        self._greeted = False
        self._left = BURST
        self._counted = time.monotonic()
        self._over = 0
        self._outbox: Outbox

    async def run(self) -> None:
        await self._socket.accept()
        if len(self._room.pages) >= MOST_PAGES:
            error = er.PageError(er.FULL, say("Too many pages look on already."))
            await self._socket.send_text(pack(error.message(None)))
            await self._socket.close(NO_ROOM)
            return
        self._number, self._outbox = self._room.enter()
        sender: asyncio.Task[None] | None = None
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                raw = message.get("text")
                if not self._in_time():
                    self._refuse(er.PageError(er.RATE, say("Too many messages; this one was not carried out.")), None)
                    if self._over > PATIENCE:
                        await self._socket.close(TOO_MUCH)
                        return
                    continue
                await self._take(message.get("bytes") or b"" if raw is None else raw)
                if self._greeted and sender is None:
                    sender = asyncio.create_task(self._send())
        except (WebSocketDisconnect, RuntimeError):  # RuntimeError: the sender closed it meanwhile
            return
        finally:
            self._room.leave(self._number)
            if sender:
                sender.cancel()
            await self._desk.gone(self._number)

    async def _send(self) -> None:
        try:
            while True:
                texts = await self._outbox.take(BEAT) or [pack({"type": "beat"})]
                for text in texts:
                    await self._socket.send_text(text)
                if self._outbox.overflown:
                    await self._socket.close(TOO_SLOW)
                    return
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _take(self, raw: str | bytes) -> None:
        number: int | None = None
        try:
            do, number, fields = messages.parse(raw, self._last)
            self._last = number
            answer = await self._do(do, fields)
        except er.PageError as error:
            self._refuse(error, error.more.pop("request", number))
        except TrainhubError as error:
            self._refuse(er.PageError(er.REFUSED, say(error.cause)), number)
        except Exception as error:  # the edge: a fault of ours ends no page
            traceback.print_exc()
            self._refuse(er.PageError(er.FAILED, say("trainhub itself failed: {text}", text=explain(error).cause)), number)
        else:
            self._outbox.put(pack({"type": "done", "id": number, **answer}))

    async def _do(self, do: str, fields: dict[str, Any]) -> dict[str, Any]:
        if do == "hello":
            self._greeted = True
            self._say_who()
            return {"version": VERSION}
        if not self._greeted:
            raise er.PageError(er.ORDER, say("Say hello first."))
        if do == "join":
            self._desk.enter(fields["code"], self._address)
            self.writes = True
            self._say_who()
            return {}
        if not self.writes:
            raise er.PageError(er.UNAUTHORISED, say("This page only looks on. Type the join code first."))
        return await self._desk.do(do, fields, self._number)

    def _say_who(self) -> None:
        who: dict[str, Any] = {
            "type": "you", "writes": self.writes, "local": self._local, "joinable": self._desk.joinable,
        }  # fmt: skip
        if self.writes:
            who["invitation"] = self._desk.invitation
        self._outbox.put_latest("you", pack(who))

    def _refuse(self, error: er.PageError, number: int | None) -> None:
        if self._greeted:
            self._outbox.put(pack(error.message(number)))
        else:  # nobody sends for this page yet
            asyncio.create_task(self._now(pack(error.message(number))))

    async def _now(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            return

    def _in_time(self) -> bool:
        """One more message: within the rate?"""
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._counted) * RATE)
        self._counted = now
        if self._left < 1:
            self._over += 1
            return False
        self._left -= 1
        return True
