"""Simulated boards for tests: blank, or filled as a flashed one is, without the time an upload takes."""

import functools
import subprocess
import sys

import pytest
from littlefs import LittleFS

from trainhub.deploy import drives, image, uf2
from trainhub.errors import TrainhubError
from trainhub.simulator.bare_board import BareBoard

CHIP = uf2.CHIPS["rp2040"]
_simulated = drives.simulated
needs_board = pytest.mark.skipif(sys.platform == "win32", reason="a simulated board needs a pty")


def quiet(path, done, total):
    pass


def start_or_skip(drive, **options):
    try:
        return BareBoard(drive, seed=3, **options)
    except TrainhubError as error:
        pytest.skip(str(error))


@functools.cache
def files():
    """What a flashed board holds; the same in every test of this run, whoever edits the sources meanwhile."""
    return _simulated()


@functools.cache
def filled():
    return image.filesystem(files(), CHIP)


def flashed(path, more=()):
    """A drive file with the hub's firmware on it, and more files (path -> contents)."""
    path.write_bytes(image.filesystem({**files(), **dict(more)}, CHIP) if more else filled())
    return path


def mounted(path):
    """The filesystem of a drive file, as littlefs itself sees it."""
    fs = LittleFS(block_size=4096, block_count=CHIP.fs_blocks, prog_size=256, read_size=32, cache_size=1024,
                  lookahead_size=32, mount=False)  # fmt: skip
    fs.context.buffer = bytearray(path.read_bytes()[: CHIP.fs_blocks * 4096])
    fs.mount()
    return fs


def contents(path):
    """Path -> contents of every file on the drive."""
    fs = mounted(path)
    found = {}
    for folder, _, names in fs.walk("/"):
        for name in names:
            full = f"{folder.rstrip('/')}/{name}"
            with fs.open(full, "rb") as file:
                found[full] = file.read()
    return found


def mpremote(port, *arguments, code=0):
    """The real command, as it is."""
    done = subprocess.run(
        [sys.executable, "-m", "mpremote", "connect", port, *map(str, arguments)], capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout
