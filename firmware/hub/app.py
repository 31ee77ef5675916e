"""The hub: one object, one step. Whoever calls `step` (the main loop, a test, a fault simulation) is its clock.

A step polls buttons, line, table, lights, sound and journal in this order, never blocks, and returns how many
milliseconds nothing will be due. Work that takes long is cut into slices: a step that left some returns 0. An edge of a
button does not wait for the step's end: between any two parts the buttons come first.

What a press changes is lit before it is stored, and flash is written in the moment after a release: nobody presses again
so soon, and a write that erases would keep the next press waiting.
"""

import gc

from hub import guard as gd
from hub import power_up as pu
from hub.buttons import Buttons
from hub.clock import since
from hub.display import Display
from hub.face import Face
from hub.gestures import Gestures
from hub.render import FRAME_MS
from hub.sound import Sound
from hub.unload import unload
from shared_rules import events as ev
from shared_rules import names, wire
from shared_rules import table as tb
from shared_rules.constants import E_PHASE, OK, const

IDLE_MS = const(1000)  # the longest a step may say that nothing is due
LISTENING_MS = const(20)  # while a host listens
_LINK_MS = const(1000)  # a host may ask what is wrong where nothing gets lit
_ERASE_MS = const(30)  # a write that took so long had to erase
_UNTOUCHED_MS = const(1000)  # no edge for so long: nobody is about to press
_DRIVERS = {
    "buttons": wire.PART_BUTTONS, "lights": wire.PART_LIGHTS, "sound": wire.PART_SOUND, "port": wire.PART_LINK,
    "store": wire.PART_STORE,
}  # fmt: skip


class NoLink:
    """Stands for the line to the host until that is loaded: the table is lit first."""

    listening = False

    def step(self, now):
        pass

    def quiet(self):
        return True

    def lights(self, pixels, now):
        pass

    def sound(self, number, volume):
        pass


