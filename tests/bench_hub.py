"""A whole hub on a bench for tests: real firmware, fake pins, and a clock that only the test moves."""

from hub.app import build
from shared_rules import names


class Clock:
    def __init__(self, start):
        self.ms = start

    def now(self):
        return self.ms & 0x1FFFFFFF


class Pins:
    """Levels and the interrupt's ring of edges."""

    def __init__(self, clock, count, down):
        self.clock = clock
        self.levels = [1 if i in down else 0 for i in range(count)]
        self.ring = []
        self.lose_edges = False

    def level(self, i):
        return self.levels[i]

    def edge(self):
        return self.ring.pop(0) if self.ring else -1

    def pending(self):
        return len(self.ring) > 0

    def change(self, i, level):
        if self.levels[i] != level:
            self.levels[i] = level
            if not self.lose_edges:
                self.ring.append((self.clock.now() & 0x3FFFFFF) << 4 | i << 1 | level)


class Strip:
    """What was set, and each frame that was shown, with its time."""

    def __init__(self, clock, count):
        self.clock = clock
        self.set_to = bytearray(count * 3)
        self.shown = bytes(count * 3)
        self.frames = []
        self.sets = 0
        self.keep = True

    def set(self, i, r, g, b):
        self.sets += 1
        self.set_to[3 * i] = r
        self.set_to[3 * i + 1] = g
        self.set_to[3 * i + 2] = b

    def show(self):
        if self.keep:
            self.shown = bytes(self.set_to)
            self.frames.append((self.clock.ms, self.shown))


class Speaker:
    def __init__(self, clock, length):
        self.clock = clock
        self.length = length
        self.end = 0
        self.played = []
        self.cut = 0

    def play(self, number, volume):
        self.played.append((self.clock.ms, number, volume))
        self.end = self.clock.ms + self.length
        return self.length

    def busy(self):
        return self.clock.ms < self.end

    def stop(self):
        if self.busy():
            self.cut += 1
        self.end = 0

    def prepare(self, number):
        pass

    def poll(self):
        pass


class Port:
    """The line: bytes that came, bytes that went."""

    def __init__(self):
        self.coming = []
        self.gone = bytearray()

    def read(self):
        return self.coming.pop(0) if self.coming else -1

    def write(self, byte):
        self.gone.append(byte)
        return True

    def connected(self):
        return True


class Store:
    """Files in memory. `speaker`: no write may happen while it streams."""

    def __init__(self, files, speaker):
        self.files = files
        self.speaker = speaker
        self.broken = False
        self.writes = 0

    def prepare(self):
        return True

    def read(self, name):
        return self.files.get(name)

    def write(self, name, data):
        assert not self.speaker.busy(), "a flash write while a sound streams"
        self.writes += 1
        if self.broken:
            return False
        self.files[name] = bytes(data)
        return True

    def append(self, name, data):
        return self.write(name, (self.files.get(name) or b"") + bytes(data))

    def remove(self, name):
        return self.files.pop(name, None) is not None

    def names(self):
        return list(self.files)

    def free(self):
        return 1000000


class Restarted(Exception):
    pass


class System:
    simulated = True

    def __init__(self):
        self.fed = 0
        self.seed = 12345
        self.resets = 0

    def uid(self):
        return b"bench\x00\x00\x01"

    def entropy(self):
        self.seed = (self.seed * 1103515 + 12345) & 0x3FFFFFFF
        return self.seed

    def feed(self):
        self.fed += 1

    def reset(self):
        self.resets += 1


class Platform:
    pass


class Board:
    """Board data like `boards.full`, or `boards.minimal` with `lights=1`."""

    def __init__(self, lights=2, draw=True):
        import boards.full
        import boards.minimal

        source = boards.full if lights == 2 else boards.minimal
        for key in dir(source):
            if key[0] != "_":
                setattr(self, key, getattr(source, key))
        self.BUTTONS = boards.full.BUTTONS if draw else boards.minimal.BUTTONS


