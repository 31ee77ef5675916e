"""Canonical text of states and of whole games, for bug reports and tests; both round-trip exactly.

A state is one `key value` line each, keys in a fixed order:

    rules 0c01...            the fields of the rule set, two hex digits each
    tracks 1 4 7             of the seats
    hand 12-5 3-3            one line a seat, in order; `-` for an empty one
    bone 6-1 0-0             the boneyard, the tile drawn next last
    ends 5 12 12 3           of every line
    forks 0 2                line of the train and seat of each branch
    open 1 3                 lines with an open double, in the order laid
    rng 123 ...              then one line for each number named in `FIELDS`

A game is its rules, tracks and seed, then all moves as numbers, sixteen a line; it is played again to read it.
"""

import binascii

from shared_rules import tiles
from shared_rules.game.plan import Plan
from shared_rules.game.state import State

FIELDS = (
    "rng", "engine", "starter", "turn", "need", "markers", "started", "fresh", "long", "running", "drawn",
    "tile", "mine", "fails", "called", "window", "lost", "gone", "out",
)  # fmt: skip


def state_text(state):
    """The canonical text of a state."""
    plan = state.plan
    out = ["rules " + binascii.hexlify(plan.rules).decode(), "tracks " + _numbers(plan.tracks)]
    for seat in range(plan.seats):
        out.append("hand " + _tiles(state.hand(seat)))
    out.append("bone " + _tiles(state.bone))
    out.append("ends " + _numbers(state.ends))
    out.append("forks " + _numbers(state.forks))
    out.append("open " + _numbers(state.open))
    for name in FIELDS:
        out.append("%s %d" % (name, getattr(state, name)))
    return "\n".join(out) + "\n"


def parse_state(text):
    """The state that `state_text` wrote. Raises ValueError for any other text."""
    lines = [line.split(" ") for line in text.split("\n")[:-1]]
    if len(lines) < 6 + len(FIELDS):
        raise ValueError("a state has more lines")
    rules = binascii.unhexlify(_rest(lines, 0, "rules")[0])
    tracks = bytes(_ints(_rest(lines, 1, "tracks")))
    plan = Plan(rules, tracks)
    state = State(plan, 0)
    at = 2
    for seat in range(plan.seats):
        for word in _words(_rest(lines, at, "hand")):
            tiles.put(state.hands, seat * plan.width, tiles.parse(word))
            state.counts[seat] += 1
        at += 1
    state.bone = bytes(tiles.parse(word) for word in _words(_rest(lines, at, "bone")))
    state.ends = tiles.numbers(0)
    state.ends.extend(_ints(_rest(lines, at + 1, "ends")))
    forks = _ints(_rest(lines, at + 2, "forks"))
    if forks and not plan.fork:
        raise ValueError("branches in a rule set without forks")
    state.forks = bytearray(forks) if plan.fork else b""
    state.open = _ints(_rest(lines, at + 3, "open"))
    at += 4
    for name in FIELDS:
        setattr(state, name, int(_rest(lines, at, name)[0]))
        at += 1
    if state_text(state) != text:
        raise ValueError("not the canonical text of a state")
    return state


def game_text(game):
    """The canonical text of a whole game: how it began and every move."""
    out = [
        "rules " + binascii.hexlify(game.rules).decode(),
        "tracks " + _numbers(game.first_tracks),
        "seed %d" % game.seed,
    ]
    for at in range(0, len(game.log), 16):
        out.append("moves " + _numbers(game.log[at : at + 16]))
    return "\n".join(out) + "\n"


def parse_game(text, record_draws=True):
    """The game that `game_text` wrote, played again. Raises ValueError, or `Refused` where a move is not legal."""
    from shared_rules.game.game import Game

    lines = [line.split(" ") for line in text.split("\n")[:-1]]
    if len(lines) < 3:
        raise ValueError("a game has more lines")
    rules = binascii.unhexlify(_rest(lines, 0, "rules")[0])
    game = Game(rules, _ints(_rest(lines, 1, "tracks")), int(_rest(lines, 2, "seed")[0]), record_draws)
    for at in range(3, len(lines)):
        for move in _ints(_rest(lines, at, "moves")):
            game.replay(move)
    if game_text(game) != text:
        raise ValueError("not the canonical text of a game")
    return game


def _rest(lines, at, key):
    if lines[at][0] != key or len(lines[at]) < 2:
        raise ValueError("line %d should begin with %s" % (at + 1, key))
    return lines[at][1:]


def _words(words):
    return [] if words == ["-"] else words


def _ints(words):
    return [int(word) for word in _words(words)]


def _numbers(numbers):
    return " ".join([str(n) for n in numbers]) or "-"


def _tiles(numbers):
    return " ".join([tiles.name(n) for n in numbers]) or "-"
