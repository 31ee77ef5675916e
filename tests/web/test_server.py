"""The real server with the real firmware behind it, spoken to without a browser: rights, limits, conflicts, recovery."""

import http.client
import json
import urllib.request

import pytest
from websockets.exceptions import InvalidStatus

from tests.web.server import Line, begin, play_round
from trainhub.paths import scores_file
from trainhub.scores.reader import Reader
from trainhub.scores.sheet import build
from trainhub.simulator.hub import Simulator
from trainhub.web import lan
from trainhub.web.guard import HEADERS

MB = 1024 * 1024


def get(server, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.http, timeout=10)
    connection.request(headers.pop("method", "GET"), path, headers=headers)
    answer = connection.getresponse()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def test_files_rights_and_limits_of_http(table):
    server = table("--sim")
    status, headers, body = get(server, "/")
    assert status == 200 and b"<script type=\"module\"" in body and b"style=" not in body
    for name, value in HEADERS.items():
        assert headers[name] == value
    assert "unsafe" not in headers["content-security-policy"]
    status, headers, body = get(server, "/sounds/bell.wav")
    assert status == 200 and body[:4] == b"RIFF"
    assert get(server, "/js/main.js", **{"if-none-match": get(server, "/js/main.js")[1]["etag"]})[0] == 304
    rules = json.loads(get(server, "/rules.json")[2])
    assert {preset["name"] for preset in rules["presets"]} >= {"cardinal-cs", "cardinal-it"}
    for path in ("/../serve.py", "/js/../../serve.py", "/%2e%2e/serve.py", "/js/", "/nothing", "//etc/passwd"):
        assert get(server, path)[0] == 404
    assert get(server, "/", method="POST")[0] == 405
    assert get(server, "/", host="evil.example")[0] == 421
    assert get(server, "/", host=f"evil.example:{server.http}")[0] == 421


def line_of(line, right):
    """The latest state of the line, once it is right."""
    known = line.latest.get("state")
    if known and right(known["line"]):
        return known["line"]
    return line.until(lambda m: m["type"] == "state" and right(m["line"]))["line"]


def over(game):
    """How many rounds are over."""
    return sum(entry["state"] == "over" for entry in game["sheet"]["rounds"]) if game else 0


def test_a_hub_that_lost_the_end_of_its_game_gets_it_back(table, tmp_path):
    flash = tmp_path / "table-full.flash"
    server = table("--sim")
    with server.page() as line:
        begin(line, rounds=3)
        play_round(line)
    server.stop()
    earlier = flash.read_bytes()
    server = table("--sim")
    with server.page() as line:
        line.state(lambda game: over(game) == 1)
        whole = play_round(line)
    server.stop()
    flash.write_bytes(earlier)

    server = table("--sim")
    with server.page() as line:
        choice = line_of(line, lambda now: now.get("choice"))["choice"]
        assert choice["behind"] and choice["here"] > choice["hub"] and choice["game"] == whole["game"]
        assert line.ask("choose", game="12345678", how="restore")["kind"] == "changed"
        assert line.ask("choose", game=whole["game"], how="lose")["kind"] == "malformed"
        assert line.ask("choose", game=whole["game"], how="restore")["type"] == "done"
        line_of(line, lambda now: not now.get("choice") and not now["trouble"])
        assert line.state(lambda game: over(game) == 2)["sheet"] == whole["sheet"]
        play_round(line)  # and the hub goes on from there
        line.state(lambda game: game and game["table"]["phase"] == "finished")


