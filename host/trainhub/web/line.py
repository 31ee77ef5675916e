"""What pages are told of the line to the hub: its state, the hub behind it, what is wrong, what is to be chosen."""

from typing import Any

from shared_rules import wire
from trainhub.errors import TrainhubError
from trainhub.link import news
from trainhub.web import choice as choices
from trainhub.web.boards import leds_of
from trainhub.web.words import Phrase, say


def trouble(error: TrainhubError) -> Phrase:
    """Cause and next step in one."""
    cause = say(error.cause)
    return say("{what} {next}", what=cause, next=say(error.next_step)) if error.next_step else cause


def view(
    state: news.State, hello: news.Hello | None, wrong: Phrase | None, choice: news.Diverged | None
) -> dict[str, Any]:
    """state: one of the four words that everybody uses · hello: what the hub said of itself · wrong: see `trouble`."""
    line: dict[str, Any] = {"state": str(state), "trouble": wrong}
    if choice:
        line["choice"] = choices.told(choice)
    if hello:
        line["hub"] = {
            "board": hello.board, "firmware": hello.version, "simulated": hello.simulated, "buttons": hello.buttons,
            "lights": leds_of(hello.board, hello.lights), "fault": bool(hello.flags & wire.HF_FAULT),
            "safe": bool(hello.flags & wire.HF_SAFE_MODE),
        }  # fmt: skip
    return line
