"""From the state of the table to names of light states, two a track: `outer` (the marker's) and `inner` (the turn's).

Nothing here knows a pixel or a colour; `render` does. A later fact overwrites an earlier one in this order: table or
question, status on the Mexican Train's inner light, a passing show (engine of the round, refusal, ...), fingers.
"""

from hub.clock import since
from shared_rules import events as ev
from shared_rules import table as tb
from shared_rules.constants import MEXICAN, TRACKS, const

# Names of light states. Their looks stand in `render`.
DARK = const(0)
OPEN = const(1)  # the marker is up: this train is open
REMIND = const(2)  # the same on its owner's turn
MEXICAN_TRAIN = const(3)  # always open
DOUBLE = const(4)  # an open double that is not due yet
DUE = const(5)  # the double that must be covered first
TURN = const(6)
OWES = const(7)  # in turn, and has to cover
CALLED = const(8)  # called the last tile
TURN_CALLED = const(9)
CANDIDATE = const(10)
CURSOR = const(11)
CHOSEN = const(12)
FILL = const(13)  # a hold fills up
TOUCH = const(14)  # a finger is down
REFUSED = const(15)
CONNECTED = const(16)
FAULT = const(17)
WINNER = const(18)
CHASE = const(19)
TRAIL = const(20)
ENGINE = const(21)
BLANK = const(22)  # engine 0
PICKED = const(23)  # the cursor on a chosen track, where one light has to show both
STATES = const(24)

# Passing shows.
QUIET = const(0)
SHOW_ENGINE = const(1)
SHOW_ROLL = const(2)  # the turn light rolls to the next seat
SHOW_ROUND_OVER = const(3)
SHOW_REFUSED = const(4)
_LENGTH_MS = (0, 4000, 360, 1600, 700)
ROLL_STEP_MS = const(30)
CHASE_STEP_MS = const(130)
COUNT_MS = const(2000)  # an engine above 12 shows in two counts of this length
GAP_MS = const(300)


