"""The state of one game at a table, and the questions that views ask of it. `gate` and `reducer` work on it.

A physical table never types tiles, so this state holds what presses alone reveal. What a hub cannot observe is unknown
and kept as a bound (`bone_lo` <= tiles in the boneyard <= `bone_hi`), never guessed. Seats are named by their track;
masks have bit t set for track t.
"""

from array import array

from shared_rules import ruleset as rs
from shared_rules.constants import (
    MEXICAN,
    TRACKS,
    UNSET,
    const,
)

NO_GAME = const(0)
BETWEEN = const(1)  # dealt, the engine of the next round is being looked for
ROUND = const(2)
DONE = const(3)  # every round is played; corrections and undo go on
ENDED = const(4)  # ended by somebody before that, or closed

NOBODY_WON = const(255)  # `winners` cell of a blocked round


def next_seat(seats, track):
    """The next occupied track clockwise after `track` (0 if nobody sits)."""
    if not seats:
        return 0
    track += 1
    while True:
        if track >= MEXICAN:
            track = 1
        if seats >> track & 1:
            return track
        track += 1


def bits(mask):
    """How many bits of `mask` are set."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


class Table:
    """What is known of one game at a table. Fields are read by everybody and written by `apply` alone."""

    def __init__(self):
        self.phase = NO_GAME
        self.log_id = 0
        self.preset = 0
        self.overrides = b""
        self.rules = b""
        self.flags = 0
        self.core_hash = 0
        self.seats = 0  # who plays now
        self.coming = 0  # who joins when the next round is dealt
        self.joined = bytearray(TRACKS)  # round from which a seat plays; 0 never
        self.left = bytearray(TRACKS)  # round in which a seat left; 0 never
        self.paused = False
        self.round = 0  # rounds begun so far; the running one is this
        self.engine = 0
        self.starter = 0
        self.dealer = 0
        self.turn = 0  # seat in turn, 0 outside rounds
        self.turns = 0  # turns finished in this round, stops at 255
        self.fresh = 0  # seats that have not finished a turn in this round
        self.markers = 0
        self.due = bytearray(TRACKS)  # tracks with an open double that is due, first laid first
        self.due_count = 0
        self.laid = bytearray(TRACKS)  # doubles left open in the running turn
        self.laid_count = 0
        self.drawn = 0  # tiles the seat in turn has drawn
        self.fails = 0  # turns in a row without a tile laid or drawn, stops at 255
        self.called = 0  # seats that called their last tile
        self.window = 0  # the seat before, while it may still call
        self.bone_lo = 0
        self.bone_hi = 0
        self.scores = array("H")
        self.winners = bytearray()

    # -- questions that views ask ------------------------------------------------------------------------------------

    def exact(self):
        """Is the boneyard count exact?"""
        return self.bone_lo == self.bone_hi

    def first_turns(self):
        """Are long first turns of everybody still going on, so that no double is due yet?"""
        return self.fresh != 0 and self.rules[rs.F_FIRST] == rs.FIRST_LONG_ALL

    def owes(self):
        """The seat that must cover the double `due_track()` now, or 0."""
        if self.phase != ROUND or not self.due_count or self.first_turns():
            return 0
        return self.turn

    def due_track(self):
        """Track of the double to be covered first, or 0."""
        if not self.due_count:
            return 0
        return self.due[self.due_count - 1 if self.rules[rs.F_ORDER] == rs.ORDER_REVERSE else 0]

    def open_doubles(self):
        """Mask of the tracks on which a double lies open."""
        mask = 0
        for i in range(self.due_count):
            mask |= 1 << self.due[i]
        for i in range(self.laid_count):
            mask |= 1 << self.laid[i]
        return mask

    def duty(self):
        """Does the rule set know a duty to cover doubles?"""
        return self.rules[rs.F_COVER] == rs.COVER_DOUBLE

    def draws(self):
        """Does the rule set draw tiles in normal turns?"""
        return self.rules[rs.F_DRAW] != rs.DRAW_NONE

    def next_engine(self):
        """The engine that the next round expects."""
        return rs.first_engine(self.rules) - self.round

    def rounds(self):
        """Rounds of the whole game."""
        return len(self.winners)

    def blocked_due(self):
        """Is it certain that nobody can go on: a full lap of turns without a tile laid or drawn, and nothing to draw?"""
        if self.phase != ROUND or self.fails < bits(self.seats):
            return False
        return not self.draws() or self.bone_hi == 0

    def plays_in(self, track, round_no):
        """Does the seat on `track` play in round `round_no`?"""
        first = self.joined[track]
        return 0 < first <= round_no and not 0 < self.left[track] <= round_no

    def score(self, round_no, track):
        """Pips noted for that round and track, `UNSET` if nobody noted them. A winner's cell is 0 unless corrected."""
        value = self.scores[(round_no - 1) * TRACKS + track]
        if value == UNSET and self.winners[round_no - 1] == track:
            return 0
        return value
