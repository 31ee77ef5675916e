"""Positions set up by hand: what is in no hand and not in the boneyard lies on the table."""

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules import tiles
from shared_rules.game import play, turn
from shared_rules.game.legal import legal
from shared_rules.game.moves import FIRST_LAY, far_of, lay, line_of
from shared_rules.game.plan import Plan
from shared_rules.game.state import NOBODY, PLAY, State
from shared_rules.game.why import refusal


class Scene:
    """hands: a string of tiles a seat · ends: pips of each line's end, trains first, then the Mexican Train."""

    def __init__(self, hands, ends, bone="", preset=rs.CARDINAL_IT, overrides=b"", engine=12, turn=0, markers=(),
                 started=None, fresh=(), starter=0, long=()):  # fmt: skip
        rules = rs.values(preset, bytes((rs.F_MIN_SEATS, 2)) + bytes(overrides))
        assert not rs.contradiction(rules)
        self.state = s = State(Plan(rules, range(1, len(hands) + 1)), 1)
        for seat in range(len(hands)):
            for word in hands[seat].split():
                tiles.put(s.hands, seat * s.plan.width, tiles.parse(word))
                s.counts[seat] += 1
        s.bone = bytes([tiles.parse(word) for word in bone.split()])
        for line in range(len(ends)):
            s.ends[line] = ends[line]
        s.engine = engine
        s.starter = starter
        s.turn = turn
        s.need = PLAY
        for line in range(len(ends)) if started is None else started:
            s.started |= 1 << line
        for seat in markers:
            s.markers |= 1 << seat
        for seat in fresh:
            s.fresh |= 1 << seat
        for seat in long:
            s.long |= 1 << seat
        s.window = NOBODY

    def due(self, *lines):
        """Doubles lie open on these lines, in this order, and are due."""
        self.state.open = list(lines)
        turn.begin_turn(self.state, [])
        return self

    def moves(self):
        """Legal moves, tiles as (line, "5-3")."""
        out = []
        for move in legal(self.state):
            out.append(move if move < FIRST_LAY else (line_of(move), self.name(move)))
        return out

    def name(self, move):
        return tiles.name(tiles.tile(self.state.ends[line_of(move)], far_of(move)))

    def move(self, line, word):
        """The move that lays that tile on that line."""
        number = tiles.parse(word)
        end = self.state.ends[line]
        assert end in (tiles.HIGH[number], tiles.LOW[number]), (end, word)
        return lay(line, tiles.LOW[number] if tiles.HIGH[number] == end else tiles.HIGH[number])

    def do(self, *what):
        """Make one move: a number, or line and tile. Returns its events as (kind, low) of their heads."""
        move = what[0] if len(what) == 1 else self.move(*what)
        events = []
        error = play.apply(self.state, move, events)
        assert error is None, error
        return [event[0] for event in events]

    def clause(self, *what):
        """The clause that forbids a move now."""
        found = refusal(self.state, what[0] if len(what) == 1 else self.move(*what))
        assert found is not None, "it is legal"
        return found.clause


def up(track):
    return ev.MARKER_UP << 4 | track


def down(track):
    return ev.MARKER_DOWN << 4 | track


def double(track):
    return ev.DOUBLE << 4 | track


def called(track):
    return ev.CALLED << 4 | track


def penalty(track):
    return ev.PENALTY << 4 | track


def ended(track):
    return ev.ROUND_ENDED << 4 | track
