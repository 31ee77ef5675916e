"""No acknowledged event is lost, whenever power goes: a selection; `tests/soak/soak_journal.py` takes all cuts."""

import flash_model as fm
import power_cuts as pc

BOTH = True

# (seed, events before the trace, events in it): a first game with its end, one in the middle of a long one, and games
# that come after others, with packing and acknowledgements.
LIVES = ((4, 0, 40), (5, 20, 40), (5, 205, 30))


def test_one_cut_in_every_operation():
    for seed, start, events in LIVES:
        trace = pc.Trace(seed, events, start)
        for number in range(len(trace.operations)):
            for tear in (fm.TEARS[number % 5], fm.BITS):
                pc.after_cut(trace.cut(number, tear), trace.life(number), number)


def test_a_second_cut_during_the_recovery():
    seed, start, events = LIVES[0]
    trace = pc.Trace(seed, events, start)
    done = 0
    for number in range(0, len(trace.operations), 5):
        tear = fm.TEARS[number % 5]
        for second in range(number % 3, pc.count_recovery(trace.cut(number, tear), trace.life(number), number), 3):
            flash = trace.cut(number, tear)
            done += pc.after_two_cuts(flash, trace.life(number), number, second, fm.TEARS[second % 5])
    assert done > 100


def test_bits_that_read_otherwise_tomorrow():
    done = 0
    for seed, start, events in LIVES:
        trace = pc.Trace(seed, events, start)
        for number in range(len(trace.operations)):
            for first, second in ((fm.ALL, fm.NOTHING), (fm.NOTHING, fm.BITS)):
                done += pc.after_weak_cut(trace, number, number, first, second, 60 if number % 7 == 0 else 3)
    assert done > 50
