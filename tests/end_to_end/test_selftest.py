"""`trainhub selftest` walks a hub through its lights and sounds, and believes the person who watches."""

from end_to_end.desk import Desk
from trainhub.demo.night import Night, Plan
from trainhub.scores.store import Store
from trainhub.simulator.hub import Simulator

WALK_MS = 60_000


def test_every_light_and_every_sound(tmp_path, micropython):
    with Simulator(tmp_path / "flash", driven=True, seed=2, back_end="micropython") as hub:
        hub.bench.run(600)
        lit = set()

        def look():
            on = [i for i, colour in enumerate(hub.bench.pixels().colours) if any(colour)]
            lit.update(on if len(on) == 1 else [])

        desk = Desk(hub, tmp_path / "data")
        desk.look = look  # the walk begins before the command has ended
        assert desk.run("selftest")["self_test"] == "not asked"
        desk.look = None
        for _ in range(WALK_MS // 100):
            hub.bench.run(100)
            look()
        assert lit == set(range(24))
        assert {sound.number for sound in hub.bench.sounds()} >= set(range(17, 28))
        assert "passed" not in desk.say("selftest", typed="n\ny\ny\n", expect=1)
        hub.bench.run(WALK_MS)
        assert "Everything works." in desk.say("selftest", typed="y\nmaybe\ny\ny\n")


def test_not_in_the_middle_of_a_round(tmp_path, micropython):
    with (
        Simulator(tmp_path / "flash", driven=True, seed=2, back_end="micropython") as hub,
        Store(tmp_path / "unused.db") as store,
    ):
        night = Night(hub, store, Plan("cardinal-it", (1, 5), 4))
        night.seat()
        night.unplug()
        night.people.begin_round()
        desk = Desk(hub, tmp_path / "data")
        assert desk.run("selftest", expect=3)["error"]["next"].startswith("Pause it first")
