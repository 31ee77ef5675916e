"""The drive of a blank board, as a littlefs image: start files at its root, the app in slot /a, the sounds.

The root is small and stays as it is for a board's life; an update only ever touches a slot and the sounds.
"""

import hashlib
from collections.abc import Mapping

from trainhub.deploy.errors import BuildError
from trainhub.deploy.packing import pack
from trainhub.deploy.uf2 import SECTOR, Chip

FIRST_SLOT = "a"
MANIFEST = "manifest"
PACK = "app.pack"
POINTER = "slot"
# What stands at the root, as named in the board's tree.
ROOT_FILES = {
    "boot.py": "boot.py",
    "start.py": "main.py",
    "launch.mpy": "launch.mpy",
    "slots.mpy": "slots.mpy",
    "pack.mpy": "pack.mpy",
    "hub/hal/pico_boot.mpy": "pico_boot.mpy",
}
_ROOT_ONLY = {"boot.py", "start.py", "launch.mpy", "slots.mpy", "pack.mpy"}
_SOUNDS = "sounds/"


def slot_files(tree: Mapping[str, bytes]) -> dict[str, bytes]:
    """What a slot holds: the modules of a board's tree in one file, and a manifest."""
    modules = {name: data for name, data in tree.items() if name not in _ROOT_ONLY and not name.startswith(_SOUNDS)}
    files = {PACK: pack(modules)}
    files[MANIFEST] = manifest(files)
    return files


def manifest(files: Mapping[str, bytes]) -> bytes:
    """One line a file: SHA-256, size, path; what `slots.check` on the board compares."""
    lines = [f"{hashlib.sha256(data).hexdigest()} {len(data)} {name}\n" for name, data in sorted(files.items())]
    return "".join(lines).encode()


def drive_files(tree: Mapping[str, bytes]) -> dict[str, bytes]:
    """Path -> contents of everything on the drive of a new board."""
    missing = [name for name in ROOT_FILES if name not in tree]
    if missing:
        raise BuildError(f"the board's tree has no {', '.join(missing)}")
    files = {target: tree[name] for name, target in ROOT_FILES.items()}
    files.update({name: data for name, data in tree.items() if name.startswith(_SOUNDS)})
    files.update({f"{FIRST_SLOT}/{name}": data for name, data in slot_files(tree).items()})
    files[POINTER] = f"{FIRST_SLOT}0".encode()
    return files


def filesystem(files: Mapping[str, bytes], chip: Chip) -> bytes:
    """A littlefs image of the chip's whole drive. BuildError if the files do not fit."""
    from littlefs import LittleFS
    from littlefs.errors import LittleFSError

    # As MicroPython mounts its drive on RP2040 and RP2350.
    drive = LittleFS(
        block_size=SECTOR, block_count=chip.fs_blocks, prog_size=256, read_size=32, cache_size=1024, lookahead_size=32
    )
    try:
        for name, data in sorted(files.items()):
            folder = name.rpartition("/")[0]
            if folder:
                drive.makedirs(folder, exist_ok=True)
            with drive.open(name, "wb") as file:
                file.write(data)
    except (OSError, LittleFSError) as error:
        size = sum(len(data) for data in files.values())
        raise BuildError(f"{size} bytes of files do not fit on the drive of a {chip.name}: {error}") from error
    return bytes(drive.context.buffer)
