"""What a page may say: every request with its fields and their limits. Anything else is refused whole.

A message is one JSON object: `do` names the request, `id` is a whole number larger than the one before, the other
fields are those of the request, no more and no fewer.
"""

import json
from collections.abc import Callable
from typing import Any

from shared_rules.constants import MAX_ROUNDS
from trainhub.web import choice
from trainhub.web import errors as er
from trainhub.web.words import say

LONGEST = 2048  # bytes of one message
_MOST_PIPS = 9999
_MOST_ID = 2**31

Check = Callable[[Any], bool]


def whole(low: int, high: int) -> Check:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _one_of(*values: str) -> Check:
    return lambda value: isinstance(value, str) and value in values


def _text(most: int) -> Check:
    return lambda value: isinstance(value, str) and len(value) <= most and not any("\ud800" <= c <= "\udfff" for c in value)


def _rows(width: int, most: int, check: Check) -> Check:
    """A list of at most `most` lists of `width` values each."""

    def rows(value: Any) -> bool:
        return (
            isinstance(value, list) and len(value) <= most
            and all(isinstance(row, list) and len(row) == width and all(check(item) for item in row) for row in value)
        )  # fmt: skip

    return rows


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _people(value: Any) -> bool:
    """[[track, name], ...]"""
    return (
        isinstance(value, list) and len(value) <= 11
        and all(isinstance(row, list) and len(row) == 2 and _track(row[0]) and _text(64)(row[1]) for row in value)
    )  # fmt: skip


_track = whole(1, 11)
_byte = whole(0, 255)

# Request -> its fields. WRITES and HANDS below say what a page must be allowed for it.
REQUESTS: dict[str, dict[str, Check]] = {
    "hello": {"version": whole(1, 99)},
    "join": {"code": _text(32)},
    "score": {
        "game": _text(8), "round": whole(1, MAX_ROUNDS), "track": _track, "pips": _or_none(whole(0, _MOST_PIPS)),
        "seen": _or_none(whole(0, _MOST_PIPS)),
    },
    "undo": {"target": whole(1, 65535)},
    "redo": {"target": whole(1, 65535)},
    "pause": {"paused": _flag},
    "come": {"track": _track, "name": _text(64)},
    "go": {"track": _track},
    "rename": {"track": _track, "name": _text(64)},
    "end": {"game": _text(8)},
    "choose": {"game": _text(8), "how": _one_of(choice.ADOPT, choice.KEEP, choice.RESTORE)},
    "new": {
        "people": _people, "rules": _text(40), "set": whole(6, 18), "overrides": _rows(2, 32, _byte), "end": _flag,
    },
    "button": {"name": _one_of("TURN", "MARK", "ROUND", "DRAW"), "down": _flag},
    "play-begin": {
        "name": _text(64), "bots": whole(1, 7), "rules": _text(40), "set": whole(6, 18),
        "overrides": _rows(2, 32, _byte), "end": _flag,
    },
    "play": {"move": whole(0, 4095)},
    "play-next": {},
    "play-stop": {},
}  # fmt: skip
OPEN = {"hello", "join"}  # may be asked by a page that only looks on


def parse(raw: str | bytes, last: int) -> tuple[str, int, dict[str, Any]]:
    """(request, number, fields) of a message; `last` is the number of the one before. Raises `PageError`."""
    size = len(raw.encode("utf-8", "surrogatepass")) if isinstance(raw, str) else len(raw)
    if size > LONGEST:
        raise er.PageError(er.OVERSIZED, say("That message is too long."))
    try:
        message = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise _malformed() from error
    if not isinstance(message, dict):
        raise _malformed()
    number = message.pop("id", None)
    if not whole(1, _MOST_ID)(number):
        raise _malformed()
    do = message.pop("do", None)
    fields = REQUESTS.get(do) if isinstance(do, str) else None
    if fields is None:
        raise er.PageError(er.UNKNOWN, say("There is no such request."), request=number)
    if set(message) != set(fields) or not all(check(message[name]) for name, check in fields.items()):
        raise er.PageError(er.MALFORMED, say("The request could not be understood."), request=number)
    if number <= last:
        raise er.PageError(er.ORDER, say("The requests came out of order."), request=number)
    return str(do), int(number), message


def _malformed() -> er.PageError:
    return er.PageError(er.MALFORMED, say("The request could not be understood."))
