"""What a chip with MicroPython does at power-up, before anybody's program: mount its drive, run boot.py and main.py.

    micropython -i power_up.py DRIVE CODE FIRMWARE CHIP all|boot OPTION…

The drive is a littlefs in the file DRIVE, an image like the simulator's, mounted at / as on a board. FIRMWARE is the tree
whose simulated flash chip is used. Of the computer's own files two folders are left: CODE, the simulator's modules, at
/pc, read-only; CHIP, where a note survives a restart as it does in the chip's registers, at /chip. Nothing else is in
reach of whoever types at the prompt (`mpremote rm -r :/` must cost a drive, not a disk). With `boot` main.py is not run:
so a soft reset goes while a tool holds the raw prompt.
"""

import os
import sys

import vfs

_STAND_INS = ["/pc/bare", "/pc/stand_ins"]  # in the place of what a chip's own MicroPython has built in
_PATH = [".frozen", "", "/lib"]


def _flash(path, firmware):
    """The flash chip of the simulator: one kind of file, one kind of fault, for simulated hubs and boards."""
    sys.path[:] = [firmware]
    from hub.hal import sim_flash

    for name in list(sys.modules):
        if name == "hub" or name.startswith("hub."):
            del sys.modules[name]  # the app brings its own
    return sim_flash.Flash(path, _cut, os.urandom(8)), sim_flash.Device


def _cut():
    """The power goes."""
    os.system("kill -9 $PPID")


def _mount(flash, device, code, chip):
    try:
        drive = vfs.VfsLfs2(device(flash), progsize=256, mtime=False)
    except OSError:  # blank: formatted, as MicroPython's own _boot.py does
        vfs.VfsLfs2.mkfs(device(flash), progsize=256)
        drive = vfs.VfsLfs2(device(flash), progsize=256, mtime=False)
    vfs.umount("/")
    vfs.mount(drive, "/")
    vfs.mount(vfs.VfsPosix(code), "/pc", readonly=True)
    vfs.mount(vfs.VfsPosix(chip), "/chip")
    os.chdir("/")


def _start(name):
    """A start file of the drive; an error is shown and the prompt follows, as on a chip."""
    try:
        with open(name) as file:
            code = file.read()
    except OSError:
        return True
    try:
        exec(compile(code, name, "exec"), {"__name__": "__main__"})
        return True
    except KeyboardInterrupt:
        print("KeyboardInterrupt")
    except SystemExit:
        _cut()  # a program that ends the process wants a restart
    except Exception as error:
        sys.print_exception(error)
    return False


def _over():
    """No program runs any more. From here to the prompt a Ctrl-C would end the process, so whoever sends it must agree."""
    sys.stderr.write("over\n")
    while True:
        try:
            while sys.stdin.buffer.read(1) not in (b"\x06", b""):
                pass
            return
        except KeyboardInterrupt:
            pass


def _power_up(path, code, firmware, chip, files, *options):
    """The drive at /, or no prompt at all: whoever types there must never meet the computer's own files."""
    flash, device = _flash(path, firmware)
    _mount(flash, device, code, chip)
    sys.argv[1:] = ("--flash", "/") + options
    sys.path[:] = _STAND_INS + _PATH
    import sim_options

    sim_options.OPTIONS["drive"] = flash
    return files == "all"


try:
    _whole = _power_up(*sys.argv[1:])
except BaseException as error:
    sys.print_exception(error, sys.stderr)
    _cut()
print("\x06", end="")  # from here on the port is open
try:
    if _start("/boot.py") and _whole:
        _start("/main.py")
except KeyboardInterrupt:
    pass
_over()