class Hub:
    """platform: the drivers (see `hal`) · board: its data · info: see `info.Info`.

    The line to the host is set with `attach`.
    """

    def __init__(self, platform, board, journal, settings, info):
        now = platform.clock.now()
        self.platform = platform
        self.board = board
        self.journal = journal
        self.link = NoLink()
        self._make_link = None
        self._started = now
        self.settings = settings
        self.info = info
        self.core_hash = info.core_hash
        self.now = now
        self.guard = gd.Guard()
        info.faults = self.guard.faults
        info.self_test = self.self_test
        self.buttons = Buttons(platform.buttons, len(board.BUTTONS), now)
        self._edge_waits = platform.buttons.pending
        self.power_up = pu.PowerUp(self.buttons.ignored, now)
        self.gestures = Gestures()
        self.display = Display(self, platform, board, now)
        self.lights = self.display.lights
        self.pixels = self.display.pixels
        self.sound = Sound(platform.speaker, settings, self._heard)
        self.face = Face(self)
        self._edge_at = now
        self._stored = True  # is what a press changed on flash?
        # Bound once: binding a method allocates.
        self._running = 0  # the part that runs
        self._feel = self._step_buttons
        self._parts = (
            (wire.PART_BUTTONS, self._feel), (wire.PART_LINK, self._step_link),
            (wire.PART_FACE, self._step_face), (wire.PART_LIGHTS, self.display.step),
            (wire.PART_FACE, self._step_store), (wire.PART_SOUND, self._step_sound), (wire.PART_JOURNAL, self._step_journal),
        )  # fmt: skip
        for part, wrong in getattr(platform, "faults", ()):  # drivers that could not be started
            self.guard.note(_DRIVERS.get(part, wire.PART_BOARD), gd.MISSING, wrong[:40])
        if settings.fault:
            self.guard.note(wire.PART_SETTINGS, gd.UNREADABLE)
        journal.open()

    def attach(self, make_link):
        """Talk to the host through what `make_link` returns; it is called once the table is lit."""
        self._make_link = make_link

    # -- the step ----------------------------------------------------------------------------------------------------

    def step(self, now):
        """One turn of everything. Returns milliseconds until something is due, at most `IDLE_MS`."""
        self.now = now
        healthy = True
        for part, run in self._parts:
            if part != wire.PART_BUTTONS and self._edge_waits():
                self.now = self.platform.clock.now()  # edges must not lie in the future
                healthy = self._guarded(wire.PART_BUTTONS, self._feel) and healthy
            healthy = self._guarded(part, run) and healthy
        if healthy:
            self.platform.system.feed()
        elif self.guard.restart:
            self.platform.system.reset()
        return self._due(self.now)

    # MicroPython keeps a call's variables on its stack only where they are few (11 words with a `try`); else it takes
    # them from the heap, which is the slower the fuller that is. So this has two of them.
    def _guarded(self, part, run):
        """Run a part unless it is switched off; False if it raised."""
        if self.guard.off >> part & 1:
            return True
        self._running = part
        return self._tried(run)

    def _tried(self, run):
        try:
            run(self.now)
            return True
        except Exception as error:  # the edge: nothing below may end the hub
            self._failed(error)
        return False

    def _step_buttons(self, now):
        buttons = self.buttons
        if self._edge_waits():
            self._edge_at = now
        buttons.poll(now, self.gestures)
        if buttons.touched >= 0:
            buttons.touched = -1
            self.display.answer_finger()
        self.gestures.poll(now, buttons.touching())
        if self.gestures.pressed:
            self.gestures.pressed = False
            self.sound.play(names.CLICK)
        if self.power_up.mode == pu.WAITING and self.power_up.step(now, buttons.ignored):
            self._powered_up()
        if buttons.stuck:
            buttons.stuck = False
            self.guard.note(wire.PART_BUTTONS, gd.STUCK)

    def _step_link(self, now):
        if self._make_link is not None and (self.journal.ready or self.display.lit() or since(now, self._started) >= _LINK_MS):
            self.link = self._make_link()
            self._make_link = None
        self.link.step(now)
        self.info.step(now)

    def _step_face(self, now):
        lights = self.lights
        if self.journal.busy():
            if lights.restoring and self.journal.seen is not None:
                lights.restoring = False
                lights.turn = self.journal.seen.turn
                self.display.at_once = True
            return
        if lights.restoring:
            lights.restoring = False
            lights.dirty = True
        if self.power_up.mode != pu.RUN:
            return
        self._settle()
        gesture = self.gestures.take()
        if gesture:
            code = self.face.gesture(gesture)
            if code:
                self.refuse(code)
            if not self.journal.busy():
                self._settle()

    def _settle(self):
        """Something happened and its state is known: what is to be asked now, who is in turn, who has won?"""
        if self.face.stale:
            self.display.settled(self.journal.record.table.turn)
            self.face.settle()

    def _step_store(self, now):
        """What a press changed is lit: now it is stored, and then it may sound.

        Garbage is collected in this moment too, 14 ms on a Pico: later a press may wait for its light, and the fuller
        the heap is, the slower is everything, because MicroPython looks through it for each larger piece.
        """
        journal = self.journal
        if self._stored:
            return
        self._stored = True
        code = journal.store_taken()
        if code:
            self.face.stale = True
            self.refuse(code)
        elif not self.buttons.touching():
            # An erase took the time in which nobody presses again: the next event has room in the tail, too.
            if since(self.platform.clock.now(), now) < _ERASE_MS and not journal.seal_soon():
                gc.collect()

    def _step_sound(self, now):
        if not self.journal.busy():  # its flash work comes first; the sound follows at once
            self.sound.step(now)

    def _step_journal(self, now):
        journal = self.journal
        if journal.busy() or self._quiet(now):
            reading = journal.reading()
            journal.work()
            if reading and not journal.reading():
                unload(("restart", "preview", "hal.lists"))
                gc.collect()  # what the restart left lies scattered over the heap

    def _step_test(self, now):
        self.test.step(now)
        if self.test.done:
            self.power_up.mode = pu.RUN
            self._parts = self._game
            self.gestures.forget()
            self.lights.dirty = True

    def _failed(self, error):
        """Start a part over, or leave it switched off."""
        part, now = self._running, self.now
        again = self.guard.raised(part, error, now)
        try:
            if part == wire.PART_SOUND:
                self.sound.off = not again
                self.sound.restart()
            elif part == wire.PART_FACE:
                self.face.restart()
                self.gestures.forget()
            elif part == wire.PART_LIGHTS and again:
                self.display.restart()
            elif part == wire.PART_BUTTONS:
                self.gestures.forget()
        except Exception as second:  # what failed once may fail again while it is put away
            self.guard.note(part, gd.RAISED, str(second)[:40])

    def _quiet(self, now):
        """May work be done that is not urgent? A flash write ends a sound, and a press has to wait for it."""
        if self.platform.speaker.busy() or self.sound.waiting():
            return False
        return self.journal.reading() or not self.buttons.touching() and since(now, self._edge_at) >= _UNTOUCHED_MS

    def _due(self, now):
        """How long nothing is due."""
        mode = self.power_up.mode
        if mode == pu.TEST:
            return 0 if self.pixels.pending(self.test.frame) else min(FRAME_MS, self.sound.due(now))
        if self.journal.busy() or (mode == pu.RUN and (self.gestures.waiting or self.face.stale)):
            return 0
        due = min(IDLE_MS, self.sound.due(now))
        if not self.guard.off >> wire.PART_LIGHTS & 1:
            due = min(due, self.display.due(now))
        if self.link.listening:
            due = min(due, LISTENING_MS if self.link.quiet() else 1)
        settling = self.buttons.due(self.platform.clock.now())  # from now on, not from the step's beginning
        if settling >= 0:
            due = min(due, settling)
        if self.gestures.holding() or mode == pu.WAITING:
            due = min(due, FRAME_MS)
        return due

    # -- what the face and the line ask for ----------------------------------------------------------------------------

    def act(self, event):
        """Let an event of the table happen: admitted, stored, applied, then lights and sounds. `OK` or why not."""
        code = self.journal.take(event, self.now)
        if code == OK:
            self.display.at_once = not self.face.depth  # a question that no longer fits is put away first
            self._stored = False
            self.on_event(event)
        return code

    def begin(self, event):
        """Begin a new game."""
        code = self.journal.begin(event, self.now)
        if code == OK:
            self.on_event(event)
        return code

    def on_event(self, event):
        """An event was committed, from a button or from the host: everything reacts alike."""
        head = event[0]
        table = self.journal.record.table
        turned = table.turn if table.turn != self.lights.turn else 0
        self.sound.on_event(head, table, 0 if self.journal.record.busy() else turned)  # an undo is known only after its fold
        self.lights.on_event(head, table, self.now)
        self.face.on_event(head)
        if head >> 4 == ev.ROUND_BEGUN or head >> 4 == ev.ROUND_ENDED:
            unload(("menu", "packing", "setup"))

    def refuse(self, code):
        """Nothing happened, in light and sound."""
        self.lights.refuse(code, self.now)
        self.sound.play(names.ERROR)

    def whistle(self, track):
        self.sound.whistle(track)

    def has_button(self, button):
        for name, _ in self.board.BUTTONS:
            if name == names.BUTTONS[button]:
                return True
        return False

    def entropy(self):
        """A new log's id: 30 bits, not 0."""
        return self.platform.system.entropy() & 0x3FFFFFFF or 1

    def try_setting(self, key, value):
        """Show or sound a setting that is not kept yet; -1: no longer."""
        if key == wire.KEY_BRIGHTNESS:
            self.display.trial_brightness = value
        elif key == wire.KEY_VOLUME:
            self.sound.trial = value
            if value > 0:
                self.sound.play(names.BELL)

    def keep_setting(self, key, value):
        """Keep a setting; `OK` or why not."""
        self.try_setting(key, -1)
        return self.settings.set(key, value)

    # -- helpers -------------------------------------------------------------------------------------------------------

    def _powered_up(self):
        """Which way the hub starts is known now."""
        if self.power_up.mode == pu.SAFE:
            self.lights.safe = self.info.safe_mode = True
        elif self.power_up.mode == pu.TEST:
            self._begin_test()
        self.lights.dirty = True

    def self_test(self):
        """Walk through lights and sounds, because the host asked; `OK`, or `E_PHASE` while a round runs unpaused."""
        table = self.journal.record.table
        if table.phase == tb.ROUND and not table.paused:
            return E_PHASE
        if self.power_up.mode != pu.TEST:
            self.power_up.mode = pu.TEST
            self._begin_test()
        return OK

    def _begin_test(self):
        from hub.self_test import SelfTest

        self.test = SelfTest(self)
        self._game = self._parts
        # The line goes on: a host must not take a hub in its self test for something else.
        self._parts = (self._parts[0], self._parts[1], (wire.PART_BOARD, self._step_test), self._parts[-1])

    def has_fault(self):
        journal = self.journal
        return journal.files.failed or len(self.guard.faults) + len(journal.files.faults) > 0

    def _heard(self, number, volume):
        self.link.sound(number, volume)


def build(platform, board):
    """The whole hub of a board, from its drivers."""
    from hub.info import Info
    from hub.journal import Journal
    from hub.settings import Settings
    from hub.sound import QuietStore

    store = QuietStore(platform.store, platform.speaker)
    journal = Journal(store)
    settings = Settings(store)
    info = Info(platform.system, board)
    hub = Hub(platform, board, journal, settings, info)

    def make_link():
        from hub.link import Link

        return Link(platform.port, journal, settings, info, hub.on_event, platform.buttons.pending)

    hub.attach(make_link)
    return hub
