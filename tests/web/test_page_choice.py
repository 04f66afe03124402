"""Which optimal strategy, and which equilibrium, in a real browser: whiskers, several equilibria, quantal responses."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web.conftest import overflow, violations

SWITCH = "Range of optimal strategies"


@pytest.fixture
def visit(page, served):
    def opened(job: str, place: str) -> None:
        page.goto(f"{served.address}/jobs/{job}/{place}")

    return opened


def test_whiskers_show_kuhns_result_of_1950(page, served, visit, picture):
    kuhn = served.solved(game="kuhn")
    visit(kuhn, "grid/0?situation=0")
    expect(page.locator(".gk-whisker-line")).to_have_count(0)
    page.get_by_role("button", name=SWITCH).click()
    expect(page.locator(".gk-whisker-line")).to_have_count(2)  # cards 1 and 3; with card 2 all strategies agree
    expect(page.get_by_role("table").get_by_text("0 to 1/3")).to_be_visible()  # the bluff, up to a third
    expect(page.get_by_role("status").get_by_text("Whiskers")).to_be_visible()
    assert not violations(page)
    picture("ranges-situation")
    visit(kuhn, "grid/0")
    page.get_by_role("button", name=SWITCH).click()
    expect(page.locator(".gk-whisker")).to_have_count(3)
    picture("ranges-grid")
    page.get_by_role("tab", name="second").or_(page.get_by_role("link", name="second")).first.click()
    expect(page.get_by_text("There is only one optimal strategy.")).to_be_visible()


def test_the_range_of_one_information_set(page, served, visit, picture):
    kuhn = served.solved(game="kuhn")
    visit(kuhn, "set/0")
    page.get_by_role("button", name=SWITCH).click()
    expect(page.locator(".gk-whisker")).to_have_count(2)
    expect(page.get_by_text("2/3 to 1", exact=True)).to_be_visible()
    assert not overflow(page) and not violations(page)
    picture("ranges-set")


def test_a_game_that_is_not_constant_sum_has_no_switch(page, served, visit):
    visit(served.solved(game="stag_hunt"), "grid/0")
    expect(page.get_by_role("heading", name="Strategy")).to_be_visible()
    expect(page.get_by_role("button", name=SWITCH)).to_have_count(0)


def test_the_page_flips_through_the_equilibria(page, served, visit, picture):
    job = served.solved(game="stag_hunt", method="extreme")
    visit(job, "overview")
    flip = page.get_by_role("group", name="Equilibria")
    expect(flip).to_contain_text("equilibrium 1 of 3")
    expect(page.get_by_role("button", name="Previous equilibrium")).to_be_disabled()
    picture("equilibria")
    assert not violations(page)
    page.get_by_role("button", name="Next equilibrium").click()
    expect(flip).to_contain_text("equilibrium 2 of 3 worth first 3, second 3")
    page.get_by_role("link", name="Strategy", exact=True).click()
    expect(flip).to_contain_text("equilibrium 2 of 3")
    page.get_by_role("link", name="Simulate").click()
    expect(page.get_by_text("This view is about equilibrium 1")).to_be_visible()


def test_mistakes_are_drawn_as_curves(page, served, visit, picture):
    visit(served.solved(game="kuhn"), "mistakes")
    expect(page.locator(".gk-curve")).to_have_count(24)  # 12 information sets with two moves
    assert not overflow(page) and not violations(page)
    picture("mistakes")


def test_the_precision_of_observed_play_is_fitted(page, served, visit):
    visit(served.solved(game="beer_quiche"), "mistakes")
    page.get_by_text("How precise were they?").click()
    page.get_by_label("Observed play").fill("player,facts,move,count\nsender,weak,beer,31\nsender,weak,quiche,69")
    page.get_by_role("button", name="Fit the precision").click()
    expect(page.get_by_text("100 observations")).to_be_visible()
    expect(page.get_by_text("explains it best")).to_be_visible()
    assert "observed=" in page.url and not overflow(page) and not violations(page)
