"""What the chip offers before an app runs: its speed, the watchdog's registers, two buttons, the board's own LED.

`machine.WDT` cannot be stopped. The chip's watchdog can: with CTRL.ENABLE at 0 it is paused (RP2040 data sheet,
4.7.6). So after a bare Ctrl-C a person or mpremote may work for as long as they like. SCRATCH0 and 1 keep their
contents through every restart but a power-up; nothing else uses these two. On a board this module stands at the root
too, outside the slots.
"""

# The type checker knows CPython's `time`, `select` and `sys`, not MicroPython's.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
import sys
from time import sleep_ms

import machine
from micropython import const

_RP2350 = "RP2350" in sys.implementation._machine
_BASE = 0x400D8000 if _RP2350 else 0x40058000
_CLEAR = const(0x3000)  # writes here clear the bits that are set
_ENABLE = const(1 << 30)
_SCRATCH0 = const(0x0C)
_SCRATCH1 = const(0x10)
_MARK = const(0x2A7B11C5)

_FAST_HZ = const(200000000)
_VREG = const(0x40064000)  # VREG_AND_CHIP_RESET, VREG; bits 4-7 are VSEL
_1V15 = const(0xC0)

# The same on every board; a test compares them with the board data.
_TURN = const(2)
_ROUND = const(4)
_STUCK_MS = const(5000)  # nobody holds a button for longer at power-up: it is stuck


def fast():
    """An RP2040 at 200 MHz instead of 125, which its maker allows at 1.15 V: pico-sdk 2.2.0, hardware/clocks.h.

    An RP2350 runs at 150 MHz from the start.
    """
    if not _RP2350 and machine.freq() != _FAST_HZ:
        machine.mem32[_VREG] = machine.mem32[_VREG] & ~0xF0 | _1V15
        sleep_ms(1)  # until the regulator is there
        machine.freq(_FAST_HZ)


def pause():
    """Stop the watchdog until somebody makes a new `machine.WDT`."""
    machine.mem32[_BASE + _CLEAR] = _ENABLE


def leave_note(minutes):
    """Ask the next start for so many minutes (1-255) without an app."""
    machine.mem32[_BASE + _SCRATCH1] = minutes
    machine.mem32[_BASE + _SCRATCH0] = _MARK


def take_note():
    """The minutes somebody asked for, once; 0 if nobody did."""
    minutes = machine.mem32[_BASE + _SCRATCH1] & 0xFF if machine.mem32[_BASE + _SCRATCH0] == _MARK else 0
    machine.mem32[_BASE + _SCRATCH0] = 0
    return minutes


def held():
    """True if ROUND alone is held at power-up and then let go of. The board's LED lights while it is down."""
    button = machine.Pin(_ROUND, machine.Pin.IN, machine.Pin.PULL_UP)
    other = machine.Pin(_TURN, machine.Pin.IN, machine.Pin.PULL_UP)
    sleep_ms(1)  # the pull-ups need some microseconds
    if button() or not other():
        return False
    light(True)
    for _ in range(_STUCK_MS // 10):
        if button():
            return True
        sleep_ms(10)
    light(False)
    return False


def light(on):
    machine.Pin("LED", machine.Pin.OUT, value=on)


def restart_in(minutes):
    machine.Timer(period=minutes * 60000, mode=machine.Timer.ONE_SHOT, callback=lambda timer: machine.reset())  # pyright: ignore[reportCallIssue]


restart = machine.reset
