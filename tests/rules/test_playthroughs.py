"""Every preset has a committed game, and it plays again to the last byte."""

from rules.playthroughs import outcome, path
from shared_rules import ruleset as rs
from shared_rules.game import text
from shared_rules.game.game import Game

BOTH = True
FOLDER = __file__.rsplit("/", 1)[0]


def read(name):
    with open(path(FOLDER, name)) as file:
        lines = file.read().split("\n")
    own = [line for line in lines if line.split(" ")[0] in ("rules", "tracks", "seed", "moves")]
    return "\n".join(own) + "\n", "\n".join(lines[len(own) :])


def test_every_preset_plays_its_game_again():
    for _, name, rules in rs.PRESETS:
        written, expected = read(name)  # a preset without a game fails here
        game = text.parse_game(written)
        assert game.rules == rules, name
        again = Game(game.rules, game.tracks, game.seed)
        events = []
        scores = []
        for move in game.log:
            events += again.replay(move)
            if again.over_round:
                scores.append(again.scores())
        assert outcome(rules, game.tracks, game.seed, events, scores) == expected, name
