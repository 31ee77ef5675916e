"""Bootloader drives: a Pico with BOOTSEL held shows up as a small disk that takes a UF2 file."""

import os
import string
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LABELS = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}
INFO = "INFO_UF2.TXT"


@dataclass(frozen=True, slots=True)
class Drive:
    """A mounted bootloader drive. chip: RP2040 or RP2350."""

    path: Path
    chip: str


def find(roots: list[Path] | None = None) -> list[Drive]:
    """Every mounted bootloader drive. `roots`: folders in which drives are mounted, for tests."""
    found = []
    for folder in _candidates() if roots is None else _below(roots):
        chip = chip_of(folder)
        if chip:
            found.append(Drive(folder, chip))
    return found


def chip_of(folder: Path) -> str | None:
    """The chip whose bootloader shows `folder`, by what its INFO_UF2.TXT says."""
    try:
        text = (folder / INFO).read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    for line in text.splitlines():
        if line.startswith("Board-ID:"):
            for label, chip in LABELS.items():
                if label in line:
                    return chip
    return None


def _candidates() -> Iterator[Path]:
    if sys.platform == "win32":
        for letter in string.ascii_uppercase:
            yield Path(f"{letter}:\\")
        return
    if sys.platform == "darwin":
        yield from _below([Path("/Volumes")])
        return
    user = os.environ.get("USER", "")
    yield from _below([Path("/media") / user, Path("/run/media") / user, Path("/media"), Path("/mnt")])


def _below(roots: list[Path]) -> Iterator[Path]:
    for root in roots:
        try:
            yield from sorted(path for path in root.iterdir() if path.is_dir())
        except OSError:
            continue
