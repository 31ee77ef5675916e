"""The drivers of a Raspberry Pi Pico or Pico 2, put together for the board whose data is given.

A part that cannot be started is replaced by one that does nothing, and named in `faults`: the hub shows it and plays
on.
"""

import os
import sys

import hub_board

from hub.hal import board_check, null
from hub.hal.pico_clock import Clock
from hub.hal.pico_port import Port
from hub.hal.pico_system import System
from hub.hal.store import Store
from shared_rules.names import SOUNDS, WHISTLE

SOUND_FOLDER = "/sounds"


class Platform:
    """clock, buttons, strip, speaker, port, store, system: see the package. `faults`: [(part, what is wrong)]."""

    def __init__(self, faults, buttons, strip, speaker, port, store):
        self.faults = faults
        self.buttons = buttons
        self.strip = strip
        self.speaker = speaker
        self.port = port
        self.store = store
        self.clock = Clock(buttons.pending, port.waiting)
        self.system = System(_healthy(), lambda: not speaker.busy())

    def deinit(self):
        """Dark, silent, and nothing left running: what Ctrl-C and a restart of the app need."""
        self.system.release()
        self.speaker.deinit()
        self.strip.deinit()
        self.buttons.deinit()


def build(board):
    """`board`: a module of `boards`."""
    faults = []
    if board.NAME != hub_board.NAME:
        faults.append(("board", "unknown: " + hub_board.NAME))
    wrong = board_check.slot()
    if wrong:
        faults.append(("board", wrong))
    wrong = board_check.pins(board)
    if wrong:
        # Driving pins that mean something else could harm what is wired to them.
        faults.append(("board", wrong))
        buttons, strip, speaker = null.Buttons(), null.Strip(), null.Speaker()
    else:
        buttons = _part(faults, "buttons", null.Buttons, _buttons, board)
        strip = _part(faults, "lights", null.Strip, _strip, board)
        speaker = _part(faults, "sound", null.Speaker, _speaker, board)
    port = _part(faults, "port", null.Port, lambda board, note: Port(), board)
    store = _part(faults, "store", null.Store, lambda board, note: Store(_Files, _chip()), board)
    return Platform(faults, buttons, strip, speaker, port, store)


def _part(faults, name, instead, make, board):
    """`make(board, note)`, or `instead()` with a fault where that raises."""

    def note(wrong):
        if wrong:
            faults.append((name, wrong))

    try:
        return make(board, note)
    except Exception as error:
        note(repr(error))
        return instead()


def _buttons(board, note):
    from hub.hal.pico_buttons import Buttons

    return Buttons([number for _name, number in board.BUTTONS])


def _strip(board, note):
    from hub.hal.strip import Strip

    count, wrong = board_check.lights(board)
    note(wrong)
    board.LED_COUNT = count  # the app counts with it too
    strip = Strip(board.LED_PIN, count)
    strip.show()  # dark: what lit before a restart goes out
    return strip


def _chip():
    """The block device that `_boot.py` has mounted."""
    import rp2

    return rp2.Flash()


def _speaker(board, note):
    note(board_check.sound(board))
    if board.SOUND == "i2s":
        from hub.hal import pico_i2s, pico_wav

        numbers = [n for n in range(1, WHISTLE) if SOUNDS[n]] + [WHISTLE + track for track in range(1, 12)]
        absent = pico_wav.absent(SOUND_FOLDER, numbers, os.listdir)
        note("no file for " + " ".join(absent) if absent else "")
        return pico_i2s.Speaker(board.I2S_SCK, board.I2S_WS, board.I2S_SD, board.AMP_MUTE, SOUND_FOLDER)
    if board.SOUND == "pwm":
        from hub.hal import pico_buzzer, tones

        with open(SOUND_FOLDER + "/tones.bin", "rb") as file:
            return pico_buzzer.Speaker(board.BUZZER, tones.Tones(file.read()))
    return null.Speaker()


class _Files:
    """MicroPython's `os` and `open` as the filesystem that `Store` wants."""

    open = open
    mkdir = os.mkdir
    remove = os.remove
    ilistdir = os.ilistdir  # pyright: ignore[reportAttributeAccessIssue]
    statvfs = os.statvfs


def _healthy():
    """How to tell the boot logic that this slot works; None when the app does not run from a slot."""
    launch = sys.modules.get("launch")
    return launch.slots.healthy if launch is not None and launch.slots.running() else None
