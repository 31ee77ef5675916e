"""The simulator's drivers, put together: what `pico` is on a board. Runs on MicroPython and on CPython.

Only this package and the stand-ins know that no hub is there: the app above runs unchanged.
"""

import os
import sys

import neopixel_write

from hub.hal import board_check, sim_flash, sim_parts, sim_sounds
from hub.hal.sim_bench import Bench
from hub.hal.sim_clock import DrivenClock, RealClock
from hub.hal.sim_port import Port
from hub.hal.sim_streams import MICRO, Standard, Tcp, Waiter
from hub.hal.store import Store
from hub.hal.strip import Strip
from shared_rules.names import sound_name

GRB = (1, 0, 2)  # where red, green and blue travel on the LEDs' wire


class Platform:
    """clock, buttons, strip, speaker, port, store, system: see the package. The rest is for the bench."""

    rate = sim_sounds.RATE

    def frame(self):
        """(red, green, blue of every pixel as the LEDs show them, frames sent so far)."""
        return self.recorder.pixels(GRB), self.recorder.frames


def build(board, options):
    """`board`: a module of `boards`. `options`: flash, bench, serial, driven, seed, down, start, sounds."""
    waiter = Waiter()
    # With the driven clock bytes that arrive unasked must not wake anybody.
    port_waiter = Waiter() if options["driven"] else waiter
    bench_stream = Tcp(waiter, options["bench"])
    _say("bench %d" % bench_stream.port)
    if options["serial"] is None:
        stream = Standard(port_waiter, "launch" in sys.modules)
    else:
        stream = Tcp(port_waiter, options["serial"])
        _say("serial %d" % stream.port)
    names = [name for name, pin in board.BUTTONS]
    platform = Platform()
    seed = options["seed"]
    uid = os.urandom(8) if seed is None else bytes((_mix(seed, 100 + i) & 255 for i in range(8)))
    drive = options.get("drive")  # of a simulated board: mounted before the app began, as on a chip
    platform.flash = flash = drive or sim_flash.Flash(options["flash"], cut, uid)
    platform.clock = clock = (DrivenClock if options["driven"] else RealClock)(options["start"])
    platform.buttons = sim_parts.Buttons(names, options["down"])
    platform.recorder = neopixel_write.recorder(board.LED_PIN, board.LED_COUNT)
    platform.strip = Strip(board.LED_PIN, board.LED_COUNT)
    library = sim_sounds.library(board.SOUND, options["sounds"], sound_name)
    platform.speaker = sim_parts.Speaker(library, clock)
    platform.port = Port(stream, options["driven"])
    platform.store = Store(sim_flash.Mounted if drive else sim_flash.filesystem(flash), sim_flash.Device(flash))
    entropy = None if seed is None else _mix(seed, flash.boots) or 1
    launch = sys.modules.get("launch")
    own_prompt = MICRO and options["serial"] is None  # as `trainhub.simulator` can give it to the port
    of_board = _of_board(launch) if launch else (_prompt if own_prompt else None,)
    platform.system = sim_parts.System(flash.uid, entropy, leave, *of_board)
    wrong = board_check.slot()
    platform.faults = [("board", wrong)] if wrong else []
    facts = {
        "board": board.NAME, "buttons": names, "pixels": board.LED_COUNT, "lights": board.LIGHTS_PER_TRACK,
        "back_end": "micropython" if MICRO else "cpython", "clock": "driven" if options["driven"] else "real",
    }  # fmt: skip
    clock.attach(Bench(bench_stream, platform, facts, cut, leave), platform, waiter, port_waiter, leave)
    return platform


def leave(status):
    """End the process in good order (0) or to be started again (`sim_parts.RESET`)."""
    sys.exit(status)


def _of_board(launch):
    """How an app in a slot asks for maintenance, and how it tells that it works (None: it was not the boot logic's)."""
    import pico_boot  # the simulated board's stand-in

    def maintain(minutes):
        pico_boot.leave_note(max(1, minutes))
        pico_boot.restart()

    return (
        maintain,
        launch.slots.healthy if launch.slots.running() else None,
    )


def _prompt(minutes):
    """Ends this process; whoever started it gives the port to MicroPython's prompt for so many minutes."""
    _say("maintenance %d" % max(1, minutes))
    leave(sim_parts.MAINTENANCE)


def cut():
    """The power goes: nothing after this line happens, no `finally`, no buffer."""
    if MICRO:
        os.system("kill -9 $PPID")
    os._exit(137)


def _say(line):
    sys.stderr.write(line + "\n")
    if not MICRO:
        sys.stderr.flush()


def _mix(seed, salt):
    """A 32-bit number that depends on both, the same on both interpreters."""
    value = (seed * 2654435761 + salt * 40503 + 12345) & 0xFFFFFFFF
    for _ in range(3):
        value ^= value << 13 & 0xFFFFFFFF
        value ^= value >> 17
        value ^= value << 5 & 0xFFFFFFFF
    return value
