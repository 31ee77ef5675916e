"""100,000 random rounds over random rule sets, on every core: each ends legally, breaks no invariant, and a table that
hears only the events knows the truth; people come and go in some."""

import os
from multiprocessing import Pool

from rules.anyrules import any_rules
from rules.test_any_rules import come_and_go
from rules.truth import run

GAMES = 100_000
CHUNK = 200


def chunk(first):
    """CHUNK games from `first` on."""
    for number in range(first, first + CHUNK):
        preset, overrides, seats, size, _ = any_rules(number)
        run(preset, overrides, seats, number, number % 2 == 0, 1, size, number % 5 == 0)
        if number % 50 == 0:
            come_and_go(number)
    return CHUNK


def soak(short=False):
    """Raises AssertionError at the first fault; the seed is in the traceback."""
    with Pool(os.cpu_count()) as pool:
        done = sum(pool.imap_unordered(chunk, range(0, 1000 if short else GAMES, CHUNK)))
    return f"{done} games of random rule sets ended legally, with no broken invariant"


if __name__ == "__main__":
    print(soak(True))
