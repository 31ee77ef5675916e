"""English, Czech and Italian: no sentence is missing, no field is lost, and programs see the same in every language."""

import string

import pytest
from helpers import ok, run, start

from trainhub import text
from trainhub.locale import catalogues

LANGUAGES = catalogues.LANGUAGES


@pytest.fixture(autouse=True)
def _english_again():
    yield
    text.use("en")


def fields(sentence):
    return sorted((name, spec) for _, name, spec, _ in string.Formatter().parse(sentence) if name is not None)


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
        for words in ("Display", "Parameters", "Arguments", "Commands", "port of the hub", "rule set of"):
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
