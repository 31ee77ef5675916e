"""Board data. Minimal hub: buzzer, three buttons, 12 lights, USB power.

Generated from hardware/hub.toml by `make hardware`; do not edit.
Pins are GPIO numbers. Tracks are numbered clockwise seen from above; index 0 is track 1.
"""

NAME = "minimal"
VARIANT = "trainhub-minimal-A"
CHIPS = ("rp2040", "rp2350")
LED_PIN = 22
LED_COUNT = 12
LIGHTS_PER_TRACK = 1
# LED index of the marker light and of the turn light of tracks 1 to 12.
MARKER_LEDS = bytes((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
TURN_LEDS = bytes((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
# Active low, pulled up inside the chip.
BUTTONS = (("TURN", 2), ("MARK", 3), ("ROUND", 4))
SOUND = "pwm"
I2S_SCK = None
I2S_WS = None
I2S_SD = None
# Low (and in reset): the amplifier is off. High: on.
AMP_MUTE = None
BUZZER = 20
# One colour of one LED at 255; one dark LED.
LED_CHANNEL_UA = 20000
LED_IDLE_UA = 1000
# Everything but LEDs and sound; what sound adds; what the limiter may allow in all.
BASE_MA = 84
SOUND_MA = 4
BUDGET_MA = 460
# Reckoned like BUDGET_MA, with the most that each part draws: at this figure even the least
# that they draw is the 100 mA below which a power bank may switch itself off.
KEEP_ALIVE_MA = 226
