"""Power goes at any moment, hosts die at any moment: the game goes on where it was, and the sheet catches up."""

import pytest

from end_to_end.truth import assert_agrees
from shared_rules import record
from trainhub.demo.night import POWER_UP_MS, Night, Plan
from trainhub.demo.people import Dice
from trainhub.errors import TrainhubError
from trainhub.link.client import Client
from trainhub.scores.store import Store
from trainhub.simulator.driven import DrivenTransport
from trainhub.simulator.hub import Simulator


@pytest.fixture
def hub(tmp_path, micropython):
    with Simulator(tmp_path / "flash", driven=True, seed=11, back_end="micropython") as hub:
        yield hub


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "scores.db") as store:
        yield store


class Unplugged(Exception):
    """The cable of the test came out."""


class Cut:
    """A line that comes out after so many bytes were read."""

    def __init__(self, line, left):
        self.line, self.left, self.name = line, left, line.name

    def read(self, max_bytes, timeout):
        data = self.line.read(min(max_bytes, self.left), timeout)
        self.left -= len(data)
        if self.left <= 0:
            self.line.close()
            raise Unplugged
        return data

    def write(self, data):
        self.line.write(data)

    def close(self):
        self.line.close()


def folded(night):
    return record.fold(list(night.store.read(night.log_id)))


def power_up(night):
    """The plug goes in again, and so does the PC's cable."""
    night.client = None  # the old line died with the hub
    night.hub.restart()
    night.hub.bench.run(POWER_UP_MS)
    night.plug_in()


class Stubborn:
    """Tells each event until the hub has it, whatever happens to its power."""

    def __init__(self, night, cut):
        self.night = night
        self.cut = cut
        self.cuts = 0
        self.night.people._tell = self.tell

    def tell(self, events):
        for event in events:
            while not self.told(event):
                pass

    def told(self, event):
        """Press for `event`; after a power cut, see whether the hub has it. Returns whether it is told now."""
        presser = self.night.presser
        self.cut(self.night.hub)
        try:
            presser._press(event)
        except TrainhubError:
            self.cuts += 1
            power_up(self.night)
        else:
            presser._happened(event)
            return True
        assert self.night.client.session.in_sync
        head = self.night.store.position(self.night.log_id)[0]
        assert head - presser.record.head in (0, 1), "an event was lost, or one nobody pressed was found"
        if head == presser.record.head:
            presser._engine_cursor = 0
            return False
        presser._happened(event)
        return True


def test_power_cut_in_the_middle_of_flash_writes(hub, store):
    night = Night(hub, store, Plan("cardinal-it", (2, 3, 8, 10), 11))
    night.seat()
    dice = Dice(7)

    def cut(hub):
        if dice.below(6) == 0:
            hub.bench.cut(after=dice.below(6))

    stubborn = Stubborn(night, cut)
    for _ in range(2):
        night.people.play_round()
        power_up(night)
        night.write_scores()
        assert_agrees(folded(night).table, night.game)
    assert stubborn.cuts > 10


def test_killed_between_presses(hub, store):
    night = Night(hub, store, Plan("cardinal-cs", (1, 2, 3, 7, 11), 5))
    night.seat()
    dice = Dice(9)
    night.people.begin_round()
    kills = 0
    while not night.game.over_round:
        night.people.move()
        if dice.below(4) == 0:
            kills += 1
            hub.kill()
            power_up(night)
            if not night.game.over_round:
                assert_agrees(folded(night).table, night.game)
    assert kills > 5
    night.write_scores()
    assert_agrees(folded(night).table, night.game)


def test_the_host_dies_and_the_hub_plays_on(hub, store, tmp_path):
    night = Night(hub, store, Plan("cardinal-it", (1, 4, 7), 3))
    night.seat()
    night.people.begin_round()
    for _ in range(5):
        night.people.move()
    night.client.transport.close()  # no goodbye: the process was killed
    night.client = None
    while not night.game.over_round:
        night.people.move()
    hub.bench.run(10_000)  # the hub notices that nobody listens
    night.plug_in()
    night.write_scores()
    assert_agrees(folded(night).table, night.game)
    with Store(tmp_path / "another.db") as other:  # a PC that has never seen this hub
        mine = night.store.read(night.log_id)
        night.unplug()
        night.store = other
        night.plug_in()
        assert list(other.read(night.log_id)) == list(mine)


def test_nothing_is_lost_by_unplugging_in_the_middle_of_a_sync(hub, store):
    night = Night(hub, store, Plan("cardinal-it", (5, 6), 8))
    night.seat()
    night.unplug()
    night.people.play_round()
    cuts = 0
    for bytes_read in range(40, 400, 25):
        client = Client(Cut(DrivenTransport(hub), bytes_read), store, clock=lambda: float(hub.bench.now()))
        try:
            client.greet()
            client.sync()
        except Unplugged:
            cuts += 1
        else:
            client.transport.close()
            break
    assert cuts > 4
    night.plug_in()
    night.write_scores()
    assert_agrees(folded(night).table, night.game)
