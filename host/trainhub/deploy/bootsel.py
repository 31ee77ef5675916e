"""A board with BOOTSEL held: a small USB drive that takes one UF2 file, writes it to its flash and restarts.

The drive cannot be read back: that it goes away is all it ever says. What was written is checked afterwards, by the
hub that answers.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from trainhub.deploy import uf2
from trainhub.errors import InstallFailed, NoHub, RequestRefused
from trainhub.text import tr
from trainhub.upkeep import drives

Progress = Callable[[str, int, int], None]  # what, bytes done, bytes in all

FILE = "trainhub.uf2"
BY_LABEL = Path("/dev/disk/by-label")
VANISH_S = 90.0  # macOS 13 and 14 hold back the data for up to a minute
_PIECE = 1 << 15
_LOOK_S = 0.1


def find(named: Path | None = None, labels: Path = BY_LABEL) -> drives.Drive:
    """The one drive meant. Raises `NoHub` with what to do where there is none, or where it is not mounted."""
    if named is not None:
        chip = drives.chip_of(named)
        if chip is None:
            raise NoHub(
                str(named),
                tr("{path} is not the drive of a board in its bootloader: there is no {info} of a Pico's.",
                   path=named, info=drives.INFO),
                tr("Hold BOOTSEL while you plug the board in, and name the drive that appears."),
            )  # fmt: skip
        return drives.Drive(named, chip)
    found = drives.find()
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(str(drive.path) for drive in found)
        raise RequestRefused(tr("There are several boards in their bootloader: {names}.", names=names),
                             tr("Unplug all but one, or name one with --drive."))  # fmt: skip
    for label in drives.LABELS:
        if (labels / label).exists():
            raise NoHub(
                "", tr("A board waits in its bootloader, but its drive {label} is not mounted.", label=label),
                tr("Mount it, then repeat the command: udisksctl mount -b {device}", device=labels / label),
            )  # fmt: skip
    raise NoHub(
        "",
        tr("No blank board found."),
        tr("Hold the button BOOTSEL while you plug the Pico in with a data cable (many only charge): a drive RPI-RP2, "
           "or RP2350 of a Pico 2, appears. Then repeat the command."),
    )  # fmt: skip


def chip(drive: drives.Drive) -> uf2.Chip:
    """The chip behind the drive."""
    return uf2.CHIPS[drive.chip.lower()]


def right_chip(drive: drives.Drive, image: uf2.Image) -> None:
    """Raises `InstallFailed` if the image is for another chip; the bootloader would ignore it without a word."""
    mine = chip(drive)
    if image.chip.name != mine.name:
        raise InstallFailed(
            tr("This file is for {theirs}, the board has {ours}. Nothing was changed.",
               theirs=image.chip.name.upper(), ours=mine.name.upper()),
            tr("Take the MicroPython image {board} for it.", board=mine.board),
        )  # fmt: skip


def copy(drive: drives.Drive, data: bytes, progress: Progress, patience: float = VANISH_S) -> None:
    """Write `data` onto the drive and wait until the board has taken it and gone away."""
    done = 0
    try:
        # Unbuffered: an error must be known to come before or after the last byte.
        with open(drive.path / FILE, "wb", buffering=0) as file:
            while done < len(data):
                done += file.write(data[done : done + _PIECE])
                progress(FILE, done, len(data))
            os.fsync(file.fileno())
    except OSError as error:
        # With the last block the board restarts at once, and the system may call that an error.
        if done < len(data):
            raise InstallFailed(
                tr("The drive {path} took {done} of {total} bytes: {reason}.",
                   path=drive.path, done=done, total=len(data), reason=error.strerror or error),
                tr("A board can always be begun again: hold BOOTSEL, plug it in, repeat the command."),
            ) from error  # fmt: skip
    end = time.monotonic() + patience
    while drives.chip_of(drive.path) is not None:
        if time.monotonic() >= end:
            raise InstallFailed(
                tr("The board has not restarted: it did not take the file."),
                tr("Unplug it, hold BOOTSEL while you plug it in, repeat the command.") + _advice(),
            )
        time.sleep(_LOOK_S)


def _advice(platform: str = sys.platform) -> str:
    if platform != "darwin":
        return ""
    return " " + tr("macOS 13 and 14 may hold the data back; then copy the file by hand in a terminal: cp -X FILE /Volumes/…")
