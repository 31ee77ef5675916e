"""What the fuzzer feeds: bytes in, never a crash, never half a change. Runs on both interpreters.

Each target takes any bytes and raises only if a promise is broken. `TARGETS` names them; a corpus file's folder says which
one it is for.
"""

import binascii
import struct

import flash_model as fm
import random_play as rp
from hub import segments
from hub.journal import Journal
from hub.outbox import SIZE
from hub.settings import KEYS, Settings
from link_rig import Rig
from shared_rules import events as ev
from shared_rules import frames, snapshot, wire
from shared_rules import table as tb
from shared_rules.constants import OK
from shared_rules.errors import Corrupt
from shared_rules.record import ListSource, Record, fold


def decoder(data):
    """The frame decoder: any bytes on the line."""
    found = frames.Decoder()
    for byte in data:
        n = found.feed(byte)
        assert -1 <= n <= frames.MAX_PAYLOAD
        if n > 0:
            frame = frames.encode(bytes(found.payload[:n]))
            assert min(frame[:-1]) > 4 and len(frame) <= frames.MAX_FRAME
    # Whatever came before, the next whole frame gets through.
    good = [found.feed(byte) for byte in frames.encode(b"ping", True)]
    assert good[-1] == 4 and bytes(found.payload[:4]) == b"ping"


def message(data):
    """The message parser: any payload."""
    parsed = wire.parse(data)
    if parsed is not None:
        fields, rest = parsed
        assert fields[0] == data[0] and len(rest) <= len(data)


def _pieces(data):
    """Cuts data into pieces: a length byte, that many bytes, and so on."""
    at = 0
    while at < len(data):
        n = data[at]
        yield bytes(data[at + 1 : at + 1 + n])
        at += 1 + n


def _played(count=12):
    """A game in its first or second round."""
    rig = Rig()
    assert rig.journal.begin(rp.begun(77, (1, 2, 4)), 0) == OK
    rng = rp.Rng(count)
    for _ in range(count):
        assert rig.journal.commit(rp.step(rng, rig.journal.record, 3), 0) == OK
        while rig.journal.busy():
            rig.journal.work()
    rig.hello()
    return rig


def _same_as_log(journal):
    record = journal.record
    whole = fold([journal.read(seq) for seq in range(record.head)])
    assert whole.skipped == 0 and whole.crc == record.crc
    assert snapshot.pack(whole.table) == snapshot.pack(record.table)


def link(data):
    """Whole messages to a hub with a game: pieces of data as payloads."""
    rig = _played(data[0] % 40 if data else 0)
    count = 0
    head = rig.journal.record.head
    for payload in _pieces(data[1:]):
        if 0 < len(payload) <= frames.MAX_PAYLOAD:
            rig.port.incoming += frames.encode(payload)
            count += 1
            if payload[0] == wire.RESTORE:
                count += 100
    rig.port.incoming += frames.encode(wire.hello_ask(1), True)
    rig.run(30 + 10 * count if count < 100 else 400)
    assert rig.link._outbox.used <= SIZE
    while rig.journal.busy():
        rig.journal.work()
    assert head <= rig.journal.record.head + 13 and not rig.journal.files.failed
    _same_as_log(rig.journal)


