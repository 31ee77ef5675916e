"""Time in the simulator: the computer's, or a clock that moves only when the bench says so.

Both serve the bench while the hub has nothing to do. `ms` is the time since start, `now()` how the hub sees it.
"""

import sys
import time

_MASK = (1 << 29) - 1
_PATIENCE = 500  # a hub that wants another step at once this often is given one millisecond
_STALL_MS = 2000  # how long real time may pass before bytes announced by `pump` are missed
_WATCHDOG_MS = 8000  # as on the board, whose longest is 8388


class _Clock:
    def __init__(self, start):
        self.ms = start
        self._bench = self._platform = self._waiter = self._port_waiter = self._leave = None
        self._fed = None  # when the watchdog was fed last; it sleeps until the first time

    def attach(self, bench, platform, waiter, port_waiter, leave):
        """`waiter` wakes for the bench, `port_waiter` for the port; with the real clock they are one."""
        self._bench = bench
        self._platform = platform
        self._waiter = waiter
        self._port_waiter = port_waiter
        self._leave = leave
        # Whoever started us holds the other end of standard error: when it goes, we go.
        waiter.add_alarm(sys.stderr)

    def _watch(self):
        """Restart a hub that runs but has fed its watchdog for too long no more. Called once a step."""
        system = self._platform.system
        if system.fed:
            system.fed = False
            self._fed = self.ms
        elif self._fed is not None and self.ms - self._fed > _WATCHDOG_MS:
            system.reset()

    def _sleep(self, ms):
        if self._waiter.wait(ms):
            self._leave(0)

    def now(self):
        return self.tick() & _MASK


class RealClock(_Clock):
    def __init__(self, start=0):
        super().__init__(start)
        self._zero = _milliseconds() - start

    def tick(self):
        self.ms = _milliseconds() - self._zero
        return self.ms

    def idle(self, ms):
        end = self.tick() + ms
        self._watch()
        buttons, port = self._platform.buttons, self._platform.port
        while True:
            self._bench.serve()
            unsent = port.flush()
            now = self.tick()
            buttons.fire(now)
            if now >= end or buttons.pending() or port.pending():
                return
            if buttons.plan:
                left = min(end, buttons.plan[0][0]) - now
            else:
                left = end - now
            self._sleep(max(0, min(left, 5 if unsent else left)))


class DrivenClock(_Clock):
    """Nothing happens unless the bench asks for it; then everything does, in the same order each time."""

    def __init__(self, start=0):
        super().__init__(start)
        self._steps = 0
        self._still = 0  # steps since time last moved
        self._seen = (-1, -1)

    def tick(self):
        return self.ms

    def idle(self, ms):
        """Returns when the hub is to be stepped again; until then answers the bench."""
        self._watch()
        due = self.ms + ms
        if ms <= 0:
            self._still += 1
            if self._still > _PATIENCE:
                due = self.ms + 1
        while True:
            moving = self._bench.moving
            if moving is None:
                self._wait_for_request()
            elif self._move_on(moving, due):
                self._steps += 1
                return

    def _wait_for_request(self):
        self._bench.serve()
        if self._bench.moving is None:
            self._sleep(5 if self._platform.port.flush() else 10000)
        else:
            self._steps = 0
            self._seen = (-1, -1)

    def _move_on(self, moving, due):
        """True if the hub is to be stepped now."""
        if moving[0] == "pump":
            return self._pump(moving[1], due)
        target = moving[1]
        buttons = self._platform.buttons
        buttons.fire(self.ms)
        if buttons.pending() and not self._stuck():
            return True
        if buttons.plan:
            due = min(due, buttons.plan[0][0])
        if due <= target:
            if due > self.ms:
                self.ms = due
                self._still = 0
            buttons.fire(self.ms)
            return True
        self.ms = target
        self._platform.port.flush()
        self._bench.done({"now": self.ms, "steps": self._steps})
        return False

    def _stuck(self):
        """A hub that never fetches its edges must not hold time for ever."""
        self._still += 1
        return self._still > _PATIENCE

    def _pump(self, total, due):
        port = self._platform.port
        seen = (port.rx, port.tx)
        if port.rx < total and not port.pending():
            # The bytes are on their way through the operating system.
            start = _milliseconds()
            while not port.pending():
                self._port_waiter.wait(5)
                if _milliseconds() - start > _STALL_MS:
                    self._bench.done({"error": "%d bytes announced, %d came" % (total, port.rx)})
                    return False
        idle = seen == self._seen
        # A hub that leaves bytes unread, as in its self test, is not waited for without end.
        if idle and (port.rx >= total and due > self.ms or self._stuck()):
            port.flush()
            self._bench.done({"now": self.ms, "rx": port.rx, "tx": port.tx})
            return False
        self._seen = seen
        return True


def _milliseconds():
    if hasattr(time, "ticks_ms"):
        return time.ticks_ms()
    return time.monotonic_ns() // 1000000
