"""From names of light states to colours: palette, breathing, brightness, the power limiter. Integers only.

Every state has a colour, a level and a pattern, so that none is told apart by hue alone. All patterns run together on
one slow clock: a breath takes 2.4 s, and no pattern has more than two flashes in it (always under 3 a second). A board
with one light a track shows a track's two facts in turn, a breath each.

Per frame a state's colour is worked out once; a pixel then copies three bytes.
"""

from hub import lights as ls
from shared_rules.constants import TRACKS, const

BREATH_MS = const(2400)
FRAME_MS = const(40)
KEEP_ALIVE_MS = const(8000)  # a power bank stays on for a load of a third of a second that often
GLOW_MS = const(400)

STEADY = const(0)
_BREATHE = const(1)
_PULSES = const(2)  # two pulses, then a rest: a double
_WINK = const(3)  # steady with one short dip
_SWELL = const(4)  # breathing that never goes dark

# Linear duty. These five stay far apart under simulated colour vision deficiency; state never hangs on hue alone.
WHITE = b"\xff\xff\xff"
ORANGE = b"\xff\x40\x00"
LIGHT_BLUE = b"\x0d\x40\xff"
DEEP_BLUE = b"\x00\x00\x40"
DARK_RED = b"\x40\x0d\x00"

# Colour, level (0-255, as the eye sees it), pattern of each light state, in the order of their numbers.
LOOKS = (
    (b"\x00\x00\x00", 0, STEADY),  # DARK
    (ORANGE, 170, STEADY),  # OPEN
    (ORANGE, 200, _SWELL),  # REMIND
    (LIGHT_BLUE, 70, STEADY),  # MEXICAN_TRAIN
    (LIGHT_BLUE, 190, _PULSES),  # DOUBLE
    (WHITE, 210, _PULSES),  # DUE
    (WHITE, 150, STEADY),  # TURN
    (WHITE, 170, _SWELL),  # OWES
    (LIGHT_BLUE, 130, _WINK),  # CALLED
    (WHITE, 150, _WINK),  # TURN_CALLED
    (LIGHT_BLUE, 150, _BREATHE),  # CANDIDATE
    (WHITE, 180, STEADY),  # CURSOR
    (ORANGE, 170, STEADY),  # CHOSEN
    (ORANGE, 210, STEADY),  # FILL
    (WHITE, 255, STEADY),  # TOUCH
    (DARK_RED, 255, STEADY),  # REFUSED
    (DEEP_BLUE, 130, STEADY),  # CONNECTED
    (DARK_RED, 255, _PULSES),  # FAULT
    (WHITE, 190, _BREATHE),  # WINNER
    (LIGHT_BLUE, 170, STEADY),  # CHASE
    (WHITE, 90, STEADY),  # TRAIL
    (WHITE, 160, STEADY),  # ENGINE: the pips' colour instead of white
    (WHITE, 90, _SWELL),  # BLANK
    (WHITE, 180, _WINK),  # PICKED
)

# Pip colours by engine number, as printed on coloured sets (0 has none).
PIPS = (
    b"\xff\xff\xff", b"\x20\x90\xff", b"\x10\xc0\x10", b"\xff\x18\x10", b"\x80\x38\x08", b"\x10\x18\xff",
    b"\xff\xa0\x00", b"\xff\x30\x60", b"\x00\x90\x70", b"\x70\x10\xa0", b"\xff\x48\x00", b"\x50\x50\x50",
    b"\x90\x90\x90", b"\x60\x08\x40", b"\x08\x50\x20", b"\x30\x08\x80", b"\xa0\x60\x20", b"\x30\x80\x90",
    b"\xc0\x20\xc0",
)  # fmt: skip

_BRIGHTNESS = (40, 96, 160, 256)  # of 256, as the eye sees it: night, and three steps


