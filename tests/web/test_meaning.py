"""What stands beside the buttons, for what the real firmware asks."""

import pytest

from shared_rules import events as ev
from shared_rules import record as rec
from shared_rules import ruleset as rs
from shared_rules.table import Table
from trainhub.simulator.hub import Simulator
from trainhub.web import meaning
from trainhub.web.words import plain

NAMES = {1: "Anna", 4: "Ben"}


def table_of(*events, preset="cardinal-it"):
    begun = ev.game_begun(7, 12, 1 << 1 | 1 << 4, 1, 0, rs.preset_number(preset))
    return rec.fold([begun, *events]).table


def said(asks, table, button, kind="press", names=NAMES):
    phrase = meaning.buttons(asks, table, names, None)[button][kind]
    return plain(phrase) if phrase else None


@pytest.fixture
def hub(tmp_path, micropython):
    with Simulator(tmp_path / "flash", driven=True, seed=1, back_end="micropython") as hub:
        hub.bench.run(600)
        yield hub


def test_a_fresh_hub_asks_for_seats_and_rules(hub):
    def asked():
        return meaning.question(hub.bench.request("asks"), Table(), {})

    def says(button):
        return said(hub.bench.request("asks"), Table(), button, names={})

    assert plain(asked()["title"]) == "Who sits where?" and plain(asked()["at"]) == "track 1"
    assert says("MARK") == "seat track 1"
    hub.bench.press("MARK")
    assert says("MARK") == "clear track 1"
    assert (says("TURN"), says("ROUND")) == ("next", "confirm")
    hub.bench.press("TURN")
    hub.bench.press("MARK")
    hub.bench.press("ROUND")
    assert asked()["kind"] == "Rules" and plain(asked()["at"]) in [preset[1] for preset in rs.PRESETS]
    assert says("MARK") == "back to the seats"
    hub.bench.press("ROUND")
    assert asked()["kind"] == "Engine"
    hub.bench.chord(("MARK", "ROUND"))
    assert asked()["kind"] == "Menu" and plain(asked()["at"]) == "volume"
    assert says("MARK+ROUND") == "close the menu"


def test_a_running_round():
    table = table_of(ev.round_begun(1, 12))
    assert said(None, table, "TURN") == "Anna laid a tile"
    assert said(None, table, "TURN", "hold") == "nothing laid: marker up, one tile drawn"
    assert said(None, table, "MARK") == "Anna's marker up"
    assert said(None, table, "MARK", "hold") == "a double stays open"
    assert said(None, table, "ROUND", "hold") == "last tile!"
    assert said(None, table, "DRAW", "hold") == "pause"
    table = table_of(ev.round_begun(1, 12), ev.of_track(ev.DOUBLE, 12), ev.simple(ev.TILE_LAID), ev.of_track(ev.MARKER_UP, 4))
    assert said(None, table, "MARK") == "Ben's marker down"
    assert said(None, table, "MARK", "hold") == "the open double has lapsed"


def test_what_has_no_meaning_says_nothing():
    table = table_of(ev.round_begun(1, 12), ev.simple(ev.PAUSED))
    assert [said(None, table, name) for name in ("TURN", "MARK", "ROUND", "DRAW")] == [None] * 4
    assert said(None, table, "DRAW", "hold") == "go on"
    table = table_of(ev.round_begun(1, 12), preset="cardinal-it")
    assert meaning.buttons(None, table, NAMES, None)["TURN+ROUND"]["press"] is None
    assert plain(meaning.buttons(None, table, NAMES, "round opens")["TURN+ROUND"]["press"]) == "take back: round opens"


def test_the_hub_may_ask_for_the_engine_before_its_rules_have_arrived():
    asks = {"question": "Engine", "track": 1, "candidates": 0, "chosen": 0}
    found = meaning.buttons(asks, Table(), {}, None)
    assert found["MARK"]["press"] is None and found["DRAW"]["press"] is None
    assert plain(found["ROUND"]["press"]) == "track 1: yes"
