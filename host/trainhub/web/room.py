"""The pages that look on: what is shown to all of them, and what each one still has to be sent.

A slow page never holds up anybody. Of state and lights only the latest is kept for it; if even its short list of other
messages overflows, it is dropped and comes back by itself.
"""

import asyncio
import json
from typing import Any

MOST_PAGES = 40
WAITING = 400  # messages that may wait for one page


def pack(message: dict[str, Any]) -> str:
    """As text that can be sent: half a character, as in the name of an undecodable file, becomes a question mark."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace").decode()


class Outbox:
    """What one page still has to be sent."""

    def __init__(self) -> None:
        self._latest: dict[str, str] = {}
        self._lights: dict[int, tuple[int, int, int]] = {}
        self._others: list[str] = []
        self._something = asyncio.Event()
        self.overflown = False

    def put(self, text: str) -> None:
        if len(self._others) >= WAITING:
            self.overflown = True
        else:
            self._others.append(text)
        self._something.set()

    def put_latest(self, kind: str, text: str) -> None:
        """Replaces what waits of the same kind."""
        self._latest[kind] = text
        self._something.set()

    def put_lights(self, pixels: dict[int, tuple[int, int, int]]) -> None:
        self._lights.update(pixels)
        self._something.set()

    async def take(self, timeout: float) -> list[str]:
        """Everything that waits, after waiting for it; [] after `timeout` seconds."""
        try:
            await asyncio.wait_for(self._something.wait(), timeout)
        except TimeoutError:
            return []
        self._something.clear()
        out = [*self._latest.values()]
        self._latest.clear()
        if self._lights:
            out.append(pack({"type": "lights", "pixels": [[i, *rgb] for i, rgb in self._lights.items()]}))
            self._lights = {}
        out += self._others
        self._others = []
        return out


class Room:
    """Everything that is shown, and who looks on. Only used in the server's event loop, `tell` excepted."""

    def __init__(self) -> None:
        self.pages: dict[int, Outbox] = {}
        self.lit: dict[int, tuple[int, int, int]] = {}
        self.shown: dict[str, str] = {}  # latest message of each kind
        self._loop: asyncio.AbstractEventLoop | None = None
        self._count = 0

    def open(self) -> None:
        """The server runs now."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        self._loop = None

    def tell(self, kind: str, value: Any) -> None:
        """From any thread: something to show."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._show, kind, value)

    def enter(self) -> tuple[int, Outbox]:
        """A new page; it is shown everything."""
        self._count += 1
        outbox = self.pages[self._count] = Outbox()
        for kind, text in self.shown.items():
            outbox.put_latest(kind, text)
        outbox.put_lights(self.lit)
        return self._count, outbox

    def leave(self, page: int) -> None:
        self.pages.pop(page, None)

    def say(self, message: dict[str, Any]) -> None:
        """To everybody, once."""
        text = pack(message)
        for outbox in self.pages.values():
            outbox.put(text)

    def _show(self, kind: str, value: Any) -> None:
        if kind == "lights":
            changed = {pixel: (red, green, blue) for pixel, red, green, blue in value}
            self.lit.update(changed)
            for outbox in self.pages.values():
                outbox.put_lights(changed)
        elif kind == "dark":
            changed = dict.fromkeys(self.lit, (0, 0, 0))
            self.lit.clear()
            for outbox in self.pages.values():
                outbox.put_lights(changed)
        elif kind == "sound":
            self.say({"type": "sound", "name": value[0], "volume": value[1]})
        else:
            text = pack({"type": kind, **value})
            if self.shown.get(kind) != text:
                self.shown[kind] = text
                for outbox in self.pages.values():
                    outbox.put_latest(kind, text)
