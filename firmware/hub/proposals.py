"""What a host may propose, and when a proposal is so already: then it is accepted with no second event.

The hub is the only writer of its log: a proposal is checked against the state now, journaled, then answered.
"""

from shared_rules import events as ev
from shared_rules.constants import (
    E_BUSY,
    E_CHANGED,
    E_LOG,
    E_MALFORMED,
    E_NO_GAME,
    E_NOT_LAST,
    E_NOTHING,
    E_UNKNOWN,
    OK,
    TRACKS,
    UNSET,
    const,
)
from shared_rules.table import ENDED

REMEMBERED = const(4)  # names and dates taken last: the state does not show them


class Proposals:
    """`on_event(event)` is called after each event that a proposal put into the journal."""

    def __init__(self, journal, on_event):
        self._journal = journal
        self._on_event = on_event
        self._taken = []

    def forget(self):
        """A new session begins: its proposal numbers mean nothing to the one before."""
        self._taken.clear()

    def take(self, number, log_id, expect, event, now):
        """Judge one proposal and store it. Returns `OK` or an `E_*` number."""
        code = ev.well_formed(event, 0, len(event))
        if code:
            return code
        journal = self._journal
        if journal.busy():
            return E_BUSY
        if event[0] == ev.GAME_BEGUN:
            return self._begin(event, now)
        if journal.log is None:
            return E_NO_GAME
        if log_id != journal.log.id:
            return E_LOG
        kind = event[0] >> 4
        if kind == ev.NAMED or event[0] == ev.DATED:
            return self._once(number, event, now)
        code, event = self._compare(kind, event, expect)
        if event is None:
            return code
        return self._commit(event, now)

    def _begin(self, event, now):
        log = self._journal.log
        if log and log.head and event[2:6] == bytes((log.id >> shift & 255 for shift in (0, 8, 16, 24))):
            # Said before; another game under the same name would be something else.
            return OK if self._journal.archive.reader(log.id).next()[:-1] == event[:-1] else E_LOG
        code = self._journal.begin(event, now)
        if code == OK:
            self._on_event(event)
        return code

    def _commit(self, event, now):
        code = self._journal.commit(event, now, False)
        if code == OK:
            self._on_event(event)
        return code

    def _once(self, number, event, now):
        if (number, event) in self._taken:
            return OK
        code = self._commit(event, now)
        if code == OK:
            self._taken.append((number, event))
            if len(self._taken) > REMEMBERED:
                self._taken.pop(0)
        return code

    def _compare(self, kind, event, expect):
        """(code, event): an event to commit, or None and the verdict."""
        head = event[0]
        track = head & 15
        table = self._journal.record.table
        code = OK
        if kind == ev.SCORE:
            return self._score(table, event, expect)
        if head == ev.UNDONE or head == ev.REDONE:
            return self._undo(head, expect)
        if head == ev.PAUSED or head == ev.RESUMED:
            if table.paused == (head == ev.PAUSED) and table.phase != ENDED:
                event = None
        elif head == ev.GAME_ENDED:
            if table.phase == ENDED:
                event = None
        elif kind == ev.JOINED:
            if (table.seats | table.coming) >> track & 1:
                event = None
        elif kind == ev.LEFT:
            if table.left[track]:
                event = None
        else:
            code, event = E_UNKNOWN, None  # what happens at the table is told by the table's buttons
        return code, event

    def _score(self, table, event, expect):
        track = event[0] & 15
        round_no = event[1]
        if round_no > table.rounds():
            return OK, event  # `admit` says why not
        shown = table.score(round_no, track)
        cell = table.scores[(round_no - 1) * TRACKS + track]
        wanted = ev.score_value(event, 0)
        wanted = UNSET if wanted is None else wanted
        if wanted == cell:
            return self._journal.record.admit(event), None
        # Who sees a winner's 0 and who sees the cell that nobody filled in mean the same.
        if expect != _coded(cell) and expect != _coded(shown):
            code = self._journal.record.admit(event)
            return code if code else E_CHANGED, None
        return OK, event

    def _undo(self, head, target):
        record = self._journal.record
        if not target:
            return E_MALFORMED, None  # event 0 is `game begun`
        if head == ev.UNDONE:
            if target in record.redo:
                return OK, None
            if target != record.top:
                return E_NOT_LAST if record.undo_event() else E_NOTHING, None
            return OK, record.undo_event()
        if record.redo and target == record.redo[-1]:
            return OK, record.redo_event()
        if target == record.top:
            return OK, None
        return E_NOT_LAST if record.redo else E_NOTHING, None


def _coded(value):
    return 0 if value == UNSET else value + 1
