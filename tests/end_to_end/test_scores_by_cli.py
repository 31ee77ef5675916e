"""A whole game whose scores are typed at the command line: the sheet that `trainhub sheet --json` prints is the truth."""


import pytest

from end_to_end.desk import Desk
from shared_rules import events as ev
from trainhub.demo.night import Night, Plan
from trainhub.scores.store import Store
from trainhub.simulator.hub import Simulator


@pytest.mark.slow
@pytest.mark.parametrize(("rule_set", "tracks"), [("cardinal-cs", (1, 2, 6, 9)), ("cardinal-it", (4, 11))])
def test_the_sheet_is_the_truth(tmp_path, micropython, rule_set, tracks):
    plan = Plan(rule_set, tracks, 21)
    with (
        Simulator(tmp_path / "flash", driven=True, seed=21, back_end="micropython") as hub,
        Store(tmp_path / "unused.db") as store,
    ):
        night = Night(hub, store, plan, clumsy=30)
        night.seat()
        night.unplug()
        desk = Desk(hub, tmp_path / "data")
        truth = {track: [] for track in tracks}
        for _ in range(night.game.rounds):
            night.people.play_round()
            if night.game.round_no == 1:
                desk.run("sync")  # from then on the PC knows the game, and `score` fetches the rest
            for track, pips in zip(night.game.tracks, night.game.scores(), strict=True):
                truth[track].append(pips)
                if track != night.game.winner:
                    desk.run("score", str(night.game.round_no), str(track), str(pips))
                    night.presser.by_others(ev.score(track, night.game.round_no, pips))
        sheet = desk.run("sheet", port=False)
        assert sheet["phase"] == "finished" and sheet["complete"] and sheet["rule_set"] == rule_set
        for seat in sheet["seats"]:
            assert seat["total"] == sum(truth[seat["track"]])
        for row in sheet["rounds"]:
            for track in tracks:
                assert row["cells"][str(track)]["pips"] == truth[track][row["round"] - 1]


def test_impossible_scores_change_nothing(tmp_path, micropython):
    with (
        Simulator(tmp_path / "flash", driven=True, seed=4, back_end="micropython") as hub,
        Store(tmp_path / "unused.db") as store,
    ):
        night = Night(hub, store, Plan("cardinal-it", (1, 5), 4))
        night.seat()
        night.unplug()
        night.people.play_round()
        desk = Desk(hub, tmp_path / "data")
        desk.run("sync")
        before = desk.run("sheet", port=False)
        for words in (("1", "7", "20"), ("2", "1", "20"), ("14", "1", "20"), ("1", "1", "5000"), ("1", "Zoe", "3")):
            desk.run("score", *words, expect=3)
        assert desk.run("sheet", port=False) == before
