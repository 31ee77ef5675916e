"""What a running game asks: who holds the engine, who is out, whose last tile, on which track a double lies open."""

from hub.question import Question
from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules import table as tb
from shared_rules.constants import BLOCKED, E_NO_CALL, E_NO_DUTY, MEXICAN, OK


def seat_before(seats, track):
    """The next occupied track counter-clockwise from `track`."""
    while True:
        track = track - 1 if track > 1 else MEXICAN - 1
        if seats >> track & 1:
            return track


class Engine(Question):
    """Between rounds: who holds the engine? MARK: nobody, everybody draws one (a search lap); DRAW: one tile drawn.

    Where the highest double held opens, MARK lowers the engine instead, from the highest of the set down and round.
    """

    def __init__(self, face):
        super().__init__(face)
        self.engine = 0

    def fits(self, table):
        return table.phase == tb.BETWEEN

    def ask(self, table):
        self.engine = table.rules[rs.F_SET] if self.lowers(table) else table.next_engine()
        super().ask(table)

    def refresh(self, table):
        if not self.lowers(table):
            self.engine = table.next_engine()
        super().refresh(table)

    def fill(self, table):
        if table.rules[rs.F_ENGINE] == rs.ENGINE_ASIDE:
            self.add(table.dealer)
        else:
            self.add_seats(table.seats, table.dealer)

    def lowers(self, table):
        """Is the engine whatever double is the highest one held?"""
        return table.rules[rs.F_ENGINE] == rs.ENGINE_HIGHEST

    def chosen(self):
        """Shows the engine that MARK lowers, as that many tracks."""
        if not self.lowers(self.face.table()):
            return 0
        shown = self.engine if self.engine <= MEXICAN else self.engine - MEXICAN
        return (1 << shown) - 1 << 1

    def mark(self):
        table = self.face.table()
        if self.lowers(table):
            self.engine = self.engine - 1 if self.engine else table.rules[rs.F_SET]
            self.face.changed()
            return OK
        return self.face.act(self.face.event2(ev.SEARCH_LAP))

    def draw(self):
        return self.face.act(self.face.event2(ev.TILE_DRAWN))

    def confirm(self, track):
        return self.face.act(self.face.event3(ev.ROUND_BEGUN << 4 | track, self.engine))


class RoundEnd(Question):
    """Who is out? The seat in turn, the seat before, the others, and the Mexican Train's track for nobody: blocked.

    That one comes first when it is certain that nobody can go on.
    """

    def fits(self, table):
        return table.phase == tb.ROUND

    def fill(self, table):
        if table.blocked_due():
            self.add(MEXICAN)
        self.add(table.turn)
        self.add(seat_before(table.seats, table.turn))
        self.add_seats(table.seats, table.turn)
        self.add(MEXICAN)

    def confirm(self, track):
        return self.face.act(self.face.event2(ev.ROUND_ENDED << 4 | (BLOCKED if track == MEXICAN else track)))


class LastTile(Question):
    """Whose last-tile call? The seat in turn, or the seat before while its window is open."""

    def fits(self, table):
        return table.phase == tb.ROUND

    def refused(self, table):
        """Why it cannot be asked, or `OK`."""
        if not table.rules[rs.F_CALL]:
            return E_NO_CALL
        self.ask(table)
        return OK if self.count else E_NO_CALL

    def fill(self, table):
        if not table.called >> table.turn & 1:
            self.add(table.turn)
        if table.window and not table.called >> table.window & 1:
            self.add(table.window)

    def confirm(self, track):
        return self.face.act_and_close(self.face.event2(ev.CALLED << 4 | track))


class OpenDouble(Question):
    """On which track does the double stay open? The own, the Mexican Train, then the others clockwise."""

    def fits(self, table):
        return table.phase == tb.ROUND and table.duty()

    def refused(self, table):
        """Why it cannot be asked, or `OK`."""
        return OK if table.duty() else E_NO_DUTY

    def fill(self, table):
        self.add(table.turn)
        self.add(MEXICAN)
        self.add_seats(table.seats, table.turn)
        for track in range(1, MEXICAN):  # the trains of those who left lie there still
            if table.joined[track]:
                self.add(track)

    def confirm(self, track):
        return self.face.act_and_close(self.face.event2(ev.DOUBLE << 4 | track))
