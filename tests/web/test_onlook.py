"""The demo's page: it shows the same game, and nobody can touch anything."""

import pytest

from trainhub.demo.broadcast import Broadcast
from trainhub.demo.live import Show
from trainhub.demo.night import Plan
from trainhub.web.browser import has_windows
from trainhub.web.onlook import Onlook


@pytest.fixture
def onlook():
    page = Onlook()
    page.start()
    yield page
    page.stop()


def test_the_page_shows_the_demo(onlook, visit, micropython, tmp_path):
    page = visit(onlook.url)
    with open(tmp_path / "said.txt", "w") as said:
        sheet = Show(Plan("cardinal-it", (1, 6), 4), 1, out=said, speed=60.0, onlook=Broadcast(onlook)).run()
    page.get_by_text("1 of 13 rounds").first.wait_for()
    for seat in sheet.seats:
        page.get_by_text(seat.name, exact=True).first.wait_for()
    assert page.get_by_role("button", name="Join").is_hidden()
    assert page.get_by_role("button", name="Undo").is_hidden()
    assert "DEMO" in page.locator("body").inner_text()


def test_no_browser_of_characters_is_opened():
    assert not has_windows({}, "linux") and not has_windows({"DISPLAY": ""}, "linux")
    assert has_windows({"DISPLAY": ":0"}, "linux") and has_windows({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert has_windows({}, "darwin") and has_windows({}, "win32")