@pytest.mark.parametrize("how", ["adopt", "keep"])
def test_two_histories_are_chosen_between_in_the_page(table, tmp_path, how):
    flash = tmp_path / "table-full.flash"
    server = table("--sim")
    with server.page() as line:
        game = begin(line, rounds=3)["game"]
    server.stop()
    earlier = flash.read_bytes()
    server = table("--sim")
    with server.page() as line:
        play_round(line)
        assert line.ask("score", game=game, round=1, track=6, pips=44, seen=None)["type"] == "done"
    server.stop()
    flash.write_bytes(earlier)
    other = tmp_path / "elsewhere"
    other.mkdir()
    (other / flash.name).write_bytes(earlier)
    server = table("--sim", data=other)  # the hub was at another PC
    with server.page() as line:
        line.state(lambda game: game is not None)
        play_round(line)
        assert line.ask("score", game=game, round=1, track=6, pips=7, seen=None)["type"] == "done"
        theirs = play_round(line)
    server.stop()
    flash.write_bytes((other / flash.name).read_bytes())

    server = table("--sim")
    with server.page() as line:
        choice = line_of(line, lambda now: now.get("choice"))["choice"]
        assert not choice["behind"]
        assert line.ask("choose", game=game, how="restore")["kind"] == "refused"
        assert line.ask("choose", game=game, how=how)["type"] == "done"
        assert line.state(lambda game: over(game) == 2)["sheet"] == theirs["sheet"]
        line_of(line, lambda now: not now.get("choice") and not now["trouble"])
    server.stop()
    with Reader(scores_file(tmp_path)) as store:
        kept = [row for row in store.logs() if row.aside]
        assert len(kept) == 1 and (kept[0].writer == "nobody") == (how == "adopt")
        assert [seat.total for seat in build(store.events_of(kept[0])).seats] == [0, 44]  # nothing of ours is lost


def test_statistics_in_the_listener_s_language(table):
    server = table("--sim")
    with server.page() as line:
        begin(line)
    status, headers, body = get(server, "/stats", **{"accept-language": "it, en;q=0.5"})
    assert status == 200 and headers["content-type"] == "text/html; charset=utf-8"
    assert b'<html lang="it">' in body and b"Statistiche" in body and b"<style" not in body and b"style=" not in body
    assert "style-src 'self'" in headers["content-security-policy"]
    assert b'<html lang="cs">' in get(server, "/stats?lang=cs")[2]
    assert b'<html lang="en">' in get(server, "/stats?lang=../../xx")[2]
    assert b".tile" in get(server, "/css/stats.css")[2]


def test_foreign_pages_cannot_connect(table):
    server = table("--sim")
    ours = f"127.0.0.1:{server.http}"
    for origin in ("http://evil.example", "null", f"https://{ours}", f"http://127.0.0.1:{server.http + 1}"):
        with pytest.raises(InvalidStatus):
            server.page(origin=origin)


def test_bad_messages_get_a_typed_error_and_change_nothing(table):
    server = table("--sim")
    with server.page(greet=False) as line:
        assert line.ask("pause", paused=True)["kind"] == "order"  # not greeted yet
        assert line.ask("hello", version=1)["type"] == "done"
        before = begin(line)
        for raw, kind in [
            ("no json", "malformed"), ('{"do": "pause", "id": 900}', "malformed"), ('{"do": "fly", "id": 901}', "unknown"),
            ('{"do": "hello", "id": 1, "version": 1}', "order"), ("x" * 3000, "oversized"),
        ]:  # fmt: skip
            line.raw(raw)
            assert line.error()["kind"] == kind
        assert line.ask("score", game=before["game"], round=1, track=1, pips=5, seen=None)["kind"] == "refused"  # not over
        assert line.ask("score", game="12345678", round=1, track=1, pips=5, seen=None)["kind"] == "changed"
        assert line.ask("undo", target=77)["kind"] in ("refused", "changed")
        game = {"rules": "cardinal-it", "set": 12, "overrides": []}
        assert line.ask("new", people=[[1, "A"], [2, "B"]], **game, end=False)["kind"] == "refused"  # one is running
        assert line.ask("new", people=[[1, "A"], [2, "a"]], **game, end=True)["kind"] == "refused"
        assert line.ask("new", people=[[1, "A"]], **game, end=True)["kind"] == "refused"
        assert line.ask("go", track=9)["kind"] == "refused"
        assert line.ask("play", move=3)["kind"] == "refused"
        with server.page() as other:
            after = other.state()
        assert after["sheet"]["events"] == before["sheet"]["events"]
        line.raw("x" * 20000)  # longer than any frame may be
        assert line.closed() == 1009


