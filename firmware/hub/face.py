"""What a gesture means at this moment: an event, a step in a question, or a refusal.

The face asks by itself what a game needs next: a fresh hub who sits where, a table between rounds who holds the engine.
Questions lie on a small stack, so that the menu opens above whatever is being asked and gives it back.
"""

from hub import gestures as gs
from hub.questions import Engine, LastTile, OpenDouble, RoundEnd
from shared_rules import events as ev
from shared_rules import names
from shared_rules import ruleset as rs
from shared_rules import table as tb
from shared_rules.constants import E_BUSY, E_NOTHING, E_PAUSED, E_PHASE, OK, const

_DEEPEST = const(4)

_TURN = const(0x10)  # presses and holds, see `gestures`
_MARK = const(0x11)
_ROUND = const(0x12)
_DRAW = const(0x13)
_TURN_HOLD = const(0x20)
_MARK_HOLD = const(0x21)
_ROUND_HOLD = const(0x22)
_DRAW_HOLD = const(0x23)


class Face:
    """Takes gestures. `hub` does what they ask for: `act`, `begin`, sounds and settings (see `app.Hub`)."""

    def __init__(self, hub):
        self.hub = hub
        self.settings = hub.settings
        self.core_hash = hub.core_hash
        self.stack: list = [None] * _DEEPEST
        self.depth = 0
        self.stale = True  # something happened: do the open questions still fit, is another one due?
        self.auto = False  # a rule set with the engine set aside may begin the next round unasked
        self._engine = Engine(self)
        self._round_end = RoundEnd(self)
        self._last_tile = LastTile(self)
        self._open_double = OpenDouble(self)
        self._two = bytearray(2)
        self._three = bytearray(3)

    # -- what questions use ------------------------------------------------------------------------------------------

    def record(self):
        return self.hub.journal.record

    def table(self):
        return self.hub.journal.record.table

    def event2(self, head):
        """An event without further fields, in a buffer that the next one reuses; the journal stamps its time."""
        self._two[0] = head
        self._two[1] = ev.TIME_UNKNOWN
        return self._two

    def event3(self, head, field):
        """An event with one byte after its head."""
        self._three[0] = head
        self._three[1] = field
        self._three[2] = ev.TIME_UNKNOWN
        return self._three

    def flip(self, track):
        """The event that moves that track's marker to where it is not."""
        up = self.table().markers >> track & 1
        return self.event2((ev.MARKER_DOWN if up else ev.MARKER_UP) << 4 | track)

    def act(self, event):
        """Let an event happen, if it can; `OK` or why not."""
        return self.hub.act(event)

    def act_and_close(self, event):
        """The same; once it happened, the question on top is answered."""
        code = self.hub.act(event)
        if code == OK:
            self.close()
        return code

    def begin(self, event):
        """Begin a new game; the questions that led here are answered."""
        code = self.hub.begin(event)
        if code == OK:
            self._clear()
        return code

    def open(self, question):
        """Ask `question` above whatever is being asked."""
        if self.depth >= _DEEPEST:
            return E_BUSY
        question.ask(self.table())
        self.stack[self.depth] = question
        self.depth += 1
        self.changed()
        return OK

    def close(self):
        """The question on top is answered or cancelled."""
        if self.depth:
            self.depth -= 1
            self.stack[self.depth] = None
        self.stale = True
        self.changed()

    def replace(self, question):
        """Ask `question` instead of the one on top."""
        self.close()
        return self.open(question)

    def changed(self):
        """What is lit is no longer right."""
        self.hub.lights.dirty = True

    def moved(self, track):
        """The cursor is on another seat: its whistle."""
        self.changed()
        self.hub.whistle(track)

    def ask_seats(self):
        """Who sits where? Forgets every other question."""
        from hub.setup import Seats

        self._clear()
        return self.open(Seats(self))

    def has_button(self, button):
        return self.hub.has_button(button)

    def entropy(self):
        return self.hub.entropy()

    def try_setting(self, key, value):
        """Show or sound a setting without keeping it; -1: no longer."""
        self.hub.try_setting(key, value)
        self.changed()

    def keep_setting(self, key, value):
        return self.hub.keep_setting(key, value)

    # -- what the hub uses -------------------------------------------------------------------------------------------

    def question(self):
        """The question that is lit and answered now, or None. A pause hides those of the game."""
        if not self.depth:
            return None
        top = self.stack[self.depth - 1]
        return None if self.table().paused and not top.while_paused else top

    def on_event(self, head):
        """An event was committed, by whomever."""
        self.stale = True
        self.auto = head >> 4 == ev.ROUND_ENDED or head == ev.GAME_BEGUN

    def restart(self):
        """Start over after a fault: no question is open."""
        self._clear()

    def settle(self):
        """Put away what no longer fits, ask what the game needs next."""
        if not self.stale:
            return
        self.stale = False
        self.changed()
        table = self.table()
        while self.depth and not self.stack[self.depth - 1].fits(table):
            top = self.stack[self.depth - 1]
            self.close()
            top.dropped()
            self.stale = False
        if self.depth:
            self.stack[self.depth - 1].refresh(table)
        elif table.phase == tb.NO_GAME:
            self.ask_seats()
        elif table.phase == tb.BETWEEN:
            self._next_round(table)

    def gesture(self, gesture):
        """One gesture. Returns `OK`, or why it was refused and nothing changed."""
        table = self.table()
        if gesture == gs.UNDO:
            return self._undo()
        if gesture == gs.MENU:
            return self._menu()
        question = self.question()
        if gesture == _DRAW_HOLD and table.phase != tb.NO_GAME:
            return self.act(self.event2(ev.RESUMED if table.paused else ev.PAUSED))
        if question is not None:
            return _answer(question, gesture)
        if table.paused:
            return E_PAUSED
        if table.phase == tb.ROUND:
            return self._play(gesture, table)
        if table.phase >= tb.DONE and gesture == _ROUND:
            from hub.setup import Another

            return self.open(Another(self))
        return E_PHASE

    def _play(self, gesture, table):
        """A gesture while a round runs and nothing is asked."""
        if gesture == _TURN:
            return self.act(self.event2(ev.TILE_LAID))
        if gesture == _TURN_HOLD:
            return self.act(self.event2(ev.NOTHING_LAID))
        if gesture == _MARK:
            return self.act(self.flip(table.turn))
        if gesture == _MARK_HOLD:
            if table.owes() and not table.laid_count:
                return self.act(self.event2(ev.LAPSED))
            return self._open_double.refused(table) or self.open(self._open_double)
        if gesture == _ROUND:
            return self.open(self._round_end)
        if gesture == _ROUND_HOLD:
            return self._last_tile.refused(table) or self.open(self._last_tile)
        if gesture == _DRAW:
            return self.act(self.event2(ev.TILE_DRAWN))
        return E_PHASE

    def _next_round(self, table):
        if self.auto and table.rules[rs.F_ENGINE] == rs.ENGINE_ASIDE and not table.paused:
            self.auto = False
            if self.act(self.event3(ev.ROUND_BEGUN << 4 | table.dealer, table.next_engine())) == OK:
                return
        self.open(self._engine)

    def _undo(self):
        event = self.record().undo_event()
        return E_NOTHING if event is None else self.act(event)

    def _menu(self):
        question = self.question()
        if question is not None and question.while_paused:  # it is open: close it
            question.dropped()
            self.close()
            return OK
        from hub.menu import Menu

        return self.open(Menu(self))

    def _clear(self):
        while self.depth:
            self.close()


def _answer(question, gesture):
    """A press in a question; a slow finger's hold means the same."""
    button = gesture & 15
    if button == names.TURN:
        return question.move()
    if button == names.MARK:
        return question.mark()
    if button == names.ROUND:
        return question.confirm_here()
    return question.draw()
