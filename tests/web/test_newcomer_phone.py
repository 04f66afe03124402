"""A newcomer's first minutes on a telephone, by touch alone: every step is tapped, seen, and as wide as the screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from web.conftest import LONG, PATIENCE, overflow, settled, violations
from web.test_page_phone import CUT

LEAST = 24  # pixels: targets smaller than this are hard to touch (WCAG 2.2, 2.5.8)


@pytest.fixture
def touch(browser):
    """A page that knows fingers only."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    context.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    yield context.new_page()
    context.close()
    assert complaints == []


def tap(target) -> None:
    """Tap what is large enough for a finger and inside the screen."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert min(box["width"], box["height"]) >= LEAST, f"{target} is too small: {box}"
    assert box["x"] >= 0 and box["x"] + box["width"] <= 391, f"{target} leaves the screen: {box}"
    target.tap()


def looked_at(page) -> None:
    """Nothing is cut, and axe finds nothing."""
    settled(page)
    assert overflow(page) == 0 and page.evaluate(CUT) == [] and violations(page) == []


def test_a_newcomer_plays_studies_locks_and_compares_by_touch(touch, served):
    page = touch
    page.goto(served.address)
    page.get_by_role("heading", name="Begin with one of these").wait_for()
    looked_at(page)
    tap(page.get_by_role("link", name="Kuhn poker Three cards"))
    page.get_by_role("heading", name="Kuhn poker").wait_for()
    looked_at(page)

    tap(page.get_by_role("button", name="Play now"))
    page.wait_for_url("**/play", timeout=LONG)
    tap(page.get_by_role("button", name="second expects"))
    for hand in (1, 2, 3):
        page.get_by_role("heading", name=f"Hand {hand}").wait_for()
        while not page.locator(".desk-end").count():
            tap(page.locator(".desk-choice").first)
            page.locator(".desk-choice:not([aria-disabled=true]), .desk-end").first.wait_for()
            expect(page.locator(".desk-hand [aria-disabled=true]")).to_have_count(0)
        expect(page.get_by_role("article").first).to_be_visible()  # the grade
        if hand == 1:
            looked_at(page)
        if hand < 3:
            tap(page.get_by_role("button", name=re.compile("^Next (hand|game)")))

    tap(page.get_by_role("link", name="Overview"))
    told = page.get_by_role("region", name="What it says").get_by_role("listitem")
    expect(told.first).to_contain_text("second bluffs with J after check")
    looked_at(page)
    told.first.get_by_role("link", name="Show it").tap()
    page.get_by_role("heading", name="second knows").wait_for()
    looked_at(page)
    job = re.search(r"/jobs/([^/]+)/", page.url)[1]

    tap(page.get_by_role("link", name="Lock…"))
    tap(page.get_by_role("button", name="Always check"))
    page.get_by_role("heading", name="Locked").wait_for()
    looked_at(page)
    tap(page.get_by_role("button", name="Re-solve").first)
    page.wait_for_url(f"**/compare?with={job}", timeout=LONG)
    page.get_by_role("region", name="Expected payoffs").wait_for()
    looked_at(page)
    page.locator(".desk-difference").get_by_role("link").first.tap()
    page.wait_for_url("**/set/*")
    looked_at(page)
