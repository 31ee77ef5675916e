"""The commands, on a game without a hub and on a hub behind a real pty."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from fake_hub import FakeHub, HubOnPty
from games import Game, begun, whole_game
from helpers import environment, ok, run, start

from shared_rules import events as ev
from trainhub.cli.common import HubCommon
from trainhub.cli.main import commands
from trainhub.cli.watch import Screen
from trainhub.link.book import MemoryBook
from trainhub.link.client import Client
from trainhub.link.news import Greeted, State, StateChanged
from trainhub.paths import data_dir, scores_file
from trainhub.scores.store import Store

NAMES = ["Đorđe", "Эва", "مريم", "🚂 Bo", "=1+1", "O'Neil", "Ann, B.", "Zoë"]


@pytest.fixture
def hub():
    return FakeHub()


@pytest.fixture
def port(hub):
    with HubOnPty(hub) as name:
        yield name


def stored():
    with Store(scores_file(data_dir())) as store:
        return {row.log_id: store.events_of(row) for row in store.logs()}


# -- without a hub --------------------------------------------------------------------------------------------------


def test_a_whole_game_without_a_hub():
    ok("new", *NAMES, "--tracks", "1,2,4,5,7,8,10,11", "--no-hub")
    for number in range(13):
        others = [f"{name}={(number * 7 + i * 13) % 90 + 1}" for i, name in enumerate(NAMES) if i != number % 8]
        ok("round", NAMES[number % 8], *others)
    sheet = run("sheet", "--json").json
    assert sheet["schema"] == 1
    assert sheet["phase"] == "finished"
    assert sheet["complete"] is True
    assert len(sheet["rounds"]) == 13
    assert [seat["name"] for seat in sheet["seats"]] == NAMES
    for seat in sheet["seats"]:
        cells = [entry["cells"][str(seat["track"])]["pips"] for entry in sheet["rounds"]]
        assert seat["total"] == sum(cells)
    best = min(seat["total"] for seat in sheet["seats"])
    assert {seat["total"] for seat in sheet["seats"] if seat["track"] in sheet["winners"]} == {best}
    text = ok("sheet")
    assert all(name in text for name in NAMES)
    assert "Winner" in text


def test_a_sheet_before_round_1_has_one_rule():
    ok("new", "Anna", "Ben", "--no-hub")
    assert [set(line) for line in ok("sheet").splitlines()].count({"-"}) == 1
    ok("round", "Anna", "Ben=12")
    assert [set(line) for line in ok("sheet").splitlines()].count({"-"}) == 2


def test_unset_is_not_zero_and_totals_say_so():
    ok("new", "Anna", "Ben", "Cleo", "--tracks", "1,4,9", "--no-hub")
    ok("round", "Anna", "Ben=12")
    cells = run("sheet", "--json").json["rounds"][0]["cells"]
    assert cells == {
        "1": {"state": "number", "pips": 0}, "4": {"state": "number", "pips": 12}, "9": {"state": "unset", "pips": None}
    }  # fmt: skip
    text = ok("sheet")
    assert "0?" in text
    assert "1 score is unset" in text
    ok("score", "1", "Cleo", "0")
    assert "?" not in ok("sheet")
    ok("score", "1", "cle", "unset")
    assert "1 score is unset" in ok("sheet")


def test_corrections_stay_visible():
    ok("new", "Anna", "Ben", "--no-hub")
    ok("round", "Anna", "Ben=12")
    ok("score", "1", "2", "21")
    ok("score", "1", "#2", "22")
    assert "22*" in ok("sheet")
    assert run("sheet", "--json").json["rounds"][0]["cells"]["2"]["before"] == [12, 21]


def test_undo_of_a_round_and_noting_it_anew():
    ok("new", "Anna", "Ben", "--no-hub")
    ok("round", "Anna", "Ben=12")
    assert "Anna is out" in ok("undo")
    assert "(12)" in ok("sheet")
    assert "Brought back" in ok("redo")
    assert "(12)" not in ok("sheet")
    ok("undo")
    ok("round", "Ben", "Anna=7")
    sheet = run("sheet", "--json").json
    assert [seat["total"] for seat in sheet["seats"]] == [7, 12]  # Ben's number stands until it is corrected
    ok("score", "1", "Ben", "0")
    for _ in range(2):
        ok("undo")
    done = run("undo")
    assert (done.code, done.out) == (3, "")
    assert "nothing to take back" in done.err


def test_late_and_leaving_seats_and_ties():
    ok("new", "Anna", "Ben", "Cleo", "--tracks", "1,4,9", "--no-hub")
    ok("round", "Anna", "Ben=10", "Cleo=10")
    ok("join", "Dora", "6")
    ok("leave", "Cleo")
    ok("rename", "Ben", "Benno")
    ok("round", "Dora", "Anna=20", "Benno=0")
    sheet = run("sheet", "--json").json
    states = {seat["name"]: [r["cells"][str(seat["track"])]["state"] for r in sheet["rounds"][:3]] for seat in sheet["seats"]}
    assert states == {
        "Anna": ["number", "number", "open"], "Benno": ["number", "number", "open"],
        "Dora": ["absent", "number", "open"], "Cleo": ["number", "absent", "absent"],
    }  # fmt: skip
    places = {seat["name"]: seat["place"] for seat in sheet["seats"]}
    assert places == {"Benno": 1, "Dora": 1, "Anna": 3, "Cleo": None} or places["Cleo"] is None
    text = ok("sheet")
    assert "left" in text
    assert "x: not at the table" in text


IMPOSSIBLE = [
    ("eleven players", ["new", *"ABCDEFGHIJK", "--no-hub", "--rules", "cardinal-cs"], 3, "4 to 10"),
    ("twelve players", ["new", *"ABCDEFGHIJKL", "--no-hub"], 3, "too many"),
    ("three for cardinal-cs", ["new", *"ABC", "--no-hub", "--rules", "cardinal-cs"], 3, "4 to 10 seats"),
    ("unknown rule set", ["new", "A", "B", "--no-hub", "--rules", "chess"], 3, "no rule set chess"),
    ("a set nobody makes", ["new", "A", "B", "--no-hub", "--set", "11"], 3, "double-11"),
    ("a set too small", ["new", *"ABCDEFGH", "--no-hub", "--set", "6"], 3, "cardinal-it: "),
    ("track 12", ["new", "A", "B", "--no-hub", "--tracks", "1,12"], 3, "Track 12"),
    ("one track twice", ["new", "A", "B", "--no-hub", "--tracks", "3,3"], 3, "Track 3"),
    ("too few tracks", ["new", "A", "B", "C", "--no-hub", "--tracks", "1,2"], 3, "2 tracks for 3 players"),
    ("tracks in letters", ["new", "A", "B", "--no-hub", "--tracks", "a,b"], 3, "no list"),
    ("two of one name", ["new", "Ann", "ann", "--no-hub"], 3, "Two players"),
    ("a name of spaces", ["new", " ", "B", "--no-hub"], 3, "no name"),
    ("a name too long", ["new", "A" * 33, "B", "--no-hub"], 3, "too long"),
    ("nobody", ["new", "--no-hub"], 3, "Nobody plays"),
    ("round 14", ["score", "14", "Anna", "3"], 3, "no round 14"),
    ("a round to come", ["score", "3", "Anna", "3"], 3, "not over"),
    ("an unknown player", ["score", "1", "Zed", "3"], 3, "Anna (1)"),
    ("an absent seat", ["score", "1", "Dora", "3"], 3, "not at the table"),
    ("more pips than the set has", ["score", "1", "Anna", "2000"], 3, "that many pips"),
    ("pips that look like others to an event", ["score", "1", "Anna", "32773"], 3, "that many pips"),
    ("pips that no event can carry", ["round", "Anna", "Ben=70000"], 3, "that many pips"),
    ("a digit that is no number", ["score", "1", "\u00b2", "3"], 3, "Nobody called"),
    ("tracks in such digits", ["new", "A", "B", "--no-hub", "--tracks", "1,\u00b2"], 3, "no list"),
    ("a set below nothing", ["new", "A", "B", "--no-hub", "--set", "-1"], 3, "no double--1 set"),
    ("a set beyond a byte", ["new", "A", "B", "--no-hub", "--set", "300"], 3, "no double-300 set"),
    ("a name that is taken", ["join", "anna", "7"], 3, "Two players"),
    ("a name taken by correction", ["rename", "Ben", "ANNA"], 3, "Two players"),
    ("negative pips", ["score", "1", "Anna", "-3"], 2, ""),
    ("pips in letters", ["score", "1", "Anna", "many"], 2, "no number"),
    ("an unknown game", ["sheet", "ffff"], 3, "no game ffff"),
    ("an unknown command", ["dance"], 2, "dance"),
    ("an unknown option", ["sheet", "--loud"], 2, "--loud"),
    ("an option before the command", ["--quiet", "games"], 2, "--quiet is none"),
    ("an engine out of turn", ["round", "Anna", "--engine", "5"], 3, "opens with 11-11 by this rule set, not with 5-5"),
    ("an engine below nothing", ["round", "Anna", "--engine", "-1"], 3, "no double of -1"),
    ("an engine beyond a byte", ["round", "Anna", "--engine", "300"], 3, "no double of 300"),
    ("a name without letters", ["rename", "Ben", "\u200d"], 3, "no name"),
    ("a name that turns the line round", ["join", "D\u202e", "7"], 3, "no name"),
    ("a name with a command for the terminal", ["join", "D\x1b[31m", "7"], 3, "no name"),
    ("a name that is no text", ["join", "D\udcff", "7"], 3, "no name"),
    ("a player without a name", ["round", ""], 3, "A player is missing"),
    ("pips without a name", ["round", "Anna", "=5"], 3, "A player is missing"),
    ("a taken name between spaces", ["rename", "Ben", " Anna "], 3, "Two players"),
    ("two forms at once", ["sheet", "--csv", "--html"], 2, "exclude each other"),
    ("Excel as a page", ["sheet", "--excel", "--html"], 2, "exclude each other"),
    ("a file in no folder", ["sheet", "--out", "/nowhere/x"], 3, "cannot be written"),
    ("a sheet into a folder", ["sheet", "--out", "/"], 3, "--out"),
    ("statistics into a folder", ["stats", "--out", "/"], 3, "--out"),
    ("a board nobody builds", ["sim", "--board", "huge"], 2, "no board called huge"),
    ("a table with such a board", ["table", "--board", "simulated"], 2, "no board called simulated"),
    ("a back end nobody knows", ["sim", "--back-end", "lisp"], 2, "back-end"),
    ("a number too many", ["round", "Anna", "Ben=1", "ben=2"], 2, "two numbers"),
]


@pytest.mark.parametrize(("arguments", "code", "word"), [case[1:] for case in IMPOSSIBLE], ids=[c[0] for c in IMPOSSIBLE])
def test_the_impossible_is_refused_and_changes_nothing(arguments, code, word):
    ok("new", "Anna", "Ben", "Cleo", "--tracks", "1,4,9", "--no-hub")
    ok("round", "Anna", "Ben=10", "Cleo=10")
    ok("join", "Dora", "6")
    before = stored()
    done = run(*arguments)
    assert (done.code, done.out) == (code, "")
    assert word in done.err
    assert "Traceback" not in done.err
    assert stored() == before
    told = run(*arguments, "--json")
    assert told.json["error"]["exit_code"] == code
    assert told.json["schema"] == 1


@pytest.mark.parametrize("rules", ["cardinal-it", "fundex"])  # the engine is given, and the highest double held
def test_after_the_last_round_none_can_be_noted(rules):
    ok("new", "Anna", "Ben", "--no-hub", "--set", "6", "--rules", rules)
    for engine in range(6, -1, -1):
        ok("round", "Anna", "Ben=5", *(() if rules == "cardinal-it" else ("--engine", engine)))
    before = stored()
    for more in ((), ("--engine", "3"), ("--engine", "-1"), ("--engine", "300")):
        done = run("round", "Ben", *more)
        assert (done.code, done.out) == (3, "")
        assert "no round is left" in done.err
        assert "trainhub undo" in done.err
    assert stored() == before
    ok("undo")
    ok("round", "Ben", "Anna=1")


def test_names_are_written_down_in_one_way():
    ok("new", " Zoe\u0301  Maria ", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0646", "\U0001f469\u200d\U0001f680", "--no-hub")
    ok("join", "  Big   Ben ", "5")
    ok("rename", "Big Ben", " \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f")
    seats = [seat["name"] for seat in run("sheet", "--json").json["seats"]]
    england = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    persian = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0646"
    assert seats == ["Zo\u00e9 Maria", persian, "\U0001f469\u200d\U0001f680", england]
    ok("round", "zoe\u0301", f"{persian}=3")  # typed letter and accent, as on a Mac
    assert "Two players" in run("join", "ZOE\u0301 MARIA", "6").err


def test_what_a_file_holds_is_what_was_asked_for(tmp_path):
    ok("new", "Anna", "Ben", "--no-hub")
    for command in ("sheet", "stats"):
        for form in ((), ("--json",)):
            file = tmp_path / "out"
            told = run(command, *form, "--out", file)
            assert told.code == 0, told.err
            assert file.read_text(encoding="utf-8") == ok(command, *form)
            assert file.read_text(encoding="utf-8").endswith("\n")


def test_what_an_ended_game_refuses_says_so():
    ok("new", "Anna", "Ben", "Cleo", "--no-hub")
    ok("round", "Anna", "Ben=5")
    ok("end")
    before = stored()
    for arguments in (["end"], ["join", "Dan", "5"], ["leave", "Ben"], ["round", "Ben"]):
        done = run(*arguments)
        assert (done.code, done.out) == (3, "")
        assert "The game is over" in done.err
        assert "trainhub undo" in done.err
    assert stored() == before


def test_only_a_double_of_the_set_opens_a_round():
    ok("new", "Anna", "Ben", "--no-hub", "--rules", "fundex")
    for engine in ("-1", "13", "300"):
        done = run("round", "Anna", "--engine", engine)
        assert (done.code, done.out) == (3, "")
        assert f"no double of {engine}" in done.err
    ok("round", "Anna", "--engine", "3")
    assert run("sheet", "--json").json["rounds"][0]["engine"] == 3


# -- with a hub -----------------------------------------------------------------------------------------------------


def test_new_score_undo_and_sheet_on_a_hub(hub, port):
    ok("new", "Anna", "Ben", "Cleo", "--tracks", "1,4,9", "--rules", "cardinal-it", "--set", "12", "--port", port)
    assert hub.record.table.seats == 1 << 1 | 1 << 4 | 1 << 9
    hub.happen(ev.round_begun(4, 12), ev.simple(ev.TILE_LAID, 50), ev.of_track(ev.ROUND_ENDED, 9))
    assert "3 new events" in ok("sync", "--port", port)
    ok("score", "1", "Anna", "17", "--port", port)
    assert hub.record.table.score(1, 1) == 17
    assert "Cleo is out" in ok("undo", "--port", port)
    assert hub.record.table.winners[0] == 0
    ok("redo", "--port", port)
    assert stored()[hub.log_id] == hub.events
    sheet = run("sheet", "--json").json
    assert {seat["name"]: seat["total"] for seat in sheet["seats"]} == {"Anna": 17, "Ben": 0, "Cleo": 0}
    assert run("new", "X", "Y", "--port", port).code == 3  # a game is running
    ok("end", "--port", port)
    ok("new", "X", "Y", "--port", port)
    assert len(stored()) == 2


def test_a_score_waits_while_there_is_no_hub(hub, port, monkeypatch):
    hub.load(Game(begun(0x777)).round(1, 4).events)
    ok("sync", "--port", port)
    done = run("score", "1", "1", "33", "--port", port + "x", "--json")
    assert (done.code, done.json["result"], done.json["state"]) == (0, "waiting", "no hub")
    assert hub.record.table.score(1, 1) != 33
    assert "1 change delivered" in ok("sync", "--port", port)
    assert hub.record.table.score(1, 1) == 33
    assert stored()[0x777] == hub.events


def test_a_cell_that_changed_meanwhile_is_reported(hub, port):
    hub.load(Game(begun(0x777)).round(1, 4, {1: 10}).events)
    ok("sync", "--port", port)
    hub.happen(ev.score(1, 1, 11, corrects=True))
    done = run("score", "1", "1", "12", "--port", port)
    assert done.code == 3
    assert "is now 11" in done.err
    assert hub.record.table.score(1, 1) == 11
    ok("score", "1", "1", "12", "--port", port)
    assert hub.record.table.score(1, 1) == 12


def test_a_demo_hub_says_so_everywhere(hub, port):
    hub.flags = 1
    assert "DEMO" in ok("sync", "--port", port)
    done = run("sync", "--port", port, "--json")
    assert done.json["state"] == "DEMO"
    assert "DEMO" in done.err
    assert "DEMO" in run("new", "A", "B", "--port", port).out


@pytest.mark.parametrize(("flags", "state"), [(0, "hub"), (1, "DEMO")])
def test_another_trainhub_that_holds_the_port_delivers(hub, port, flags, state):
    hub.flags = flags
    hub.load(Game(begun(0x777)).round(1, 4).events)
    ok("sync", "--port", port)
    watch = start("watch", "--json", "--port", port)
    try:
        lines = iter(watch.stdout.readline, b"")
        while json.loads(next(lines))["type"] != "in-sync":
            pass
        done = run("score", "1", "1", "44", "--port", port, "--json")
        assert (done.code, done.json["result"], done.json["state"]) == (0, "accepted", state)
        assert hub.record.table.score(1, 1) == 44
        told = json.loads(next(lines))
        while told["type"] != "event":
            told = json.loads(next(lines))
        assert (told["kind"], told["game"]) == ("score", "00000777")
        watch.send_signal(signal.SIGINT)
        assert watch.wait(10) == 130
        assert watch.stderr.read() == b""
    finally:
        watch.kill()
        watch.communicate()


def test_a_watch_tells_how_the_game_stands_once(hub, port):
    hub.load(Game(begun(0x777)).round(1, 4).events)
    watch = start("watch", "--port", port)
    try:
        lines = iter(watch.stdout.readline, b"")
        while not next(lines).startswith(b"round 1 of 13"):
            pass
        hub.happen(ev.score(1, 1, 11))
        assert b"11 pips" in next(lines)
        hub.happen(ev.simple(ev.GAME_ENDED))
        assert b"ended" in next(lines)
        hub.happen(ev.score(1, 1, 12, corrects=True))
        assert b"12 pips" in next(lines)
        watch.send_signal(signal.SIGINT)
        assert watch.communicate(timeout=10) == (b"", b"")
    finally:
        watch.kill()
        watch.wait()
    again = start("watch", "--port", port)
    try:
        assert [again.stdout.readline() for _ in range(4)][-1] == b"The game is over.\n"
    finally:
        again.kill()
        again.communicate()


def test_a_watch_tells_the_hub_once_while_it_is_there(hub, port, capsys):
    """Without a game a hub is greeted each second."""
    with Client.open(port, MemoryBook()) as client:
        greeted = Greeted(client.hello)
    screen = Screen(HubCommon(json=True), None)
    there, away = StateChanged(State.HUB), StateChanged(State.NO_HUB)
    for item in (there, greeted, greeted, greeted, away, there, greeted):
        screen.show(item)
    kinds = [json.loads(line)["type"] for line in capsys.readouterr().out.splitlines()]
    assert kinds == ["state", "hub", "state", "state", "hub"]


def test_watch_comes_back_when_the_hub_does(tmp_path):
    hub = FakeHub()
    hub.load(Game(begun(0x777)).events)
    link = tmp_path / "hub"  # the path stays, what it points to changes
    with HubOnPty(hub) as port:
        link.symlink_to(port)
        watch = start("watch", "--json", "--port", link)
        assert until(watch, "in-sync") == ["connecting", "hub"]
        link.unlink()
    try:
        assert json.loads(watch.stdout.readline())["state"] == "no hub"
        hub.restart()
        hub.happen(ev.round_begun(1, 12))
        with HubOnPty(hub) as port:
            link.symlink_to(port)
            assert until(watch, "event") == ["connecting", "hub"]
    finally:
        watch.kill()
        watch.communicate()


def test_every_line_of_a_watch_for_programs_has_a_type(hub, port, tmp_path):
    hub.load(Game(begun(0x777)).round(1, 4).events)
    lines = []
    watch = start("watch", "--json", "--once", "--port", port)
    try:
        while not lines or lines[-1]["type"] != "in-sync":
            lines.append(json.loads(watch.stdout.readline()))
        hub.load([*hub.events[:2], ev.score(4, 1, 9)])  # another history: an error, and it goes on
        hub.restart()
        while lines[-1]["type"] != "error":
            lines.append(json.loads(watch.stdout.readline()))
    finally:
        watch.kill()
        lines += map(json.loads, watch.communicate()[0].splitlines())
    for more in (["--port", str(tmp_path / "none"), "--once"], ["--loud"], ["--data", __file__]):
        done = run("watch", "--json", *more)
        assert done.code
        lines += map(json.loads, done.out.splitlines())
    errors = [line["error"] for line in lines if line["type"] == "error"]
    assert [error["kind"] for error in errors] == ["diverged", "missing", "usage", "usage"]
    assert all(line["schema"] == 1 and line["type"] for line in lines)
    assert all(set(error) == {"kind", "cause", "next", "exit_code"} for error in errors)


def until(process, kind):
    """Read lines up to one of that type; the states on the way."""
    states = []
    while True:
        item = json.loads(process.stdout.readline())
        if item["type"] == kind:
            return states
        if item["type"] == "state":
            states.append(item["state"])


def test_host_killed_at_any_moment_catches_up():
    events = whole_game(2)
    hub = FakeHub()
    hub.load(events)
    kept = 0
    with HubOnPty(hub) as port:
        for moment in range(4):
            syncing = start("sync", "--port", port)
            end = time.monotonic() + 20
            while time.monotonic() < end and hub.record.head and syncing.poll() is None:
                with Store(scores_file(data_dir())) as store:
                    if store.position(hub.log_id)[0] > kept + 100 * moment:
                        break
            syncing.kill()
            syncing.communicate()
            kept = len(stored().get(hub.log_id, []))
            assert stored().get(hub.log_id, []) == events[:kept]
            assert hub.acked.get(hub.log_id, 0) <= kept  # acknowledged is kept
        ok("sync", "--port", port)
    assert stored()[hub.log_id] == events


# -- histories that differ ------------------------------------------------------------------------------------------


def differing(hub, port):
    game = Game(begun(0x777)).round(1, 4)
    hub.load(game.events)
    ok("sync", "--port", port)
    ok("score", "1", "1", "5", "--port", port)
    mine = stored()[0x777]
    hub.load([*game.events, ev.score(9, 1, 8)])
    return mine


def test_differing_histories_need_a_choice(hub, port):
    mine = differing(hub, port)
    done = run("sync", "--port", port)
    assert done.code == 9
    assert "--adopt hub" in done.err
    assert stored()[0x777] == mine
    ok("sync", "--adopt", "hub", "--port", port)
    assert run("sheet", "--json").json["rounds"][0]["cells"]["9"]["pips"] == 8
    assert len(run("games", "--json").json["games"]) == 1
    both = run("games", "--all", "--json").json["games"]
    assert [entry["game"] for entry in both] == ["00000777", "00000777~1"]
    assert run("sheet", "00000777~1", "--json").json["rounds"][0]["cells"]["1"]["pips"] == 5


def test_both_histories_are_kept_on_request(hub, port):
    differing(hub, port)
    ok("sync", "--keep-both", "--port", port)
    assert len(run("games", "--json").json["games"]) == 2
    assert run("score", "1", "1", "3", "--game", "00000777~1").code == 3


def test_a_wiped_hub_gets_its_game_back(hub, port):
    events = Game(begun(0x777)).round(1, 4).events
    hub.load(events)
    ok("sync", "--port", port)
    for left in ([], events[:2]):
        hub.load(left)
        hub.restart()
        ok("sync", "--restore-hub", "--port", port)
        assert hub.events == events
    assert run("sync", "--adopt", "hub", "--keep-both", "--port", port).code == 3


# -- manners --------------------------------------------------------------------------------------------------------


def test_every_command_has_help_and_a_line_in_it():
    text = ok("--help")
    for name, *_ in commands():
        assert name in text
        assert "Usage: trainhub " + name in ok(name, "--help")


def test_an_option_alone_is_no_command():
    done = run("--json")
    assert (done.code, done.json["error"]["kind"]) == (2, "usage")
    assert "A command comes first" in done.err and "join" not in done.err
    assert "Usage: trainhub" in ok() and "Usage: trainhub" in ok("-h")


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_names_in_any_script_on_any_terminal(encoding):
    ok("new", *NAMES, "--no-hub")
    for arguments in (["sheet"], ["games"], ["sheet", "--json"], ["--help"], ["score", "1", "x", "3"]):
        process = start(*arguments, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
        out, err = process.communicate(timeout=60)
        assert b"Traceback" not in out + err, err
        assert process.returncode in (0, 3)
    process = start("sheet", "--json", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    told = json.loads(process.communicate(timeout=60)[0].decode(encoding))
    assert [seat["name"] for seat in told["seats"]] == NAMES


def test_quiet_and_broken_pipes():
    ok("new", "A", "B", "--no-hub")
    process = start("sheet")
    process.stdout.close()
    process.wait(30)
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("more", [[], ["--json"], ["--json", "--loud"]], ids=["text", "json", "error"])
def test_a_full_disk_behind_standard_output(more):
    ok("new", "A", "B", "--no-hub")
    with open("/dev/full", "wb") as full:
        process = start("sheet", *more, stdout=full)
        err = process.communicate(timeout=60)[1].decode()
    assert "Traceback" not in err and "Exception ignored" not in err, err
    assert process.returncode == (2 if "--loud" in more else 1)
    assert ("--loud" if "--loud" in more else "cannot be written") in err


def test_a_help_cut_short_and_input_that_was_closed():
    for arguments in ("--help", "sheet --help"):
        line = f'"{sys.executable}" -m trainhub.cli.main {arguments} | true; exit ${{PIPESTATUS[0]}}'
        done = subprocess.run(["bash", "-c", line], env=environment(), capture_output=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")
    for arguments, code in (("play --seed 1 --rounds 1", 0), ("setup", 4)):
        line = f'exec "{sys.executable}" -m trainhub.cli.main {arguments} <&-'
        done = subprocess.run(["bash", "-c", line], env=environment(), capture_output=True, timeout=60)
        assert (done.returncode, b"itself failed" in done.stderr) == (code, False), done.stderr


def test_version():
    assert ok("--version").strip() == "0.1.0"


def test_ctrl_c_while_the_command_is_loaded():
    code = (
        "import sys\nclass Finder:\n    def find_spec(self, name, path, target=None):\n"
        "        if name == 'trainhub.cli.main':\n            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Finder())\nfrom trainhub.cli import run\nsys.exit(run())"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
