"""Stand-in for the chip's part of the start-up: a register that survives a restart; no watchdog, button or LED."""

import os
import sys

from machine import reset as restart  # noqa: F401

_NOTE = "/chip/note"


def fast():
    pass


def pause():
    pass


def leave_note(minutes):
    with open(_NOTE, "w") as file:
        file.write(str(minutes))


def take_note():
    try:
        with open(_NOTE) as file:
            minutes = file.read()
        os.remove(_NOTE)
    except OSError:
        return 0
    return int(minutes) & 0xFF if minutes.isdigit() else 0


def held():
    return False


def light(on):
    pass


def restart_in(minutes):
    """Whoever runs this process ends it after so many minutes."""
    sys.stderr.write("restart in %d\n" % minutes)
