"""Random self-play for the rules figures; runs on both interpreters. `… rules_play.py play|state ROUNDS`.

play prints moves and nanoseconds; state prints the bytes that one 8-seat state takes on this heap (MicroPython).
"""

import gc
import sys

from shared_rules import ruleset as rs
from shared_rules.game.game import Game
from shared_rules.game.state import OVER

try:
    from time import process_time_ns as clock  # CPython: what others do on the machine does not count
except ImportError:
    from time import time_ns as clock

SEATS = 8
RULES = rs.preset_values(rs.CARDINAL_IT)


def self_play(rounds, seed=1):
    """Rounds between players who pick any legal move; every move is checked, recorded and told as events. Moves made."""
    moves = 0
    x = seed * 7919 % 65537 or 1
    game = None
    while rounds:
        if game is None or game.over:
            game = Game(RULES, range(1, SEATS + 1), seed)
            seed += 1
        game.begin_round()
        rounds -= 1
        state = game.state
        legal = game.legal
        apply = game.apply
        while state.need != OVER:
            choices = legal()
            x = (x * 75 + 74) % 65537
            apply(choices[x % len(choices)])
            moves += 1
    return moves


def state_bytes():
    """The largest size of a state over one round: a copy of it, boneyard included, on this heap."""
    game = Game(RULES, range(1, SEATS + 1), 1)
    game.begin_round()
    x = 1
    largest = 0
    while not game.over_round:
        choices = game.legal()
        x = (x * 75 + 74) % 65537
        gc.collect()
        before = gc.mem_alloc()
        copy = game.state.copy()
        copy.moves = None  # a cache: what is legal can be worked out again
        copy.bone = bytes(bytearray(copy.bone))
        gc.collect()
        largest = max(largest, gc.mem_alloc() - before)
        copy = None
        game.apply(choices[x % len(choices)])
    return largest


if __name__ == "__main__":
    if sys.argv[1] == "state":
        print(state_bytes())
    else:
        self_play(20)
        began = clock()
        count = self_play(int(sys.argv[2]))
        print(count, clock() - began)
