"""Fingers that know nothing: presses, holds, chords and power cuts at random. The hub never raises or mixes up its log."""

from bench_hub import Bench
from shared_rules import events as ev
from shared_rules import table as tb
from shared_rules.constants import OK
from shared_rules.record import fold
from shared_rules.ruleset import PRESETS
from shared_rules.snapshot import pack

BOTH = True


class Dice:
    """A small generator, the same on both interpreters."""

    def __init__(self, seed):
        self.state = seed * 7919 + 1

    def roll(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x3FFFFFFF
        return (self.state >> 12) % n


def finger(b, dice):
    """Something a hand may do."""
    kind = dice.roll(20)
    if kind < 12:
        b.press(dice.roll(len(b.board.BUTTONS)), 20 + dice.roll(200))
    elif kind < 16:
        b.hold(dice.roll(len(b.board.BUTTONS)))
    elif kind < 18:
        b.undo()
    elif kind < 19:
        b.menu()
    else:  # both hands at once
        one, other = dice.roll(3), dice.roll(3)
        for button, level in ((one, 1), (other, 1), (one, 0), (other, 0)):
            b.pins.change(button, level)
            b.run(dice.roll(60))
    if dice.roll(8) == 0:
        b.run(dice.roll(4000))


def agree(b):
    """What the hub shows is what its log says."""
    assert not b.hub.guard.faults, b.hub.guard.faults
    journal = b.hub.journal
    assert not journal.files.faults and not journal.files.failed
    events = [bytes(journal.read(seq)) for seq in range(b.record.head)]
    record = fold(events)
    assert record.skipped == 0 and record.crc == b.record.crc
    assert pack(record.table) == pack(b.table)
    phase = b.table.phase
    question = b.question()
    if phase == tb.NO_GAME:
        assert question is not None
    if phase == tb.BETWEEN and not b.table.paused:
        assert question is not None


def play(seed, presses):
    dice = Dice(seed)
    b = Bench(lights=1 + seed % 2, draw=seed % 3 != 0, sound_ms=20 + 50 * (seed % 5))
    if seed % 4:
        preset = PRESETS[dice.roll(len(PRESETS))]
        event = ev.game_begun(900 + seed, preset[2][0], 0b1001010010, seed % 2, 1, preset[0])
        assert b.hub.begin(event) == OK
        b.run(20)
    for _ in range(presses):
        finger(b, dice)
        if dice.roll(40) == 0:
            agree(b)
            state = pack(b.table)
            b = Bench(files=b.files, lights=1 + seed % 2, draw=seed % 3 != 0)
            assert pack(b.table) == state
    b.run(3000)
    agree(b)
    return b


def test_monkeys():
    heads = 0
    for seed in range(16):
        heads += play(seed, 110).record.head
    assert heads > 300
