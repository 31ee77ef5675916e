"""What is not covered, as `docs/journal.md` has it, and that it could be: see `second_cut.py`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import second_cut

LIFE = (4, 14, 0)
THE_COMPACTION = 13  # the operation that begins a list anew in its other block


def test_the_one_cut_too_many_is_where_the_docs_say():
    _, wrong = second_cut.explore(LIFE, [THE_COMPACTION - 1, THE_COMPACTION])
    assert wrong and all(f"cut in {THE_COMPACTION}: {second_cut.fm.ALL}," in text and "found []" in text for text in wrong)


def test_hardened_lists_survive_it():
    with second_cut.Hardened():
        checks, wrong = second_cut.explore(LIFE, [THE_COMPACTION - 1, THE_COMPACTION])
    assert checks > 50 and not wrong
