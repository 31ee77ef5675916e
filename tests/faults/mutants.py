"""Faults planted on purpose in the journal, one a recovery rule (`docs/journal.md`), and the test that must notice each.

A mutant is a copy of the firmware with one piece of text replaced. As a program: hunts them all and prints who lives.
"""

import contextlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CUTS = "tests/faults/test_power_cuts.py"
DAMAGE = "tests/firmware/test_journal_damage.py"
JOURNAL = "tests/firmware/test_journal.py"
LISTS = "tests/firmware/test_lists.py"

# name: (rule, module, text, what stands there instead, test file, test)
MUTANTS = {
    "lists-not-hardened": (
        1, "hal/lists", "if self._at == 2 * len(self._pairs):", "if True:",
        CUTS, "test_bits_that_read_otherwise_tomorrow"),
    "only-the-root": (
        1, "hal/lists", "if len(self._pairs) < _MOST and pair not in self._pairs:", "if False:",
        CUTS, "test_bits_that_read_otherwise_tomorrow"),
    "only-one-block-of-a-pair": (
        1, "hal/lists", "block = self._pairs[self._at >> 1][self._at & 1]", "block = self._pairs[self._at >> 1][0]",
        CUTS, "test_bits_that_read_otherwise_tomorrow"),
    "only-the-last-page": (
        1, "hal/lists", "_done(device.writeblocks(block, view[:end], 0))",
        "at = max(0, end - 2 * _PAGE)\n            _done(device.writeblocks(block, view[at:end], at))",
        LISTS, "test_what_was_written_behind_a_weak_page_stays"),
    "only-the-blank-page": (
        1, "hal/lists", "_done(device.writeblocks(block, view[:end], 0))",
        "_done(device.writeblocks(block, view[end - _PAGE : end], end - _PAGE))",
        LISTS, "test_what_was_written_behind_a_weak_page_stays"),
    "blank-page-not-filled": (
        1, "hal/lists", "fill = whole and end < _BLOCK", "fill = False",
        CUTS, "test_bits_that_read_otherwise_tomorrow"),
    "zeros-not-read-back": (
        1, "hal/lists", "_done(page != self._zeros)", "pass",
        LISTS, "test_zeros_that_were_not_written_are_written_again"),
    "zeros-into-any-block": (
        1, "hal/lists", "fill = whole and end < _BLOCK", "fill = end < _BLOCK",
        LISTS, "test_a_block_that_is_no_list_stays_as_it_is"),
    "folder-not-settled": (
        1, "restart", 'for folder in ("../", "", segments.SEG', 'for folder in ("../", segments.SEG',
        CUTS, "test_bits_that_read_otherwise_tomorrow"),
    "root-not-settled": (
        1, "restart", 'for folder in ("../", "", segments.SEG', 'for folder in ("", segments.SEG',
        CUTS, "test_a_list_that_has_moved"),
    "segments-not-settled": (
        1, "restart", 'segments.SEG, segments.OLD)]', ')]',
        LISTS, "test_a_start_makes_no_later_event_dear"),
    "write-before-hardening": (
        1, "hal/store", "while not self.prepare():", "while False:",
        LISTS, "test_nothing_is_written_before"),
    "folders-made-anyway": (
        1, "hal/store", "if self._failures < 2:", "if True:",
        LISTS, "test_where_flash_refuses_twice_nothing_is_written"),
    "half-made-file-is-damage": (
        2, "restart", "if not raw:  # rule 2: power", "if raw is None:  # rule 2: power",
        CUTS, "test_one_cut_in_every_operation"),
    "no-reading-back": (
        3, "files", "self.store.write(name, raw) and self.store.read(name) == raw", "self.store.write(name, raw)",
        DAMAGE, "test_a_write_that_lies_is_noticed"),
    "acknowledge-before-the-flash": (
        3, "tail", "if not self._write():", "self._write()\n        if False:",
        JOURNAL, "test_a_flash_that_fails_stops_the_writing_and_says_so"),
    "segment-before-tail": (
        4, "restart", "log.pieces[-1].good <= tail.end:", "False:",
        DAMAGE, "test_a_damaged_segment_that_the_tail_repeats"),
    "repeated-segments-stay": (
        5, "restart", "self._store.remove(piece.name())  # rule 5", "pass",
        CUTS, "test_one_cut_in_every_operation"),
    "remove-before-merging": (
        5, "packing", "if not self._files.put(merged.name(), raw):",
        "for piece in pieces[self._at : self._next]:\n            self._files.store.remove(piece.name())\n"
        "        if not self._files.put(merged.name(), raw):",
        CUTS, "test_one_cut_in_every_operation"),
    "records-unchecked": (
        6, "segments", "if raw[at + n] | raw[at + n + 1] << 8 != crc & 0xFFFF:", "if False:",
        DAMAGE, "test_every_changed_byte_is_noticed"),
    "files-unchecked": (
        6, "segments", "return binascii.crc32(raw[start:at]) ==", "return True or 0 ==",
        DAMAGE, "test_every_changed_byte_is_noticed"),
    "states-unchecked": (
        6, "segments", "piece.snapshot = snapshot if whole else -1", "piece.snapshot = snapshot",
        DAMAGE, "test_every_changed_byte_is_noticed"),
    "holes-unseen": (
        7, "restart", "known = piece.snapshot > 0 or joined and piece.good == piece.end", "known = True",
        DAMAGE, "test_a_state_that_cannot_be_known_is_not_guessed"),
    "damage-thrown-away": (
        8, "restart", 'self._store.write("x" + name', 'len("x" + name',
        DAMAGE, "test_what_is_good_in_front_of_the_damage_is_kept"),
    "newest-by-name": (
        9, "restart", "key=lambda log: log.generation)  # rule 9", "key=lambda log: log.id)",
        DAMAGE, "test_missing_and_cut_files"),
    "last-piece-leaves-first": (
        10, "archive", "                for piece in log.pieces:\n                    self._journal.files.store.remove",
        "                for piece in reversed(log.pieces):\n                    self._journal.files.store.remove",
        DAMAGE, "test_a_log_that_leaves_leaves_whole_whenever_power_goes"),
    "write-over-foreign": (
        11, "restart", "self._files.failed = True  # rule 11", "pass",
        DAMAGE, "test_files_of_another_version_are_left_alone"),
}  # fmt: skip


