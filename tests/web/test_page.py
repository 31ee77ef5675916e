"""The page in a real browser, on the real server, with the real firmware behind it.

With TRAINHUB_SCREENSHOTS=1 the pictures of the README are made here, in docs/images.
"""

import os
import signal
from pathlib import Path

import pytest

from tests.web.server import ROOT, begin, play_round
from trainhub.simulator.hub import Simulator

pytestmark = pytest.mark.slow
PHONE = {"width": 390, "height": 844, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
PEOPLE = {1: "Anna", 7: "Ben"}


def shoot(page, name, **options):
    """A picture for the README, when asked for."""
    if os.environ.get("TRAINHUB_SCREENSHOTS"):
        folder = ROOT / "docs" / "images"
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{name}.png", **options)


def ready(page, state="DEMO"):
    page.wait_for_selector(f"#badge[data-state='{state}']")


def new_game(page, people=PEOPLE, rounds=2):
    """Seats people and begins, with a house rule that makes the game short."""
    page.click("#welcome-new:visible, #menu-new:visible")
    for track, name in people.items():
        page.fill(f"dialog input[data-track='{track}']", name)
    page.click("dialog summary")
    page.fill("dialog [data-field='29'] input", str(rounds))
    page.dispatch_event("dialog [data-field='29'] input", "change")
    assert page.locator("dialog [data-field='29'].changed").count() == 1
    page.click("#begin")
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_selector(f"th.seat:has-text('{people[max(people)]}')")


def key(page, name, hold=False):
    page.click(f"[data-button='{name}']", delay=1150 if hold else 90)


def open_round(page):
    page.wait_for_selector(".turn-what:has-text('Who holds the engine')")
    key(page, "ROUND")
    page.wait_for_selector(".turn-who:has-text('plays')")
    page.wait_for_selector(".turn-what", state="hidden")


def end_round(page):
    key(page, "ROUND")
    page.wait_for_selector(".turn-what:has-text('Who is out')")
    key(page, "ROUND")


def type_score(page, who, pips):
    page.click(f".person:has-text('{who}')")
    for digit in str(pips):
        page.click(f"[data-digit='{digit}']")
    page.click(".save")


def axe(page):
    """Serious and critical findings of axe-core."""
    module = pytest.importorskip("axe_playwright_python", reason="pip install axe-playwright-python")
    page.evaluate((Path(module.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    found = page.evaluate("(rules) => axe.run(document, rules)", rules)["violations"]
    return [
        (one["id"], [node["html"][:150] for node in one["nodes"]]) for one in found if one["impact"] in ("serious", "critical")
    ]


def test_a_whole_short_game_by_clicks_with_a_phone_beside_it(table, visit):
    server = table("--sim")
    tablet = visit(server.url, 1280, 800)
    ready(tablet)
    assert "DEMO" in tablet.title()
    assert tablet.locator(".light.turn .lamp").count() == 12
    new_game(tablet)
    phone = visit(server.url, **PHONE)
    ready(phone)
    for number in (1, 2):
        open_round(tablet)
        who = tablet.locator(".turn-who").text_content()
        tablet.wait_for_selector("[data-button='TURN'] .press:has-text('laid a tile')")
        key(tablet, "TURN")
        tablet.locator(".turn-who", has_text=who).wait_for(state="detached")
        key(tablet, "TURN", hold=True)
        tablet.wait_for_selector(".open-fact")
        key(tablet, "MARK")  # the marker of whoever is in turn now
        tablet.wait_for_selector(".facts .open-fact:has-text(',')")
        tablet.keyboard.down("t")  # the chord by keyboard: undo
        tablet.keyboard.down("r")
        tablet.keyboard.up("r")
        tablet.keyboard.up("t")
        tablet.locator(".facts .open-fact", has_text=",").wait_for(state="detached")
        end_round(tablet)
        tablet.wait_for_selector("#enter-scores")
        # The phone types one score, the tablet sees it.
        phone.click("#enter-scores")
        loser = phone.locator(".person.unset .person-name").first.text_content()
        if number == 1:
            type_score(phone, loser, 23)
        else:
            phone.click(f".person:has-text('{loser}')")
            phone.click("text=Tap the tiles")
            for tile in ("12-7", "4-0"):
                phone.click(f"[data-tile='{tile}']")
            assert phone.locator("output.entry-value").text_content() == "23"
            phone.click(".save")
        phone.wait_for_selector("dialog", state="detached")
        tablet.wait_for_selector(f"tr[data-round='{number}'] .cell.number:has-text('23')")
    tablet.wait_for_selector(".party-names")
    shoot(tablet, "table-end")
    tablet.click(".party button")
    assert tablet.locator(".winner").text_content().startswith("Winner")
    assert tablet.locator("tfoot .total td").all_text_contents() in (["23", "23"], ["46", "0"], ["0", "46"])


def test_two_screens_in_one_cell(table, visit):
    server = table("--sim")
    one = visit(server.url)
    ready(one)
    new_game(one)
    open_round(one)
    end_round(one)
    two = visit(server.url, **PHONE)
    for page in (one, two):
        page.click("#enter-scores")
        page.wait_for_selector("dialog.entry")
    who = one.locator(".person.unset .person-name").first.text_content()
    # Both have typed before either writes.
    for page, digits in ((one, "31"), (two, "44")):
        page.click(f".person:has-text('{who}')")
        for digit in digits:
            page.click(f"[data-digit='{digit}']")
    one.click(".save")
    one.wait_for_selector("dialog", state="detached")
    two.locator(".entry-about", has_text="31").wait_for()
    assert two.locator("output.entry-value").text_content() == "44"  # what was typed is not lost, and shown beside it
    two.click(".save")
    two.wait_for_selector("dialog", state="detached")
    one.wait_for_selector(".cell.corrected:has-text('44')")
    one.click(".toast button:has-text('Undo')")  # wrote 31; the cell holds 44 by now: refused, and both are told
    one.wait_for_selector(".toast.error")
    two.wait_for_selector(".toast.warn")
    assert one.locator(".cell.corrected").text_content() == "44"


def test_the_hub_is_unplugged_and_comes_back(table, visit, tmp_path):
    with Simulator(tmp_path / "hub.flash") as hub:
        server = table("--port", hub.port)
        page = visit(server.url)
        ready(page)
        assert page.locator(".buttons").is_hidden()  # somebody else's hub has no buttons here
        new_game(page)
        hub.kill()
        ready(page, "no hub")
        hub.restart()
        ready(page)
        page.wait_for_selector("th.seat:has-text('Anna')")
        hub.bench.press("ROUND")  # its real button, so to say
        page.wait_for_selector(".turn-who:has-text('plays')")


def test_a_hub_that_lost_its_end_is_given_it_back_by_a_click(table, visit, tmp_path):
    flash = tmp_path / "table-full.flash"
    server = table("--sim")
    with server.page() as line:
        begin(line)
    server.stop()
    earlier = flash.read_bytes()
    server = table("--sim")
    with server.page() as line:
        line.state()
        play_round(line)
    server.stop()
    flash.write_bytes(earlier)

    page = visit(table("--sim").url)
    page.wait_for_selector(".trouble:has-text('has lost the end of game')")
    assert page.locator(".choice button").all_inner_texts() == ["Give it back to the hub", "The hub's counts", "Keep both"]
    assert axe(page) == []
    page.click("#choose-restore")
    page.wait_for_selector(".choice", state="hidden")
    page.wait_for_selector(".trouble", state="hidden")
    page.wait_for_selector("tfoot .total td")


def test_the_server_restarts_in_the_middle_of_a_round(table, visit):
    server = table("--sim")
    page = visit(server.url)
    ready(page)
    new_game(page)
    open_round(page)
    key(page, "TURN")
    page.wait_for_selector(".turn-who:has-text('Ben')")
    server.stop(signal.SIGKILL)
    page.wait_for_selector("#bar[data-offline]")
    assert "Connection lost" in page.locator(".trouble").text_content()
    table("--sim", http=server.http)
    page.wait_for_selector("#bar:not([data-offline])")
    ready(page)
    page.wait_for_selector(".turn-who:has-text('Ben')")
    page.wait_for_selector(".turn-what", state="hidden")
    key(page, "TURN")
    page.wait_for_selector(".turn-who:has-text('Anna')")


def test_a_game_against_bots(table, visit):
    server = table("--sim")
    page = visit(server.url)
    ready(page)
    page.click("#welcome-play")
    page.fill("#play-name", "Grandma")
    page.select_option("#play-bots", "1")
    page.select_option("dialog #set", "6")  # few tiles: a short round
    page.click("dialog summary")
    page.fill("dialog [data-field='29'] input", "1")
    page.dispatch_event("dialog [data-field='29'] input", "change")
    page.click("#play-begin")
    page.wait_for_selector(".hand-tile")
    turns = 0
    told_why = False
    mine = page.locator(".play-head[data-mine]")
    after = page.locator("#play-next, .party, .play-head:has-text('over')")
    while not after.count() and turns < 120:
        mine.or_(after.first).first.wait_for()
        if after.count():
            break
        turns += 1
        bad = page.locator(".hand-tile:not(.legal)")
        if not told_why and bad.count():
            bad.first.click()  # a refusal with its reason, or that it fits nowhere
            page.wait_for_selector(".toast")
            told_why = True
        if turns == 3:
            page.wait_for_selector(".turn-who:has-text('Grandma')")  # the hub's own log says so, too
            shoot(page, "table-bots")
        legal = page.locator(".hand-tile.legal")
        before = page.locator("#play").inner_html()
        if legal.count():
            legal.first.click()
            lay = page.locator("[data-lay].legal")
            page.locator(".hand-tile[aria-pressed='true']").or_(page.locator(".play-head:not([data-mine])")).first.or_(mine).first.wait_for()
            if lay.count():
                lay.first.click()
        elif page.locator("#play-call").count():
            page.click("#play-call")
        elif page.locator("#play-draw").count():
            page.click("#play-draw")
        else:
            page.click("#play-end")
        for _ in range(100):
            if page.locator("#play").inner_html() != before or after.count():
                break
            page.wait_for_timeout(50)
    assert after.count(), "the round never ended"
    page.wait_for_selector("tfoot .total td")
    page.wait_for_selector(".party-names")


def test_nothing_serious_for_axe_and_the_keyboard_is_enough(table, visit):
    server = table("--sim")
    for scheme in ("light", "dark"):
        page = visit(server.url, color_scheme=scheme)
        ready(page)
        if scheme == "light":
            assert axe(page) == []
            page.click("#welcome-new")
            page.wait_for_selector("dialog")
            assert axe(page) == []
            page.keyboard.press("Escape")
            new_game(page, {1: "Anna", 4: "Ben", 7: "Cleo", 10: "Đorđe"}, rounds=3)
            open_round(page)
            # By keyboard alone: focus the button, press it with the space bar.
            page.focus("[data-button='TURN']")
            page.keyboard.down(" ")
            page.wait_for_selector("[data-button='TURN'][data-down]")
            page.keyboard.up(" ")
            page.wait_for_selector(".turn-who:has-text('Ben')")
            end_round(page)
            page.wait_for_selector("#enter-scores")
            page.focus("#enter-scores")
            page.keyboard.press("Enter")
            page.wait_for_selector("dialog.entry")
            page.keyboard.type("17")
            assert page.locator("output.entry-value").text_content() == "17"
            assert axe(page) == []
            page.keyboard.press("Enter")
            page.wait_for_selector("tr[data-round='1'] .cell.number:has-text('17')")
            page.click("text=Tap the tiles")
            assert axe(page) == []
            page.keyboard.press("Escape")
        assert axe(page) == []
        page.click("#menu")
        assert axe(page) == []
        if scheme == "light":  # a game has been played
            with page.context.expect_page() as opened:
                page.click("#menu-stats")
            figures = opened.value
            figures.wait_for_selector("h2:has-text('Pips a round')")
            assert axe(figures) == []
            assert figures.evaluate("getComputedStyle(document.querySelector('section')).borderRadius") == "14px"  # dressed
        else:
            page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [320, 390, 640, 1024, 1920])
def test_no_screen_is_too_narrow(table, visit, width):
    """640 stands for a tablet of 1280 at 200 % zoom."""
    server = table("--sim")
    page = visit(server.url, width, 800)
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    new_game(page, {1: "Maximilian-Alexander", 3: "Эва", 5: "Đorđe", 8: "Ana", 9: "B", 10: "Grandma", 11: "Jo"})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_calm_people_see_no_motion_and_paper_shows_the_sheet(table, visit):
    server = table("--sim")
    page = visit(server.url, reduced_motion="reduce")
    ready(page)
    new_game(page)
    page.emulate_media(media="print")
    assert page.locator(".hub").is_hidden() and page.locator(".bar").is_hidden()
    assert page.locator("table.scores").is_visible()
    assert page.locator("tr.future").count() == 2  # room for both rounds
    for paper in ("A4", "Letter"):
        assert page.pdf(format=paper).startswith(b"%PDF")


def test_language_light_and_sound_are_remembered(table, visit):
    server = table("--sim")
    page = visit(server.url)
    ready(page)
    assert page.locator("#sound").get_attribute("aria-pressed") == "false"  # silent until somebody clicks
    page.click("#sound")
    page.wait_for_selector("#sound[aria-pressed='true']")
    page.click("#menu")
    page.select_option("#theme", "dark")
    page.fill("#volume", "0.25")
    page.select_option("#language", "cs")
    ready(page)
    page.wait_for_selector("html[data-theme='dark']")
    page.click("#menu")
    assert page.locator("#language").input_value() == "cs"
    assert page.locator("#volume").input_value() == "0.25"


@pytest.mark.skipif(not os.environ.get("TRAINHUB_SCREENSHOTS"), reason="pictures of the README: TRAINHUB_SCREENSHOTS=1")
def test_pictures(table, visit):
    server = table("--sim")
    page = visit(server.url)
    ready(page)
    new_game(page, {1: "Anna", 4: "Ben", 6: "Cleo", 9: "Đorđe"}, rounds=13)
    for number, pips in enumerate([(34, 12, 57), (8, 41, 19), (63, 5, 22)], 1):
        open_round(page)
        for _ in range(number):
            who = page.locator(".turn-who").text_content()
            key(page, "TURN")
            page.locator(".turn-who", has_text=who).wait_for(state="detached")
        end_round(page)
        page.click("#enter-scores")
        for value in pips:
            who = page.locator(".person[aria-checked='true'] .person-name").text_content()
            for digit in str(value):
                page.click(f"[data-digit='{digit}']")
            page.click(".save")
            if value != pips[-1]:
                page.locator(".person[aria-checked='true']", has_text=who).wait_for(state="detached")
        page.wait_for_selector("dialog", state="detached")
    open_round(page)
    page.wait_for_timeout(4500)  # the hub shows the engine for four seconds
    key(page, "TURN", hold=True)
    key(page, "MARK", hold=True)
    page.wait_for_selector(".turn-what:has-text('double')")
    key(page, "TURN")
    key(page, "ROUND")
    page.wait_for_selector(".turn-what", state="hidden")
    key(page, "TURN")
    page.wait_for_selector(".facts .due")
    for close in page.locator(".toast-close").all():
        close.click()
    page.wait_for_timeout(900)
    page.mouse.move(5, 5)
    shoot(page, "table")
    for name, width, height, options in [
        ("table-dark", 1920, 1080, {"color_scheme": "dark"}), ("table-phone", 0, 0, PHONE),
    ]:  # fmt: skip
        other = visit(server.url, **({"width": width, "height": height} if width else {}), **options)
        other.wait_for_selector(".facts .due")
        other.wait_for_timeout(1500)
        shoot(other, name)
    key(page, "ROUND")
    page.wait_for_selector(".turn-what:has-text('Who is out')")
    key(page, "ROUND")
    other.click("#enter-scores")
    other.click("text=Tap the tiles")
    for tile in ("12-7", "11-4", "12-0"):
        other.click(f"[data-tile='{tile}']")
    shoot(other, "table-scores")
