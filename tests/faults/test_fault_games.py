"""Games through faults of line, flash, power and host: a few seeds; `tests/soak/soak_faults.py` plays thousands."""

import subprocess
import sys
from pathlib import Path

import pytest

import fault_hub
import fault_sim
import flash_model as fm
import link_world as lw
from fault_checks import Broken
from fault_tale import Verdict
from hub import proposals
from shared_rules.frames import DELIMITER


@pytest.mark.parametrize("seed", range(24))
def test_link_journal_and_host(seed):
    game = fault_sim.play(seed)
    assert sum(game.faults.values()) > 10 and game.truth


@pytest.mark.parametrize("seed", (3, 8))
def test_whole_hubs(seed):
    game = fault_hub.play(seed, rounds=3)
    assert game.faults["power"] > 3 and game.faults["flash"] > 3 and sum(map(len, game.truth.values())) > 40


def test_a_whole_hub_without_faults():
    game = fault_hub.play(1, rounds=2, faulty=0.0)
    assert game.faults == {"line": 0, "power": 0, "flash": 0, "host": 0}
    assert "hub.hal.lists" not in sys.modules  # needed at the start only, it gives its memory back


def test_a_seed_replays_exactly():
    for seed in (31, 32):
        assert fault_sim.play(seed).trace_hash() == fault_sim.play(seed).trace_hash()
    assert fault_hub.play(5, 1).trace_hash() == fault_hub.play(5, 1).trace_hash()


def test_a_failing_plan_is_found_and_shrunk(monkeypatch):
    monkeypatch.setattr(proposals.Proposals, "_score", lambda self, table, event, expect: (0, event))
    for seed in range(100):
        plan = fault_sim.Plan(seed, 70)
        verdict = Verdict(fault_sim.Game(plan))
        if verdict.why:
            break
    else:
        pytest.fail("no seed noticed")
    small = fault_sim.shrink(plan, verdict, 200)
    with pytest.raises(Broken, match="twice"):
        fault_sim.Game(small).run()
    assert len(small.actions) < len(plan.actions) / 2


@pytest.mark.parametrize(
    "name, depth",
    (("lists-not-hardened", "link"), ("acknowledge-before-the-flash", "link"), ("acknowledge-before-the-flash", "hub")),
)
def test_a_planted_fault_is_found_replayed_and_told(name, depth):
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("hunt.py")), name, "--depth", depth, "--seeds", "30"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the same when played again" in done.stdout and "BROKEN: Broken: events" in done.stdout
    assert len(done.stdout.splitlines()) < 80, done.stdout


@pytest.mark.parametrize(
    "kind, places, frames",
    (
        ("drop", (0,), 0),  # a second delimiter between two frames
        ("drop", (1,), 1),
        ("drop", (1, 2, 3), 1),
        ("drop", (4,), 1),  # the delimiter that ends it
        ("double", (4,), 0),
        ("double", (2,), 1),
        ("flip", (0,), 1),  # text runs into the frame
        ("flip", (0, 3), 1),
        ("flip", (3, 8), 2),
        ("insert", (0,), 0),  # text between two frames
        ("insert", (2,), 1),
    ),
)
def test_a_fault_counts_once_a_frame(kind, places, frames):
    faults = lw.Faults(1)
    for n, byte in enumerate(bytes((DELIMITER, 9, 9, 9, DELIMITER, DELIMITER, 9, 9, 9, DELIMITER))):
        setattr(faults, kind, float(n in places))
        faults.carry(byte)
    assert (faults.noted, faults.frames) == (len(places), frames)


@pytest.mark.parametrize("unlucky, cuts, done", ((False, 1, False), (False, 2, True), (True, 1, False), (True, 2, False)))
def test_the_erase_of_a_page_half_programmed_long_ago_is_done_unless_somebody_is_unlucky(unlucky, cuts, done):
    flash = fm.Flash(blocks=3)
    flash.unlucky = unlucky
    for block in (1, 2)[:cuts]:
        flash.cut_at, flash.tear = 0, fm.FIRST
        with pytest.raises(OSError):
            flash.program(block, 0, bytes(fm.PAGE))
        flash.revive()
        flash.weaken()
    flash.lie_at, flash.lie_for = 0, 3
    flash.erase(0)  # nothing to do here, so nothing is hidden
    flash.erase(1)
    assert (bytes(flash.image[fm.BLOCK : 2 * fm.BLOCK]) == b"\xff" * fm.BLOCK) is done
    assert flash.lies != done and len(flash.undecided) == cuts - done
    flash.program(1, fm.PAGE, bytes(fm.PAGE))  # a program may always fail silently
    assert flash.image[fm.BLOCK + fm.PAGE] == 255
