"""The trainer in a real browser: decide, be graded, see the history, also after the server has ended."""

from __future__ import annotations

import sys

import pytest
from playwright.sync_api import expect

from web.conftest import overflow, violations, watched
from web.serving import serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the data folder is set by XDG_DATA_HOME")


@pytest.fixture
def page(browser):
    """A tab of its own, which may outlive servers."""
    with watched(browser, excused="404") as page:  # a filter that nothing passes
        yield page


def test_drills_are_graded_and_remembered_by_the_next_server(page, picture, tmp_path):
    with serving(data=tmp_path) as first:
        job = first.solved(game="kuhn")
        page.goto(f"{first.address}/jobs/{job}/train?situation=check, bet&facts=J")
        choice = page.get_by_role("group", name="Your move")
        expect(choice.get_by_role("button")).to_have_count(2)
        expect(page.get_by_label("What you have seen and done")).to_contain_text("J")
        page.keyboard.press("2")  # calls with the lowest card
        expect(page.get_by_role("article")).to_contain_text("Blunder")
        expect(page.get_by_role("region", name="Your history")).to_contain_text("asked again1")
        expect(page.get_by_role("region", name="Where it is lost")).to_contain_text("check, bet")
        picture("train")
        assert not overflow(page) and not violations(page)
        page.keyboard.press("n")
        page.get_by_role("button", name="fold").click()
        expect(page.get_by_role("article")).to_contain_text("Best")
        expect(page.get_by_role("region", name="Your history")).to_contain_text("asked again0")
        told = first.client.get(f"/api/jobs/{job}/decisions").json()
        assert (told["decisions"], told["lost"]) == (2, 1)
        assert first.client.post(f"/api/jobs/{job}/decisions", json={"set": "0", "move": "x"}).status_code == 422
        page.goto("about:blank")
    with serving(data=tmp_path) as second:
        job = second.solved(game="kuhn")
        page.goto(f"{second.address}/jobs/{job}/train?player=1")
        expect(page.get_by_role("region", name="The worst mistakes")).to_contain_text("fold was best")
        page.get_by_role("button", name="Forget").click()
        expect(page.get_by_text("Each decision is graded and kept")).to_be_visible()
        page.get_by_label("Situations with").fill("nonsense")
        page.keyboard.press("Tab")
        expect(page.get_by_text("second decides in no situation with `nonsense`")).to_be_visible()
        page.goto("about:blank")
