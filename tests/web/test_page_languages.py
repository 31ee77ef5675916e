"""The languages of the page without a browser: nothing is missing, and every browser is given its own."""

import ast
import json
import re

import pytest

from tests.web.server import ROOT
from trainhub import text
from trainhub.locale import catalogues
from trainhub.text import tr, trn
from trainhub.web import assets, languages
from trainhub.web.reasons import REASONS, reason
from trainhub.web.words import plain, say, say_n

SCRIPTS = sorted(assets.STATIC.rglob("*.js"))


@pytest.fixture(autouse=True)
def _english_again():
    yield
    text.use("en")


def of_page():
    return [message for message, file in catalogues.messages() if file.startswith("web/")]


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_the_page_gets_every_sentence_and_every_plural_form(language):
    known = json.loads(json.dumps(languages.messages(language)))
    assert len(of_page()) > 250
    for message in of_page():
        if isinstance(message, tuple):
            assert sorted(known[message[0]]) == sorted(languages.FORMS[language]) and all(known[message[0]].values())
        else:
            assert isinstance(known[message], str) and known[message], message


def test_every_sentence_of_the_scripts_is_marked_where_it_can_be_found():
    for path in SCRIPTS:
        source = path.read_text(encoding="utf-8")
        if path.name != "i18n.js":
            assert not re.findall(r"\b(?:tn?|say)\((?!\").{0,40}", source), path.name  # a text that is put together
        calls = re.findall(r"\b(?:t|tn|say)\(\"", source)
        assert len(list(catalogues._script(source))) == len(calls), path.name


def test_nothing_on_the_page_is_both_one_sentence_and_a_plural():
    single = {message for message in of_page() if isinstance(message, str)}
    assert single.isdisjoint(message[0] for message in of_page() if isinstance(message, tuple))


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("cs", "cs"), ("it-IT,it;q=0.9,en;q=0.8", "it"), ("en-GB,cs;q=0.9", "en"), ("de,fr;q=0.9,cs;q=0.2", "cs"),
        ("cs;q=0.1, it;q=0.9", "it"), ("cs;q=0,it;q=0.1", "it"), ("de", "en"), ("", "en"), ("*", "en"), ("cs;q=x", "en"),
        (";;q=,,=" * 2000, "en"),
    ],
)  # fmt: skip
def test_a_page_is_sent_in_the_language_that_the_browser_accepts(header, language):
    assert languages.accepted(header) == language


def test_the_server_language_is_the_last_resort():
    text.use("it")
    assert languages.accepted("de,fr") == "it"
    assert languages.accepted("en") == "en"


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_the_page_says_its_language_before_its_scripts_run(language):
    page = languages.document((assets.STATIC / "index.html").read_text(encoding="utf-8"), language)
    assert f'<html lang="{language}"' in page
    assert ("Skip to the score sheet" in page) == ("This page needs JavaScript." in page) == (language == "en")


def test_what_the_server_says_in_its_own_language_reaches_pages_in_any():
    text.use("cs")
    said = tr("The hub refused: {reason}.", reason=tr("The game is paused."))
    assert "Hub odmítl" in said
    assert plain(say(said)) == "The hub refused: The game is paused.."
    counted = trn("{n} change delivered.", "{n} changes delivered.", 3)
    assert plain(say("{what} {n}", what=counted, n=1)) == "3 changes delivered. 1"
    assert [plain(say_n("{n} tile", "{n} tiles", n)) for n in (1, 2)] == ["1 tile", "2 tiles"]


def reasons_in(path, functions=None):
    """Sentences that the functions of a module can give as a reason, with numbers filled in."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(function, ast.FunctionDef) or (functions and function.name not in functions):
            continue
        for node in ast.walk(function):
            value = node.value if isinstance(node, ast.Return) else None
            if isinstance(value, ast.Call):
                value = value.args[-1] if value.args else None
            if isinstance(value, ast.Tuple):
                value = value.elts[-1]
            if isinstance(value, ast.BinOp):
                value = value.left
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and " " in value.value:
                yield value.value.replace("%s", "12-7").replace("%d", "7")


def test_every_reason_of_the_rules_core_is_known():
    core = ROOT / "shared_rules"
    found = set(reasons_in(core / "game" / "why.py")) | set(reasons_in(core / "ruleset.py", ("contradiction", "seats_refused")))
    found -= {text for text in found if text.startswith("Refusal(")}
    known = {phrase["m"] for phrase in REASONS}
    assert [text for text in found if reason(text)["m"] not in known] == []
    assert {reason(text)["m"] for text in found} == known  # and none is listed that nobody says
    assert all(plain(reason(text)) == text for text in found)
    assert reason("something new") == {"m": "something new"}