def test_too_many_messages_are_not_carried_out(table):
    server = table("--sim")
    with server.page() as line:
        for _ in range(100):
            line.raw("{}")
        kinds = [line.error()["kind"] for _ in range(100)]
        assert kinds.count("rate") > 20 and kinds[0] == "malformed"
        for _ in range(400):
            line.raw("{}")
        assert line.closed() == 4029


def test_two_people_who_type_the_same_cell_hear_of_each_other(table):
    server = table("--sim")
    with server.page() as anna, server.page() as ben:
        game = begin(anna)["game"]
        play_round(anna)
        cell = {"game": game, "round": 1, "track": 6}
        ben.state(lambda seen: seen and seen["table"]["phase"] == "finished")
        assert anna.ask("score", **cell, pips=12, seen=None)["type"] == "done"
        refused = ben.ask("score", **cell, pips=15, seen=None)
        assert (refused["kind"], refused["now"]) == ("changed", 12)
        for line in (anna, ben):
            told = line.latest.get("conflict") or line.until(lambda m: m["type"] == "conflict")
            assert (told["round"], told["track"], told["wanted"], told["now"]) == (1, 6, 15, 12)
        assert ben.ask("score", **cell, pips=15, seen=12)["type"] == "done"
        seen = anna.state(lambda g: g["sheet"]["rounds"][0]["cells"]["6"]["pips"] == 15)
        assert seen["sheet"]["rounds"][0]["cells"]["6"]["before"] == [12]
        assert seen["sheet"]["winners"] == [1] and seen["sheet"]["complete"]
        assert ben.ask("score", **cell, pips=None, seen=15)["type"] == "done"  # undo everywhere: unset again
        anna.state(lambda g: g["sheet"]["rounds"][0]["cells"]["6"]["state"] == "unset")


def test_undo_redo_pause_late_player_and_names(table):
    server = table("--sim")
    with server.page() as line:
        begin(line, rounds=3)
        line.asked("Engine")
        line.press("ROUND")
        game = line.state(lambda g: g and g["table"]["phase"] == "round running")
        line.asked(None)
        line.press("TURN")
        game = line.state(lambda g: g["table"]["turn"] == 6)

        def says(message):
            hold = message["type"] == "now" and message["buttons"] and message["buttons"]["TURN"]["hold"]
            return bool(hold) and hold["m"].startswith("nothing laid")

        assert says(line.latest["now"]) or line.until(says)
        assert line.ask("undo", target=game["undo"]["target"])["type"] == "done"
        game = line.state(lambda g: g["table"]["turn"] == 1 and g["redo"])
        assert line.ask("undo", target=game["redo"]["target"])["kind"] == "changed"  # somebody else undid it meanwhile
        assert line.ask("redo", target=game["redo"]["target"])["type"] == "done"
        line.state(lambda g: g["table"]["turn"] == 6)
        assert line.ask("pause", paused=True)["type"] == "done"
        line.state(lambda g: g["table"]["paused"])
        assert line.ask("pause", paused=False)["type"] == "done"
        assert line.ask("come", track=9, name="  Cleo  ")["type"] == "done"
        line.state(lambda g: g["table"]["coming"] == [9] and g["sheet"]["seats"][2]["name"] == "Cleo")
        assert line.ask("rename", track=9, name="Cléo 🚂")["type"] == "done"
        line.state(lambda g: g["sheet"]["seats"][2]["name"] == "Cléo 🚂")
        assert line.ask("rename", track=9, name="x" * 33)["kind"] == "refused"
        other = line.state(lambda g: True)["sheet"]["seats"][0]["name"]
        for taken in ({"do": "rename", "track": 9}, {"do": "come", "track": 10}):
            refused = line.ask(taken["do"], track=taken["track"], name=f" {other.upper()} ")
            assert (refused["kind"], "Two players" in refused["text"]["m"]) == ("refused", True), refused


