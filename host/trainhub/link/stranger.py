"""What stands at a port where no hub answered the greeting."""

import re
import time

from trainhub.errors import NotAHub
from trainhub.link.transport import Transport
from trainhub.text import tr

INTERRUPT = b"\x03"  # gives MicroPython's prompt a fresh line
EDITS = re.compile(rb"\x1b\[(K|\d+D)")  # rest of the line away, cursor back: so a prompt draws its line anew
PROMPT_S = 3.0


def who_answers(transport: Transport, text: bytes) -> NotAHub:
    """The error that names what is there. `text`: what it said so far.

    A greeting is no line of Python, so a prompt only echoes it, and again at each later greeting. Where something edits
    a line like that it is asked for a fresh one, which it alone gives; a program that runs is not disturbed.
    """
    if EDITS.search(text) and b">>>" not in text:
        transport.write(INTERRUPT)
        end = time.monotonic() + PROMPT_S
        while b">>>" not in text and time.monotonic() < end:
            text += transport.read(4096, 0.1)
    return not_a_hub(transport.name, text)


def not_a_hub(port: str, text: bytes) -> NotAHub:
    """The error for what said `text`."""
    seen = text.decode("ascii", "replace")
    if ">>>" in seen or "MicroPython" in seen:
        return NotAHub(
            port,
            tr("{port} is a board with MicroPython, but the hub's firmware does not run on it.", port=port),
            tr("Install it with: trainhub flash"),
        )
    if text:
        printable = "".join(c if c.isprintable() else " " for c in seen[-60:]).strip()
        return NotAHub(
            port,
            tr("{port} is not a trainhub hub; it says: {text}", port=port, text=printable or tr("(no text)")),
            tr("Look for the right port with: trainhub devices"),
        )
    return NotAHub(
        port,
        tr("Nothing at {port} answers: it is not a trainhub hub, or its firmware stands still.", port=port),
        tr("Look for the right port with trainhub devices; if it is your hub, unplug it and plug it in again."),
    )
