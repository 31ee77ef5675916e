"""Each recovery rule has a fault planted against it, and a test that notices."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from mutants import MUTANTS, ROOT, alive, run


@pytest.mark.parametrize("name", MUTANTS)
def test_is_killed(micropython, name):
    assert not alive(name, micropython)


def test_without_a_fault_the_same_tests_pass(micropython):
    for path, test in sorted({mutant[4:] for mutant in MUTANTS.values()}):
        assert run(micropython, str(ROOT / "firmware"), path, test) == 0, test


def test_every_rule_has_one():
    rules = [line for line in (ROOT / "docs" / "journal.md").read_text().splitlines() if line.startswith("| **")]
    assert {mutant[0] for mutant in MUTANTS.values()} == set(range(1, len(rules) + 1))
