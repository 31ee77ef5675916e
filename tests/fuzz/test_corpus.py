"""What the fuzzer found worth keeping, replayed on both interpreters."""

import fuzz_targets as targets

BOTH = True
FOLDER = __file__.rsplit("/", 1)[0] + "/corpus/"


def _replay(name):
    count = 0
    with open(FOLDER + name + ".txt") as file:
        for line in file.read().split("\n")[:-1]:
            targets.TARGETS[name](bytes([int(line[i : i + 2], 16) for i in range(0, len(line), 2)]))
            count += 1
    return count


def test_codecs():
    for name in ("decoder", "message", "event", "log", "state", "settings"):
        assert _replay(name) > 1


def test_journal_files():
    for name in ("files", "sound_files"):
        assert _replay(name) > 1


def test_link():
    for name in ("link", "line"):
        assert _replay(name) > 1
