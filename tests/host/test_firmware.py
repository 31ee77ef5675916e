"""The commands against the hub's own firmware in the simulator: what the scripted hub promises, the real one keeps."""

import pytest
from games import Game, begun, whole_game
from helpers import ok, run

from shared_rules import events as ev
from trainhub.errors import TrainhubError
from trainhub.link.client import Client
from trainhub.paths import data_dir, scores_file
from trainhub.scores.store import Store
from trainhub.simulator import Simulator

LOG = 0x777


@pytest.fixture(params=["micropython", "cpython"])
def sim(request, tmp_path):
    try:
        hub = Simulator(tmp_path / "flash", seed=5, back_end=request.param)
    except TrainhubError as error:
        pytest.skip(str(error))
    with hub:
        yield hub


def keep(events):
    """The PC holds this log of some hub."""
    with Store(scores_file(data_dir())) as store:
        store.append(LOG, 0, events)


def here():
    with Store(scores_file(data_dir())) as store:
        return list(store.read(LOG))


def test_a_game_goes_to_a_blank_hub_and_on_from_there(sim):
    game = Game(begun(LOG)).round(1, 4, {1: 10})
    keep(game.events)
    ok("sync", "--restore-hub", "--port", sim.port)
    ok("score", "1", "9", "31", "--port", sim.port)
    ok("undo", "--port", sim.port)
    ok("redo", "--port", sim.port)
    ok("rename", "#4", "Эва", "--port", sim.port)
    events = here()
    assert events[: len(game.events)] == game.events
    assert [event[0] for event in events[len(game.events) :]] == [ev.SCORE << 4 | 9, ev.UNDONE, ev.REDONE, ev.NAMED << 4 | 4]
    sim.restart()
    assert "0 new events" in ok("sync", "--port", sim.port)
    sheet = run("sheet", "--json").json
    assert [seat["total"] for seat in sheet["seats"]] == [10, 0, 31]


def test_new_game_and_refusals_at_the_hub(sim):
    ok("new", "Anna", "Ben", "Cleo", "--tracks", "1,4,9", "--port", sim.port)
    assert run("new", "A", "B", "--port", sim.port).code == 3
    assert run("undo", "--port", sim.port).code == 3
    assert run("score", "1", "Anna", "3", "--port", sim.port).code == 3
    ok("end", "--port", sim.port)
    ok("undo", "--port", sim.port)
    ok("end", "--port", sim.port)
    ok("new", "A", "B", "--port", sim.port)
    assert len(run("games", "--json").json["games"]) == 2


def test_a_long_log_arrives_at_once_and_after_a_cut(sim, tmp_path):
    events = whole_game(3, log_id=LOG)
    keep(events)
    ok("sync", "--restore-hub", "--port", sim.port)
    other = tmp_path / "other"
    with Store(other / "scores.db") as store:
        with Client.open(sim.port, store) as hub:
            while store.position(LOG)[0] < 200:
                hub.pump(0.1)
            sim.restart()
        with Client.open(sim.port, store) as hub:
            hub.sync()
        assert store.read(LOG) == events


def test_cell_changed_meanwhile(sim):
    keep(Game(begun(LOG)).round(1, 4, {1: 10}).events)
    ok("sync", "--restore-hub", "--port", sim.port)
    with Store(data_dir() / "x" / "scores.db") as store, Client.open(sim.port, store) as hub:
        hub.sync()
        key = store.propose(LOG, ev.score(1, 1, 11, corrects=True), expect=11)
        assert hub.settle(key) == {key: 0}
    done = run("score", "1", "1", "12", "--port", sim.port)
    assert done.code == 3
    assert "is now 11" in done.err
