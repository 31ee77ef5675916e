"""Fingers: turns what happened at a table into the presses that tell the hub so, as a person who knows the face would.

The presser keeps its own record of what it told the hub, because where a question's cursor starts depends on the state
(who is in turn, who deals). It never looks at the hub's memory: the hub may disagree, and tests find out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules import table as tb
from shared_rules.constants import MEXICAN, OK
from shared_rules.record import ListSource, Record

MENU = ("MARK", "ROUND")
UNDO = ("TURN", "ROUND")
# Tracks of the menu's items, see the table card.
ITEM_MARKER, ITEM_PENALTY, ITEM_PEOPLE = 3, 4, 5


class Fingers(Protocol):
    """What reaches the buttons: the bench of a simulated hub, or the same with a pause and a picture around it."""

    def press(self, button: str) -> None: ...

    def hold(self, button: str) -> None: ...

    def chord(self, buttons: Sequence[str]) -> None: ...


class Presser:
    """Tells a hub the events of one game.

    fingers: see above · say: called with each event before it is pressed, for a caption.
    """

    def __init__(self, fingers: Fingers, say: Callable[[bytes], None] = lambda event: None) -> None:
        self.fingers = fingers
        self.say = say
        self.record = Record(ListSource())
        self._engine_cursor = 0

    @property
    def table(self) -> tb.Table:
        return self.record.table

    # -- a whole game --------------------------------------------------------------------------------------------------

    def set_up(self, begun: bytes, seated: int = 0) -> None:
        """Answer the questions of a fresh hub so that the game of this `game begun` event begins.

        seated: mask of the seats that the question starts with (those of the game before).
        """
        wanted = begun[7] | begun[8] << 8
        for track in range(1, MEXICAN):
            if (wanted ^ seated) >> track & 1:
                self.fingers.press("MARK")
            self.fingers.press("TURN")
        self.fingers.press("ROUND")
        numbers = [preset[0] for preset in rs.PRESETS]
        at = next(i for i, number in enumerate(numbers) if allows(number, tb.bits(wanted), begun[6]))
        self._move(at, numbers.index(begun[14]), len(numbers))
        self.fingers.press("ROUND")
        self._happened(begun)
        self._engine_cursor = 0

    def tell(self, events: Iterable[bytes]) -> None:
        """Press for each event, in order."""
        for event in events:
            self.say(event)
            self._press(event)
            self._happened(event)

    def undo(self) -> None:
        """Take the last event back."""
        event = self.record.undo_event()
        assert event is not None, "nothing to take back"
        self.say(event)
        self.fingers.chord(UNDO)
        self._happened(event)

    def by_others(self, event: bytes) -> None:
        """Something came from the PC (a score, a name): note it, no button is pressed."""
        self._happened(event)

    def _happened(self, event: bytes) -> None:
        code = self.record.admit(event)
        assert code == OK, f"people would be refused: {event.hex()} ({code})"
        self.record.source.events.append(event)
        self.record.append(event)
        self.record.work()
        if event[0] >> 4 == ev.ROUND_ENDED or event[0] == ev.UNDONE:
            self._engine_cursor = 0  # asked anew

    # -- one event -----------------------------------------------------------------------------------------------------

    def _press(self, event: bytes) -> None:
        kind, low = event[0] >> 4, event[0] & 15
        if event[0] == ev.TILE_LAID:
            self.fingers.press("TURN")
        elif event[0] == ev.NOTHING_LAID:
            self.fingers.hold("TURN")
        elif event[0] == ev.TILE_DRAWN:
            self.fingers.press("DRAW")
        elif event[0] == ev.SEARCH_LAP:
            self.fingers.press("MARK")
        elif event[0] == ev.LAPSED:
            self.fingers.hold("MARK")
        elif kind == ev.DOUBLE:
            self.fingers.hold("MARK")
            self._choose(self._double_order(), low)
        elif kind in (ev.MARKER_UP, ev.MARKER_DOWN):
            self._marker(low)
        elif kind == ev.CALLED:
            self.fingers.hold("ROUND")
            self._choose(self._call_order(), low)
        elif kind == ev.ROUND_BEGUN:
            self._round_begun(low, event[1])
        elif kind == ev.ROUND_ENDED:
            self.fingers.press("ROUND")
            self._choose(self._end_order(), low or MEXICAN)
        elif kind == ev.PENALTY:
            self._penalty(low, event[1])
        elif kind in (ev.JOINED, ev.LEFT):
            self._menu(ITEM_PEOPLE)
            self._choose([track for track in range(1, MEXICAN) if not self.table.left[track]], low)
        else:
            raise ValueError(f"no button tells the hub {event.hex()}")

    def _marker(self, track: int) -> None:
        if track == self.table.turn:
            self.fingers.press("MARK")
            return
        self._menu(ITEM_MARKER)
        others = [seat for seat in self._clockwise(self.table.turn) if seat != self.table.turn]
        self._choose(others, track)

    def _penalty(self, seat: int, tiles: int) -> None:
        self._menu(ITEM_PENALTY)
        self._choose(self._clockwise(self.table.turn), seat)
        first = max(self.table.rules[rs.F_CALL_TILES], 1) - 1
        self._move(first, tiles - 1, 12)
        self.fingers.press("ROUND")

    def _round_begun(self, starter: int, engine: int) -> None:
        table = self.table
        if table.rules[rs.F_ENGINE] == rs.ENGINE_ASIDE:
            return  # the hub begins by itself: nobody looks for the engine
        if table.rules[rs.F_ENGINE] == rs.ENGINE_HIGHEST:
            lowest_first = (table.rules[rs.F_SET] - engine) % (table.rules[rs.F_SET] + 1)
            for _ in range(lowest_first):
                self.fingers.press("MARK")
        order = self._clockwise(table.dealer)
        self._move(self._engine_cursor, order.index(starter), len(order))
        self.fingers.press("ROUND")

    # -- questions -----------------------------------------------------------------------------------------------------

    def _menu(self, item: int) -> None:
        """Open the menu and choose an item: those on offer lie clockwise from track 1."""
        self.fingers.chord(MENU)
        running = self.table.phase == tb.ROUND
        offered = [1, 2, *([3, 4] if running else []), 5, 6, *([7] if self.record.redo else []), 8, 9, 10]
        self._choose(offered, item)

    def _choose(self, order: Sequence[int], track: int) -> None:
        self._move(0, order.index(track), len(order))
        self.fingers.press("ROUND")

    def _move(self, start: int, end: int, count: int) -> None:
        for _ in range((end - start) % count):
            self.fingers.press("TURN")

    def _clockwise(self, first: int) -> list[int]:
        """Seats clockwise from `first` on, itself included if somebody sits there."""
        tracks = [(first + i - 1) % 12 + 1 for i in range(12)]
        return [track for track in tracks if self.table.seats >> track & 1]

    def _before(self, track: int) -> int:
        return self._clockwise(track)[-1]

    def _end_order(self) -> list[int]:
        turn = self.table.turn
        order = [MEXICAN] if self.table.blocked_due() else []
        return unique([*order, turn, self._before(turn), *self._clockwise(turn), MEXICAN])

    def _double_order(self) -> list[int]:
        sat = [track for track in range(1, MEXICAN) if self.table.joined[track]]
        return unique([self.table.turn, MEXICAN, *self._clockwise(self.table.turn), *sat])

    def _call_order(self) -> list[int]:
        may = (self.table.turn, self.table.window)
        return [track for track in may if track and not self.table.called >> track & 1]


def unique(tracks: Iterable[int]) -> list[int]:
    """The tracks, each once, in order of first appearance."""
    return list(dict.fromkeys(tracks))


def allows(preset: int, seats: int, set_size: int) -> bool:
    """Can so many seats play by this preset?"""
    return not rs.seats_refused(rs.values(preset, b"", set_size), seats)