class Bench:
    """A hub with power. `files`: its flash, kept by the caller over a power cut · first_ms: how long it has run already."""

    def __init__(self, files=None, lights=2, draw=True, down=(), start=1000, sound_ms=150, first_ms=50):
        self.files = {} if files is None else files
        self.board = Board(lights, draw)
        self.clock = clock = Clock(start)
        self.p = p = Platform()
        p.clock = clock
        p.buttons = self.pins = Pins(clock, len(self.board.BUTTONS), down)
        p.strip = self.strip = Strip(clock, self.board.LED_COUNT)
        p.speaker = self.speaker = Speaker(clock, sound_ms)
        p.port = self.port = Port()
        p.store = self.store = Store(self.files, self.speaker)
        p.system = self.system = System()
        self.hub = build(p, self.board)
        self.steps = 0
        self.due = 0
        if first_ms:
            self.run(first_ms)

    def run(self, ms):
        """Let time pass; the hub steps when it says that something is due, at each millisecond at the most."""
        end = self.clock.ms + ms
        while True:
            spins = 0
            self.due = self.hub.step(self.clock.now())
            while self.due == 0 and spins < 60:  # a step left some work: it goes on at once
                self.due = self.hub.step(self.clock.now())
                if not self.hub.journal.busy():  # folding back may take more
                    spins += 1
            self.steps += spins + 1
            assert spins < 60, "the hub spins"
            assert 0 <= self.due <= 1000
            if self.clock.ms >= end:
                return
            self.clock.ms = min(end, self.clock.ms + max(1, self.due))

    def down(self, button):
        self.pins.change(button, 1)
        self.run(1)

    def up(self, button):
        self.pins.change(button, 0)
        self.run(1)

    def press(self, button, ms=60):
        """Press and let go, then wait until that is dealt with."""
        self.down(button)
        self.run(ms)
        self.up(button)
        self.run(60)

    def hold(self, button):
        self.press(button, 1100)

    def chord(self, one, other):
        self.down(one)
        self.run(40)
        self.down(other)
        self.run(60)
        self.up(other)
        self.run(30)
        self.up(one)
        self.run(60)

    def undo(self):
        self.chord(names.TURN, names.ROUND)

    def menu(self):
        self.chord(names.MARK, names.ROUND)

    @property
    def record(self):
        return self.hub.journal.record

    @property
    def table(self):
        return self.hub.journal.record.table

    def question(self):
        """Name of the question that is asked, or None."""
        q = self.hub.face.question()
        return None if q is None else type(q).__name__

    def cursor(self):
        return self.hub.face.question().track()

    def to(self, track):
        """TURN until the cursor is on `track`."""
        for _ in range(13):
            if self.cursor() == track:
                return
            self.press(names.TURN)
        raise AssertionError(f"track {track} is no candidate")

    def pick(self, track):
        self.to(track)
        self.press(names.ROUND)

    def sit(self, tracks):
        """Answer who sits where."""
        assert self.question() == "Seats"
        for track in range(1, 12):
            wanted = track in tracks
            if (self.hub.face.question().seats >> track & 1) != wanted:
                self.to(track)
                self.press(names.MARK)
        self.press(names.ROUND)

    def new_game(self, tracks=(1, 4, 9), rules=2):
        """Seats, rule set; the hub then asks for the engine."""
        self.sit(tracks)
        assert self.question() == "Rules"
        self.pick(rules)

    def new_round(self, tracks=(1, 4, 9), rules=2, starter=None):
        """The same, and the first round begun by `starter`."""
        self.new_game(tracks, rules)
        self.pick(starter or tracks[0])

    def sounds(self):
        """Numbers of the sounds played since the last call."""
        heard = [number for _, number, _ in self.speaker.played]
        self.speaker.played.clear()
        return heard

    def shows(self, states):
        """Tracks whose outer or inner light is in one of `states`, as two sorted lists."""
        lights = self.hub.lights
        return (
            [i + 1 for i in range(12) if lights.outer[i] in states],
            [i + 1 for i in range(12) if lights.inner[i] in states],
        )

    def pixel(self, index):
        return tuple(self.strip.shown[3 * index : 3 * index + 3])
