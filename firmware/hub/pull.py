"""Answers a PULL: a row of BATCHes and a HEAD, a piece of work a step. Nothing here outlives the answer."""

from shared_rules import wire
from shared_rules.constants import E_LOG, E_STORAGE, const
from shared_rules.errors import Corrupt
from shared_rules.frames import MAX_PAYLOAD

WALK = const(6)  # events walked in one step
LEAST_BATCH = const(16)


def head_of(journal):
    """The HEAD message of the log that is written."""
    log = journal.log
    return wire.head(log.id, log.head, log.crc) if log else wire.head(0, 0, 0)


def answer(journal, log_id, start, crc, frames, size):
    """Yields payloads, or None where a step did work but has nothing to send yet.

    size: most payload bytes of a BATCH, 0 for the usual.
    """
    reader = journal.archive.reader(log_id)
    if reader is None:
        yield wire.message(wire.FAIL, wire.PULL, E_LOG)
        return
    if start > reader.head():
        yield wire.diverged(log_id, reader.head(), reader.head_crc())
        return
    size = min(max(size, LEAST_BATCH), MAX_PAYLOAD) if size else wire.MAX_BATCH
    try:
        reader.aim(start)
        while not reader.walk(start, WALK):
            yield None
        if reader.crc() != crc:
            yield wire.diverged(log_id, start, reader.crc())
            return
        at = start  # number of the first event that was not sent
        held = None
        while frames:
            out = bytearray(wire.batch_head(log_id, at))
            count = 0
            while True:
                event = reader.next() if held is None else held
                held = None
                if event is None:
                    break
                # An event longer than a whole batch goes alone.
                if count and len(out) + len(event) > size:
                    held = event
                    break
                out += event
                count += 1
                if count % WALK == 0:
                    yield None
            if not count:
                break
            yield None  # to put it into a frame is a piece of work of its own
            yield out
            at += count
            if frames != wire.ALL_FRAMES:
                frames -= 1
    except Corrupt:
        yield wire.message(wire.FAIL, wire.PULL, E_STORAGE)
        return
    yield wire.head(log_id, reader.head(), reader.head_crc())
