"""Committed games, one a preset: written by `python -m tests.rules.playthroughs`, played again by `test_playthroughs`.

A file holds the canonical text of the game, then what came out of it: pips a round, the CRC-32 of all table events, and
the size of the move tree four moves deep after the first round's deal.
"""

import binascii

from shared_rules import ruleset as rs
from shared_rules.game import bots, text
from shared_rules.game.game import Game
from shared_rules.game.moves import LATE_CALL

ROUNDS = 3
NAMES = ("planner", "greedy", "random")


def play(rules, tracks, seed):
    """A game between bots: (game, its events, scores of each round)."""
    game = Game(rules, tracks, seed)
    players = [bots.make(NAMES[seat % 3], seed + seat) for seat in range(len(tracks))]
    events = []
    scores = []
    for _ in range(ROUNDS):
        events += game.begin_round()
        while not game.over_round:
            if game.late_call() >= 0 and len(events) % 2:
                events += game.apply(LATE_CALL)
            events += game.apply(players[game.turn].choose(game.view(game.turn)))
        scores.append(game.scores())
    return game, events, scores


def outcome(rules, tracks, seed, events, scores):
    """The lines after the game's own text."""
    crc = 0
    for event in events:
        crc = binascii.crc32(event, crc)
    lines = ["scores " + " ".join([str(pips) for pips in row]) for row in scores]
    first = Game(rules, tracks, seed)
    first.begin_round()
    return "\n".join(lines + ["events %d %d" % (len(events), crc), "tree %d" % tree(first.state, 4)]) + "\n"


def tree(state, depth):
    """Leaves of the move tree `depth` moves deep; a round that ends is a leaf."""
    from shared_rules.game import play as moves
    from shared_rules.game.legal import legal

    if not depth or not legal(state):
        return 1
    total = 0
    for move in legal(state):
        branch = state.copy()
        assert moves.apply(branch, move, []) is None
        total += tree(branch, depth - 1)
    return total


def path(folder, name):
    return folder + "/games/" + name + ".txt"


if __name__ == "__main__":
    for number, preset_name, rules in rs.PRESETS:
        seats = max(rules[rs.F_MIN_SEATS], 2 + number % 4)
        tracks = tuple(range(1, 2 * seats, 2))
        game, events, scores = play(rules, tracks, 100 + number)
        with open(path(__file__.rsplit("/", 1)[0], preset_name), "w", encoding="utf-8") as file:
            file.write(text.game_text(game) + outcome(rules, tracks, game.seed, events, scores))
