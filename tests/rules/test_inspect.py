"""Whatever is broken in a state by hand, `check` names it; sound states have no complaint."""

from rules.scene import Scene
from shared_rules import ruleset as rs
from shared_rules import tiles
from shared_rules.game.game import Game
from shared_rules.game.inspect import check
from shared_rules.game.state import COVER, EXTRA, LONG, LOST, MINE, OVER, ROUND_BLOCKED, SAY

BOTH = True


def fresh(preset=rs.CARDINAL_IT, seats=4):
    game = Game(rs.preset_values(preset), range(1, seats + 1), 3)
    game.begin_round()
    return game.state


def broken(change, preset=rs.CARDINAL_IT):
    state = fresh(preset)
    assert check(state) == []
    change(state)
    return check(state)


def test_tiles():
    def twice(s):
        s.bone = bytes((s.hand(0)[0],)) + s.bone[1:]

    faults = broken(twice)
    assert any("twice" in fault for fault in faults)

    def half(s):
        s.hands[5] ^= 1 << 3

    assert any("half of 5-3" in fault for fault in broken(half))

    def count(s):
        s.counts[1] += 1

    assert any("tiles, not" in fault for fault in broken(count))

    def beyond(s):
        s.hands[2] |= 1 << 13

    assert any("beyond" in fault for fault in broken(beyond))

    def engine(s):
        tiles.put(s.hands, 0, tiles.tile(12, 12))
        s.counts[0] += 1

    assert any("engine" in fault for fault in broken(engine))


def test_lines():
    def end(s):
        s.ends[1] = 5

    assert any("not started" in fault for fault in broken(end))

    def started(s):
        s.started |= 2
        s.ends[1] = 13

    assert any("ends in 13" in fault for fault in broken(started))

    def branch(s):
        s.ends.append(3)
        s.forks = bytearray(2)

    assert any("branch" in fault for fault in broken(branch))

    def opened(s):
        s.open = [0]

    assert any("no open double" in fault or "due" in fault for fault in broken(opened))
    assert any("without a duty" in fault for fault in broken(opened, rs.CARDINAL_CS))


def test_masks_and_needs():
    for name in ("markers", "fresh", "long", "called", "lost"):

        def mask(s, name=name):
            setattr(s, name, 1 << 9)

        assert any(name in fault for fault in broken(mask)), name
    for need in (COVER, MINE, LONG, EXTRA, SAY, LOST, 9):

        def needs(s, need=need):
            s.need = need

        assert broken(needs), need

    def tile(s):
        s.tile = 3 if not tiles.held(s.hands, s.turn * 13, 3) else 4

    assert any("just drawn" in fault for fault in broken(tile))

    def turn(s):
        s.turn = 9

    assert any("in turn" in fault for fault in broken(turn))


def test_the_end_of_a_round():
    def blocked(s):
        s.need = OVER
        s.out = ROUND_BLOCKED

    faults = broken(blocked)
    assert any("tiles to draw" in fault for fault in faults) and any("failed turns" in fault for fault in faults)

    def out(s):
        s.need = OVER
        s.out = 2

    assert any("with tiles" in fault for fault in broken(out))


def test_a_position_set_up_by_hand_is_sound():
    assert check(Scene(["4-4 6-5 8-0", "9-2 4-2 5-1"], [4, 9, 6], "11-10").state) == []
