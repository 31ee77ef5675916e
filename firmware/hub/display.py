"""What is to be seen, from the state of the table to the LEDs. At most one slice a step, unless a press waits for its light.

`lights` say what each place means, `renderer` which colours that is, `pixels` go to the strip one at a time.
"""

from hub.clock import after, until
from hub.lights import Lights
from hub.pixels import Pixels
from hub.render import FRAME_MS, Renderer
from shared_rules import table as tb
from shared_rules import wire
from shared_rules.constants import const

_NEVER_MS = const(1000)  # no step waits for longer


class Display:
    """hub: what is shown, an `app.Hub`, of which buttons, gestures, face, journal, link and settings are looked at.

    at_once: the next step shows what a press changed · trial_brightness: one that is tried out, -1 for none.
    """

    def __init__(self, hub, platform, board, now):
        self.hub = hub
        self.board = board
        self.lights = Lights()
        self.renderer = Renderer(board)
        self.pixels = Pixels(platform.strip, board.LED_COUNT, self.renderer.allow)
        self.at_once = False
        self.trial_brightness = -1
        self._edge_waits = platform.buttons.pending
        self._winners = 0
        self._winners_known = False
        self._filled = 0
        self._fingers = 0
        self._frame_at = now
        self._drawn = True

    def restart(self):
        """After an error: begin with dark LEDs."""
        self.renderer.restart()
        self.pixels.restart()

    def settled(self, turn):
        """The table has changed and is known; `turn` is the track whose turn it is."""
        self.lights.turn = turn
        self._winners_known = False

    def step(self, now):
        """At most one of: names, colours, pixels; all of them where a press waits for its light."""
        hub = self.hub
        lights = self.lights
        fingers = hub.buttons.touching()
        filled = hub.gestures.filling(now)
        if fingers != self._fingers or filled != self._filled:
            self._fingers = fingers
            self._filled = filled
            lights.dirty = True
        fault = hub.has_fault()
        if self._obey_settings() or hub.link.listening != lights.connected or fault != lights.fault:
            lights.connected = hub.link.listening
            lights.fault = fault
            lights.dirty = True
        frame_due = not until(now, self._frame_at)
        if self.at_once:
            self.at_once = False
            self._show(now)
        elif lights.dirty or (self._drawn and frame_due and lights.moving()):
            self._compose(now)
        elif not self._drawn or (frame_due and self.renderer.moving):
            if self.renderer.turns_slot(now):
                self.renderer.assign(lights, now)
            self._draw(now)
        elif self.pixels.pending(self.renderer.pixels):
            self.pixels.push(self.renderer.pixels)
        elif hub.link.listening:
            hub.link.lights(self.pixels.sent, now)

    def _compose(self, now):
        table = self.hub.journal.table()
        self.lights.compose(now, table, self.hub.face.question(), self.who_won(), self._fingers, self._filled)
        self.renderer.assign(self.lights, now)
        self._drawn = False

    def _draw(self, now):
        self._frame_at = after(now, FRAME_MS)
        self.renderer.draw(self.lights, now)
        self._drawn = True

    def _show(self, now):
        """Names, colours and pixels in one go, unless a finger wants its own answer first."""
        self._compose(now)
        self._draw(now)
        for _ in range(self.board.LED_COUNT):
            if self._edge_waits() or not self.pixels.pending(self.renderer.pixels):
                break
            self.pixels.push(self.renderer.pixels)

    def due(self, now):
        """Milliseconds until there is something to do."""
        if self.lights.dirty or not self._drawn or self.pixels.pending(self.renderer.pixels):
            return 0
        if self.lights.moving() or self.renderer.moving:
            return until(now, self._frame_at)
        return _NEVER_MS

    def answer_finger(self):
        """The first edge of a press is answered in light at once, before anything else is known."""
        if self.lights.restoring or self.hub.guard.off >> wire.PART_LIGHTS & 1:
            return
        track = self.lights.focus(self.hub.journal.table(), self.hub.face.question())
        level = self.renderer.touch_level()
        self.pixels.touch(self.board.TURN_LEDS[track - 1], level, level, level)

    def lit(self):
        """Is all that is to be seen on the LEDs?"""
        lights = self.lights
        waits = lights.restoring or lights.dirty or self.at_once or not self._drawn
        return not waits and not self.pixels.pending(self.renderer.pixels)

    def _obey_settings(self):
        """Brightness and keep-alive glow as they are set or tried out. True if one of them is new."""
        renderer = self.renderer
        brightness = self.trial_brightness if self.trial_brightness >= 0 else self.hub.settings.get(wire.KEY_BRIGHTNESS)
        keep_alive = self.hub.settings.get(wire.KEY_KEEP_ALIVE) != 0
        if brightness == renderer.brightness and keep_alive == renderer.keep_alive:
            return False
        renderer.brightness = brightness
        renderer.keep_alive = keep_alive
        return True

    def who_won(self):
        """Mask of the seats to show after the last round."""
        if not self._winners_known:
            self._winners_known = True
            self._winners = 0
            table = self.hub.journal.table()
            if table.phase >= tb.DONE and table.round and table.winners[0]:
                from shared_rules.sheet import standings

                for place, track in standings(table):
                    if place == 1:
                        self._winners |= 1 << track
        return self._winners
