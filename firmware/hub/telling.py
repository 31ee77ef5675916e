"""What the hub tells a host about itself: HELLO, and the lists of logs, settings and faults, a message at a time."""

from hub.settings import KEYS
from shared_rules import wire
from shared_rules.table import BETWEEN, ROUND

_LOST = (wire.JF_TAIL, wire.JF_SEGMENT, wire.JF_MISSING)


def hello(nonce, info, journal):
    """The HELLO message; `info` as `link` describes it."""
    log = journal.log
    log_id, head, crc = (log.id, log.head, log.crc) if log else (0, 0, 0)
    faults = len(info.faults) + len(journal.files.faults)
    flags = wire.HF_SIMULATED if info.simulated else 0
    if faults:
        flags |= wire.HF_FAULT
    if journal.files.failed or _lost(journal):
        flags |= wire.HF_STORAGE_LOST
    if journal.record.table.phase in (BETWEEN, ROUND):
        flags |= wire.HF_GAME
    if getattr(info, "safe_mode", False):
        flags |= wire.HF_SAFE_MODE
    return wire.hello(
        nonce, info.firmware, info.core_hash, info.uid, flags, info.buttons, info.lights, info.sound, log_id, head, crc,
        faults, info.board)  # fmt: skip


def _lost(journal):
    for entry in journal.files.faults:
        if entry[0] in _LOST:
            return True
    return False


def settings(kept):
    for key in KEYS:
        yield wire.message(wire.SETTING_IS, key, kept.get(key))


def logs(journal):
    for log_id, head, crc, ended, acked in journal.archive.logs():
        yield wire.log(log_id, head, crc, ended, acked)
    yield wire.log(0, 0, 0, 0, 0)


def faults(info, journal):
    index = 0
    for part, code, count, text in list(info.faults):
        yield wire.fault(index, part, code, count, text)
        index += 1
    for code, count, text in list(journal.files.faults):
        yield wire.fault(index, wire.PART_JOURNAL, code, count, text)
        index += 1
    yield wire.fault(255, 0, 0, 0, "")