@contextlib.contextmanager
def planted(name, tree="hub"):
    """A folder with a copy of `firmware/` or of a tree below it, with that fault."""
    _, module, text, instead, _, _ = MUTANTS[name]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(
            ROOT / "firmware" / tree, Path(folder) / tree, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True
        )
        target = Path(folder) / "hub" / f"{module}.py"
        source = target.read_text()
        assert source.count(text) == 1, f"{name}: the text to replace is there {source.count(text)} times"
        target.write_text(source.replace(text, instead))
        yield folder


def alive(name, python):
    """Does the test pass although the fault is there? `python`: the interpreter to run it with."""
    _, _, _, _, path, test = MUTANTS[name]
    with planted(name) as folder:
        return run(python, folder, path, test) == 0


def run(python, firmware, path, test):
    """Run one test with that firmware. Returns the exit code."""
    search = [firmware, str(ROOT), str(ROOT / "tests")]
    options = ["-X", "heapsize=4m"] if "micropython" in Path(python).name else []
    environment = {"MICROPYPATH": ":".join([*search, ".frozen"]), "PYTHONPATH": ":".join(search)}
    program = "import plain; plain.run_one(%r, %r)" % (path, test)
    done = subprocess.run(
        [python, *options, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode


def main():
    beside = Path(sys.executable).with_name("micropython")
    python = str(beside) if beside.exists() else sys.executable
    living = [name for name in MUTANTS if alive(name, python)]
    print(f"{len(MUTANTS) - len(living)} of {len(MUTANTS)} mutants killed", *living)
    return 1 if living else 0


if __name__ == "__main__":
    sys.exit(main())
