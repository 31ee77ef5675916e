"""`python -m hw.generate [--check] [NAME...]`: write every light output, or compare.

Light means: standard library only. Outputs that need heavy tools have their own commands
(hardware.mk) and their own comparison.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from . import boards
from .model import ROOT, VARIANTS, load

Maker = Callable[[dict], str]


def outputs() -> dict[str, Maker]:
    """Path below the repository root -> function that makes its text."""
    made: dict[str, Maker] = {}
    for name in VARIANTS:
        made[f"firmware/boards/{name}.py"] = lambda hub, n=name: boards.board_file(hub, n)
    return made


def differences(hub: dict) -> list[str]:
    """Paths whose committed text is not what hub.toml makes."""
    return [path for path, make in outputs().items()
            if not (ROOT / path).is_file()
            or (ROOT / path).read_bytes() != make(hub).encode()]


def main(args: list[str]) -> int:
    hub = load()
    if "--check" in args:
        stale = differences(hub)
        for path in stale:
            print(f"{path}: differs from hardware/hub.toml; run `make hardware-light`")
        return 1 if stale else 0
    for path, make in outputs().items():
        target = ROOT / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(make(hub).encode())
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
