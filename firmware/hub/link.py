"""The hub's end of the wire: finds frames, answers messages, keeps a heartbeat, never waits.

`docs/threats.md` says what it is safe against. What it knows of the hub comes as `info`, an object with

    firmware       (major, minor, patch)
    core_hash      int, over the rules core's sources
    uid            8 bytes
    buttons        how many
    lights         per track
    sound          wire.SOUND_*
    board          name, str
    simulated      bool
    safe_mode      bool (may be missing)
    faults         list of [part, code, count, text]; the journal's own are added here
    maintenance(minutes)   restart without watchdog; returns OK or E_*
    self_test()            walk through lights and sounds; returns OK or E_*
"""

from hub import telling
from hub.lights_feed import LightsFeed
from hub.outbox import Outbox
from hub.proposals import Proposals
from hub.pull import answer, head_of
from hub.restoring import judge, take
from shared_rules import wire
from shared_rules.constants import E_BUSY, E_MALFORMED, E_UNKNOWN, const
from shared_rules.frames import Decoder

READ = const(16)  # bytes taken in one step: about 1 ms of decoding on a Pico
WRITE = const(32)  # bytes given in one step
SHALLOW = const(64)  # a batch is queued only when less than this waits, so that a nak takes effect at once
_WRAP = const(0x1FFFFFFF)


