"""`trainhub watch`: the game as it happens, a line an event; comes back by itself when the hub does."""

import json
import sys
from typing import Annotated, Any

from cyclopts import Parameter

from trainhub.cli.common import SCHEMA, HubCommon, game_name
from trainhub.text import tr


def watch(
    *,
    once: Annotated[bool, Parameter(help=tr("End when the hub goes away."), negative=(), show_default=False)] = False,
    lights: Annotated[
        bool, Parameter(help=tr("Also lights and sounds (with --json)."), negative=(), show_default=False)
    ] = False,
    common: HubCommon = HubCommon(),  # noqa: B008
) -> None:
    from shared_rules import wire
    from trainhub.link.follow import Follow

    with common.store() as store:
        subscribe = wire.SUB_LIGHTS | wire.SUB_SOUNDS if lights else 0
        follow = Follow(lambda: common.find_port(store), store, subscribe, once)
        screen = Screen(common, store)
        version = store.version_of_data()
        for item in follow.run():
            if item is not None:
                screen.show(item)
            elif follow.client and version != (version := store.version_of_data()):
                # Another trainhub left a change for the hub in the score file.
                store.refresh()
                follow.client.session.wake()


class Screen:
    """Turns news into lines, or into one JSON object a line."""

    def __init__(self, common: HubCommon, store: Any) -> None:
        self.common = common
        self.store = store
        self.followers: dict[int, Any] = {}
        self.hub: dict[str, Any] | None = None  # as it was told
        self.told: set[int] = set()  # games whose standing was told since the hub came; their events tell the rest

    def show(self, item: Any) -> None:
        from shared_rules import names
        from trainhub.errors import TrainhubError
        from trainhub.link import news
        from trainhub.link.client import histories_differ
        from trainhub.scores import words

        match item:
            case news.StateChanged(state):
                self.hub = None
                self.told.clear()
                self.line({"type": "state", "state": str(state)}, f"[{state}]")
            case news.Greeted(hello):
                text = tr("hub {board}, firmware {version}", board=hello.board, version=hello.version)
                told = {"type": "hub", "board": hello.board, "firmware": hello.version, "uid": hello.uid.hex()}
                if told != self.hub:  # while there is no game it greets each second
                    self.hub = told
                    self.line(told, text)
            case news.InSync(log_id, head):
                follower = self._follower(log_id, head) if log_id else None
                fields = {"type": "in-sync", "game": game_name(log_id) if log_id else None, "events": head}
                self.line(fields, "" if log_id in self.told else self._now(follower))
                self.told.add(log_id)
            case news.Stored(log_id, start, events):
                if log_id in self.followers:
                    for step in self._follower(log_id, start).feed(events):
                        self._event(log_id, step)
            case news.Diverged():
                self.show(histories_differ(item))
            case news.Settled(key, code):
                self.line({"type": "settled", "proposal": key, "code": code}, words.refusal(code) if code else "")
            case news.Lit(frame, pixels):
                self.line({"type": "lights", "frame": frame, "pixels": pixels}, "")
            case news.Sounded(sound, volume):
                self.line({"type": "sound", "sound": names.sound_name(sound), "volume": volume}, "")
            case news.Said(text):
                self.line({"type": "text", "text": text}, tr("the hub says: {text}", text=text.strip()))
            case TrainhubError():
                print(f"trainhub: {item}", file=sys.stderr)
                self.line({"type": "error", "error": item.as_json()}, "")

    def line(self, fields: dict[str, Any], text: str) -> None:
        if self.common.json:
            print(json.dumps({"schema": SCHEMA, **fields}, ensure_ascii=False), flush=True)
        elif text:
            print(text, flush=True)

    def _follower(self, log_id: int, head: int) -> Any:
        """The reader of this log, standing at event `head`; what it missed is read from the score file unsaid."""
        from trainhub.scores.live import Follower

        follower = self.followers.get(log_id)
        if follower is None:
            follower = self.followers[log_id] = Follower()
        for _ in follower.feed(self.store.read(log_id, follower.head)[: max(0, head - follower.head)]):
            pass
        return follower

    def _event(self, log_id: int, step: Any) -> None:
        from trainhub.scores import words

        follower = self.followers[log_id]
        table = follower.table
        fields = {
            "type": "event", "game": game_name(log_id), "seq": step.seq, "kind": words.kind(step.event),
            "text": step.text, "turn": table.turn or None, "round": table.round, "bytes": step.event.hex(),
        }  # fmt: skip
        if step.target >= 0:
            fields["target"] = step.target
        now = tr("  ({who} to play)", who=words.seat(follower.names, table.turn)) if table.turn else ""
        self.line(fields, step.text + now)

    def _now(self, follower: Any) -> str:
        from shared_rules.table import DONE, ENDED
        from trainhub.scores import words

        if follower is None:
            return tr("no game yet")
        table = follower.table
        if table.phase in (DONE, ENDED):
            return tr("The game is over.")
        text = tr("round {n} of {rounds}", n=max(table.round, 1), rounds=table.rounds())
        if table.turn:
            text += tr(", {who} to play", who=words.seat(follower.names, table.turn))
        return text
