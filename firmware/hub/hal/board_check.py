"""Board data that contradicts itself: found before a pin is touched. A hub plays on with what is right of it."""

import sys

from shared_rules.constants import TRACKS

_PINS = 30


def find(name):
    """The data of the board of that name; of an unknown one, those of the smallest: the pins that all boards share."""
    try:
        return __import__("boards." + name, None, None, ("NAME",))
    except ImportError:
        return __import__("boards.minimal", None, None, ("NAME",))


def lights(board):
    """(LEDs to drive, what is wrong or ""). Every light of the table is driven, whatever LED_COUNT says."""
    highest = max(board.MARKER_LEDS) if len(board.MARKER_LEDS) else -1
    if len(board.TURN_LEDS):
        highest = max(highest, max(board.TURN_LEDS))
    if len(board.MARKER_LEDS) != TRACKS or len(board.TURN_LEDS) != TRACKS:
        return max(board.LED_COUNT, highest + 1), "lights for %d tracks" % len(board.MARKER_LEDS)
    if board.LED_COUNT <= highest:
        return highest + 1, "%d LEDs, but light %d is used" % (board.LED_COUNT, highest)
    return board.LED_COUNT, ""


def pins(board):
    """What is wrong with the pins, or ""."""
    used = [board.LED_PIN]
    used += [number for _name, number in board.BUTTONS]
    if board.SOUND == "i2s":
        used += [board.I2S_SCK, board.I2S_WS, board.I2S_SD, board.AMP_MUTE]
        if board.I2S_WS != board.I2S_SCK + 1:
            return "I2S word select is not beside its clock"
    elif board.SOUND == "pwm":
        used.append(board.BUZZER)
    for number in used:
        if number is None or not 0 <= number < _PINS:
            return "no pin %s" % number
        if used.count(number) > 1:
            return "pin %d is used twice" % number
    return ""


def sound(board):
    """What is wrong with the kind of sound, or ""."""
    return "" if board.SOUND in ("i2s", "pwm", None) else "no driver for sound %s" % board.SOUND


def slot():
    """What is wrong with the slot that this app was started from, or "". The PC tool looks for the first two words."""
    launch = sys.modules.get("launch")
    return "fell back to the app before" if launch is not None and launch.slots.fell_back() else ""
