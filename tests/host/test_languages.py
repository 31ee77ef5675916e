"""English, Czech and Italian: no sentence is missing, no field is lost, and programs see the same in every language."""

import string

import pytest
from helpers import ok, run, start

from shared_rules import ruleset as rs
from trainhub import ruletexts, text
from trainhub.locale import catalogues

LANGUAGES = catalogues.LANGUAGES


@pytest.fixture(autouse=True)
def _english_again():
    yield
    text.use("en")


def fields(sentence):
    named = sorted((name, spec) for _, name, spec, _ in string.Formatter().parse(sentence) if name is not None)
    return named, sentence.count("%d")


WRONG = [
    ["dance"], ["shet"], ["sheet", "--loud"], ["score", "1"], ["score", "x", "A", "3"], ["new", "A", "--set"],
    ["new", "A", "--set", "x"], ["sheet", "a", "b"], ["sheet", "--paper", "A3"], ["sheet", "--out", "a", "--out", "b"],
    ["sheet", "--csv=maybe"], ["rules", "foo"], ["rules", "show"],
]  # fmt: skip


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_a_wrong_command_line_is_explained_in_every_language(arguments, monkeypatch):
    causes = set()
    for language in ("en", *LANGUAGES):
        monkeypatch.setenv("TRAINHUB_LANG", language)
        error = run(*arguments, "--json").json["error"]
        assert error["exit_code"] == 2
        assert any(word in error["cause"] for word in (arguments[-1], "--out", "PLAYER", "NAME", "ROUND", "--csv"))
        causes.add(error["cause"])
    assert len(causes) == 1 + len(LANGUAGES), causes


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_and_settings_hold_no_english(language, monkeypatch):
    monkeypatch.setenv("TRAINHUB_LANG", language)
    for arguments in (["--help"], ["score", "--help"], ["rules", "--help"], ["rules", "show", "--help"], ["config"]):
        process = start(*arguments, PYTHONUTF8="1")
        shown = process.communicate(timeout=60)[0].decode()
        assert process.returncode == 0
        for words in ("Display", "Parameters", "Arguments", "Commands", "port of the hub", "rule set of", "Usage", "[required"):
            assert words not in shown, shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated_with_all_its_fields(language):
    catalog = catalogues.load(language)
    missing = []
    for message, file in catalogues.messages():
        known = catalog.get(message[0] if isinstance(message, tuple) else message)
        forms = known.string if known and isinstance(known.string, tuple) else (known.string if known else "",)
        if not all(forms):
            missing.append(f"{file}: {message}")
            continue
        wanted = fields(message[1] if isinstance(message, tuple) else message)
        for form in forms:
            assert fields(form) == wanted, (message, form)
    assert not missing, "run host/trainhub/locale/catalogues.py, then translate: " + "\n".join(missing)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_the_one_of_the_source(language):
    file = catalogues.po_file(language)
    assert file.with_suffix(".mo").read_bytes() == catalogues.compiled(catalogues.load(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_preset_are_told_without_an_english_sentence(language, monkeypatch):
    names = [preset[1] for preset in rs.PRESETS]
    calls = [("list",), *(("show", name) for name in names), *(("diff", names[0], name) for name in names[1:])]
    english = [(ok("rules", *call), run("rules", *call, "--json").json) for call in calls]
    monkeypatch.setenv("TRAINHUB_LANG", language)
    for call, (told, read) in zip(calls, english, strict=True):
        own = ok("rules", *call)
        assert run("rules", *call, "--json").json == read, "programs read the same"
        assert len(own.splitlines()) == len(told.splitlines())
        rows = read.get("rule_sets") or read.get("clauses") or read.get("differences")
        sentences = {value for row in rows for value in row.values() if isinstance(value, str) and " " in value}
        assert sentences and all(sentence in told for sentence in sentences)
        assert not {sentence for sentence in sentences if sentence in own} - {"Masters of Games"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_and_reason_differs_from_the_english_one(language):
    text.use(language)
    for sentence, file in ruletexts.sentences():
        if " " in sentence and sentence != "Masters of Games":
            assert text.tr(sentence) != sentence, (file, sentence)
    for size in (6, 9, 12):
        rules = bytes(rs.values(rs.FUNDEX, bytes((rs.F_HANDS, rs.HANDS_OWN, rs.F_HAND, 7)), size))
        rows = {row[0]: row[3] for row in ruletexts.clauses(rules, "fundex")}
        assert str(size) in rows["set"] and "7" in rows["hand"]


def test_plural_forms():
    text.use("cs")
    said = [text.trn("{n} change delivered.", "{n} changes delivered.", n) for n in (1, 2, 5)]
    assert len({sentence.replace(str(n), "") for sentence, n in zip(said, (1, 2, 5), strict=True)}) == 3
    text.use("it")
    assert text.trn("{n} change delivered.", "{n} changes delivered.", 1) != text.trn(
        "{n} change delivered.", "{n} changes delivered.", 3
    )


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "cs_CZ.UTF-8"}, "cs"), ({"LANG": "C"}, "en"), ({"LANG": "it"}, "it"), ({}, "en"),
        ({"LC_ALL": "it_IT", "LANG": "cs_CZ"}, "it"), ({"TRAINHUB_LANG": "en", "LANG": "cs_CZ"}, "en"),
        ({"LANG": "tlh_KX"}, "en"),
    ],
)  # fmt: skip
def test_the_language_is_the_one_asked_for(environment, language):
    assert text.preferred(environment) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_read_their_language_and_programs_always_the_same(language, monkeypatch):
    ok("new", "Anna", "Ben", "Cleo", "--no-hub")
    ok("round", "Anna", "Ben=12")
    english = ok("sheet"), run("sheet", "--json").json, run("score", "1", "Zed", "3")
    monkeypatch.setenv("TRAINHUB_LANG", language)
    own = ok("sheet"), run("sheet", "--json").json, run("score", "1", "Zed", "3")
    assert own[0] != english[0]
    assert own[1] == english[1]
    assert (own[2].code, own[2].out) == (english[2].code, english[2].out)
    assert own[2].err != english[2].err
    assert f'lang="{language}"' in ok("sheet", "--html")
    assert ok("--help") != ""
