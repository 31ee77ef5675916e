"""A person against bots: every move offered is legal, advice is one of them, leaving is possible at any time."""

import json

from helpers import run

from shared_rules import ruleset as rs
from shared_rules.game.game import Game
from trainhub.demo.human import Human


def test_a_round_of_first_choices(monkeypatch):
    monkeypatch.setattr("builtins.input", lambda prompt: "1")
    done = run("play", "Эва", "--seed", "4", "--rounds", "1", "--json")
    assert done.code == 0, done.err
    sheet = json.loads(done.out)
    assert sheet["seats"][0]["name"] == "Эва"
    assert sheet["rounds"][0]["state"] == "over"
    assert sheet["complete"] is True
    assert "DEMO" in done.err


def test_leaving_at_once_and_at_the_end_of_input(monkeypatch):
    for answer in ("q", None):

        def ask(prompt, answer=answer):
            if answer is None:
                raise EOFError
            return answer

        monkeypatch.setattr("builtins.input", ask)
        done = run("play", "--seed", "4", "--rounds", "1")
        assert done.code == 0
        assert "Until next time" in done.out


def test_nobody_else_has_the_person_s_name_and_questions_are_no_results(monkeypatch):
    def ask(prompt):
        print(prompt, end="")
        return "q"

    monkeypatch.setattr("builtins.input", ask)
    done = run("play", " bEN ", "--seats", "4", "--seed", "4", "--rounds", "1", "--json")
    names = [seat["name"] for seat in json.loads(done.out)["seats"]]  # nothing but JSON is there
    assert names == ["bEN", "Cleo", "Dora", "Emil"]
    assert "Your move" in done.err


def test_impossible_wishes_are_refused():
    for seats in ("12", "0", "-3", "99999999999999"):
        assert run("play", "--seats", seats).code == 3
    assert run("play", "--rules", "chess").code == 3
    assert run("play", "--rounds", "99").code == 3


def test_only_numbers_of_legal_moves_are_taken():
    rules = rs.values(rs.CARDINAL_IT, b"", 12)
    game = Game(rules, (1, 5, 9), 4, True)
    game.begin_round()
    view = game.view(game.turn)
    said = []
    answers = iter(["", "0", "99", "²", "-1", "?", "x", " 1 "])
    human = Human(["A", "B", "C"], lambda prompt: next(answers), said.append)
    assert human.choose(view) == view.legal[0]
    advice = [line for line in said if line.startswith("A bot would take")]
    assert len(advice) == 1
    assert 1 <= int(advice[0].split()[-1].rstrip(".")) <= len(view.legal)
