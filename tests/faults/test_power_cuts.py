"""No acknowledged event is lost, whenever power goes: a selection; `tests/soak/soak_journal.py` takes all cuts."""

import flash_model as fm
import power_cuts as pc
from hub import segments
from hub.hal import store

BOTH = True

# (seed, events before the trace, events in it): a first game with its end, one in the middle of a long one, and games
# that come after others, with packing and acknowledgements.
LIVES = ((4, 0, 40), (5, 20, 40), (5, 205, 30))
# What the bits of the interrupted operation read as at one start and at the next.
WEAK = ((fm.ALL, fm.NOTHING), (fm.NOTHING, fm.BITS), (fm.BITS, fm.ALL))


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
        recovery = pc.Recovery(trace.cut(number, fm.TEARS[number % 5]), trace.life(number), number)
        for second in range(number % 3, len(recovery.operations), 3):
            pc.after_cut(recovery.cut(second, fm.TEARS[second % 5]), recovery.life(second), number + 1)
            done += 1
    assert done > 100


def test_an_exploration_sees_each_image_once():
    seen = []
    found = pc.Exploration(seen.append)
    found.explore(4, 12, 0, 1000, 6)
    assert (found.lost, found.phantom, found.first) == (0, 0, None)
    assert found.images == len(seen) and len(set(seen)) > 100
    checks, different = found.checks, len(set(seen))
    found.explore(4, 12, 0, 1000, 6)  # the same again
    assert found.images == len(seen) and len(set(seen)) == different and found.checks < checks + 20


def test_an_exploration_notices_what_is_wrong():
    harden = store.Store._harden
    store.Store._harden = lambda self: True  # weak pages are believed
    try:
        found = pc.Exploration(len)
        found.explore(4, 12, 0, 120, 3)
    finally:
        store.Store._harden = harden
    assert found.lost and "weak bits" in found.first


def test_bits_that_read_otherwise_tomorrow():
    done = 0
    for seed, start, events in LIVES:
        trace = pc.Trace(seed, events, start)
        for number in range(len(trace.operations)):
            for first, second in WEAK:
                count = 60 if number % 7 == 0 else number % 3  # 0: nothing happens between the two starts
                done += pc.after_weak_cut(trace, number, number, first, second, count)
    assert done > 50


def test_a_list_that_has_moved():
    """A page that does not take makes littlefs move a list, and the list above says where it is now."""
    moved = 0
    for lie in range(11, 15):
        trace = pc.Trace(4, 14, lie=lie)
        for number in range(len(trace.operations)):
            moved += trace.operations[number][0] < 2 * fm.BLOCK  # the root's list
            for first, second in WEAK:
                for count in (0, 1):
                    pc.after_weak_cut(trace, number, number, first, second, count)
    assert moved


def test_a_list_that_is_worn():
    """The same where littlefs moves it because it was written anew so often."""
    for worn, name in ((1580, segments.SETTLE), (1588, "seg/" + segments.SETTLE)):
        trace = pc.Trace(4, 20, worn=worn, name=name)
        for number in range(len(trace.operations)):
            for first, second in WEAK:
                pc.after_weak_cut(trace, number, number, first, second, number % 3)
