"""The file of a simulated hub's flash, looked at before the hub starts: its firmware formats what it cannot mount.

That is right for a board out of its bag and wrong for a file that once held games, so a damaged one is copied aside
first, and said to be damaged.
"""

import os
import shutil
import sys
import time
from pathlib import Path

from trainhub.simulator.errors import SimulatorError
from trainhub.text import tr

BLOCK = 4096
BLOCKS = 352
SIZE = BLOCKS * BLOCK  # of the filesystem; 16 bytes of the simulator's follow (docs/bench.md)
_HEAD = 2 * BLOCK  # where formatting begins; what is torn there alone held nothing yet


def prepare(flash: Path) -> None:
    """Refuse a file of something else, named by mistake; copy a damaged flash aside and say so on stderr."""
    if not flash.exists():
        return
    with flash.open("rb") as file:
        data = file.read(SIZE)
        size = file.seek(0, os.SEEK_END)
    if not SIZE <= size <= SIZE + 16 and b"littlefs" not in data[:_HEAD] and data[:_HEAD].strip(b"\xff"):
        raise SimulatorError(
            tr("{file} is no flash of a simulated hub.", file=flash), tr("Nothing was changed; name another file.")
        )
    if _empty(data) or (len(data) == SIZE and _mounts(data)):
        return
    copy = flash.with_name(f"{flash.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    try:
        shutil.copy2(flash, copy)
    except OSError as error:
        raise SimulatorError(
            tr("The flash {file} is damaged and cannot be copied aside: {reason}.",
               file=flash, reason=error.strerror or error),
            tr("Nothing was changed; make room on the disk, or name another file with --flash."),
        ) from error  # fmt: skip
    print(
        "trainhub: "
        + tr("the flash {file} is damaged; the hub may start it afresh. It was copied to {copy}; bring the games back "
             "from this PC with: trainhub sync --restore-hub", file=flash, copy=copy),
        file=sys.stderr,
    )  # fmt: skip


def _empty(data: bytes) -> bool:
    """Is there nothing to lose? A new flash, one whose making was cut short, one whose formatting was."""
    if len(data) < SIZE:  # a file gets its size before anything is written into it
        return not data.strip(b"\xff")
    return not data[_HEAD:].strip(b"\xff")


def _mounts(image: bytes) -> bool:
    from littlefs import LittleFSError, UserContext, lfs

    context = UserContext(buffsize=SIZE)
    context.buffer[:] = image
    # As the firmware mounts it.
    config = lfs.LFSConfig(
        context=context, block_size=BLOCK, block_count=BLOCKS, read_size=32, prog_size=256, cache_size=1024, lookahead_size=32
    )
    try:
        lfs.mount(lfs.LFSFilesystem(), config)
    except LittleFSError:
        return False
    return True
