"""The self test: every light alone, in white; then every button lights a light of its own; every sound.

Whoever built a hub sees a light that is missing or in the wrong place, and hears the loudspeaker. It ends by itself.
"""

from hub.clock import since
from shared_rules import names
from shared_rules.constants import MEXICAN, const

_LIGHT_MS = const(250)
_SOUND_MS = const(700)
_LEVEL = const(60)


class SelfTest:
    """Runs instead of the game: `step` until `done`."""

    def __init__(self, hub):
        self.hub = hub
        self.frame = bytearray(hub.board.LED_COUNT * 3)
        self.at = 0
        self.since = hub.now
        self.done = False

    def step(self, now):
        """Walk on; a light each quarter of a second, then a sound each 0.7 s."""
        hub = self.hub
        lights = hub.board.LED_COUNT
        buttons = hub.buttons.touching()
        for i in range(len(self.frame)):
            self.frame[i] = 0
        if self.at < lights:
            self._light(self.at)
        for i in range(hub.buttons.count):
            if buttons >> i & 1:
                self._light(hub.board.TURN_LEDS[i])
        if since(now, self.since) >= (_LIGHT_MS if self.at < lights else _SOUND_MS):
            self.since = now
            self.at += 1
            if self.at >= lights:
                self._sound(self.at - lights)
        if hub.pixels.pending(self.frame):
            hub.pixels.push(self.frame)
        hub.sound.step(now)

    def _light(self, index):
        for c in range(3):
            self.frame[index * 3 + c] = _LEVEL

    def _sound(self, number):
        number += 1
        if number >= names.WHISTLE + MEXICAN:
            self.done = True
        elif number <= names.UNDO or number > names.WHISTLE:
            self.hub.sound.play(number)
        else:  # numbers without a sound
            self.at += names.WHISTLE - number
