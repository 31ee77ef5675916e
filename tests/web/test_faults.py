"""What may befall a table while it runs: its simulated hub dies, its score file goes, two people want the same at once."""

import os
import signal
import socket
import subprocess
import urllib.error
import urllib.request

import pytest

from tests.web.server import begin, play_round
from trainhub.errors import NoHub
from trainhub.paths import scores_file
from trainhub.web.keeper import Keeper

MATCH = {"name": "Zoe", "bots": 2, "rules": "cardinal-it", "set": 12, "overrides": [[29, 1]], "end": True}


def children(pid):
    return [int(one) for one in subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()]


@pytest.mark.slow
def test_a_simulated_hub_that_died_is_switched_on_again(table):
    server = table("--sim")
    with server.page() as line:
        begin(line)
        line.asked("Engine")
        line.press("ROUND")
        line.state(lambda game: game and game["table"]["phase"] == "round running")
        for pid in children(server.process.pid):
            os.kill(pid, signal.SIGKILL)
        line.until(lambda m: m["type"] == "state" and m["line"]["state"] == "no hub")
        back = line.until(lambda m: m["type"] == "state" and m["line"]["state"] == "DEMO")
        assert back["game"]["table"]["phase"] == "round running"
        line.asked(None)
        line.press("TURN")
        assert line.state(lambda game: game["table"]["turn"] == 6)


@pytest.mark.slow
@pytest.mark.parametrize("replaced", (False, True))
def test_a_score_file_that_goes_is_noticed(table, tmp_path, replaced):
    server = table("--sim")
    file = scores_file(tmp_path)
    with server.page() as line:
        game = begin(line)
        copy = file.with_name("copy")
        copy.write_bytes(file.read_bytes())
        for one in file.parent.glob(file.name + "*"):
            one.unlink()
        if replaced:
            copy.rename(file)
        line.until(lambda m: m["type"] == "state" and m["line"]["state"] == "no hub" or m["type"] == "lights" and file.exists())
        line.until(lambda m: m["type"] == "state" and m["line"]["state"] == "DEMO" and m["game"])
        after = play_round(line)  # what the hub holds came back by itself, and is written to the file that is there
        assert after["game"] == game["game"]
        trouble = line.latest["state"]["line"]["trouble"]
        assert trouble is None if replaced else "moved or deleted" in trouble["m"]
    server.stop()
    assert file.exists()


@pytest.mark.slow
def test_two_people_deal_at_once_and_one_game_begins(table):
    server = table("--sim")
    with server.page() as one, server.page() as other:
        one.connected()
        for line in (one, other):
            line.raw(f'{{"do": "play-begin", "id": 2, {str(MATCH)[1:-1].replace(chr(39), chr(34)).replace("True", "true")}}}')
        answers = [line.until(lambda m: m.get("id") == 2 and m["type"] in ("done", "error")) for line in (one, other)]
        assert sorted(answer["type"] for answer in answers) == ["done", "error"]
        assert [answer["kind"] for answer in answers if answer["type"] == "error"] == ["busy"]


@pytest.mark.slow
def test_connections_that_say_nothing_make_room(table):
    server = table("--sim")
    with server.page() as line:
        silent = [socket.create_connection(("127.0.0.1", server.http), timeout=20) for _ in range(120)]
        silent[0].sendall(b"GET / HTTP/1.1\r\n")  # and never the rest
        with pytest.raises(urllib.error.HTTPError) as full:
            urllib.request.urlopen(server.url, timeout=10)
        assert full.value.code == 503
        assert [one.recv(1) for one in silent] == [b""] * len(silent)  # closed by the server
        assert urllib.request.urlopen(server.url, timeout=10).status == 200
        line.connected()  # whoever had something to say is still there
        assert line.ask("join", code="none")["type"] == "error"
    for one in silent:
        one.close()


@pytest.mark.slow
def test_a_restarted_server_says_at_once_that_there_is_no_match_and_no_button_yet(table, tmp_path):
    with table("--port", str(tmp_path / "nothing")).page() as line:
        assert line.told("match")["match"] is None
        assert line.told("now")["bench"] is False


def test_who_was_told_that_it_took_too_long_finds_nothing_done(tmp_path):
    def no_port(_):
        raise NoHub("none", "plug one in")

    done = []
    keeper = Keeper(tmp_path / "scores.db", no_port, lambda kind, value: None)
    late = keeper.ask(lambda _: done.append("late"))
    assert late.cancel()
    keeper.start()
    assert keeper.ask(lambda _: "in time").result(10) == "in time"
    keeper.end()
    assert done == []
