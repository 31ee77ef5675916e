"""A host program at the other end of an emulated Pico's USB port: frames in, frames out."""

import binascii

from shared_rules import frames, wire

_STEP_MS = 5


class Host:
    def __init__(self, pico):
        self.pico = pico
        self.messages = []
        self.text = b""
        self._decoder = frames.Decoder()
        pico.take()
        pico.rx = b""

    def send(self, message):
        self.pico.send(frames.encode(message, lead=True))

    def listen(self, ms=_STEP_MS):
        """Let time pass and take in what came."""
        self.pico.run(ms)
        for byte in self.pico.rx:
            length = self._decoder.feed(byte)
            if length > 0:
                self.messages.append(wire.parse(self._decoder.payload[:length]))
        self.text += self.pico.rx
        self.pico.rx = b""

    def ask(self, message, wanted, within_ms=2000):
        """Send, and return (fields, rest) of the first answer of one of these kinds that comes."""
        self.messages.clear()
        self.send(message)
        return self.wait(wanted, within_ms)

    def wait(self, wanted, within_ms=2000):
        kinds = wanted if isinstance(wanted, tuple) else (wanted,)
        for _ in range(within_ms // _STEP_MS):
            self.listen()
            for message in self.messages:
                if message and message[0][0] in kinds:
                    self.messages.remove(message)
                    return message
        raise AssertionError(f"no answer of kind {kinds} within {within_ms} ms; {self.text[-200:]!r}")

    def hello(self, within_ms=2000):
        """HELLO's fields by name."""
        fields, rest = self.ask(wire.hello_ask(77), wire.HELLO, within_ms)
        names = (
            "kind", "protocol", "nonce", "major", "minor", "patch", "core", "uid", "flags", "buttons", "lights", "sound",
            "log_id", "head", "crc", "faults", "letters",
        )  # fmt: skip
        return {**dict(zip(names, fields, strict=True)), "board": rest.decode()}

    def faults(self):
        """[(part, code, text)] that the hub reports."""
        self.messages.clear()
        self.send(wire.message(wire.FAULTS_ASK))
        found = []
        while True:
            fields, rest = self.wait(wire.FAULT)
            if fields[1] == 255:
                return found
            found.append((rest[0], rest[1], rest[4:].decode()))

    def log(self, log_id):
        """Every event of the log, as bytes, and the head that the hub names at its end."""
        events = b""
        self.messages.clear()
        self.send(wire.pull(log_id, 0, 0, wire.ALL_FRAMES))
        while True:
            fields, rest = self.wait((wire.BATCH, wire.HEAD, wire.FAIL), 5000)
            assert fields[0] != wire.FAIL, fields
            if fields[0] == wire.BATCH:
                events += rest
            elif binascii.crc32(events) == fields[3]:  # and no heartbeat in between
                return events, fields
