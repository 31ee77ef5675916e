"""What passes over a line, by name: `--verbose`.

    >     3 ms  HELLO_ASK 1 40112
    <    41 ms  HELLO 1 40112 0 1 0 ... 66756c6c
    <    97 ms  "Traceback (most recent call last):"

A line of stderr for each message: > sent, < received, since the port was opened; its fields as `shared_rules.wire` has
them, the id left out, what follows them in hex. What came and is no message is shown as text.
"""

import contextlib
import time
from collections.abc import Callable, Iterator

from shared_rules import wire
from trainhub.link.receive import Receiver

Say = Callable[[str], None]

_say: Say | None = None


@contextlib.contextmanager
def on(say: Say) -> Iterator[None]:
    """Within this every port that is opened tells `say` what passes."""
    global _say
    before, _say = _say, say
    try:
        yield
    finally:
        _say = before


def of(port: str) -> "Trace | None":
    """A trace for a port that was just opened; None while nobody asked for one."""
    if _say is None:
        return None
    _say(f"= {port}")
    return Trace(_say)


class Trace:
    """Both directions of one open port."""

    def __init__(self, say: Say, clock: Callable[[], float] = time.monotonic) -> None:
        self._say = say
        self._clock = clock
        self._opened = clock()
        self._ways = {">": Receiver(), "<": Receiver()}

    def sent(self, data: bytes) -> None:
        self._pass(">", data)

    def received(self, data: bytes) -> None:
        self._pass("<", data)

    def _pass(self, way: str, data: bytes) -> None:
        receiver = self._ways[way]
        lines = [told(payload) for payload in receiver.feed(data)]
        # Text ends where the next message begins, and is known no sooner.
        texts = [f'"{text.strip()}"' for said in receiver.said for text in said.splitlines() if text.strip()]
        receiver.said.clear()
        milliseconds = round((self._clock() - self._opened) * 1000)
        for line in texts + lines:
            self._say(f"{way} {milliseconds:>6} ms  {line}")


def told(payload: bytes) -> str:
    """A message in a line: name, fields, the rest in hex."""
    parsed = wire.parse(payload)
    if parsed is None:
        return f"? {payload.hex()}"
    fields, rest = parsed
    words = [_name(fields[0]), *(value.hex() if isinstance(value, bytes) else str(value) for value in fields[1:])]
    return " ".join([*words, rest.hex()] if rest else words)


def _name(ident: int) -> str:
    """The name of a message id in `shared_rules.wire`, where ids begin with HELLO_ASK and other constants have prefixes."""
    messages = (name for name, value in vars(wire).items() if value == ident and _is_message(name))
    return next(messages, f"0x{ident:02x}")


def _is_message(name: str) -> bool:
    return name.isupper() and not name.startswith(("_", "HF_", "SUB_", "KEY_", "PART_", "JF_", "SOUND_", "MAX_"))
