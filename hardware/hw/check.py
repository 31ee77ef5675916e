"""`python -m hw.check`: all rules over hub.toml; exit code 1 and one line for each finding."""

from __future__ import annotations

import sys

from . import rules, rules_form, rules_power
from .model import load

RULES = rules.RULES + rules_power.RULES + rules_form.RULES


def findings(hub: dict) -> dict[str, list[str]]:
    """Rule name -> what it found wrong."""
    return {rule.__name__: rule(hub) for rule in RULES}


def main() -> int:
    found = findings(load())
    for name, wrong in found.items():
        for line in wrong:
            print(f"{name}: {line}")
    print(f"{len(found)} rules, {sum(map(len, found.values()))} findings")
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
