"""Board data. Full hub: I2S amplifier, four buttons, 24 lights, power bank.

Generated from hardware/hub.toml by `make hardware`; do not edit.
Pins are GPIO numbers. Tracks are numbered clockwise seen from above; index 0 is track 1.
"""

NAME = "full"
VARIANT = "trainhub-full-A"
CHIPS = ("rp2040", "rp2350")
LED_PIN = 22
LED_COUNT = 24
LIGHTS_PER_TRACK = 2
# LED index of the marker light and of the turn light of tracks 1 to 12.
MARKER_LEDS = bytes((0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22))
TURN_LEDS = bytes((1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23))
# Active low, pulled up inside the chip.
BUTTONS = (("TURN", 2), ("MARK", 3), ("ROUND", 4), ("DRAW", 5))
SOUND = "i2s"
I2S_SCK = 16
I2S_WS = 17
I2S_SD = 18
# Low (and in reset): the amplifier is off. High: on.
AMP_MUTE = 19
BUZZER = None
# One colour of one LED at 255; one dark LED.
LED_CHANNEL_UA = 20000
LED_IDLE_UA = 1000
# Everything but LEDs and sound; what sound adds; what the limiter may allow in all.
BASE_MA = 87
SOUND_MA = 207
BUDGET_MA = 460
# Reckoned like BUDGET_MA, with the most that each part draws: at this figure even the least
# that they draw is the 100 mA below which a power bank may switch itself off.
KEEP_ALIVE_MA = 229
