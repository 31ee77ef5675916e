"""Puts the built firmware into the wheel, so that an installed trainhub can simulate a hub and fill a board.

The wheel is the same for every machine: compiled firmware depends on the board's chip only.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FirmwareHook(BuildHookInterface[Any]):
    """Builds sounds and firmware trees below build/packaged and maps them to `trainhub/firmware`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        sys.path[:0] = [str(root / "host"), str(root)]
        from trainhub.deploy import build

        build.make_sounds(root)  # here, because only this environment is sure to have what makes them
        if version == "editable":
            return  # a source checkout builds its own trees, whenever the sources change
        out = root / "build" / "packaged"
        build.build(root, out, build.BOARDS, root / "build" / "mpy")
        build_data["force_include"][str(out)] = "trainhub/firmware"
