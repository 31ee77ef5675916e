"""The truth test: bots play the fully known game and press the buttons of a hub whose firmware runs on MicroPython.

They play elsewhere with their marker up, leave doubles open, meet doubles nobody can cover, hunt the engine, press wrong
and take it back, and sit on scattered tracks. What the hub's log says, built from presses alone, must be the truth.
"""

import pytest

from end_to_end.truth import assert_agrees
from shared_rules import record
from shared_rules.game.bots import Randomly
from trainhub.demo.night import Night, Plan
from trainhub.demo.people import Dice
from trainhub.scores.store import Store
from trainhub.simulator.hub import Simulator

CASES = [("cardinal-cs", seats) for seats in range(4, 11)] + [("cardinal-it", seats) for seats in range(2, 9)]


def scattered(seats, seed):
    """So many different tracks of 1-11."""
    dice = Dice(seed)
    free = list(range(1, 12))
    return tuple(sorted(free.pop(dice.below(len(free))) for _ in range(seats)))


@pytest.mark.slow
@pytest.mark.parametrize("board", ["full", "minimal"])
@pytest.mark.parametrize(("rule_set", "seats"), CASES)
def test_the_hub_knows_the_truth(tmp_path, micropython, board, rule_set, seats):
    seed = seats * 7 + len(rule_set) + len(board)
    plan = Plan(rule_set, scattered(seats, seed), seed)
    with (
        Simulator(tmp_path / "flash", board=board, driven=True, seed=seed, back_end="micropython") as hub,
        Store(tmp_path / "scores.db") as store,
    ):
        # Who takes any legal move gets into trouble more often than good players do.
        choosers = [Randomly(seed + i).choose for i in range(seats)] if seats % 2 else None
        night = Night(hub, store, plan, choosers, clumsy=25)
        night.seat()
        moves = 0
        for _ in range(night.game.rounds):
            night.people.begin_round()
            while not night.game.over_round:
                night.people.move()
                moves += 1
                if moves % 40 == 0 or night.game.over_round:
                    night.client.sync()
                    if not night.game.over_round:
                        assert_agrees(folded(night).table, night.game)
            night.write_scores()
            assert_agrees(folded(night).table, night.game)
        sheet = night.sheet()
        assert sheet.phase == "finished" and sheet.complete and not sheet.skipped
        assert night.people.undone > 10, "somebody must have pressed wrong"
        assert events_of(folded(night).source.events) == events_of(night.presser.record.source.events)
        assert hub.said == []


def folded(night):
    return record.fold(list(night.store.read(night.log_id)))


def events_of(log):
    """The events without their times, and without `game begun`, whose id is the hub's."""
    return [event[:-1] for event in log[1:]]