class Lights:
    """The names of what every light shows. `compose` fills them in; `dirty` says that it should."""

    def __init__(self):
        self.outer = bytearray(TRACKS)
        self.inner = bytearray(TRACKS)
        self.dirty = True
        self.paused = False
        self.engine = 0
        self.show = QUIET
        self.show_from = 0
        self.roll_from = 0
        self.turn = 0
        self.connected = False
        self.fault = False
        self.restoring = True
        self.safe = False

    def pass_by(self, show, now):
        """Begin a passing show; it ends by itself or with the next one."""
        self.show = show
        self.show_from = now
        self.dirty = True

    def refuse(self, code, now):
        """Say in light that nothing happened."""
        self.pass_by(SHOW_REFUSED, now)

    def on_event(self, head, table, now):
        """An event was committed."""
        kind = head >> 4
        if head == ev.UNDONE or head == ev.REDONE:
            self.pass_by(QUIET, now)
        elif kind == ev.ROUND_BEGUN:
            self.engine = table.engine
            self.pass_by(SHOW_ENGINE, now)
        elif kind == ev.ROUND_ENDED:
            self.pass_by(SHOW_ROUND_OVER, now)
        elif kind == ev.TURN and self.turn and table.turn != self.turn:
            self.roll_from = self.turn
            self.pass_by(SHOW_ROLL, now)
        elif kind != ev.SCORE and kind != ev.NAMED and head != ev.DATED:
            self.pass_by(QUIET, now)
        self.turn = table.turn
        self.dirty = True

    def moving(self):
        """Must `compose` run for every frame?"""
        return self.show != QUIET or self.restoring

    def focus(self, table, question):
        """The track whose inner light answers a finger."""
        if question:
            return question.track() or MEXICAN
        return table.turn or MEXICAN

    def compose(self, now, table, question, winners, touching, filling):
        """Fill `outer` and `inner`. winners: mask to show after the last round; filling: 0-12 tracks of a hold."""
        self.dirty = False
        if self.show != QUIET and since(now, self.show_from) >= _LENGTH_MS[self.show]:
            self.show = QUIET
        self.paused = table.paused and question is None and not self.restoring
        outer = self.outer
        inner = self.inner
        for i in range(TRACKS):
            outer[i] = inner[i] = DARK
        if self.restoring:
            inner[now // CHASE_STEP_MS % TRACKS] = CHASE
            return
        if self.safe:
            for i in range(2, TRACKS, 3):
                outer[i] = CANDIDATE
        elif question is not None:
            self._ask(question)
        elif table.phase == tb.ROUND:
            self._table(table)
        elif table.phase >= tb.DONE:
            self._all(winners, WINNER, WINNER)
        if question is None:
            if self.fault:
                inner[MEXICAN - 1] = FAULT
            elif self.connected:
                inner[MEXICAN - 1] = CONNECTED
        if self.show == SHOW_ENGINE:
            self._show_engine(since(now, self.show_from))
        elif self.show != QUIET:
            self._show_passing(table, since(now, self.show_from))
        if touching:
            inner[self.focus(table, question) - 1] = TOUCH
        for i in range(filling):
            inner[i] = FILL

    def _all(self, mask, outer, inner):
        for i in range(TRACKS):
            if mask >> (i + 1) & 1:
                self.outer[i] = outer
                self.inner[i] = inner

    def _ask(self, question):
        candidates = question.candidates()
        chosen = question.chosen()
        for i in range(TRACKS):
            if candidates >> (i + 1) & 1:
                self.inner[i] = CANDIDATE
            if chosen >> (i + 1) & 1:
                self.outer[i] = CHOSEN
        track = question.track()
        if track:
            self.inner[track - 1] = CURSOR
            if not chosen:
                self.outer[track - 1] = CURSOR

    def _table(self, table):
        outer = self.outer
        inner = self.inner
        turn = table.turn
        for i in range(TRACKS - 1):
            track = i + 1
            if table.markers >> track & 1:
                outer[i] = REMIND if track == turn else OPEN
            if table.called >> track & 1:
                inner[i] = CALLED
        outer[MEXICAN - 1] = MEXICAN_TRAIN
        if turn:
            inner[turn - 1] = OWES if table.owes() else TURN_CALLED if table.called >> turn & 1 else TURN
        doubles = table.open_doubles()
        if doubles:
            for i in range(TRACKS):
                if doubles >> (i + 1) & 1:
                    outer[i] = DOUBLE
            if table.owes():
                due = table.due_track() - 1
                outer[due] = DUE
                if due != turn - 1:
                    inner[due] = DUE

    def _show_engine(self, ms):
        engine = self.engine
        if engine > TRACKS:
            engine = TRACKS if ms < COUNT_MS else engine - TRACKS if ms >= COUNT_MS + GAP_MS else -1
        for i in range(TRACKS):
            if engine == 0:
                self.outer[i] = DARK
                self.inner[i] = BLANK
            else:
                self.outer[i] = self.inner[i] = ENGINE if i < engine else DARK

    def _show_passing(self, table, ms):
        if self.show == SHOW_ROLL:
            track = self.roll_from
            for _ in range(ms // ROLL_STEP_MS):
                track = track % (TRACKS - 1) + 1
                if track == table.turn:
                    return
            if track != table.turn:
                self.inner[track - 1] = TRAIL
        elif self.show == SHOW_ROUND_OVER:
            for i in range(TRACKS):
                self.outer[i] = self.inner[i] = DARK
            at = ms // CHASE_STEP_MS % TRACKS
            self.outer[at] = self.inner[at] = CHASE
        elif self.show == SHOW_REFUSED:
            for i in range(TRACKS):
                self.outer[i] = self.inner[i] = REFUSED if i % 3 == 2 else DARK