def test_phones_look_on_until_they_know_the_code(table):
    here = lan.addresses()
    if not here:
        pytest.skip("this computer has no address but its own")
    server = table("--sim", "--lan")
    code = server.told["code"]
    assert server.told["lan"][0].startswith(f"http://{here[0]}:")
    with server.page() as local, Line(f"{here[0]}:{server.http}") as phone:
        assert local.told("you")["invitation"]["qr"]
        you = phone.told("you")
        assert not you["writes"] and "invitation" not in you
        before = begin(local)
        assert phone.state()["game"] == before["game"]
        assert phone.ask("pause", paused=True)["kind"] == "unauthorised"
        assert phone.ask("button", name="TURN", down=True)["kind"] == "unauthorised"
        assert phone.ask("end", game=before["game"])["kind"] == "unauthorised"
        assert phone.ask("join", code="ABCDEFGH")["kind"] == "code"
        assert phone.ask("join", code=f" {code[:4].lower()}-{code[4:]} ")["type"] == "done"
        assert phone.ask("pause", paused=True)["type"] == "done"
        local.state(lambda g: g["table"]["paused"])
        assert code not in json.dumps([m for m in local.heard if m["type"] == "state"])
    with Line(f"{here[0]}:{server.http}") as guesser:
        kinds = [guesser.ask("join", code=f"WRONG{i}")["text"]["m"] for i in range(8)]
        assert "Too many" in kinds[-1]
        assert guesser.ask("join", code=code)["kind"] == "code"  # the door is shut for this address now
    _, said = server.stop()
    assert said == ""


def test_without_lan_nobody_else_can_connect(table):
    here = lan.addresses()
    server = table("--sim")
    assert server.told["code"] is None
    for address in here:
        with pytest.raises(OSError):
            urllib.request.urlopen(f"http://{address}:{server.http}/", timeout=3)


def test_the_hub_is_unplugged_and_comes_back(table, tmp_path):
    with Simulator(tmp_path / "hub.flash") as hub:
        server = table("--port", hub.port)
        with server.page() as line:
            begin(line)
            hub.kill()
            line.until(lambda m: m["type"] == "state" and m["line"]["state"] == "no hub")
            assert line.ask("rename", track=1, name="Annika")["waiting"] is True
            hub.restart()
            line.until(lambda m: m["type"] == "state" and m["line"]["state"] == "DEMO")
            line.state(lambda g: g and g["sheet"]["seats"][0]["name"] == "Annika")
            assert line.ask("button", name="TURN", down=True)["kind"] == "no-bench"  # that hub is not this table's own


def test_six_viewers_stay_within_sixty_megabytes(table):
    server = table("--sim")
    lines = [server.page() for _ in range(6)]
    try:
        begin(lines[0])
        play_round(lines[0])
        for line in lines:
            line.state(lambda g: g and g["table"]["phase"] == "finished")
        used = server.rss()
        print(f"server with six pages: {used / MB:.1f} MB")
        assert used < 60 * MB
    finally:
        for line in lines:
            line.socket.close()


def test_without_a_hub_a_simulated_one_stands_in(table):
    server = table()
    with server.page() as line:
        line.until(lambda m: m["type"] == "state" and m["line"]["state"] == "DEMO")
        line.until(lambda m: m["type"] == "now" and m["bench"])


def test_a_missing_hub_is_said_and_no_game_begins(table, tmp_path):
    server = table("--port", str(tmp_path / "nothing"))
    with server.page() as line:
        # It may have been said while the page was opened.
        if line.latest.get("state", {}).get("line", {}).get("state") != "no hub":
            line.until(lambda m: m["type"] == "state" and m["line"]["state"] == "no hub")
        game = {"rules": "cardinal-it", "set": 12, "overrides": [], "end": True}
        assert line.ask("new", people=[[1, "A"], [2, "B"]], **game)["kind"] == "busy"
