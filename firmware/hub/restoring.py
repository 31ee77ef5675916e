"""Takes back events that a host kept of this hub's log. Each is admitted like a new one; one is stored in a step."""

from shared_rules import events as ev
from shared_rules.constants import E_BUSY, E_LOG, E_MALFORMED, E_STATE, OK


def judge(journal, log_id, start, crc, events):
    """(code, events as a list): may they be taken? An empty list where they are there already."""
    if journal.busy():
        return E_BUSY, None
    log = journal.log
    if log is None or log.id != log_id:
        if start or journal.archive.logs():
            return E_LOG, None
    elif start > log.head or start == log.head and crc != log.crc:
        return E_STATE, None
    elif start < log.head:
        return OK, []  # said before; HEAD tells where to go on
    try:
        return OK, ev.split(events)
    except ValueError:
        return E_MALFORMED, None


def take(journal, log_id, rows, now, on_event):
    """Yields a code after each event; ends early where an undo has to be folded first: HEAD tells how far it came."""
    for event in rows:
        if journal.busy():
            return
        code = journal.restore(event, log_id, now)
        if code == OK:
            on_event(event)
        yield code
