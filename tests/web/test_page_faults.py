"""What may befall the page itself: odd addresses, a server that goes in the middle of a game or of a dialog, a
full table."""

import signal

import pytest

from tests.web.server import begin, play_round
from tests.web.test_page import ready

pytestmark = pytest.mark.slow


def test_an_odd_language_is_none(table, visit):
    server = table("--sim")
    page = visit(f"{server.url}?lang=toString", locale="cs-CZ")
    ready(page)
    assert page.evaluate("document.documentElement.lang") == "cs"
    page.reload()
    assert page.inner_text("#menu") == "Nabídka"


def test_a_match_ends_on_the_page_with_its_server(table, visit, tmp_path):
    server = table("--sim")
    page, other = visit(server.url), visit(server.url)
    for one in (page, other):
        ready(one)
    page.click("#welcome-play")
    page.click("#play-begin")
    page.wait_for_selector("#play:visible")
    server.stop(signal.SIGKILL)
    page.wait_for_selector("#bar[data-offline]")
    other.click("#menu")
    other.click("#menu-new")
    other.wait_for_selector(".toast.error:has-text('connection')")  # and no click that does nothing
    table("--sim", http=server.http)
    ready(page)
    page.wait_for_selector("#play", state="hidden")
    page.wait_for_selector(".buttons [data-button='TURN']:enabled")


@pytest.mark.parametrize("language", ("en", "it"))
@pytest.mark.parametrize("count, rules", ((8, "cardinal-it"), (10, "cardinal-cs")))
def test_everybody_fits_on_a_tablet_that_lies_across(table, visit, count, rules, language):
    names = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Franziska-Theresa", "Gert", "Hana", "Ivo", "Jana")[:count]
    server = table("--sim")
    with server.page() as line:
        game = begin(line, list(enumerate(names, 1)), rounds=2, rules=rules)
        play_round(line)
        for track in range(2, count + 1):
            answer = line.ask("score", game=game["game"], round=1, track=track, pips=100 + track, seen=None)
            assert answer["type"] == "done"
    page = visit(f"{server.url}?lang={language}", 1280, 800)
    ready(page)
    page.wait_for_selector(f".cell.number:has-text('{100 + count}')")
    assert page.locator(".sheet-scroll").evaluate("e => e.scrollWidth - e.clientWidth") == 0
    tall, wide = page.locator(".cell button").first.evaluate("e => [e.offsetHeight, e.offsetWidth]")
    assert min(tall, wide) >= 44  # for a finger
