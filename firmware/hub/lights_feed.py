"""Tells a watching host which pixels changed: at most ten frames a second, and only where there is room."""

from shared_rules import wire
from shared_rules.constants import const
from shared_rules.frames import MAX_PAYLOAD

FRAME_MS = const(100)
_WRAP = const(0x1FFFFFFF)


class LightsFeed:
    """`outbox`: where messages go. Lights never end a session: what does not fit now is sent with the next frame."""

    def __init__(self, outbox):
        self._outbox = outbox
        self.on = False
        self._shown = b""
        self._number = 0
        self._last = 0

    def start(self):
        """Send every pixel with the next frame, then what changes."""
        self.on = True
        self._shown = None
        self._number = 0

    def stop(self):
        self.on = False
        self._shown = b""

    def feed(self, pixels, now):
        """`pixels`: red, green, blue of each, as sent to the LEDs."""
        whole = self._shown is None or len(self._shown) != len(pixels)
        if not whole and (self._shown == pixels or (now - self._last) & _WRAP < FRAME_MS):
            return
        if not self._outbox.room(MAX_PAYLOAD):
            return
        self._last = now
        if whole:
            self._number = 0
            self._shown = bytearray(len(pixels))
        out = bytearray((wire.LIGHTS, self._number))
        shown = self._shown
        for at in range(0, len(pixels), 3):
            # One by one: a slice would take heap for each light of each frame.
            if whole or shown[at] != pixels[at] or shown[at + 1] != pixels[at + 1] or shown[at + 2] != pixels[at + 2]:
                if len(out) + 4 > MAX_PAYLOAD:
                    if not (self._outbox.send(out) and self._outbox.room(MAX_PAYLOAD)):
                        break
                    out = bytearray((wire.LIGHTS, self._number))
                out.append(at // 3)
                out += pixels[at : at + 3]
                shown[at : at + 3] = pixels[at : at + 3]  # pyright: ignore[reportIndexIssue]
        else:
            self._outbox.send(out)
        self._number = self._number % 255 + 1
