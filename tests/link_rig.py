"""Both ends of a wire in one process, for tests on both interpreters: a port, a hub's link, and a host that listens."""

import flash_model as fm
from hub.journal import Journal
from hub.link import Link
from hub.settings import Settings
from shared_rules import frames, wire
from shared_rules.constants import E_PHASE


class Port:
    """`hal.Port` on two byte queues. `stalled`: nothing is taken any more."""

    def __init__(self):
        self.incoming = bytearray()
        self.outgoing = bytearray()
        self.stalled = False
        self.written = 0

    def read(self):
        if not self.incoming:
            return -1
        byte = self.incoming[0]
        self.incoming = self.incoming[1:]
        return byte

    def write(self, byte):
        if self.stalled:
            return False
        self.outgoing.append(byte)
        self.written += 1
        return True

    def connected(self):
        return True


class Info:
    firmware = (0, 1, 0)
    core_hash = 0x12345678
    uid = b"12345678"
    buttons = 4
    lights = 2
    sound = wire.SOUND_I2S
    board = "full"
    simulated = True
    safe_mode = False

    def __init__(self):
        self.faults = []
        self.minutes = None

    def maintenance(self, minutes):
        self.minutes = minutes
        return 0

    def self_test(self):
        return E_PHASE


class Rig:
    """A hub of journal and link on a store; `say` a message, then look at `heard`."""

    def __init__(self, store=None):
        self.store = store or fm.MemoryStore()
        self.now = 0
        self.events = []
        self.finger = False  # a button has just moved
        self.boot()

    def boot(self):
        self.port = Port()
        self.info = Info()
        self.journal = Journal(self.store)
        self.settings = Settings(self.store)
        self.link = Link(self.port, self.journal, self.settings, self.info, self.events.append, lambda: self.finger)
        self.journal.open()
        while self.journal.work() is False:
            pass
        self.decoder = frames.Decoder()

    def run(self, ms=50):
        """Let time pass. Returns the messages that arrived, parsed: (fields, rest)."""
        for _ in range(ms):
            self.now += 1
            self.link.step(self.now)
            self.journal.work()
        return self.heard()

    def heard(self):
        out = []
        data = bytes(self.port.outgoing)
        self.port.outgoing = bytearray()
        for byte in data:
            n = self.decoder.feed(byte)
            if n >= 0:
                out.append(wire.parse(bytes(self.decoder.payload[:n])))
        return out

    def say(self, *payloads, ms=50):
        for payload in payloads:
            self.port.incoming += frames.encode(payload, True)
        return self.run(ms)

    def hello(self, nonce=7):
        return self.say(wire.hello_ask(nonce))

    def propose(self, event, expect=0, log_id=None, number=1):
        """The verdict on a proposal."""
        if log_id is None:
            log_id = self.journal.log.id if self.journal.log else 0
        for fields, _ in self.say(wire.propose(number, log_id, expect, event)):
            if fields[0] == wire.VERDICT:
                assert fields[1] == number and fields[3] == self.journal.record.head
                return fields[2]
        raise AssertionError("no verdict")


def only(messages, ident):
    """The messages of that kind."""
    return [message for message in messages if message[0][0] == ident]
