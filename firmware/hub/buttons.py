"""Debounced buttons. The first edge is known at once (`touched`), the level decides what counts.

An interrupt keeps edges with their times; levels are read each step, so that a lost edge heals. A level counts once it
stood for `DEBOUNCE_MS`, dated back to the edge that began it: a step that came late still knows how long a press was.
A button that is down at power-up counts as up until it was released.
"""

from array import array

from hub.clock import MASK, since
from shared_rules.constants import const

DEBOUNCE_MS = const(12)
STUCK_MS = const(10000)
_EDGE_MASK = const(0x3FFFFFF)  # a driver may keep only 26 bits of an edge's time: the packed edge is a small int then
_EDGE_HALF = const(0x2000000)


class Buttons:
    """Turns raw edges and levels of `count` buttons into calls `sink.edge(i, down, when)` of the level that counts."""

    def __init__(self, driver, count, now):
        self.driver = driver
        self.count = count
        self.raw = 0  # masks: bit i is button i
        self.level = 0
        self.ignored = 0  # down since power-up
        self.touched = -1  # the button that was touched last, until somebody reads and resets it
        self.stuck = False  # a button is held down by no finger; whoever reports it resets this
        self.started = now
        self._watching = True
        self.at = array("i", (now for _ in range(count)))  # time of each button's last raw edge
        for i in range(count):
            if driver.level(i):
                self.ignored |= 1 << i
        self.raw = self.ignored

    def poll(self, now, sink):
        """Take what happened since the last call, in the order in which it happened."""
        driver = self.driver
        packed = driver.edge()
        while packed >= 0:
            age = (now - (packed >> 4)) & _EDGE_MASK
            if age >= _EDGE_HALF:  # the edge came after `now` was read
                age = 0
            i = packed >> 1 & 7
            if i < self.count:
                self._raw(i, packed & 1, (now - age) & MASK, sink)
            packed = driver.edge()
        for i in range(self.count):
            if driver.level(i) != self.raw >> i & 1:
                self._raw(i, driver.level(i), now, sink)
        if self.raw != self.level or self.ignored:
            self._settle(now, sink)
        if self.level & ~self.ignored:
            self._ignore_stuck(now, sink)
        if self._watching and since(now, self.started) >= STUCK_MS:
            self._watching = False
            if self.ignored:
                self.stuck = True

    def _raw(self, i, level, when, sink):
        self._settle(when, sink)
        if level:
            if not self.raw >> i & 1 and not self.ignored >> i & 1:
                self.touched = i
            self.raw |= 1 << i
        else:
            self.raw &= ~(1 << i)
        self.at[i] = when

    def _settle(self, when, sink):
        """Let every level count that had stood long enough by `when`."""
        changed = self.raw ^ self.level
        i = 0
        while changed:
            if changed & 1 and since(when, self.at[i]) >= DEBOUNCE_MS:
                self.level ^= 1 << i
                if not self.ignored >> i & 1:
                    sink.edge(i, self.level >> i & 1, self.at[i])
            changed >>= 1
            i += 1
        if self.ignored:
            self._settle_ignored(when)

    def _settle_ignored(self, when):
        """A button that was down at power-up and has stood released serves from now on."""
        for i in range(self.count):
            bit = 1 << i
            if self.ignored & bit and not (self.raw | self.level) & bit and since(when, self.at[i]) >= DEBOUNCE_MS:
                self.ignored &= ~bit

    def _ignore_stuck(self, now, sink):
        """Nobody presses for so long: go on without that button until it was released."""
        for i in range(self.count):
            bit = 1 << i
            if self.level & self.raw & ~self.ignored & bit and since(now, self.at[i]) >= STUCK_MS:
                self.ignored |= bit
                self.stuck = True
                sink.lost(i)

    def touching(self):
        """Mask of the buttons that are down now, bounce and all, without those that never were up."""
        return self.raw & ~self.ignored

    def due(self, now):
        """Milliseconds until a level counts, at most `DEBOUNCE_MS`; -1: none waits."""
        changed = self.raw ^ self.level
        if not changed:
            return -1
        least = DEBOUNCE_MS
        i = 0
        while changed:
            if changed & 1:
                least = min(least, max(DEBOUNCE_MS - since(now, self.at[i]), 0))
            changed >>= 1
            i += 1
        return least
