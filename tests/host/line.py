"""A serial line in virtual time: bytes take their time, and some of them arrive changed. One seed, one outcome."""

import random

BYTE_MS = 10 / 115.2  # a byte at 115,200 baud


class Line:
    """Joins a session and a hub. `errors`: chance that a byte arrives changed; `step_ms`: how often the hub looks."""

    def __init__(self, session, hub, seed, errors=0.0, step_ms=2.0):
        self.session = session
        self.hub = hub
        self.rng = random.Random(seed)
        self.errors = errors
        self.step_ms = step_ms
        self.now = 0.0
        self.bytes = [0, 0]  # host to hub, hub to host
        self._wires = ([], [])  # (arrival, byte)
        self._free = [0.0, 0.0]
        self._next_step = 0.0

    def _send(self, way, data):
        at = max(self.now, self._free[way])
        for byte in data:
            at += BYTE_MS
            if self.errors and self.rng.random() < self.errors:
                byte ^= self.rng.randrange(1, 256)
            self._wires[way].append((at, byte))
        self._free[way] = at
        self.bytes[way] += len(data)

    def _arrived(self, way):
        wire = self._wires[way]
        n = 0
        while n < len(wire) and wire[n][0] <= self.now:
            n += 1
        data = bytes(byte for _, byte in wire[:n])
        del wire[:n]
        return data

    def run(self, until, limit=60000.0):
        """Until `until()` or the time is up. Returns the time it took."""
        start = self.now
        while not until():
            if self.now - start > limit:
                raise AssertionError(f"not done after {limit} ms")
            self.step()
        return self.now - start

    def step(self):
        """Half a millisecond."""
        self.now += 0.5
        data = self._arrived(1)
        if data:
            self._send(0, self.session.feed(data, self.now))
        self._send(0, self.session.tick(self.now))
        if self.now >= self._next_step:
            self._next_step = self.now + self.step_ms
            self.hub.feed(self._arrived(0), self.now)
            self.hub.step(self.now)
        # the port's own small buffer: what fits on the line now
        if self._free[1] <= self.now + 1:
            data = self.hub.take(16)
            if data:
                self._send(1, data)
