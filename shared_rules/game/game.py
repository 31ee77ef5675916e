"""A whole game: rounds, seats that come and go, the log of moves. See the package for how to use it."""

from array import array

from shared_rules import events as ev
from shared_rules import rng, tiles
from shared_rules import ruleset as rs
from shared_rules.constants import E_MALFORMED, E_PHASE, E_SEAT, E_SEATS, E_STATE, MEXICAN, OK
from shared_rules.errors import Refused
from shared_rules.game import deal, play, turn
from shared_rules.game.legal import legal
from shared_rules.game.moves import BEGIN_ROUND, FIRST_LAY, JOIN, LEAVE
from shared_rules.game.plan import Plan
from shared_rules.game.play import apply as make
from shared_rules.game.state import NOBODY, OVER, ROUND_BLOCKED, State
from shared_rules.game.why import IllegalMove, refusal


class Game:
    """One game of the rule set `rules` (bytes) between people on `tracks`; everything random comes from `seed`.

    Raises `Refused` (E_RULES, E_SEATS) for a game that cannot be played.
    """

    def __init__(self, rules, tracks, seed, record_draws=True):
        self.rules = bytes(rules)
        self.tracks = self.first_tracks = tuple(sorted(tracks))
        _check(self.rules, self.tracks)
        self.seed = seed
        self.record_draws = record_draws
        self.rounds = rs.round_count(self.rules)
        self.round_no = 0
        self.dealer = self.tracks[0]  # track
        self.joining = []  # tracks that join when the next round is dealt
        self.leaving = []  # tracks that left in this round
        self.were = list(self.tracks)  # every track that ever played
        self.winner = NOBODY
        self.log = array("H")
        self.state = State(Plan(self.rules, self.tracks), rng.seed(seed))
        self._told = 0  # seats whose call a hub without a DRAW button still believes

    # -- questions ---------------------------------------------------------------------------------------------------

    @property
    def over_round(self):
        """Is no round running?"""
        return self.state.need == OVER

    @property
    def over(self):
        """Are all rounds played?"""
        return self.over_round and self.round_no >= self.rounds

    @property
    def turn(self):
        """The seat in turn, -1 between rounds."""
        return -1 if self.state.need == OVER else self.state.turn

    @property
    def engine(self):
        """Engine of the running round, else of the last one."""
        return self.state.engine

    def legal(self):
        """Moves of the seat in turn, ascending; empty between rounds."""
        return legal(self.state)

    def late_call(self):
        """The seat before, if it may still call its last tile; else -1."""
        seat = play.late_caller(self.state)
        return -1 if seat == NOBODY else seat

    def refused(self, move, seat=-1):
        """Why `move` (by `seat`, if given) cannot be made now: a `Refusal`, or None. Changes nothing."""
        return refusal(self.state, move, seat)

    def hand_pips(self, seat):
        """Pips left in a hand, 0-0 at the rule set's value."""
        total = 0
        for number in self.state.hand(seat):
            total += tiles.pips(number, self.rules[rs.F_BLANK])
        return total

    def scores(self):
        """What each seat writes down at the end of the round: a list of pips, `tracks` in order; None for who left."""
        out = []
        for seat in range(len(self.tracks)):
            out.append(None if self.state.gone >> seat & 1 else self.hand_pips(seat))
        return out

    def view(self, seat):
        """What `seat` may know."""
        from shared_rules.game.view import View

        return View(self, seat)

    # -- what happens ------------------------------------------------------------------------------------------------

    def begin_round(self):
        """Deal, look for the engine, open the round. Returns its events. Raises `Refused` (E_PHASE)."""
        if not self.over_round or self.round_no >= self.rounds:
            raise Refused(E_PHASE)
        if self.joining or self.leaving:
            self._reseat()
        self.log.append(BEGIN_ROUND)
        self._told = 0
        state = State(self.state.plan, self.state.rng)
        seats = len(self.tracks)
        engine = rs.first_engine(self.rules) - self.round_no
        self.round_no += 1
        events = []
        deal.deal(state, rs.hand_below(self.rules, seats), engine)
        starter, engine = deal.search(
            state, self.tracks.index(self.dealer), engine, self.record_draws, events)  # fmt: skip
        deal.open_round(state, starter, engine, events)
        self.state = state
        return events

    def apply(self, move, seat=-1):
        """Make `move` (by `seat`, if given). Returns its table events; raises `IllegalMove`, nothing changed."""
        if seat >= 0:
            error = refusal(self.state, move, seat)
            if error:
                raise IllegalMove(error)
        state = self.state
        before = 0 if self.record_draws else 1 << self.tracks[state.turn] | (state.drawn and 1)
        events = []
        error = make(state, move, events)
        if error:
            raise IllegalMove(error)
        self.log.append(move)
        if state.need == OVER:
            self._round_over()
        return self._unrecorded(events, before) if before else events

    def leave(self, seat):
        """`seat` leaves: at once, its tiles go back. Between rounds it is simply dealt no more. Returns the events.

        Raises `Refused`: E_SEAT (nobody there), E_SEATS (the last two), E_PHASE (who is out waits for the others; all is over).
        """
        state = self.state
        if not 0 <= seat < len(self.tracks) or state.gone >> seat & 1 or self.tracks[seat] in self.leaving:
            raise Refused(E_SEAT)
        if len(self.tracks) - len(self.leaving) <= 2:
            raise Refused(E_SEATS)
        if self.over or state.need != OVER and state.out == seat:
            raise Refused(E_PHASE)
        self.log.append(LEAVE + seat)
        events = []
        self.leaving.append(self.tracks[seat])
        if state.need != OVER:
            turn.leave(state, seat, events)
            if state.need == OVER:
                self._round_over()
        else:
            if self.dealer == self.tracks[seat]:
                self.dealer = self._next_dealer()
            events.append(ev.of_track(ev.LEFT, self.tracks[seat]))
        return events

    def join(self, track):
        """Somebody takes `track` from the next round on. Returns the event. Raises `Refused`.

        E_STATE: taken · E_SEAT: somebody left it in this game · E_SEATS: too many · E_MALFORMED: no seat's track.
        """
        if not 0 < track < MEXICAN:
            raise Refused(E_MALFORMED)
        if track in self.joining or track in self.tracks and track not in self.leaving:
            raise Refused(E_STATE)
        if track in self.were:
            raise Refused(E_SEAT)
        if self.over:
            raise Refused(E_PHASE)
        seats = len(self.tracks) + len(self.joining) - len(self.leaving) + 1
        if rs.seats_refused(self.rules, seats):
            raise Refused(E_SEATS, rs.seats_refused(self.rules, seats))
        self.log.append(JOIN + track - 1)
        self.joining.append(track)
        self.were.append(track)
        return [ev.of_track(ev.JOINED, track)]

    def replay(self, move):
        """Whatever a number of `log` stands for. Returns its events."""
        if move == BEGIN_ROUND:
            return self.begin_round()
        if JOIN <= move < FIRST_LAY:
            return self.join(move - JOIN + 1)
        if LEAVE <= move < JOIN:
            return self.leave(move - LEAVE)
        return self.apply(move)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _round_over(self):
        out = self.state.out
        self.winner = NOBODY if out == ROUND_BLOCKED else self.tracks[out]
        self.dealer = self._next_dealer()

    def _next_dealer(self):
        """The track after the dealer's, clockwise; who joins at the next deal counts already."""
        sitting = [t for t in self.tracks if t not in self.leaving] + self.joining
        track = self.dealer
        while True:
            track = track % (MEXICAN - 1) + 1
            if track in sitting:
                return track

    def _reseat(self):
        """New seats for the next round."""
        self.tracks = tuple(sorted([t for t in self.tracks if t not in self.leaving] + self.joining))
        self.joining = []
        self.leaving = []
        self.state = State(Plan(self.rules, self.tracks), self.state.rng)

    def _unrecorded(self, events, before):
        """The events of a hub without a DRAW button: no single tiles, and no call that it believes to stand still.

        before: bit of the track that moved, and bit 0 if it had drawn in this turn.
        """
        out = []
        for event in events:
            head = event[0]
            kind = head >> 4
            bit = 1 << (head & 15)
            if head == ev.TILE_DRAWN:
                continue
            if head == ev.NOTHING_LAID:
                if before & 1:
                    self._told &= ~before
            elif kind == ev.CALLED:
                if self._told & bit:
                    continue
                self._told |= bit
            elif kind == ev.PENALTY:
                self._told &= ~bit
            out.append(event)
        return out


def _check(rules, tracks):
    reason = rs.contradiction(rules) or rs.seats_refused(rules, len(tracks))
    if reason:
        from shared_rules.constants import E_RULES

        raise Refused(E_RULES, reason)
    for at in range(len(tracks)):
        if not 0 < tracks[at] < MEXICAN or at and tracks[at] == tracks[at - 1]:
            raise Refused(E_SEAT, "seats are different tracks from 1 to 11")
    return OK
