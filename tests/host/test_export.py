"""The sheet as CSV, as a printed page and in statistics over many games."""

import csv
import io
import re
from html.parser import HTMLParser

import pytest
from games import Game, begun
from helpers import ok, run

from shared_rules import events as ev
from trainhub.scores import history
from trainhub.scores.sheet import build, of_history
from trainhub.scores.stats import collect
from trainhub.scores.stats_page import to_html

NAMES = ["Đorđe", "Эва", "مريم", "🚂 Bo", "=1+1", "<b>O'Neil", "Ann, B.", "Zoë"]


@pytest.fixture
def game():
    ok("new", *NAMES, "--no-hub")
    for number in range(13):
        scores = [f"{name}={(number * 7 + i * 13) % 90 + 1}" for i, name in enumerate(NAMES) if i != number % 8]
        ok("round", "blocked" if number == 5 else NAMES[number % 8], *scores[number == 6 :])
    ok("score", "1", "Zoë", "5")


def test_csv_reads_back_and_runs_nothing(game):
    rows = list(csv.reader(io.StringIO(ok("sheet", "--csv"))))
    assert rows[0] == ["round", "engine", "out", *("'" + name if name[0] == "=" else name for name in NAMES)]
    assert len(rows) == 1 + 13 + 3
    assert rows[6][2] == "blocked"
    assert rows[7][3] == ""  # unset, not 0
    sheet = run("sheet", "--json").json
    assert [int(cell) for cell in rows[14][3:]] == [seat["total"] for seat in sheet["seats"]]
    assert not any(cell[:1] in "=+@" for row in rows for cell in row if cell)


def test_csv_for_excel_has_a_mark_and_semicolons(game, tmp_path):
    file = tmp_path / "sheet.csv"
    ok("sheet", "--excel", "--out", file)
    raw = file.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbfround;engine;out;")
    assert "Эва".encode() in raw
    assert raw.count(b"\r\n") == 17


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
        self.links = []
        self.text = ""

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta",):
            self.open.append(tag)
        self.links += [value for name, value in attributes if name in ("src", "href")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize(("paper", "size"), [("a4", "A4 landscape"), ("letter", "letter landscape")])
def test_the_printed_page(game, paper, size):
    text = ok("sheet", "--html", "--paper", paper)
    assert f"size: {size}" in text
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.links == []  # everything is in the page
    assert all(name in page.text for name in NAMES)
    assert "Winner" in page.text or "Ahead" in page.text
    assert "unset" in page.text


def game_with_times(seconds, winner):
    game = Game(begun(winner, (1, 2)))
    game.add(ev.named(1, "Anna"), ev.named(2, "ben" if winner == 1 else "Ben"))
    for _ in range(13):
        game.add(ev.round_begun(1, game.table.next_engine()))
        game.add(ev.simple(ev.TILE_LAID, ev.pack_time(seconds * 10)), ev.simple(ev.TILE_LAID, ev.pack_time(30)))
        game.add(ev.of_track(ev.ROUND_ENDED, winner), ev.score(3 - winner, game.table.round, 10))
    return game.events


def test_statistics_over_games():
    logs = [game_with_times(60, 1), game_with_times(90, 1), game_with_times(60, 2)]
    read = [(of_history(told, 0), told) for told in map(history.read, logs)]
    anna, ben = collect(read)
    assert (anna.name, anna.games, anna.wins, anna.rounds_won) == ("Anna", 3, 2, 26)
    assert (ben.name, ben.wins, ben.average, ben.worst) == ("Ben", 1, pytest.approx(20 / 3), 10)
    assert anna.seconds == pytest.approx(70)
    assert ben.seconds == pytest.approx(3)


def test_stats_command(game):
    players = run("stats", "--json").json["players"]
    assert {player["name"] for player in players} == set(NAMES)
    assert sum(player["rounds_won"] for player in players) == 12
    text = ok("stats")
    assert "Pips a round" in text
    assert run("stats", "--data", "/nonexistent").out.strip() == "There is no game yet."


def test_statistics_as_a_page(game, tmp_path):
    file = tmp_path / "stats.html"
    ok("stats", "--html", "--out", file)
    text = file.read_text("utf-8")
    page = Page()
    page.feed(text)
    assert page.open == [] and page.links == []  # everything is in the page
    assert "Statistics of 1 game" in page.text and all(name in page.text for name in NAMES)
    players = run("stats", "--json").json["players"]
    assert text.count('class="dot"') == sum(player["rounds"] for player in players)
    assert "Totals, game by game" not in text  # one game makes no row
    assert "Seconds a turn" not in text  # nobody sat at a hub


def test_charts_over_games():
    logs = [game_with_times(60, 1), game_with_times(90, 1), game_with_times(60, 2)]
    text = to_html(collect([(of_history(told, 0), told) for told in map(history.read, logs)]), 3, "/stats.css")
    won, rounds, totals, seconds = text.split("<section>")[1:]
    assert won.count('class="tile"') == 2 + 1
    assert rounds.count('class="dot"') == 2 * 3 * 13
    bars = re.findall(r'<rect class="(mark|bar)"[^>]*><title>(\d+)</title>', totals)
    assert bars == [("mark", "0"), ("mark", "0"), ("bar", "130"), ("bar", "130"), ("bar", "130"), ("mark", "0")]
    assert ">70.0</text>" in seconds and ">3.0</text>" in seconds
    assert '<link rel="stylesheet" href="/stats.css">' in text and "<style" not in text


def test_statistics_of_nothing():
    assert "There is no game yet." in to_html([], 0)


def test_late_and_left_on_paper():
    game = Game(begun(9, (1, 2, 3)))
    game.round(1, 1, {2: 10, 3: 20}).add(ev.of_track(ev.JOINED, 5), ev.of_track(ev.LEFT, 3)).round(1, 1, {2: 1, 5: 2})
    from trainhub.scores import export

    sheet = build(game.events)
    rows = list(csv.reader(io.StringIO(export.to_csv(sheet))))
    assert rows[1][:3] == ["start", "", ""]
    assert rows[2][3:] == ["0", "10", "20", "-"]
    assert rows[3][3:] == ["0", "1", "-", "2"]
    assert export.to_html(sheet).count('class="absent"') == 13
