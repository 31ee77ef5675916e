"""The menu: what is needed now and then. Each item has a track of its own; loaded only when it is opened."""

from hub.question import Question
from shared_rules import events as ev
from shared_rules import ruleset as rs
from shared_rules import table as tb
from shared_rules import wire
from shared_rules.constants import E_NOTHING, MEXICAN, OK, TRACKS, const

VOLUME = const(1)
BRIGHTNESS = const(2)
MARKER = const(3)
PENALTY = const(4)
PEOPLE = const(5)
PAUSE = const(6)
REDO = const(7)
END_GAME = const(8)
NEW_GAME = const(9)
KEEP_ALIVE = const(10)

_ALWAYS = const(0x406)  # volume, brightness, keep-alive


class Menu(Question):
    """Which item? While the game is paused the cursor starts on going on."""

    while_paused = True
    of_seats = False

    def fill(self, table):
        if table.paused:
            self.add(PAUSE)
        mask = _ALWAYS
        if table.phase == tb.ROUND and not table.paused:
            mask |= 1 << MARKER | 1 << PENALTY
        if table.phase == tb.ROUND or table.phase == tb.BETWEEN:
            mask |= 1 << END_GAME | 1 << PAUSE
            if not table.paused:
                mask |= 1 << PEOPLE
        if table.phase != tb.NO_GAME:
            mask |= 1 << NEW_GAME
        if self.face.record().redo:
            mask |= 1 << REDO
        self.add_mask(mask)

    def confirm(self, item):
        face = self.face
        table = face.table()
        if item == VOLUME:
            face.replace(Level(face, wire.KEY_VOLUME, 4))
        elif item == BRIGHTNESS:
            face.replace(Level(face, wire.KEY_BRIGHTNESS, 4))
        elif item == KEEP_ALIVE:
            face.replace(Level(face, wire.KEY_KEEP_ALIVE, 2))
        elif item == MARKER:
            face.replace(Marker(face))
        elif item == PENALTY:
            face.replace(Penalised(face))
        elif item == PEOPLE:
            face.replace(People(face))
        elif item == END_GAME:
            face.replace(Sure(face, False))
        elif item == NEW_GAME:
            if table.phase >= tb.DONE:
                face.ask_seats()
            else:
                face.replace(Sure(face, True))
        else:
            return self._at_once(item, table)
        return OK

    def _at_once(self, item, table):
        if item == PAUSE:
            event = self.face.event2(ev.RESUMED if table.paused else ev.PAUSED)
        else:
            event = self.face.record().redo_event()
            if event is None:
                return E_NOTHING
        return self.face.act_and_close(event)


class Level(Question):
    """A setting from 0 up, one track a step. Each step is tried out at once; ROUND keeps it, MARK takes it back."""

    while_paused = True
    of_seats = False

    def __init__(self, face, key, steps):
        super().__init__(face)
        self.key = key
        self.steps = steps
        self.before = 0

    def fill(self, table):
        for i in range(self.steps):
            self.add(i + 1)

    def ask(self, table):
        super().ask(table)
        self.before = self.face.settings.get(self.key)
        self.at = min(self.before, self.steps - 1)

    def move(self):
        self.at = (self.at + 1) % self.steps
        self.face.try_setting(self.key, self.at)
        return OK

    def mark(self):
        self.dropped()
        return super().mark()

    def confirm(self, track):
        self.face.close()
        return self.face.keep_setting(self.key, track - 1)

    def dropped(self):
        self.face.try_setting(self.key, -1)


class Marker(Question):
    """Which other seat's marker is to be flipped?"""

    def fits(self, table):
        return table.phase == tb.ROUND

    def fill(self, table):
        self.add_seats(table.seats & ~(1 << table.turn), table.turn)

    def chosen(self):
        return self.face.table().markers

    def confirm(self, track):
        return self.face.act_and_close(self.face.flip(track))


class Penalised(Question):
    """Who draws penalty tiles?"""

    def fits(self, table):
        return table.phase == tb.ROUND

    def fill(self, table):
        self.add_seats(table.seats, table.turn)

    def confirm(self, track):
        self.face.replace(Tiles(self.face, track))
        return OK


class Tiles(Question):
    """How many penalty tiles? One track each; TURN counts up."""

    of_seats = False

    def __init__(self, face, seat):
        super().__init__(face)
        self.seat = seat

    def fits(self, table):
        return table.phase == tb.ROUND and table.seats >> self.seat & 1

    def fill(self, table):
        for i in range(TRACKS):
            self.add(i + 1)

    def ask(self, table):
        super().ask(table)
        self.at = max(table.rules[rs.F_CALL_TILES], 1) - 1

    def chosen(self):
        """As many tracks as tiles."""
        return (1 << self.at + 1) - 1 << 1

    def confirm(self, track):
        return self.face.act_and_close(self.face.event3(ev.PENALTY << 4 | self.seat, track))


class People(Question):
    """Which seat joins or leaves? Seats that are taken are marked."""

    def fits(self, table):
        return table.phase == tb.ROUND or table.phase == tb.BETWEEN

    def fill(self, table):
        for track in range(1, MEXICAN):
            if not table.left[track]:
                self.add(track)

    def chosen(self):
        table = self.face.table()
        return table.seats | table.coming

    def confirm(self, track):
        kind = ev.LEFT if self.chosen() >> track & 1 else ev.JOINED
        return self.face.act_and_close(self.face.event2(kind << 4 | track))


class Sure(Question):
    """End this game (and begin a new one)? ROUND yes, MARK no."""

    while_paused = True

    def __init__(self, face, again):
        super().__init__(face)
        self.again = again

    def fits(self, table):
        return table.phase == tb.ROUND or table.phase == tb.BETWEEN

    def fill(self, table):
        self.add_mask(table.seats)

    def move(self):
        return OK

    def confirm(self, track):
        code = self.face.act_and_close(self.face.event2(ev.GAME_ENDED))
        if code == OK and self.again:
            self.face.ask_seats()
        return code
