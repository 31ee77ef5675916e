"""The one owner of score file and hub: a thread that follows the hub and does, between two looks at it, what pages ask.

Nobody else touches the store or the line, so nothing here needs a lock. Results go back through futures; news go to
`tell(kind, value)`, which must be quick and is called in this thread.
"""

import queue
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from shared_rules import names as sound_names
from shared_rules import wire
from trainhub.errors import TrainhubError, explain
from trainhub.link import news
from trainhub.link.client import histories_differ
from trainhub.link.follow import Follow
from trainhub.link.transport import SerialTransport, Transport
from trainhub.scores import words
from trainhub.scores.place import Place
from trainhub.scores.store import Store
from trainhub.web import errors as er
from trainhub.web import line
from trainhub.web import state as views
from trainhub.web.sliced import Sliced
from trainhub.web.words import Phrase, say

LOOK = 1.0  # between two looks whether another program wrote, or another hub was plugged in
AGAIN = 2.0  # after an error that is not the hub's

Tell = Callable[[str, Any], None]


class Waiting:
    """What a job returns when the hub has the last word: the key of its proposal."""

    def __init__(self, key: int) -> None:
        self.key = key


class Keeper(threading.Thread):
    """file: the scores · find_port: where the hub is, may raise `NoHub` · better: is there a port to be preferred now? ·
    look: called again and again in the keeper's thread."""

    def __init__(
        self, file: Path, find_port: Callable[[Store], str], tell: Tell,
        better: Callable[[str], bool] = lambda port: False, look: Callable[["Keeper"], None] = lambda keeper: None,
    ) -> None:  # fmt: skip
        super().__init__(name="keeper", daemon=True)
        self._file = file
        self._find_port = find_port
        self._tell = tell
        self._better = better
        self._look_on = look
        self._jobs: queue.SimpleQueue[tuple[Callable[[Keeper], Any], Future[Any]]] = queue.SimpleQueue()
        self._wake = threading.Event()
        self._ending = False
        self._waiting: dict[int, Future[Any]] = {}
        self._stale = True
        self._looked = 0.0
        self._version = 0
        self._trouble: Phrase | None = None
        self._lost: Phrase | None = None  # that the score file was taken away; stays
        self.choice: news.Diverged | None = None  # to be made by people before this game goes on
        self.story: views.Story | None = None
        self.store: Store
        self._place: Place
        self.follow: Follow | None = None

    # -- for other threads -----------------------------------------------------------------------------------------------

    def ask(self, job: Callable[["Keeper"], Any]) -> "Future[Any]":
        """Do `job` in the keeper's thread. Its result, or the hub's code where it returns `Waiting`, None without a hub.

        Cancelled before its turn came, it is not done.
        """
        future: Future[Any] = Future()
        self._jobs.put((job, future))
        self._wake.set()
        return future

    def end(self) -> None:
        """Let the hub go and close the file."""
        self._ending = True
        self._wake.set()
        self.join(10)

    @property
    def port(self) -> str:
        """Where the hub is; empty without one."""
        client = self.follow.client if self.follow else None
        return client.transport.name if client else ""

    @property
    def state(self) -> news.State:
        """Of the line, in the four words that everybody uses."""
        return self.follow.state if self.follow else news.State.NO_HUB

    # -- for jobs --------------------------------------------------------------------------------------------------------

    @property
    def log_id(self) -> int:
        """The game that is shown: the hub's, else the one used last; 0 if there is none."""
        client = self.follow.client if self.follow else None
        if client and client.session.hello:
            return client.session.current_log
        rows = [row for row in self.store.logs() if not row.aside]
        return int(rows[0].log_id) if rows else 0

    @property
    def hello(self) -> news.Hello | None:
        """What the hub says of itself; None without one."""
        client = self.follow.client if self.follow else None
        return client.session.hello if client else None

    def propose(self, log_id: int, event: bytes, expect: int = 0) -> Waiting:
        """Leave it to the hub; without one it waits in the score file."""
        key = self.store.propose(log_id, event, expect)
        if self.follow and self.follow.client:
            self.follow.client.session.wake()
        self._stale = True
        return Waiting(key)

    def changed(self) -> None:
        """What pages show is no longer right."""
        self._stale = True

    def chosen(self) -> None:
        """The choice was made."""
        self.choice = self.story = None
        self._trouble = self._lost
        self._stale = True

    def read_story(self) -> views.Story | None:
        """The shown game, read to its end."""
        log_id = self.log_id
        events = self.store.read(log_id) if log_id else []
        if not events:  # no game, or the hub has only just named it
            self.story = None
            return None
        if self.story is None or self.story.log_id != log_id or not self.story.stands_in(events):
            self.story = views.Story(log_id)
        self.story.feed(events)
        return self.story

    # -- the thread ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        while not self._ending:
            try:
                with Store(self._file) as self.store:
                    self._place = Place(self._file)
                    self._keep()
                    if not self._ending:
                        continue  # the file was replaced: open what is there now
            except TrainhubError as error:
                self._say_trouble(error)
            except Exception as error:  # the edge: pages are told, the keeper goes on
                traceback.print_exc()
                self._say_trouble(explain(error))
            self._refuse_jobs()
            self._pause(AGAIN)

    def _keep(self) -> None:
        follow = self.follow = Follow(
            lambda: self._find_port(self.store), self.store, wire.SUB_LIGHTS | wire.SUB_SOUNDS,
            open_port=self._open, wait=self._pause,
        )  # fmt: skip
        try:
            for item in follow.run():
                if self._ending:
                    return
                if item is not None:
                    self._on_news(item)
                if not self._look():
                    return
                self._do_jobs()
                if self._stale:
                    self._stale = False
                    self._tell("state", self.snapshot())
                self._look_on(self)
        finally:
            follow.close()
            self.follow = None
            for future in self._waiting.values():
                future.set_result(None)
            self._waiting.clear()

    def _open(self, port: str) -> Transport:
        self._trouble = self._lost
        return Sliced(SerialTransport(port), self._wake)

    def _pause(self, seconds: float) -> None:
        self._wake.wait(seconds)
        self._wake.clear()

    def _on_news(self, item: Any) -> None:
        match item:
            case news.Lit(_, pixels):
                self._tell("lights", pixels)
            case news.Sounded(sound, volume):
                if sound:
                    self._tell("sound", (sound_names.sound_name(sound), volume))
            case news.Settled(key, code):
                future = self._waiting.pop(key, None)
                if future:
                    future.set_result(code)
                self._stale = True
            case news.Diverged():
                self.choice = item
                self._trouble = say(histories_differ(item).cause)  # the pages have buttons for the next step
                self._stale = True
            case news.Restored(_, code) if code:
                self._trouble = say(words.refusal(code))
                self._stale = True
            case news.InSync():
                # Proposals for a game that has just begun were not its own before this moment.
                if self.follow and self.follow.client:
                    self.follow.client.session.wake()
                self._stale = True
            case news.StateChanged(now):
                if now == news.State.NO_HUB:
                    self.choice = None
                    self._tell("dark", None)
                self._stale = True
            case TrainhubError():
                self._say_trouble(item)
            case news.Said() | news.Message():
                pass
            case _:
                self._stale = True

    def _do_jobs(self) -> None:
        while True:
            try:
                job, future = self._jobs.get_nowait()
            except queue.Empty:
                return
            if not future.set_running_or_notify_cancel():  # whoever asked was told that it took too long
                continue
            try:
                result = job(self)
            except Exception as error:  # handed to whoever asked
                future.set_exception(error)
                continue
            if not isinstance(result, Waiting):
                future.set_result(result)
            elif self.follow is None or self.follow.client is None:
                future.set_result(None)  # no hub: it waits in the file
            else:
                self._waiting[result.key] = future

    def _refuse_jobs(self) -> None:
        """The score file cannot be used now."""
        while not self._jobs.empty():
            future = self._jobs.get_nowait()[1]
            if future.set_running_or_notify_cancel():
                future.set_exception(er.PageError(er.BUSY, say("The score file cannot be used now.")))

    def _look(self) -> bool:
        """Now and then: has another program written, has a hub been plugged in? False: our file is not there any more."""
        now = time.monotonic()
        if now - self._looked < LOOK:
            return True
        self._looked = now
        if not self._place.kept:
            if self._place.empty:
                self._lost = self._trouble = say(
                    "The score file {file} was moved or deleted while it was in use; a new one was begun. "
                    "Stop the table before you put the old one back.", file=str(self._file),
                )  # fmt: skip
            return False
        version = self.store.version_of_data()
        if version != self._version:
            self._version = version
            self.store.refresh()
            if self.follow and self.follow.client:
                self.follow.client.session.wake()
            self._stale = True
        client = self.follow.client if self.follow else None
        if client and self._better(client.transport.name):
            client.transport.close()
        return True

    def _say_trouble(self, error: TrainhubError) -> None:
        """Show it, with what helps."""
        self._trouble = line.trouble(error)
        self._stale = True
        if self.follow is None:
            self._tell("state", {"line": self._line(), "game": None})

    def snapshot(self) -> dict[str, Any]:
        """Everything that a page shows."""
        story = self.read_story()
        game = None
        if story is not None:
            game = views.of_game(story, self.store.read(story.log_id), self.store.pending(story.log_id))
        return {"line": self._line(), "game": game}

    def _line(self) -> dict[str, Any]:
        return line.view(self.state, self.hello, self._trouble, self.choice)
