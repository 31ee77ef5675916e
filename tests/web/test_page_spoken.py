"""The page in Czech and Italian in a real browser, on a narrow phone: no English is left, and nothing is cut off."""

import re

import pytest

from tests.web.server import begin, play_round
from trainhub.locale import catalogues

pytestmark = pytest.mark.slow
WIDTH = 360

# Every word that can be seen or heard: texts of leaves, names and hints.
WORDS = """() => [...document.querySelectorAll("body *")].filter((one) => one.getClientRects().length).flatMap((one) => [
    ...[...one.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data),
    ...["aria-label", "title", "placeholder", "alt"].map((name) => one.getAttribute(name) || ""),
  ].map((text) => text.trim())).filter(Boolean)"""

# What is wider than the screen, or than the element it stands in, except in what can be scrolled.
WIDE = """(width) => [...(document.querySelector("dialog[open]") || document.body)
  .querySelectorAll("button, label, select, input, h1, h2, h3, p, li, summary, .badge, .buttons span")]
  .filter((one) => one.getClientRects().length && one.clientWidth !== 1 && !one.closest(".sheet-scroll, .unseen, .skip"))
  .filter((one) => one.getBoundingClientRect().left < -1
    || one.getBoundingClientRect().right > (one.closest("dialog")?.getBoundingClientRect().right ?? width) - 1
    || (getComputedStyle(one).display !== "inline" && one.tagName !== "SELECT" && one.scrollWidth > one.clientWidth + 2))
  .map((one) => one.outerHTML.slice(0, 160))"""


def english(language):
    """Patterns of the page's sentences that read otherwise in `language`."""
    catalog = catalogues.load(language)
    patterns = []
    for message, file in catalogues.messages():
        if not file.startswith("web/"):
            continue
        key = message[0] if isinstance(message, tuple) else message
        own = catalog.get(key).string
        for one in message if isinstance(message, tuple) else (message,):
            if one not in own:
                patterns.append(re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(one))))
    return patterns


@pytest.fixture
def look(chromium):
    """Checks what a page shows now."""

    def check(page, patterns):
        words = set(page.evaluate(WORDS))
        assert len(words) > 10
        assert [text for text in words if any(pattern.fullmatch(text) for pattern in patterns)] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
        assert page.evaluate(WIDE, WIDTH) == []

    return check


@pytest.mark.parametrize(
    ("language", "query", "locale", "hub_asks", "event"),
    [
        ("cs", "", "cs-CZ", "Kdo má lokomotivu?", "konec kola"),
        ("it", "?lang=it", "en-US", "Chi ha la motrice?", "manche finita"),
    ],
)
def test_no_english_is_left_and_nothing_is_cut_off(table, visit, look, language, query, locale, hub_asks, event):
    server = table("--sim")
    with server.page() as line:
        begin(line, people=((1, "Anna"), (6, "Maximilian"), (9, "Cleo")), rounds=3)
        play_round(line)
    patterns = english(language)
    page = visit(server.url + query, WIDTH, 780, locale=locale)
    page.wait_for_selector("#badge[data-state='DEMO']")
    page.locator(".turn-what", has_text=hub_asks).wait_for()
    assert page.evaluate("document.documentElement.lang") == language
    assert "lang" not in page.url
    assert page.locator(".log li", has_text=event).count() == 1
    look(page, patterns)
    page.click("#enter-scores")
    look(page, patterns)
    page.click("dialog [role='tab'] >> nth=1")
    page.wait_for_selector(".pick")
    look(page, patterns)
    page.keyboard.press("Escape")
    for door, what in (("#menu-new", "dialog .seats"), ("#menu-people", "#late-name"), ("#menu-play", "#play-name")):
        page.wait_for_selector("dialog", state="detached")
        page.click("#menu")
        if door == "#menu-new":
            assert page.locator("#language").input_value() == language
            look(page, patterns)
        page.click(door)
        page.wait_for_selector(what)
        if page.locator("dialog summary").count():
            page.click("dialog summary")
        look(page, patterns)
        if door != "#menu-play":
            page.keyboard.press("Escape")
    page.click("#play-begin")
    page.wait_for_selector(".hand-tile")
    page.wait_for_selector(".play-lines li")
    look(page, patterns)
    assert page.evaluate("JSON.parse(localStorage.getItem('trainhub') || '{}').language || ''") == ("it" if query else "")
