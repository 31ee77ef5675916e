"""Bytes on their way to the host, in a ring of fixed size, handed to the port one at a time and never waited for."""

from shared_rules import frames
from shared_rules.constants import const

SIZE = const(512)


class Outbox:
    """`port`: `hal.Port`. A message goes in whole or not at all."""

    def __init__(self, port):
        self._port = port
        self._ring = bytearray(SIZE)
        self._frame = bytearray(frames.MAX_FRAME)
        self._view = memoryview(self._frame)
        self._at = 0
        self.used = 0
        self._lead = True

    def clear(self):
        """Forget what was not sent; the next frame first ends what may have been cut short."""
        self._at = 0
        self.used = 0
        self._lead = True

    def room(self, size):
        """Is there room for a frame of `size` payload bytes?"""
        return SIZE - self.used > size + 12

    def send(self, payload):
        """Queue a message; False, and nothing queued, where there is no room."""
        n = frames.encode_into(self._frame, payload, self._lead)
        if n > SIZE - self.used:
            return False
        self._lead = False
        at = (self._at + self.used) % SIZE
        first = min(n, SIZE - at)
        self._ring[at : at + first] = self._view[:first]
        if first < n:
            self._ring[: n - first] = self._view[first:n]
        self.used += n
        return True

    def pump(self, limit):
        """Hand at most `limit` bytes to the port. Returns how many it took."""
        sent = 0
        at = self._at
        while sent < limit and self.used and self._port.write(self._ring[at]):
            at += 1
            if at == SIZE:
                at = 0
            sent += 1
            self.used -= 1
        self._at = at
        return sent
