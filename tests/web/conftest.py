"""Chromium, and the real server as the process that people start."""

import os
import shutil

import pytest

from tests.web.server import Server


@pytest.fixture
def table(tmp_path, micropython):
    """Starts `trainhub table` with the given options; every one is stopped afterwards."""
    started = []

    def start(*options, data=tmp_path, http=0):
        server = Server(data, http, options)
        started.append(server)
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def chromium():
    """Debian's Chromium, driven by Playwright; skips where there is none."""
    why = ""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        why = "Playwright is not installed: pip install playwright"
    if not found:
        why = "no Chromium: sudo apt-get install chromium"
    if why:
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"],
        )
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium):
    """Opens a page of its own; faults of its JavaScript fail the test."""
    contexts, faults = [], []

    def open_page(url, width=1280, height=900, **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
