"""UF2 files: what a Pico's USB drive takes. Reads a MicroPython image, refuses the wrong chip, adds a filesystem to it.

A UF2 file is a row of 512-byte blocks, each with 256 bytes of flash, their address and the chip family they are for
(format: github.com/microsoft/uf2). The chip's boot ROM erases the sectors that are named and leaves the rest alone.
"""

import hashlib
import re
import struct
from dataclasses import dataclass

from trainhub.deploy.errors import BuildError

BLOCK = 512
PAGE = 256
SECTOR = 4096
FLASH = 0x10000000
_HEAD = struct.Struct("<8I")
_MAGIC = (0x0A324655, 0x9E5D5157)
_END = 0x0AB16F30
_HAS_FAMILY = 0x2000
# RP2350 images begin with one block of this family, for the chip's erratum E10; it belongs to no sector of ours.
_ABSOLUTE = 0xE48BFF57


@dataclass(frozen=True)
class Chip:
    """A chip, its UF2 families, and where MicroPython's build for its Pico keeps the filesystem."""

    name: str
    families: tuple[int, ...]
    board: str
    fs_base: int
    fs_blocks: int


CHIPS = {
    # Sizes: MICROPY_HW_FLASH_STORAGE_BYTES of MicroPython's board definitions; the filesystem ends the flash.
    "rp2040": Chip("rp2040", (0xE48BFF56,), "RPI_PICO", FLASH + 0xA0000, 352),
    "rp2350": Chip("rp2350", (0xE48BFF59, 0xE48BFF5A), "RPI_PICO2", FLASH + 0x100000, 768),
}
# Older ones lack what the firmware calls; newer ones take the same files as long as their .mpy version is 6.3.
OLDEST = (1, 24, 0)
# SHA-256 of releases on micropython.org, as other public projects wrote them down; nobody here downloaded the files.
RELEASES = {
    "00aedb8431ebea83b470ef909509f16432c5b1b43e8f6eaf015f6f9560bc8152": "RPI_PICO-20260406-v1.28.0.uf2",
    "e65ad62ae886a4f56da8ef2c07904fe504b92de69e5ae6489acf881bcf30b6ae": "RPI_PICO2-20260406-v1.28.0.uf2",
    "e1160e602e277d85920adb5fe741435edccba9ba6ecadc85fdab75252eeff4e9": "RPI_PICO-20260824-v1.29.0.uf2",
}
WHERE_FROM = """For one file to drop on a blank board, name a MicroPython image with --micropython FILE.uf2:
  Pico     https://micropython.org/download/RPI_PICO/
  Pico 2   https://micropython.org/download/RPI_PICO2/
1.28.0 is what was tested. SHA-256:
""" + "\n".join(f"  {digest}  {name}" for digest, name in RELEASES.items())
_FAMILY_NAMES = {family: chip.name for chip in CHIPS.values() for family in chip.families}


@dataclass
class Image:
    """A MicroPython image: the chip it is for, its family, its pages, and what it says about itself."""

    chip: Chip
    family: int
    pages: dict[int, bytes]
    lead: list[bytes]
    version: str


def release(data: bytes) -> str:
    """Name of the release that this file is, "" for none that is known here."""
    return RELEASES.get(hashlib.sha256(data).hexdigest(), "")


def read(data: bytes) -> Image:
    """Take a UF2 file apart. BuildError if it is none, is damaged, or holds something else than MicroPython."""
    pages: dict[int, bytes] = {}
    lead: list[bytes] = []
    families: set[int] = set()
    if not data or len(data) % BLOCK:
        raise BuildError("this is not a whole UF2 file: its length is no multiple of 512")
    for offset in range(0, len(data), BLOCK):
        block = data[offset : offset + BLOCK]
        magic0, magic1, flags, address, size, _number, _count, family = _HEAD.unpack_from(block)
        if (magic0, magic1) != _MAGIC or struct.unpack_from("<I", block, BLOCK - 4)[0] != _END:
            raise BuildError(f"this is not a UF2 file: block {offset // BLOCK} has no UF2 mark")
        if not flags & _HAS_FAMILY or size != PAGE or address % PAGE:
            raise BuildError(f"block {offset // BLOCK} of this UF2 file is not for a Pico")
        if family == _ABSOLUTE:
            lead.append(block)
            continue
        families.add(family)
        pages[address] = block[_HEAD.size : _HEAD.size + PAGE]
    if len(families) != 1:
        raise BuildError(f"this UF2 file is for {len(families)} kinds of chip; one is needed")
    family = families.pop()
    if family not in _FAMILY_NAMES:
        raise BuildError(f"this UF2 file is for another chip (family 0x{family:08x}), not for RP2040 or RP2350")
    flash = b"".join(pages[address] for address in sorted(pages))
    found = re.search(rb"v(\d+\.\d+\.\d+)[-.\w]* on \d{4}-\d\d-\d\d|MicroPython v(\d+\.\d+\.\d+)", flash)
    if b"MicroPython" not in flash or found is None:
        raise BuildError("this UF2 file holds no MicroPython")
    version = (found.group(1) or found.group(2)).decode()
    if tuple(int(part) for part in version.split(".")) < OLDEST:
        raise BuildError(f"this is MicroPython {version}; at least {'.'.join(map(str, OLDEST))} is needed")
    return Image(CHIPS[_FAMILY_NAMES[family]], family, pages, lead, version)


def write(image: Image, filesystem: bytes) -> bytes:
    """The same image with a filled filesystem. Sectors of it that hold nothing are left out."""
    pages = {address: page for address, page in image.pages.items() if address < image.chip.fs_base}
    if len(pages) != len(image.pages):
        raise BuildError("this MicroPython image is larger than the one the filesystem's place was taken from")
    for offset in range(0, len(filesystem), SECTOR):
        sector = filesystem[offset : offset + SECTOR]
        if sector.strip(b"\xff"):
            for start in range(0, SECTOR, PAGE):
                pages[image.chip.fs_base + offset + start] = sector[start : start + PAGE]
    blocks = list(image.lead)
    for number, address in enumerate(sorted(pages)):
        head = _HEAD.pack(*_MAGIC, _HAS_FAMILY, address, PAGE, number, len(pages), image.family)
        blocks.append((head + pages[address]).ljust(BLOCK - 4, b"\0") + struct.pack("<I", _END))
    return b"".join(blocks)
