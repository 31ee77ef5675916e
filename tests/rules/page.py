"""Writes docs/rules.md: `python -m tests.rules.page`."""

from pathlib import Path

from shared_rules import ruletext

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules.md"

if __name__ == "__main__":
    PAGE.write_text(ruletext.markdown(), encoding="utf-8")