class Link:
    """`port`: `hal.Port` · `on_event(event)` is called after each event that the host put into the journal.

    finger_waits(): has a button moved in the middle of this step? Its light goes first, whatever a host wants.
    """

    def __init__(self, port, journal, settings, info, on_event, finger_waits):
        self._port = port
        self._journal = journal
        self._settings = settings
        self._info = info
        self._decoder = Decoder()
        self._outbox = Outbox(port)
        self._proposals = Proposals(journal, on_event)
        self._on_event = on_event
        self._finger_waits = finger_waits
        self.listening = False
        self._nonce = -1
        self.dropped = 0  # sessions ended because the host did not read
        self._heard = 0
        self._moved = 0
        self._beat = 0
        self._pull = None
        self._list = None
        self._restoring = None
        self._said_log = -1
        self._said_head = -1
        self._lights = LightsFeed(self._outbox)
        self._sounds = False

    # -- the step ----------------------------------------------------------------------------------------------------

    def step(self, now):
        """Read, answer, write: a bounded piece of each."""
        self._read(now)
        if not self.listening:
            return
        if (now - self._heard) & _WRAP > wire.SILENCE_MS:
            self._end()
            return
        if self._finger_waits():
            return
        self._work(now)
        if self._finger_waits():
            return
        if self._outbox.used:
            if self._outbox.pump(WRITE):
                self._moved = now
            elif (now - self._moved) & _WRAP > wire.STALL_MS:
                self._drop()
        else:
            self._moved = now

    def quiet(self):
        """Is nothing waiting to be sent or worked on?"""
        return not self.listening or not (self._outbox.used or self._pull or self._list)

    def _read(self, now):
        count = READ
        port = self._port
        while count:
            byte = port.read()
            if byte < 0:
                return
            count -= 1
            n = self._decoder.feed(byte)  # not bound beforehand: that allocates in every step
            if n >= 0:
                self._message(bytes(self._decoder.payload[:n]), now)
                return  # one message a step

    def _work(self, now):
        if self._restoring:
            self._go_on_restoring(self._restoring, now)
        if self._list and self._outbox.room(64):
            self._list = self._next(self._list)
        elif self._pull and self._outbox.used < SHALLOW:
            self._pull = self._next(self._pull)
        log = self._journal.log
        if log and (log.head != self._said_head or log.id != self._said_log) and not self._pull:
            self._say_head(now)
        elif (now - self._beat) & _WRAP >= wire.HEARTBEAT_MS:
            self._say_head(now)

    def _next(self, answers):
        """Send the next payload of a row of answers; None when it was the last."""
        try:
            payload = next(answers)
        except StopIteration:
            return None
        if payload is not None:
            self._send(payload)
        return answers

    def _go_on_restoring(self, restoring, now):
        """One event more; the last word is a HEAD, or FAIL."""
        try:
            code = next(restoring)
        except StopIteration:
            self._restoring = None
            self._say_head(now)
            return
        if code:
            self._restoring = None
            self._fail(wire.RESTORE, code)

    def _say_head(self, now):
        log = self._journal.log
        self._beat = now
        if log:
            self._said_log, self._said_head = log.id, log.head
        self._send(head_of(self._journal))

    def _send(self, payload):
        if not self._outbox.send(payload):
            self._drop()

    def _drop(self):
        self.dropped += 1
        self._end()

    def _end(self):
        self.listening = False
        self._pull = self._list = self._restoring = None
        self._lights.stop()
        self._sounds = False
        self._outbox.clear()

    # -- messages ----------------------------------------------------------------------------------------------------

    def _message(self, payload, now):
        ident = payload[0]
        if ident != wire.HELLO_ASK and not self.listening:
            return
        parsed = wire.parse(payload)
        if parsed is None:
            if self.listening:
                self._fail(ident, E_UNKNOWN if ident not in _HANDLERS else E_MALFORMED)
            return
        handler = _HANDLERS.get(ident)
        if handler is None:
            return  # a message that only hubs send: an echo on the line
        self._heard = now
        handler(self, parsed[0], parsed[1], now)

    def _fail(self, ident, code):
        self._send(wire.message(wire.FAIL, ident, code))

    def _hello(self, fields, rest, now):
        if not self._journal.ready:
            return  # "no log yet" would be wrong; the host asks again until the stored log has been read
        if not self.listening:
            self._outbox.clear()
            self.listening = True
            self._moved = self._beat = now
        if fields[2] != self._nonce:  # another host, or this one anew
            self._nonce = fields[2]
            self._proposals.forget()
        self._send(telling.hello(fields[2], self._info, self._journal))

    def _pull_asked(self, fields, rest, now):
        if not self._journal.ready:
            self._fail(wire.PULL, E_BUSY)
            return
        self._pull = answer(self._journal, fields[1], fields[2], fields[3], fields[4], rest[0] if rest else 0)

    def _ack(self, fields, rest, now):
        self._journal.archive.acknowledge(fields[1], fields[2])

    def _propose(self, fields, rest, now):
        code = self._proposals.take(fields[1], fields[2], fields[3], rest, now)
        log = self._journal.log
        self._send(wire.verdict(fields[1], code, log.head if log else 0))

    def _restore(self, fields, rest, now):
        if self._restoring:
            self._fail(wire.RESTORE, E_BUSY)
            return
        code, rows = judge(self._journal, fields[1], fields[2], fields[3], rest)
        if code:
            self._fail(wire.RESTORE, code)
        else:
            self._restoring = take(self._journal, fields[1], rows, now, self._on_event)

    def _subscribe(self, fields, rest, now):
        self._sounds = bool(fields[1] & wire.SUB_SOUNDS)
        if fields[1] & wire.SUB_LIGHTS:
            self._lights.start()
        else:
            self._lights.stop()
        self._done(wire.SUBSCRIBE)

    def _done(self, ident):
        self._send(wire.message(wire.DONE, ident))

    def _maintenance(self, fields, rest, now):
        code = self._info.maintenance(fields[1])
        if code:
            self._fail(wire.MAINTENANCE, code)
        else:
            self._done(wire.MAINTENANCE)

    def _self_test(self, fields, rest, now):
        code = self._info.self_test()
        if code:
            self._fail(wire.SELF_TEST, code)
        else:
            self._done(wire.SELF_TEST)

    def _set(self, fields, rest, now):
        code = self._settings.set(fields[1], fields[2])
        if code:
            self._fail(wire.SETTING, code)
        else:
            self._send(wire.message(wire.SETTING_IS, fields[1], self._settings.get(fields[1])))

    def _settings_asked(self, fields, rest, now):
        self._list = telling.settings(self._settings)

    def _logs_asked(self, fields, rest, now):
        if self._journal.reading():
            return  # half a list would be wrong; the host asks again
        self._list = telling.logs(self._journal)

    def _faults_asked(self, fields, rest, now):
        self._list = telling.faults(self._info, self._journal)

    def _bye(self, fields, rest, now):
        self._end()

    # -- what the host watches ---------------------------------------------------------------------------------------

    def lights(self, pixels, now):
        """Tell a host that watches which of `pixels` (bytes: red, green, blue of each) changed."""
        if self._lights.on:
            self._lights.feed(pixels, now)

    def sound(self, number, volume):
        """Tell a host that listens which sound started."""
        if self._sounds and self.listening and self._outbox.room(8):
            self._send(wire.message(wire.SOUND, number, volume))


_HANDLERS = {
    wire.HELLO_ASK: Link._hello,
    wire.PULL: Link._pull_asked,
    wire.ACK: Link._ack,
    wire.PROPOSE: Link._propose,
    wire.RESTORE: Link._restore,
    wire.SUBSCRIBE: Link._subscribe,
    wire.LOGS_ASK: Link._logs_asked,
    wire.MAINTENANCE: Link._maintenance,
    wire.SELF_TEST: Link._self_test,
    wire.FAULTS_ASK: Link._faults_asked,
    wire.SETTING: Link._set,
    wire.SETTINGS_ASK: Link._settings_asked,
    wire.BYE: Link._bye,
}
