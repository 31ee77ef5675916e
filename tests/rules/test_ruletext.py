"""Every clause and value can be put into words, and every preset says where each clause comes from."""

import pytest

from rules.page import PAGE
from shared_rules import ruleset as rs
from shared_rules import ruletext


def test_every_field_has_one_clause_in_order():
    assert [entry.field for entry in ruletext.FIELDS] == list(range(rs.FIELDS))
    assert len({entry.key for entry in ruletext.FIELDS}) == rs.FIELDS


def test_every_legal_value_has_a_meaning_and_a_name_that_parses_back():
    for entry in ruletext.FIELDS:
        for number, name, _ in entry.values or ():
            assert entry.parse(name) == number and entry.name(number) == name
        for value in (0, 1, rs._HIGHEST[entry.field]):
            if entry.values is None or any(value == v[0] for v in entry.values) or entry._text:
                assert entry.meaning(value)


@pytest.mark.parametrize("name", [p[1] for p in rs.PRESETS])
def test_every_clause_is_sourced_or_its_gap_named(name):
    preset = ruletext.PRESETS[name]
    keys = {entry.key for entry in ruletext.FIELDS}
    assert set(preset.said) <= keys and set(preset.filled) <= keys
    assert set(preset.said.values()) <= set(preset.sources) <= set(ruletext.SOURCES)
    for key, _, _, meaning, source, filled in ruletext.clauses(rs.preset_values(rs.preset_number(name)), name):
        assert meaning, key
        assert source or filled, key


def test_the_gaps_of_the_seeds_are_those_the_articles_leave():
    czech = {row[0] for row in ruletext.gaps("cardinal-cs")}
    assert {"first-turn", "mexican-start", "marker-down", "draw", "order", "end-on-double", "call", "tie"} <= czech
    assert not {"hands", "fork", "mexican-use", "marker-up", "engine", "rounds"} & czech
    italian = {row[0] for row in ruletext.gaps("cardinal-it")}
    assert {"draw", "double", "doubles", "call-penalty", "marker-down", "blank"} <= italian
    assert not {"hands", "call", "blocked", "marker-up"} & italian


def test_diff_names_only_what_differs():
    a, b = rs.preset_values(rs.FUNDEX), rs.preset_values(rs.PRESSMAN)
    assert [row[0] for row in ruletext.diff(a, b)] == ["others", "start-others", "draw"]
    assert ruletext.diff(a, a) == []


def test_overrides_by_name():
    table = {"draw": "until-playable", "call": False, "blank": 25, "mexican-trains": 3}
    overrides = ruletext.overrides_of(table)
    rules = rs.values(rs.CARDINAL_IT, overrides)
    assert (rules[rs.F_DRAW], rules[rs.F_CALL], rules[rs.F_BLANK], rules[rs.F_MT_COUNT]) == (rs.DRAW_UNTIL, 0, 25, 3)
    row = [row for row in ruletext.clauses(rules, "cardinal-it") if row[0] == "blank"][0]
    assert row[3:] == ("counts 25", "override", "")


@pytest.mark.parametrize("table", [{"drawing": "one"}, {"draw": "two"}, {"call": "perhaps"}, {"blank": 300}, {"fork": 2}])
def test_unknown_clauses_and_values_are_refused_by_name(table):
    with pytest.raises(ruletext.RuleError) as caught:
        ruletext.overrides_of(table)
    assert next(iter(table)) in str(caught.value)


def test_contradictions_are_told_in_a_sentence():
    assert ruletext.problem(rs.CARDINAL_IT, b"", 12) == ""
    small = ruletext.problem(rs.CARDINAL_IT, bytes((rs.F_HANDS, rs.HANDS_IT)), 6)
    assert small == "2 hands of 15 tiles are more than the 28 tiles of the set."
    assert "covered" in ruletext.problem(rs.CARDINAL_IT, bytes((rs.F_FORK, 1)), 12)
    assert "not 3" in ruletext.problem(rs.CARDINAL_CS, b"", 12, 3)


def test_the_page_in_docs_is_the_one_made_from_the_presets():
    assert PAGE.read_text(encoding="utf-8") == ruletext.markdown(), "run: python -m tests.rules.page"
