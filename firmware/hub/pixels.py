"""Pushes a frame into the strip: only pixels that changed, a few a step, and one `show` when all of them are set."""

from shared_rules.constants import const

SLICE = const(2)  # pixels a step; the driver's setter takes 0.6 ms each on a Pico


class Pixels:
    """What the strip holds, and how much current that may draw (`allow`: channel sum, see `render.allowance`)."""

    def __init__(self, strip, count, allow):
        self.strip = strip
        self.sent = bytearray(count * 3)
        self.lit = 0  # channel sum of `sent`
        self.allow = allow
        self._at = 0
        self._unshown = False

    def pending(self, frame):
        """Is there something to push?"""
        return self._unshown or frame != self.sent

    def push(self, frame):
        """Set up to `SLICE` changed pixels; True when the whole frame has just been shown."""
        end = len(frame)
        left = SLICE
        at = self._at
        while at < end:
            if self._differs(frame, at):
                if not left:
                    self._at = at
                    return False
                left -= 1
                self._set(at, frame[at], frame[at + 1], frame[at + 2])
            at += 3
        self._at = 0
        if frame != self.sent:  # it changed meanwhile in what was passed already
            return False
        return self._show()

    def touch(self, index, red, green, blue):
        """Light one pixel at once, ahead of the frame, if the current budget has room for it."""
        at = index * 3
        sent = self.sent
        if self.lit + red + green + blue - sent[at] - sent[at + 1] - sent[at + 2] <= self.allow:
            self._set(at, red, green, blue)
            self._show()

    def restart(self):
        """After a fault: nobody knows what the strip holds; every pixel is set anew."""
        for i in range(len(self.sent)):
            self.sent[i] = 0
        self.lit = 0
        self._at = 0
        for i in range(len(self.sent) // 3):
            self.strip.set(i, 0, 0, 0)
        self._unshown = True

    def _differs(self, frame, at):
        sent = self.sent
        return frame[at] != sent[at] or frame[at + 1] != sent[at + 1] or frame[at + 2] != sent[at + 2]

    def _set(self, at, red, green, blue):
        sent = self.sent
        self.lit += red + green + blue - sent[at] - sent[at + 1] - sent[at + 2]
        sent[at] = red
        sent[at + 1] = green
        sent[at + 2] = blue
        self.strip.set(at // 3, red, green, blue)
        self._unshown = True

    def _show(self):
        if not self._unshown:
            return False
        if self.lit > self.allow:  # half of an old frame and half of a new one: never more than the budget
            return False
        self._unshown = False
        self.strip.show()
        return True
