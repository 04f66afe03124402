"""A real browser: Chromium through Playwright. Pages that complain on the console or call other hosts fail the test."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from web.serving import WAIT, served  # noqa: F401

# What a page does in a moment takes seconds where the machine is busy: whatever is expected of it is waited for. This is
# as long as a server may take for an answer; a test that passes waits for none of it.
PATIENCE = 90_000  # milliseconds
WINDOW = {"width": 1280, "height": 800}
LONG = WAIT * 1000  # for what has to be solved first
expect.set_options(timeout=PATIENCE)

# Pictures are kept where CI or a developer asks for them, to be looked at.
PICTURES = os.environ.get("GALAKIT_PICTURES")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AXE = {"rules": {"label-content-name-mismatch": {"enabled": True}}, "resultTypes": ["violations"]}
# Those that go on for ever aside: a bar that says only that something is done, a cursor.
STOPPED = """() => Promise.all(
  document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished.catch(() => null))
).then(() => null)"""


def chromium() -> str | None:
    """Where Chromium is; its headless shell, where there is one, begins and draws in a third of the time."""
    names = ("chromium-headless-shell", "chromium", "google-chrome", "chromium-browser")
    return next(filter(None, map(shutil.which, names)), None)


# Not for the session: as long as it is open, no other test of the process could run an event loop of its own.
@pytest.fixture(scope="module")
def browser():
    path = chromium()
    if path is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Tab:
    """A page that talks to this machine only and does not complain, nor any that it opens, but for what is excused.

    Tests of a file take turns in one tab, which each finds as if it were new: to open a tab takes several times as long
    as to load a page in it.
    """

    def __init__(self, browser: Browser, excused: str | None = None) -> None:
        self.excused = excused
        self.complaints: list[str] = []
        context = browser.new_context(viewport=WINDOW)
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda said: self._note(said.text) if said.type in ("error", "warning") else None)
        context.on("weberror", lambda thrown: self._note(str(thrown.error)))
        context.on("request", lambda request: self._note(request.url) if _foreign(request.url) else None)
        self.page = context.new_page()

    def _note(self, words: str) -> None:
        if self.excused is None or self.excused not in words:
            self.complaints.append(words)

    def turn(self, excused: str | None = None) -> Iterator[Page]:
        """The page for one test."""
        self.excused = excused
        self.complaints.clear()
        yield self.page
        self._tidy()
        assert self.complaints == []

    def _tidy(self) -> None:
        page = self.page
        for other in page.context.pages:
            if other is not page:
                other.close()
        page.unroute_all(behavior="ignoreErrors")
        page.set_viewport_size(WINDOW)
        page.emulate_media(color_scheme="null", reduced_motion="null")
        if page.url.startswith("http"):
            page.goto(urljoin(page.url, "/openapi.json"))  # where no script keeps anything
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.goto("about:blank")


@contextlib.contextmanager
def watched(browser: Browser, excused: str | None = None) -> Iterator[Page]:
    """A tab for one test alone."""
    tab = Tab(browser, excused)
    try:
        yield tab.page
    finally:
        tab.page.context.close()
    assert tab.complaints == []


@pytest.fixture(scope="module")
def tab(browser):
    return Tab(browser)


@pytest.fixture
def page(tab):
    """A page that may not complain and may talk to this machine only."""
    yield from tab.turn()


@pytest.fixture
def astray(tab):
    """A page that may meet things that are not there: the browser itself complains about each."""
    yield from tab.turn(excused="status of 4")


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


# As a link does it, and until the view it leads to is drawn.
TURN = """place => {
  history.pushState(null, "", place);
  dispatchEvent(new PopStateEvent("popstate"));
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null))));
}"""


def turn(page: Page, address: str) -> None:
    """Go to another view of the page that is open: it is not loaded anew, which takes most of the time."""
    page.evaluate(TURN, address)


def settled(page: Page) -> None:
    """Wait until the view is there, and nothing on it waits for an answer or is still that to an earlier question."""
    expect(page.locator("h1").first).to_be_visible()
    expect(page.locator(".gk-waiting, .gk-stale")).to_have_count(0)


def eventually(page: Page, read: Callable[[], object], wanted: object) -> None:
    """What is read is what is wanted, at once or later: for what Playwright's `expect` has no words for."""
    deadline = time.monotonic() + PATIENCE / 1000
    while (found := read()) != wanted and time.monotonic() < deadline:
        page.wait_for_timeout(20)
    assert found == wanted


def overflow(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    return page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)")


def violations(page: Page) -> list[str]:
    """What axe finds wrong with the accessibility of a page, in words; colours are judged when they have stopped to fade."""
    from axe_playwright_python.sync_playwright import Axe

    expect(page.locator(".gk-waiting, .gk-stale")).to_have_count(0)
    page.evaluate(STOPPED)
    found = Axe().run(page, options=AXE).response["violations"]
    return [f"{v['id']}: {v['help']} ({n['target']})" for v in found for n in v["nodes"]]
