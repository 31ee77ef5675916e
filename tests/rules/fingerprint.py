"""One number for everything that happens in a game of a random rule set: the same on every interpreter.

As a program: `python fingerprint.py FIRST LAST [SEATS]` prints a line a seed, `seed crc`.
"""

import binascii
import sys

from rules.anyrules import any_rules
from rules.truth import TRACKS
from shared_rules import rng
from shared_rules import ruleset as rs
from shared_rules.game import bots, text
from shared_rules.game.game import Game
from shared_rules.game.moves import LATE_CALL


def fingerprint(seed, seats=0):
    """CRC-32 over all events, the last state, the scores and the log of two rounds.

    seats 0: a random rule set with its own number of seats; else one of the presets that allow so many.
    """
    if seats:
        able = [p for p in rs.PRESETS if p[2][rs.F_MIN_SEATS] <= seats <= p[2][rs.F_MAX_SEATS]]
        rules = able[seed % len(able)][2]
    else:
        _, _, seats, _, rules = any_rules(seed)
    game = Game(rules, TRACKS[seats], seed, seed % 2 == 0)
    random = rng.Random(seed)
    planner = bots.Planner(seed)
    crc = 0
    for _ in range(min(2, game.rounds)):
        events = game.begin_round()
        while not game.over_round:
            if game.late_call() >= 0 and random.below(2):
                events += game.apply(LATE_CALL)
            legal = game.legal()
            plan = game.turn == 0 and seed % 4 == 0
            events += game.apply(planner.choose(game.view(0)) if plan else legal[random.below(len(legal))])
        for event in events:
            crc = binascii.crc32(event, crc)
        crc = binascii.crc32(repr(game.scores()).encode(), crc)
    crc = binascii.crc32(text.state_text(game.state).encode(), crc)
    return binascii.crc32(text.game_text(game).encode(), crc)


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    for number in range(given[0], given[1]):
        print(number, fingerprint(number, given[2] if len(given) > 2 else 0))
