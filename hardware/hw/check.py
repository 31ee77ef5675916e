"""`python -m hw.check`: all rules over hub.toml; exit code 1, and for each finding what the rule asks for."""

from __future__ import annotations

import sys

from . import rules, rules_form, rules_power
from .model import ADVICE, load

RULES = rules.RULES + rules_power.RULES + rules_form.RULES


def findings(hub: dict) -> dict[str, list[str]]:
    """Rule name -> what it found wrong."""
    return {rule.__name__: rule(hub) for rule in RULES}


def report(found: dict[str, list[str]]) -> list[str]:
    """Each finding, below it what the rule asks for; at the end what to do."""
    lines = []
    for rule in RULES:
        if found[rule.__name__]:
            lines += [f"{rule.__name__}: {line}" for line in found[rule.__name__]]
            lines.append("    The rule: " + " ".join(rule.__doc__.split()))
    return [*lines, "hardware/hub.toml breaks a rule. " + ADVICE] if lines else []


def main() -> int:
    found = findings(load())
    lines = report(found)
    print("\n".join([*lines, f"{len(found)} rules, {sum(map(len, found.values()))} findings"]))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
