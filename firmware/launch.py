"""From power-up to the app in its slot, or to MicroPython's prompt. At the root of a board, outside the slots.

No app: ROUND was held at power-up (safe mode), the host asked for maintenance, or neither slot works. The prompt is
then there for mpremote, and the board's own LED is lit. An app that raises is written down in /fault.txt and started
anew.
"""

import sys

import slots as slots_module

FAULT = "/fault.txt"
APP = "/app"
_BUILT_IN = ("array", "binascii", "machine", "os", "select", "struct", "time")  # those that a file may stand in for
slots = slots_module.Slots(slots_module.Files)


def choose(chip):
    """Folder of the app to start, "" for none."""
    minutes = chip.take_note()
    if minutes:
        chip.restart_in(minutes)
    folder = "" if minutes or chip.held() else slots.begin()
    chip.light(not folder)
    return folder


def run():
    # Only a board has these.
    import pico_boot as chip  # pyright: ignore[reportMissingImports]
    import vfs

    import pack

    folder = choose(chip)
    if not folder:
        return
    try:
        vfs.mount(pack.Pack(open(folder + "/app.pack", "rb")), APP)
        sys.path.insert(0, APP)
        at_hand()
        import main

        main.main()
    except Exception as error:
        chip.pause()
        keep(error)
        chip.restart()
    finally:
        # Ctrl-C, or the app is done: whoever types now has all the time in the world.
        chip.pause()


def at_hand():
    """Let imports find the built-in modules at once.

    MicroPython looks for files of their names on the whole of `sys.path` each time: 5 ms with littlefs.
    """
    path, sys.path[:] = sys.path[:], []
    for name in _BUILT_IN:
        if name not in sys.modules:  # else it is known at once, and may be a simulated board's own
            sys.modules[name] = __import__(name)
    sys.path[:] = path


def keep(error):
    """Write the traceback down, for whoever looks after the board."""
    try:
        with open(FAULT, "w") as file:
            sys.print_exception(error, file)  # pyright: ignore[reportAttributeAccessIssue]
    except OSError:
        pass  # full or worn out: the restart matters more
