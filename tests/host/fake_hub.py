"""A small hub that speaks the real frames and messages, built on the shared core: what the host is tested against.

`FakeHub` does no I/O: `feed` takes bytes, `take` gives bytes, `step` lets it work. `HubOnPty` runs one behind a real
pty. Its habits are those of the firmware: silent until greeted, a bounded ring of bytes going out, no state kept about
the host, the log as the only truth.
"""

import binascii
import os
import select
import threading
import time
import tty

from shared_rules import events as ev
from shared_rules import frames, wire
from shared_rules.constants import (
    E_CHANGED,
    E_GAME_RUNNING,
    E_LOG,
    E_MALFORMED,
    E_STATE,
    E_UNKNOWN,
    OK,
    UNSET,
)  # fmt: skip
from shared_rules.record import ListSource, Record
from shared_rules.table import DONE, ENDED, NO_GAME

RING = 256  # bytes that may wait to go out
HEARTBEAT = wire.HEARTBEAT_MS
LISTENING = wire.SILENCE_MS  # after the last word of the host


class FakeHub:
    def __init__(self, uid=b"\x01\x02\x03\x04\x05\x06\x07\x08", simulated=False, buttons=3, board="fake"):
        self.uid = uid
        self.flags = wire.HF_SIMULATED if simulated else 0
        self.buttons = buttons
        self.board = board
        self.old = {}  # ended logs still kept: log id -> events
        self.acked = {}
        self.record = Record(ListSource())
        self.settings = {wire.KEY_VOLUME: 2, wire.KEY_BRIGHTNESS: 2, wire.KEY_KEEP_ALIVE: 0}
        self.verdicts = []  # (proposal, code) given so far
        self.drop_verdicts = 0  # that many answers are lost on purpose
        self.maintenance = False
        self.restart()

    # -- the table ---------------------------------------------------------------------------------------------------

    @property
    def events(self):
        return self.record.source.events

    @property
    def log_id(self):
        return self.record.table.log_id

    def happen(self, *events):
        """Events as they come from the buttons; each must be possible."""
        for event in events:
            code = self._write(event)
            assert code == OK, (code, event)

    def load(self, events):
        """Hold this log from now on."""
        self.record = Record(ListSource())
        for event in events:
            self._append(event)

    def restart(self):
        """Power off and on: the log stays, everything else is forgotten."""
        self.decoder = frames.Decoder()
        self.out = bytearray()
        self.said = []  # whole frames that wait for room
        self.job = None  # [log id, events, next, frames left]
        self.heard = -10 * LISTENING
        self.subscribed = 0
        self.next_beat = 0
        self.now = 0

    def undo(self):
        self.happen(self.record.undo_event())

    # -- the line ----------------------------------------------------------------------------------------------------

    def feed(self, data, now):
        self.now = now
        for byte in data:
            n = self.decoder.feed(byte)
            if n >= 0:
                self._on_message(bytes(self.decoder.payload[:n]))

    def step(self, now):
        self.now = now
        if now - self.heard >= LISTENING:
            self.job = None
            return
        if now >= self.next_beat:
            self.next_beat = now + HEARTBEAT
            self._say(self._head())
        self._pump()

    def take(self, count=RING):
        self._pump()
        data = bytes(self.out[:count])
        del self.out[:count]
        return data

    def light(self, frame, *pixels):
        if self.subscribed & wire.SUB_LIGHTS:
            self._say(bytes((wire.LIGHTS, frame)) + bytes(v for pixel in pixels for v in pixel))

    def sound(self, number, volume=2):
        if self.subscribed & wire.SUB_SOUNDS:
            self._say(bytes((wire.SOUND, number, volume)))

    def text(self, data):
        """Something that is no frame, a traceback for example."""
        self.said.append(bytes(data))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _say(self, payload):
        if self.now - self.heard < LISTENING:
            self.said.append(frames.encode(payload))

    def _pump(self):
        while self.said and len(self.out) + len(self.said[0]) <= RING:
            self.out += self.said.pop(0)
        while self.job and not self.said and len(self.out) + frames.MAX_FRAME <= RING:
            log_id, events, at, left, size = self.job
            if left and at < len(events):
                head = wire.batch_head(log_id, at)
                body = b""
                while at < len(events) and (not body or len(head) + len(body) + len(events[at]) <= size):
                    body += events[at]
                    at += 1
                self.job[2:4] = [at, left if left == wire.ALL_FRAMES else left - 1]
                self.out += frames.encode(head + body)
            else:
                self.job = None
                self.out += frames.encode(wire.head(log_id, len(events), binascii.crc32(b"".join(events))))

    def _head(self):
        return wire.head(self.log_id, self.record.head, self.record.crc)

    def _log(self, log_id):
        if log_id and log_id == self.log_id:
            return self.events
        return self.old.get(log_id)

    def _on_message(self, payload):
        parsed = wire.parse(payload)
        if parsed is None:
            return self._say(wire.message(wire.FAIL, payload[0], E_UNKNOWN))
        fields, rest = parsed
        ident = fields[0]
        if ident == wire.HELLO_ASK:
            self.heard = self.now
            self.next_beat = self.now + HEARTBEAT
            flags = self.flags
            if self.record.table.phase not in (NO_GAME, ENDED, DONE):
                flags |= wire.HF_GAME
            return self._say(wire.hello(
                fields[2], (0, 1, 0), 1234, self.uid, flags, self.buttons, 2, wire.SOUND_PWM,
                self.log_id, self.record.head, self.record.crc, 0, self.board))  # fmt: skip
        if self.now - self.heard >= LISTENING:
            return None  # not greeted
        self.heard = self.now
        if ident == wire.PULL:
            return self._on_pull(rest, *fields[1:])
        if ident == wire.ACK:
            self.acked[fields[1]] = fields[2]
        elif ident == wire.PROPOSE:
            self._on_propose(rest, *fields[1:])
        elif ident == wire.SUBSCRIBE:
            self.subscribed = fields[1]
        elif ident == wire.LOGS_ASK:
            for log_id, events in [*self.old.items(), (self.log_id, self.events)]:
                if events:
                    crc = binascii.crc32(b"".join(events))
                    self._say(wire.log(log_id, len(events), crc, log_id in self.old, self.acked.get(log_id, 0)))
            self._say(wire.log(0, 0, 0, 0, 0))
        elif ident == wire.BYE:
            self.heard = -10 * LISTENING
        elif ident == wire.SETTING:
            self.settings[fields[1]] = fields[2]
            self._say(wire.message(wire.SETTING_IS, *fields[1:]))
        elif ident == wire.SETTINGS_ASK:
            for key, value in self.settings.items():
                self._say(wire.message(wire.SETTING_IS, key, value))
        elif ident == wire.FAULTS_ASK:
            self._say(wire.fault(255, 0, 0, 0, ""))
        elif ident == wire.MAINTENANCE:
            self.maintenance = True
            self._say(wire.message(wire.DONE, ident))
        elif ident == wire.RESTORE:
            self._on_restore(rest, *fields[1:])
        return None

    def _on_pull(self, rest, log_id, start, crc, count):
        events = self._log(log_id)
        if events is None:
            return self._say(wire.message(wire.FAIL, wire.PULL, E_LOG))
        known = min(start, len(events))
        mine = binascii.crc32(b"".join(events[:known]))
        if known != start or mine != crc:
            self.job = None
            return self._say(wire.diverged(log_id, known, mine))
        size = rest[0] if rest and rest[0] else wire.MAX_BATCH
        self.job = [log_id, events, start, count, size]
        return None

    def _on_propose(self, event, number, log_id, expect):
        code = self._judge(event, log_id, expect)
        self.verdicts.append((number, code))
        if self.drop_verdicts:
            self.drop_verdicts -= 1
        else:
            self._say(wire.verdict(number, code, self.record.head))

    def _judge(self, event, log_id, expect):
        """What the contract says of a proposal: already so is accepted, else validate and write."""
        if ev.well_formed(event, 0, len(event)) != OK:
            return E_MALFORMED
        kind = event[0] >> 4
        table = self.record.table
        if event[0] == ev.GAME_BEGUN:
            if self.events and self.events[0][:-1] == event[:-1]:
                return OK
            if table.phase in (ENDED, DONE):
                fresh = Record(ListSource())
                if fresh.admit(event) == OK:
                    self.old[self.log_id] = self.events
                    self.record = fresh
            elif table.phase != NO_GAME:
                return E_GAME_RUNNING
            return self._write(event)
        if log_id != self.log_id:
            return E_LOG
        if kind == ev.SCORE:
            code = self.record.admit(event)
            if code:
                return code
            held = table.score(event[1], event[0] & 15)
            held = 0 if held == UNSET else held + 1
            wanted = (event[2] | event[3] << 8) & 0x7FFF
            if held == wanted:
                return OK
            return self._write(event) if held == expect else E_CHANGED
        if kind == ev.NAMED and any(event[:-1] == old[:-1] for old in self.events if old[0] == event[0]):
            return OK
        if event[0] in (ev.UNDONE, ev.REDONE):
            for seq in range(self.record.head - 1, expect, -1):
                last = self.events[seq]
                if last[0] in (ev.UNDONE, ev.REDONE) and seq - (last[1] | last[2] << 8) == expect:
                    if last[0] == event[0]:
                        return OK
                    break
            event = event[:1] + (self.record.head - expect).to_bytes(2, "little") + event[3:]
        code = self._write(event)
        return OK if code == E_STATE else code

    def _on_restore(self, raw, log_id, start, crc):
        events = ev.split(raw)
        if (
            self.record.head
            and self.log_id != log_id
            or self.record.head < start
            or crc != binascii.crc32(b"".join(self.events[:start]))
        ):
            return self._say(wire.message(wire.FAIL, wire.RESTORE, E_LOG))
        for event in events[self.record.head - start :]:
            self._append(event)
        return self._say(self._head())

    def _write(self, event):
        code = self.record.admit(event)
        if code == OK:
            self._append(event)
            self._say(self._head())
        return code

    def _append(self, event):
        self.events.append(event)
        self.record.append(event)
        self.record.work()


class HubOnPty:
    """A hub behind a real pty, run by a thread of its own. `with HubOnPty(hub) as port:` gives the port's name."""

    def __init__(self, hub, unplug_after=None):
        self.hub = hub
        self.unplug_after = unplug_after  # bytes to the host
        self.lock = threading.Lock()  # hold it to touch the hub from the test
        self.received = bytearray()
        self._stop = False

    def __enter__(self):
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        return self.port

    def __exit__(self, *_):
        self.unplug()

    def unplug(self):
        """The cable is pulled: the port dies."""
        self._stop = True
        self._thread.join(5)

    def _run(self):
        start = time.monotonic()
        sent = 0
        while not self._stop:
            ready, _, _ = select.select([self.master], [], [], 0.002)
            now = int((time.monotonic() - start) * 1000)
            with self.lock:
                if ready:
                    data = os.read(self.master, 512)
                    self.received += data
                    self.hub.feed(data, now)
                self.hub.step(now)
                data = self.hub.take()
            if data:
                os.write(self.master, data)
                sent += len(data)
            if self.unplug_after is not None and sent >= self.unplug_after:
                break
        os.close(self.master)
        os.close(self._slave)
