"""A second power cut while the page of the first one is still weak: a selection; `second_cut.py` takes every operation."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import second_cut

from hub.hal import store

LIFE = (4, 14, 0)


def test_nothing_is_lost():
    checks, wrong = second_cut.explore(LIFE, None, 4)
    assert checks > 50 and not wrong, wrong


def test_without_hardened_lists_a_log_is_lost():
    harden, store.Store._harden = store.Store._harden, lambda self: True
    try:
        _, wrong = second_cut.explore(LIFE, None, 1)
    finally:
        store.Store._harden = harden
    assert wrong
