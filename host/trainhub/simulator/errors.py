"""What can go wrong with a simulated hub."""

import errno
import re
from collections.abc import Sequence

from trainhub.errors import TrainhubError
from trainhub.text import tr

# How the two interpreters say that a disk takes no more: full, over its quota, over a limit.
_FULL = re.compile(rf"OSError: (\[Errno )?({errno.ENOSPC}|{errno.EDQUOT}|{errno.EFBIG})\b")


class SimulatorError(TrainhubError):
    """The simulated hub did not start, or ended unasked; the cause carries what it last said."""

    kind = "simulator"


class BenchError(SimulatorError):
    """The bench refused a request; nothing changed."""


def broken_off(cause: str, said: Sequence[str]) -> SimulatorError:
    """The error for a hub that ended unasked. `said`: its standard error, of which a person needs the last line only.

    All of it goes into a note, which --debug shows.
    """
    lines = [line.strip() for line in said if line.strip()]
    last = lines[-1] if lines else tr("it said nothing")
    if _FULL.search(last):
        error = SimulatorError(
            f"{cause}: {tr('the disk is full')} ({last}).",
            tr("Make room on the disk, or name a file on another one with --flash."),
        )
    else:
        error = SimulatorError(
            f"{cause}: {last}",
            tr("Repeat the command; if it stays, report it with the output of the same command and --debug."),
        )
    error.add_note("\n".join(said))
    return error