def shape(pattern, phase, level):
    """The level (0-255) of a pattern at `phase` (0-255 of a breath) whose highest level is `level`."""
    if pattern == STEADY:
        return level
    tri = phase * 2 if phase < 128 else 510 - phase * 2  # 0, up to 254, and back
    if pattern == _BREATHE:
        return level * tri // 254
    if pattern == _SWELL:
        return level * (100 + tri * 154 // 254) // 254
    if pattern == _WINK:
        return level // 4 if phase < 24 else level
    if phase >= 128:  # _PULSES
        return level // 8
    phase = phase * 2 & 127
    return level // 8 + (level - level // 8) * (phase if phase < 64 else 127 - phase) // 63


class Renderer:
    """Fills `pixels` (3 bytes a light: red, green, blue, linear) from the names in a `Lights`."""

    def __init__(self, board):
        self.pixels = bytearray(board.LED_COUNT * 3)
        self.allow = allowance(board)
        self._outer_leds = board.MARKER_LEDS
        self._inner_leds = board.TURN_LEDS
        self._one = board.LIGHTS_PER_TRACK == 1
        self._state = bytearray(board.LED_COUNT)  # of each light
        self._count = bytearray(ls.STATES)  # lights in each state
        self._rgb = bytearray(ls.STATES * 3)
        self._slot = 0
        self.moving = False
        self.brightness = 2
        self.keep_alive = False  # glow in pulses, so that a power bank stays on
        self._glow = glow(board)
        self._floor = 0

    def assign(self, lights, now):
        """Decide which state each light shows; to be called when names changed, and when `turns_slot` says so."""
        state = self._state
        count = self._count
        self._slot = now // BREATH_MS & 1
        for s in range(ls.STATES):
            count[s] = 0
        self.moving = lights.paused or self.keep_alive
        for i in range(len(state)):
            state[i] = 0
        for i in range(TRACKS):
            outer = lights.outer[i]
            inner = lights.inner[i]
            if self._one:
                if inner == ls.CURSOR and outer == ls.CHOSEN:
                    outer = inner = ls.PICKED
                if outer and inner and outer != inner and inner != ls.TOUCH and inner != ls.FILL:
                    self.moving = True
                    outer = inner if self._slot else outer
                else:
                    outer = inner or outer
                state[self._inner_leds[i]] = outer
            else:
                state[self._inner_leds[i]] = inner
                state[self._outer_leds[i]] = outer
        for i in range(len(state)):
            count[state[i]] += 1

    def restart(self):
        """After a fault: all dark."""
        for i in range(len(self._state)):
            self._state[i] = ls.DARK

    def touch_level(self):
        """The level of each channel of a light that answers a finger."""
        level = LOOKS[ls.TOUCH][1] * _BRIGHTNESS[self.brightness] >> 8
        return (level * level >> 8) + 1

    def turns_slot(self, now):
        """Must lights with two facts show the other one now?"""
        return self._one and self._slot != now // BREATH_MS & 1

    def draw(self, lights, now):
        """One frame."""
        phase = now % BREATH_MS * 256 // BREATH_MS
        rgb = self._rgb
        count = self._count
        total = 0
        self._floor = self._glow if self.keep_alive and now % KEEP_ALIVE_MS < GLOW_MS else 0
        for s in range(ls.STATES):
            if count[s]:
                total += count[s] * self._mix(s, phase, lights)
        if total > self.allow:
            for at in range(ls.STATES * 3):
                rgb[at] = rgb[at] * self.allow // total
        pixels = self.pixels
        at = 0
        for s in self._state:
            s *= 3
            pixels[at] = rgb[s]
            pixels[at + 1] = rgb[s + 1]
            pixels[at + 2] = rgb[s + 2]
            at += 3

    def _mix(self, s, phase, lights):
        """Work out the colour of state `s`; returns the sum of its three channels."""
        colour, level, pattern = LOOKS[s]
        if s == ls.ENGINE:
            colour = PIPS[lights.engine]
        if pattern:
            self.moving = True
            level = shape(pattern, phase, level)
        if lights.paused:
            level = shape(_SWELL, phase, level) // 2
        level = level * _BRIGHTNESS[self.brightness] >> 8
        linear = (level * level >> 8) + 1 if level else 0
        at = s * 3
        total = 0
        for c in range(3):
            value = colour[c] * linear >> 8
            if colour[c] and level and not value:
                value = 1
            if value < self._floor:
                value = self._floor
            self._rgb[at + c] = value
            total += value
        return total


def allowance(board):
    """How much the channels of all lights may add up to (each 0-255) within the board's current budget."""
    ua = (board.BUDGET_MA - board.BASE_MA - board.SOUND_MA) * 1000 - board.LED_COUNT * board.LED_IDLE_UA
    return max(ua, 0) * 255 // board.LED_CHANNEL_UA


def glow(board):
    """The least level of every channel with which the board draws what keeps a power bank on."""
    ua = (board.KEEP_ALIVE_MA - board.BASE_MA) * 1000 - board.LED_COUNT * board.LED_IDLE_UA
    return -(-max(ua, 0) * 255 // (board.LED_CHANNEL_UA * board.LED_COUNT * 3))
