"""`trainhub rules`, and games by a rule set of one's own."""

import pytest
from helpers import ok, run

from shared_rules import ruleset as rs
from trainhub.paths import data_dir, scores_file
from trainhub.scores import history
from trainhub.scores.store import Store


def test_list_show_and_diff():
    listed = run("rules", "list", "--json").json["rule_sets"]
    assert [entry["name"] for entry in listed] == [preset[1] for preset in rs.PRESETS]
    for name in ("cardinal-cs", "cardinal-it"):
        clauses = run("rules", "show", name, "--json").json["clauses"]
        assert all(entry["meaning"] for entry in clauses)
        gaps = run("rules", "show", name, "--gaps", "--json").json["clauses"]
        assert 0 < len(gaps) < len(clauses)
    differences = run("rules", "diff", "cardinal-cs", "cardinal-it", "--json").json["differences"]
    assert differences
    assert ok("rules", "diff", "celko", "celko").strip() == "They play the same."
    assert run("rules", "show", "chess").code == 3
    assert "diff" in ok("rules", "--help")


def own_file(tmp_path, text):
    file = tmp_path / "ours.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_game_by_a_file_of_ones_own(tmp_path):
    file = own_file(
        tmp_path, 'preset = "cardinal-it"\nset = 9\nmost-players = 6\nblank = 25\nlate = "average"\ncall-penalty = 2\n'
    )
    checked = run("rules", "check", file, "--json").json
    assert (checked["seats"], checked["changed"]) == ([2, 3, 4, 5, 6], 4)
    ok("new", "A", "B", "--rules", file, "--no-hub")
    with Store(scores_file(data_dir())) as store:
        table = history.read(store.read(store.logs()[0].log_id)).table
    assert (table.rules[rs.F_SET], table.rules[rs.F_BLANK], table.rules[rs.F_MAX_SEATS]) == (9, 25, 6)
    assert run("new", *"ABCDEFG", "--rules", file, "--no-hub").code == 3


@pytest.mark.parametrize(
    "text",
    ["", 'preset = "chess"', 'preset = "cardinal-it"\nset = 11', 'preset = "cardinal-it"\nfrobs = 3', "= =",
     'preset = "cardinal-it"\nset = "many"', 'preset = "cardinal-it"\nblank = "lots"'],
)  # fmt: skip
def test_a_wrong_file_is_refused_with_the_reason(tmp_path, text):
    file = own_file(tmp_path, text)
    for arguments in (["rules", "check", file], ["new", "A", "B", "--no-hub", "--rules", file]):
        done = run(*arguments)
        assert done.code == 3, done
        assert str(file) in done.err
        assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rounds = 99", "rounds cannot be 99"), ("most-players = 12", "most-players cannot be 12"),
        ('hands = "own"\nhand = 60', "hand cannot be 60"), ("hand = 9", 'together with hands = "own"'),
    ],
)  # fmt: skip
def test_a_wrong_clause_is_called_as_the_file_calls_it(tmp_path, text, words):
    file = own_file(tmp_path, 'preset = "cardinal-it"\n' + text)
    done = run("rules", "check", file)
    assert (done.code, done.out) == (3, "")
    assert words in done.err
    assert "ield" not in done.err


def test_a_file_that_is_no_text_says_so(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_bytes(b"\xff\xfe")
    done = run("rules", "check", file)
    assert "it is no text in UTF-8" in done.err
    assert "codec" not in done.err


def test_the_reason_comes_in_the_language_of_the_rest(tmp_path, monkeypatch):
    monkeypatch.setenv("TRAINHUB_LANG", "cs")
    small = own_file(tmp_path, 'preset = "cardinal-it"\nset = 6\nfirst-engine = 9')
    for arguments in (
        ["new", "A", "B", "--no-hub", "--rules", "cardinal-cs"], ["play", "--rules", "cardinal-cs", "--seats", "2"],
        ["rules", "check", small],
    ):  # fmt: skip
        done = run(*arguments)
        assert done.code == 3
        assert not any(word in done.err for word in ("seats play", "rule set", " has no ", "double-")), done.err


@pytest.mark.parametrize(("language", "said"), [("cs", "číslo"), ("it", "un numero")])
def test_what_a_file_may_say_comes_in_the_language_of_the_rest(tmp_path, monkeypatch, language, said):
    monkeypatch.setenv("TRAINHUB_LANG", language)
    value = run("rules", "check", own_file(tmp_path, 'preset = "cardinal-it"\nrounds = "lots"')).err
    assert "rounds" in value and "lots" in value and "all, " + said in value
    clause = run("rules", "check", own_file(tmp_path, 'preset = "cardinal-it"\nfrobs = 3')).err
    assert "frobs" in clause and "first-engine" in clause
    for err in (value, clause):
        assert not any(word in err for word in (" cannot ", "it can be", "a number", "rule set", "There are")), err


def test_a_long_sentence_fits_the_terminal_and_stays_one_line_for_other_readers(monkeypatch):
    from trainhub.cli import rules

    line = "    " + "tessera " * 30
    assert rules._fitted(line, 4) == [line]
    monkeypatch.setattr("sys.stdout", type("Terminal", (), {"isatty": lambda self: True})())
    monkeypatch.setenv("COLUMNS", "80")
    fitted = rules._fitted(line, 4)
    assert len(fitted) > 2 and all(len(part) <= 80 and part.startswith("    t") for part in fitted)
