"""`python -m hw.generate [--check] [NAME...]`: write every light output, or compare.

Light means: standard library only. Outputs that need heavy tools have their own commands
(hardware.mk) and their own comparison.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from . import boards, bom, card, check, geometry, pintable, wiring, wokwi
from .model import HARDWARE, ROOT, VARIANTS, load

Maker = Callable[[dict], str]
GUIDE = ROOT / "docs" / "build.md"


def outputs() -> dict[str, Maker]:
    """Path below the repository root -> function that makes its text."""
    made: dict[str, Maker] = {}
    for name in VARIANTS:
        made[f"firmware/boards/{name}.py"] = lambda hub, n=name: boards.board_file(hub, n)
        made[f"hardware/bom/{name}.csv"] = lambda hub, n=name: bom.as_csv(hub, n)
        made[f"hardware/bom/{name}.md"] = lambda hub, n=name: bom.as_table(hub, n)
        made[f"hardware/wiring/{name}.yml"] = lambda hub, n=name: wiring.as_yaml(hub, n)
        made[f"hardware/wokwi/{name}/diagram.json"] = lambda hub, n=name: wokwi.diagram(hub, n)
    made["hardware/case/parameters.json"] = geometry.parameters
    for language in card.load_card()["languages"]:
        for side in ("front", "back"):
            made[f"hardware/card/{language}-{side}.svg"] = (
                lambda hub, la=language, si=side: card.card_svg(la, si))
    if GUIDE.is_file():
        made[str(GUIDE.relative_to(ROOT))] = guide
    return made


def guide(hub: dict) -> str:
    """docs/build.md with its generated tables put in; the prose is left alone."""
    text = GUIDE.read_text()
    text = pintable.between_markers(text, "pins", pintable.pin_table(hub))
    text = pintable.between_markers(text, "budget", pintable.budget_table(hub))
    printed = json.loads((HARDWARE / "case" / "parts.json").read_text())
    text = pintable.between_markers(text, "parts", pintable.parts_table(printed))
    for name in VARIANTS:
        text = pintable.between_markers(text, f"bom-{name}", bom.as_table(hub, name))
    return text


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
    if lines := check.report(check.findings(hub)):
        print("\n".join([*lines, "Nothing was written."]))
        return 1
    for path, make in outputs().items():
        target = ROOT / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(make(hub).encode())
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
