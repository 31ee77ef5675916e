"""The firmware as it goes onto a board, with or without a game on it, in one UF2 with the MicroPython that was supplied."""

import tempfile
from pathlib import Path

import random_play as rp
from hub.journal import Journal
from pico.pico import micropython_uf2
from shared_rules.table import ROUND
from trainhub.deploy import build, image, uf2

ROOT = build.source_root()
# A folder of this process: two test processes must not write each other's files.
_FOLDER = tempfile.TemporaryDirectory(prefix="trainhub-pico-")
MADE = Path(_FOLDER.name)


class Memory:
    """A `hal.Store` in memory."""

    def __init__(self):
        self.files = {}

    def prepare(self):
        return True

    def read(self, name):
        return self.files.get(name)

    def write(self, name, data):
        self.files[name] = bytes(data)
        return True

    def append(self, name, data):
        return self.write(name, self.files.get(name, b"") + bytes(data))

    def remove(self, name):
        return self.files.pop(name, None) is not None

    def names(self):
        return sorted(self.files)

    def free(self):
        return 1 << 20


def late_game(seed=5, rounds=12):
    """Files of a journal late in a whole game of eight seats: its last round but one is being played."""
    store = Memory()
    journal = Journal(store)
    journal.open()
    while not journal.work():
        pass
    assert journal.begin(rp.begun(), 0) == 0
    rng = rp.Rng(seed)
    table = journal.record.table
    now = 0
    while not (table.round >= rounds and table.phase == ROUND and table.turns >= 40):
        event = rp.step(rng, journal.record)
        assert event is not None, "the game ended too early"
        now += 700
        journal.commit(event, now)
        while journal.busy():
            journal.work()
        table = journal.record.table
    return store.files, journal


def modules(board):
    """Sources of everything that goes onto that board, path -> contents."""
    build.make_sounds(ROOT)
    return build.for_board(ROOT, build.tree(ROOT, ROOT / "build" / "wheels"), board)


def drive_of(sources, name):
    """Every file of the drive made of these sources."""
    return image.drive_files(build.compiled(sources, MADE / "mpy" / name))


def drive(board="full"):
    """Every file of the drive of a new board."""
    return drive_of(modules(board), board)


def combined(files, name):
    """Path of a UF2 with MicroPython and these files."""
    found = uf2.read(micropython_uf2().read_bytes())
    path = MADE / f"{name}.uf2"
    path.write_bytes(uf2.write(found, image.filesystem(files, found.chip)))
    return path
