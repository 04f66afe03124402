"""A real browser: Chromium through Playwright. Pages that complain on the console or call other hosts fail the test."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from web.serving import served  # noqa: F401

# Pictures are kept where CI or a developer asks for them, to be looked at.
PICTURES = os.environ.get("GALAKIT_PICTURES")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# Not for the session: as long as it is open, no other test of the process could run an event loop of its own.
@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    """A page that may not complain and may talk to this machine only."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url) if _foreign(request.url) else None)
    page.set_default_timeout(15_000)
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def picture(page):
    """`picture("grid")` keeps what is seen, where pictures are wanted."""

    def kept(name: str) -> None:
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)

    return kept


def _foreign(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme not in ("data", "blob", "file") and parts.hostname not in ("127.0.0.1", "localhost")


def violations(page) -> list[str]:
    """What axe finds wrong with the accessibility of a page, in words."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['help']} ({n['target']})" for v in found for n in v["nodes"]]
