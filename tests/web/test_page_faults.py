"""What may befall the page itself: odd addresses, a server that goes in the middle of a game or of a dialog."""

import signal

import pytest

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
    assert page.locator(".buttons [data-button='TURN']").is_enabled()
