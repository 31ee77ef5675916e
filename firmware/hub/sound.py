"""Which sound an event makes, and when: the newest wins, one may wait behind it (the next seat's whistle).

Flash is never written while a sound streams: every write goes through a `QuietStore`.
"""

from hub.clock import after, until
from shared_rules import events as ev
from shared_rules import names, wire
from shared_rules import table as tb
from shared_rules.constants import MEXICAN, const

_FEED_MS = const(8)  # how often a stream is looked after

# By kind of event; 0 makes none or needs a closer look.
_BY_KIND = bytes((
    0, 0, names.BELL, names.CHUG, names.MARKER_OFF, names.DRAW_TILE, names.LAST_TILE, names.DRAW_TILE, names.STEAM,
    names.ROUND_FANFARE, 0, 0, names.MARKER_OFF, 0, 0, 0))  # fmt: skip
_BY_META = bytes((names.STEAM, names.GAME_FANFARE, names.MARKER_OFF, names.STEAM, names.UNDO, names.CLACK, 0))


def of_event(head, table):
    """The sound of an event, `table` as it is after it."""
    kind = head >> 4
    if kind == ev.TURN:
        return names.CLACK if head == ev.TILE_LAID else names.CHUG
    if kind == ev.META:
        return _BY_META[head & 15]
    if head == ev.LAPSED:
        return names.MARKER_OFF
    if kind == ev.JOINED:
        return names.WHISTLE + (head & 15)
    if kind == ev.ROUND_ENDED:
        if table.phase == tb.DONE:
            return names.GAME_FANFARE
        return names.BLOCKED if head == ev.ROUND_BLOCKED else names.ROUND_FANFARE
    return _BY_KIND[kind]


class Sound:
    """Plays what it is told through a speaker, at the volume of the settings."""

    def __init__(self, speaker, settings, heard):
        self.speaker = speaker
        self.settings = settings
        self.heard = heard  # called as heard(number, volume): somebody may listen on the line
        self.off = False  # switched off after faults
        self.trial = -1  # a volume that is only tried out
        self._next = names.SILENCE
        self._then = names.SILENCE
        self._ahead = names.SILENCE  # to be opened before it is due
        self._free_at = 0

    def play(self, number, then=names.SILENCE):
        """Play a sound now, and another one after it; what played or waited before is forgotten."""
        if not self.off:
            self._next = number
            self._then = then

    def on_event(self, head, table, turned):
        """An event was committed. turned: the seat that is in turn since, 0 if that did not change."""
        number = of_event(head, table)
        whistle = names.WHISTLE + turned if 0 < turned < MEXICAN else names.SILENCE
        if number or whistle:
            self.play(number, whistle)

    def whistle(self, track):
        """The whistle of the seat on that track; the Mexican Train has none."""
        self.play(names.WHISTLE + track if 0 < track < MEXICAN else names.CLACK)

    def waiting(self):
        """Is a sound to come?"""
        return self._next or self._then

    def due(self, now):
        """Milliseconds until there is something to do; 1000 for nothing."""
        if self._next or self._ahead:
            return 0
        if self.speaker.busy():
            return _FEED_MS
        return until(now, self._free_at) if self._then else 1000

    def step(self, now):
        """Feed the stream; start what is next, and a step later open what follows: a press may come in between."""
        speaker = self.speaker
        speaker.poll()
        if not self._next and self._then and not until(now, self._free_at) and not speaker.busy():
            self._next = self._then
            self._then = names.SILENCE
        if self._next:
            number = self._next
            self._next = names.SILENCE
            volume = self.trial if self.trial >= 0 else self.settings.get(wire.KEY_VOLUME)
            self._free_at = after(now, speaker.play(number, volume)) if volume else now
            self._ahead = self._then if volume else names.SILENCE
            self.heard(number, volume)
        elif self._ahead:
            ahead = self._ahead
            self._ahead = names.SILENCE
            speaker.prepare(ahead)

    def restart(self):
        """After a fault: silence."""
        self._next = self._then = self._ahead = names.SILENCE
        self.speaker.stop()


class QuietStore:
    """A store whose writes first end a sound that streams: a flash write would keep the chip from feeding it."""

    def __init__(self, store, speaker):
        self._store = store
        self._speaker = speaker

    def _hush(self):
        if self._speaker.busy():
            self._speaker.stop()

    def prepare(self):
        self._hush()
        return self._store.prepare()

    def read(self, name):
        return self._store.read(name)

    def write(self, name, data):
        self._hush()
        return self._store.write(name, data)

    def append(self, name, data):
        self._hush()
        return self._store.append(name, data)

    def remove(self, name):
        self._hush()
        return self._store.remove(name)

    def names(self):
        return self._store.names()

    def free(self):
        return self._store.free()
