"""trainhub as a library.

    import asyncio
    import trainhub

    async def main():
        async with await trainhub.Hub.connect() as hub:
            print(hub.state, hub.sheet().seats)
            async for event in hub.events():
                print(event.text)

    asyncio.run(main())

Everything here is safe to cancel; errors are those of `trainhub.errors`, each with `cause`, `next_step` and `exit_code`.
The hub is followed through unplugging and restarts; `state` is one of the four words *no hub*, *connecting*, *hub*, *DEMO*.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared_rules import events as ev
from trainhub import paths
from trainhub.desk import refuse
from trainhub.errors import HubFailed, TrainhubError
from trainhub.link import ports
from trainhub.link.client import GREETING, no_answer
from trainhub.link.follow import Follow
from trainhub.link.news import Greeted, Hello, InSync, Settled, State, StateChanged, Stored
from trainhub.scores.live import Follower
from trainhub.scores.sheet import Sheet, build
from trainhub.scores.store import Store
from trainhub.scores.words import kind

ANSWER_S = 5.0


@dataclass(frozen=True, slots=True)
class Event:
    """One event of the hub's log. kind: as in `trainhub watch --json` · text: in the user's language · turn: whose it is."""

    game: int
    seq: int
    kind: str
    text: str
    turn: int
    round: int
    data: bytes


class Hub:
    """A hub that is followed by a thread of its own. Make one with `await Hub.connect()`; `await close()` lets it go."""

    def __init__(self, port: str | None, data: Path | None) -> None:
        folder = paths.data_dir(data)
        self._store = Store(paths.scores_file(folder))
        self._loop = asyncio.get_running_loop()
        self._queues: set[asyncio.Queue[Event | StateChanged | TrainhubError]] = set()
        self._ready: asyncio.Future[None] = self._loop.create_future()
        self._waiting: dict[int, asyncio.Future[int]] = {}
        self._followers: dict[int, Follower] = {}
        self._stop = threading.Event()
        self._wake = threading.Event()
        self._hello: Hello | None = None
        self._log_id = 0
        self.state = State.NO_HUB
        self._follow = Follow(lambda: ports.choose(port, paths.simulators_dir(folder)), self._store, wait=self._pause)
        self._thread = threading.Thread(target=self._run, name="trainhub", daemon=True)

    @classmethod
    async def connect(cls, port: str | None = None, *, data: Path | None = None, timeout: float = 2 * GREETING) -> "Hub":
        """Find a hub, greet it and bring the score file up to date. Raises a `PortError` that says why there is none."""
        hub = cls(port, data)
        hub._thread.start()
        try:
            await asyncio.wait_for(asyncio.shield(hub._ready), timeout)
        except TimeoutError:
            await hub.close()
            raise no_answer() from None
        except BaseException:
            await hub.close()
            raise
        return hub

    async def __aenter__(self) -> "Hub":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Let the hub go and end the thread."""
        self._stop.set()
        if self._thread.is_alive():
            await asyncio.to_thread(self._thread.join, 5)
        self._store.close()

    @property
    def hello(self) -> Hello:
        """What the hub said of itself last."""
        if self._hello is None:
            raise no_answer()
        return self._hello

    @property
    def game(self) -> int:
        """Id of the game on the hub, 0 if there is none."""
        return self._log_id

    def sheet(self) -> Sheet:
        """The score sheet of the game on the hub, as far as it is known here."""
        return build(self._store.read(self._log_id))

    async def events(self) -> AsyncIterator[Event]:
        """Every event from now on, without end; through unplugging too."""
        async for item in self._listen():
            if isinstance(item, Event):
                yield item

    async def states(self) -> AsyncIterator[State]:
        """The state now, and then each time it changes."""
        yield self.state
        async for item in self._listen():
            if isinstance(item, StateChanged):
                yield item.state

    async def score(self, round_no: int, track: int, pips: int | None) -> None:
        """Write one cell (None: unset). Raises `RequestRefused` if the hub says no, also if the cell changed meanwhile."""
        held = _held(self._store.read(self._log_id), round_no, track)
        event = ev.score(track, round_no, pips, corrects=held is not None)
        await self.propose(event, 0 if held is None else held + 1)

    async def propose(self, event: bytes, expect: int = 0) -> None:
        """Ask the hub to write an event; see PROPOSE in `shared_rules.wire`."""
        key = self._store.propose(self._log_id, event, expect)
        answer: asyncio.Future[int] = self._loop.create_future()
        self._waiting[key] = answer
        self._wake.set()
        try:
            refuse(await asyncio.wait_for(answer, ANSWER_S))
        except TimeoutError:
            raise HubFailed(no_answer().cause, "It waits in the score file and is delivered when the hub is back.") from None
        finally:
            self._waiting.pop(key, None)

    # -- the thread ----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        talk = self._follow.run()
        try:
            for item in talk:
                if self._stop.is_set():
                    break
                if item is None and self._wake.is_set() and self._follow.client:
                    self._wake.clear()
                    self._follow.client.session.wake()
                elif item is not None:
                    self._tell(item)
        except Exception as error:  # the thread's edge: whoever listens learns of it
            self._say(error if isinstance(error, TrainhubError) else HubFailed(repr(error), ""))
        finally:
            talk.close()
            self._follow.close()
            self._store.database.close()

    def _pause(self, seconds: float) -> None:
        self._stop.wait(seconds)

    def _tell(self, item: Any) -> None:
        if isinstance(item, StateChanged):
            self.state = item.state
            self._say(item)
            if item.state == State.NO_HUB and self._follow.error and not self._ready.done():
                self._say(self._follow.error)
        elif isinstance(item, Greeted):
            self._hello = item.hello
        elif isinstance(item, TrainhubError):
            self._say(item)
        elif isinstance(item, Settled):
            answer = self._waiting.get(item.key)
            if answer:
                self._loop.call_soon_threadsafe(_settle, answer, item.code)
        elif isinstance(item, InSync):
            self._log_id = item.log_id
            self._catch_up(item.log_id, item.head)
            self._loop.call_soon_threadsafe(_settle, self._ready, None)
        elif isinstance(item, Stored) and item.log_id in self._followers:
            follower = self._catch_up(item.log_id, item.start)
            for step in follower.feed(item.events):
                table = follower.table
                self._say(Event(item.log_id, step.seq, kind(step.event), step.text, table.turn, table.round, step.event))

    def _catch_up(self, log_id: int, head: int) -> Follower:
        follower = self._followers.setdefault(log_id, Follower())
        for _ in follower.feed(self._store.read(log_id, follower.head)[: max(0, head - follower.head)]):
            pass
        return follower

    def _say(self, item: Event | StateChanged | TrainhubError) -> None:
        def deliver() -> None:
            for queue in self._queues:
                queue.put_nowait(item)
            if isinstance(item, TrainhubError) and not self._ready.done():
                self._ready.set_exception(item)

        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens
            self._loop.call_soon_threadsafe(deliver)

    async def _listen(self) -> AsyncIterator[Event | StateChanged]:
        queue: asyncio.Queue[Event | StateChanged | TrainhubError] = asyncio.Queue()
        self._queues.add(queue)
        try:
            while True:
                item = await queue.get()
                if isinstance(item, TrainhubError):
                    raise item
                yield item
        finally:
            self._queues.discard(queue)


def _settle(answer: "asyncio.Future[Any]", value: Any) -> None:
    if not answer.done():
        answer.set_result(value)


def _held(events: Any, round_no: int, track: int) -> int | None:
    from shared_rules.constants import UNSET
    from shared_rules.record import fold

    table = fold(events).table
    value = table.score(round_no, track) if 1 <= round_no <= table.rounds() else UNSET
    return None if value == UNSET else int(value)
