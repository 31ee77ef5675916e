"""The simulated serial port: what the hub reads and writes byte by byte, carried in larger pieces by a stream.

With the driven clock the hub sees only as many bytes as the bench let in (`allow`), whenever the operating system
delivered them, and its output waits here until the stream takes it: neither can make two equal runs differ.
"""

_PIECE = 64  # a USB packet
_RING = 256  # unsent bytes after which a write would block, as on the board
_BACKLOG = 32768  # with the driven clock: far more than a hub says between two requests


class Port:
    def __init__(self, stream, driven):
        self._stream = stream
        self._room = _BACKLOG if driven else _RING
        self._inbox = b""
        self._at = 0
        self._outbox = bytearray()
        self._allowed = 0 if driven else None
        self.rx = 0  # bytes the hub has read in all
        self.tx = 0  # bytes the hub has written in all
        self.refuse_after = -1  # the port takes no more after that many bytes (-1: it always does)

    def read(self):
        if not self.pending():
            return -1
        byte = self._inbox[self._at]
        self._at += 1
        self.rx += 1
        return byte

    def pending(self):
        """Is there a byte the hub may read now?"""
        if self._at < len(self._inbox):
            return True
        most = _PIECE if self._allowed is None else min(_PIECE, self._allowed - self.rx)
        if most <= 0:
            return False
        self._inbox = self._stream.receive(most)
        self._at = 0
        return len(self._inbox) > 0

    def allow(self, total):
        """Let the hub read up to `total` bytes in all."""
        self._allowed = total

    def write(self, byte):
        if self.refuse_after == 0:
            return False
        if len(self._outbox) >= self._room:
            self.flush()
            if len(self._outbox) >= self._room:
                return False
        if self.refuse_after > 0:
            self.refuse_after -= 1
        self._outbox.append(byte)
        self.tx += 1
        return True

    def flush(self):
        """Hand over what the stream takes now. True if something is left."""
        if self._outbox:
            sent = self._stream.send(self._outbox)
            if sent:
                self._outbox = self._outbox[sent:]
        return len(self._outbox) > 0

    def connected(self):
        return self._stream.connected()
