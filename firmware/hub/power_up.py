"""Buttons held at power-up: ROUND starts safe mode, TURN and ROUND the self test, once they are released.

On a board `launch` has looked before: ROUND alone gives MicroPython's prompt there, and only one that was held for
longer than `pico_boot` waits comes here (docs/flash.md).

Whoever does not let go within ten seconds is no finger but a stuck button: the hub then starts as ever, without it.
"""

from hub.buttons import STUCK_MS
from hub.clock import since
from shared_rules.constants import const

RUN = const(0)
WAITING = const(1)
SAFE = const(2)
TEST = const(3)

_TURN = const(1)  # masks of buttons
_ROUND = const(4)


class PowerUp:
    """held: mask of the buttons that were down when the hub started."""

    def __init__(self, held, now):
        self.held = held
        self.started = now
        self.mode = WAITING if held & _ROUND else RUN

    def step(self, now, still):
        """still: those of them that are down yet. Returns True when it is known how the hub starts."""
        if not still & _ROUND:
            self.mode = TEST if self.held & _TURN else SAFE
            return True
        if since(now, self.started) >= STUCK_MS:
            self.mode = RUN
            return True
        return False