def line(data):
    """Raw bytes to a hub with a game: nothing but whole frames with a good CRC changes anything."""
    rig = _played()
    head = rig.journal.record.head
    rig.port.incoming += data
    rig.run(40 + len(data) // 8)
    if frames.DELIMITER not in data:
        assert rig.journal.record.head == head
    _same_as_log(rig.journal)


def event(data):
    """The event codec and the reducer: pieces of data as events of one log."""
    record = Record(ListSource())
    record.source.events.append(rp.begun(5, (1, 4, 9)))
    record.append(record.source.events[0])
    for piece in _pieces(data):
        ev.size(piece, 0, len(piece))
        code = record.admit(piece)
        assert code >= 0
        if code == OK and piece[0] != ev.GAME_BEGUN:
            record.source.events.append(piece)
            record.append(piece)
            while not record.work(3):
                pass
    raw = snapshot.pack(record.table)
    assert snapshot.pack(snapshot.unpack(raw)) == raw
    whole = fold(record.source.events)
    assert whole.skipped == 0 and snapshot.pack(whole.table) == raw and whole.top == record.top


def log(data):
    """A log of any events, as a file or a hub of another make may hold: it folds, skipping what cannot be."""
    try:
        events = ev.split(data)
    except ValueError:
        return
    fold(events)
    fold([rp.begun(5, (1, 4, 9))] + events)


def state(data):
    """A stored state."""
    try:
        table = snapshot.unpack(data)
    except Corrupt:
        return
    assert snapshot.pack(table) is not None


def settings(data):
    """The settings file."""
    store = fm.MemoryStore()
    store.files["settings"] = bytes(data)
    found = Settings(store)
    for key in KEYS:
        assert 0 <= found.get(key) <= 3
    assert found.set(wire.KEY_VOLUME, 1) == OK and Settings(store).get(wire.KEY_VOLUME) == 1


def _boot(files):
    store = fm.MemoryStore()
    store.files = files
    journal = Journal(store)
    journal.open()
    for _ in range(20000):
        if journal.work():
            break
    else:
        raise AssertionError("never ready")
    assert not journal.busy()
    return store, journal


def _goes_on(files):
    """A restart with these files, then a game: what is committed is there after the next restart."""
    store, journal = _boot(files)
    if not journal.files.failed:
        phase = journal.record.table.phase
        if phase in (tb.NO_GAME, tb.DONE, tb.ENDED):
            assert journal.begin(rp.begun(99, (1, 2)), 0) == OK
        else:
            assert journal.commit(ev.dated(1), 0) == OK
        again = _boot(store.files)[1]
        assert (again.record.head, again.record.crc) == (journal.record.head, journal.record.crc)


def files(data):
    """Raw journal files: pieces of data."""
    names = ("tail", "seg/1.0", "seg/1.5", "old/1.0", "acks")
    given = {}
    for piece in _pieces(data):
        if len(given) < len(names):
            given[names[len(given)]] = piece
    _goes_on(given)


def sound_files(data):
    """Journal files whose checks are right, whatever they hold."""
    given = {}
    log_id, generation, base, crc = 7, 1, 0, 0
    for n, piece in enumerate(_pieces(data)):
        if n == 8 or len(piece) < 6:
            break
        flags = piece[0]
        if flags & 1:
            base = piece[1]
        if flags & 2:
            generation, log_id = piece[2] & 3, piece[3] & 3
        if flags & 4:
            crc = 0
        end, now, records = base, crc, bytearray()
        at = 6
        while True:
            size = ev.size(piece, at, len(piece))
            if size <= 0:
                break
            now = binascii.crc32(piece[at : at + size], now)
            records += piece[at : at + size] + struct.pack("<H", now & 0xFFFF)
            at += size
            end += 1
        made = segments.Piece(log_id, generation, base, crc)
        made.end, made.crc, made.phase = end, now, piece[4]
        if flags & 8:
            raw = bytearray(segments.TAIL_HEAD)
            segments.put_tail_head(raw, generation, log_id, base, crc)
            raw += records
            given["tail"] = bytes(raw) + struct.pack("<I", binascii.crc32(raw))
        else:
            made.folder = segments.OLD if flags & 16 else segments.SEG
            kept = b"" if flags & 32 else segments.pack_snapshot(bytes(piece[6:]), piece[5], [])
            given[made.name()] = segments.pack_segment(made, records, kept)
        base, crc = end, now
    _goes_on(given)


TARGETS = {
    "decoder": decoder, "message": message, "link": link, "line": line, "event": event, "log": log, "state": state,
    "settings": settings, "files": files, "sound_files": sound_files,
}  # fmt: skip
