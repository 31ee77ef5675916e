"""A new game: who sits where, then which rule set. Loaded only when it is asked."""

from hub.question import Question
from shared_rules import events as ev
from shared_rules import names
from shared_rules import ruleset as rs
from shared_rules import table as tb
from shared_rules.constants import E_SEATS, MEXICAN, OK


class Seats(Question):
    """Who sits where? TURN moves round the tracks, MARK seats or clears, ROUND confirms.

    With nobody seated, ROUND puts the question away again where an older game lies behind it.
    """

    def __init__(self, face):
        super().__init__(face)
        self.seats = 0

    def fits(self, table):
        return table.phase == tb.NO_GAME or table.phase >= tb.DONE

    def fill(self, table):
        for track in range(1, MEXICAN):
            self.add(track)

    def ask(self, table):
        super().ask(table)
        self.seats = table.seats  # those of the game before

    def chosen(self):
        return self.seats

    def mark(self):
        self.seats ^= 1 << self.track()
        self.face.changed()
        return OK

    def confirm(self, track):
        if not self.seats and self.face.table().phase != tb.NO_GAME:
            self.face.close()
            return OK
        if tb.bits(self.seats) < 2:
            return E_SEATS
        self.face.open(Rules(self.face, self.seats))
        return OK


class Rules(Question):
    """Which rule set? One track each, in the order of their numbers. MARK goes back to the seats.

    The cursor starts on the first rule set that allows so many seats; one that forbids them is refused.
    """

    of_seats = False

    def __init__(self, face, seats):
        super().__init__(face)
        self.seats = seats

    def fits(self, table):
        return table.phase == tb.NO_GAME or table.phase >= tb.DONE

    def fill(self, table):
        for i in range(min(len(rs.PRESETS), MEXICAN)):
            self.add(i + 1)

    def ask(self, table):
        super().ask(table)
        for i in range(self.count):
            if self.refused(i + 1) == OK:
                self.at = i
                return

    def refused(self, track):
        """Why the rule set on this track cannot be played by the chosen seats, or `OK`."""
        rules = rs.PRESETS[track - 1][2]
        return E_SEATS if rs.seats_refused(rules, tb.bits(self.seats)) else OK

    def confirm(self, track):
        code = self.refused(track)
        if code:
            return code
        face = self.face
        flags = ev.FLAG_DRAWS_RECORDED if face.has_button(names.DRAW) else 0
        preset = rs.PRESETS[track - 1]
        return face.begin(ev.game_begun(face.entropy(), preset[2][rs.F_SET], self.seats, flags, face.core_hash, preset[0]))


class Another(Question):
    """After the last round: a new game? ROUND yes, MARK no."""

    def fits(self, table):
        return table.phase >= tb.DONE

    def fill(self, table):
        self.add_mask(table.seats)

    def move(self):
        return OK

    def confirm(self, track):
        self.face.replace(Seats(self.face))
        return OK
