"""Buttons, speaker and system of the simulator: dumb on purpose. What is the hub's own stays there."""

import os
import struct

_RING = 32  # edges an interrupt could store before the hub looks
_MASK = (1 << 29) - 1
_KEPT = 64  # sounds remembered for the bench
_PIECE_MS = 100  # of samples in one answer
_ENTRY = "<IBBII"
RESET = 42  # exit status of a process that wants to be started again
MAINTENANCE = 43  # the same, but with MicroPython's prompt instead of the app; the minutes were said before


class Buttons:
    """The pins. `plan` holds level changes still to come, [(ms, index, level)], sorted by time."""

    def __init__(self, names, down):
        self.names = names
        self._levels = [1 if name in down else 0 for name in names]
        self._ring = []
        self.plan = []

    def level(self, i):
        return self._levels[i]

    def edge(self):
        return self._ring.pop(0) if self._ring else -1

    def pending(self):
        return len(self._ring) > 0

    def change(self, i, level, now):
        """The pin's level changes; the interrupt notes it with its time."""
        if self._levels[i] != level:
            self._levels[i] = level
            if len(self._ring) < _RING:
                self._ring.append((now & _MASK) << 4 | i << 1 | level)

    def schedule(self, i, edges, now):
        for ms, level in edges:
            self.plan.append((now + ms, i, level))
        self.plan.sort()

    def fire(self, now):
        """Let the planned changes happen whose time has come."""
        while self.plan and self.plan[0][0] <= now:
            ms, i, level = self.plan.pop(0)
            self.change(i, level, ms)


class Speaker:
    """Notes what is played. `library`: see `sim_sounds`; None: there is no speaker."""

    def __init__(self, library, clock):
        self._library = library
        self._clock = clock
        self._end = 0
        self._started = Ring(_KEPT)  # (ms, number, volume, 0, 0) since the bench last asked
        self._played = Ring(_KEPT)  # (start, number, volume, ms fetched, end); the last may still sound

    def play(self, n, volume):
        self.stop()
        length = self._library.length_ms(n) if self._library and n and volume else 0
        if not length:
            return 0
        now = self._clock.ms
        self._end = now + length
        self._started.add(now, n, volume, 0, 0)
        self._played.add(now, n, volume, 0, self._end)
        return length

    def busy(self):
        return self._clock.ms < self._end and self._library.streams

    def stop(self):
        if self._clock.ms < self._end:
            self._end = self._clock.ms
            self._played.set_end(self._end)

    def prepare(self, n):
        pass

    def poll(self):
        pass

    def started(self):
        """[ms, number, volume] of the oldest start not told yet; None: no more."""
        entry = self._started.take()
        return entry and entry[:3]

    def samples(self):
        """The next piece of what was heard since the last call, 16-bit little-endian mono; b"" at its end."""
        entry = self._played.take()
        while entry is not None:
            start, n, volume, fetched, end = entry
            ms = min(min(end, self._clock.ms) - start - fetched, _PIECE_MS)
            if start + fetched + ms < end:
                self._played.put_back(start, n, volume, fetched + ms, end)
            if ms or self._clock.ms < end:
                return self._library.read(n, volume, fetched, ms)
            entry = self._played.take()  # that one had been fetched to its end
        return b""


class Ring:
    """The last `size` entries of five numbers each, in memory taken once: the heap is the hub's."""

    def __init__(self, size):
        self._size = size
        self._data = bytearray(size * struct.calcsize(_ENTRY))
        self._first = 0
        self._count = 0

    def _place(self, i):
        return (self._first + i) % self._size * struct.calcsize(_ENTRY)

    def add(self, *values):
        if self._count == self._size:
            self._first = (self._first + 1) % self._size
            self._count -= 1
        struct.pack_into(_ENTRY, self._data, self._place(self._count), *values)
        self._count += 1

    def set_end(self, value):
        """Change the last number of the newest entry, if it is there still."""
        if self._count:
            struct.pack_into("<I", self._data, self._place(self._count) - 4, value)

    def take(self):
        if not self._count:
            return None
        entry = list(struct.unpack_from(_ENTRY, self._data, self._place(0)))
        self._first = (self._first + 1) % self._size
        self._count -= 1
        return entry

    def put_back(self, *values):
        """Give back the entry taken last, changed."""
        self._first = (self._first - 1) % self._size
        self._count += 1
        struct.pack_into(_ENTRY, self._data, self._place(0), *values)


class System:
    """`maintain(minutes)` and `healthy()`: as on a board; None where no boot logic started the app."""

    simulated = True

    def __init__(self, uid, entropy, leave, maintain, healthy=None):
        self._uid = uid
        self._entropy = entropy
        self._leave = leave
        self._healthy = healthy
        if maintain is not None:
            self.maintenance = maintain
        self.fed = False  # since the clock last looked

    def uid(self):
        return self._uid

    def entropy(self):
        if self._entropy is None:
            raw = os.urandom(4)
            return (raw[0] << 24 | raw[1] << 16 | raw[2] << 8 | raw[3]) & (1 << 30) - 1
        # xorshift, so that two calls in one boot differ too
        value = self._entropy
        value ^= value << 13 & 0xFFFFFFFF
        value ^= value >> 17
        value ^= value << 5 & 0xFFFFFFFF
        self._entropy = value
        return value & (1 << 30) - 1

    def feed(self):
        self.fed = True
        if self._healthy is not None:
            self._healthy()
            self._healthy = None

    def reset(self):
        self._leave(RESET)
