"""A game that is too large to list, locked, exploited and compared in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from web.conftest import LONG, settled, violations

ISLAND = {"game": "rhode_island", "params": {"ranks": "3", "suits": "3"}, "gap": 8.0}


@pytest.fixture(scope="module")
def island(served):
    """A job that has solved a game of more than a million nodes."""
    return served.solved(**ISLAND)


def chosen(page, served, job: str, facts: str) -> None:
    """Go to the lock view of an information set of the second player."""
    page.goto(f"{served.address}/jobs/{job}/lock")
    page.locator(".gk-field select").first.select_option(label="second")
    page.get_by_label("Facts", exact=True).fill(facts)
    settled(page)
    page.locator(".desk-sets").get_by_role("link").filter(has=page.get_by_title(facts)).first.click()


def test_a_range_is_locked_solved_again_and_compared(page, served, island, picture):
    assert not served.ask(island, "overview")["listed"]
    chosen(page, served, island, "hole((1,1)), raise")
    expect(page.get_by_label("this and 2 alike")).to_be_checked()
    page.get_by_label("all private information of second here: hole …, raise").check()
    page.get_by_role("button", name="Always call").click()
    page.get_by_role("button", name="Unlock second: hole …, raise").wait_for()
    expect(page.locator(".desk-locks").get_by_title("hole(…), raise", exact=True)).to_have_text("hole …, raise")
    assert violations(page) == []
    picture("desk-lock-separated")
    page.get_by_role("button", name="Re-solve").click()
    page.wait_for_url(f"**/compare?with={island}", timeout=LONG)

    page.locator(".desk-difference").first.wait_for(timeout=LONG)
    expect(page.get_by_text("all players adapt to the locks")).to_be_visible()
    expect(page.locator(".desk-difference-head").first.get_by_text("alike")).to_be_visible()
    gains = page.get_by_role("region", name="Expected payoffs").locator("tbody td").last
    expect(gains).to_have_text(re.compile(r"\d"))
    assert violations(page) == []
    picture("desk-compare-separated")
    job = page.url.split("/jobs/")[1].split("/")[0]
    told = served.ask(job, "overview")
    assert [lock["facts"] for lock in told["locked"]] == ["hole(…), raise"] and told["locked_total"] == 9
    free = float(told["found"]["gap where play is free"])
    assert free <= 8.0 < told["gap"]["value"]  # counted as if nothing were locked


def test_what_is_alike_is_locked_together_and_exploited(page, served, island):
    chosen(page, served, island, "hole((2,1)), raise")
    page.get_by_role("button", name="Always fold").click()
    page.get_by_text("and those alike").wait_for()
    page.get_by_role("button", name="Exploit").click()
    page.wait_for_url(f"**/compare?with={island}", timeout=LONG)
    page.locator(".desk-difference").first.wait_for(timeout=LONG)
    job = page.url.split("/jobs/")[1].split("/")[0]
    told = served.ask(job, "overview")
    assert told["locked_total"] == 3
    assert told["gains"][0]["value"] == pytest.approx(0, abs=1e-9)  # nobody could answer better


def test_a_game_that_is_not_listed_says_why_its_situations_are_not_sorted_by_reach(page, served, island):
    page.goto(f"{served.address}/jobs/{island}/grid/0")
    said = page.get_by_text("cannot be sorted by how often play comes there")
    expect(said).to_be_visible()
    expect(page.get_by_role("link", name="Only what is reached")).to_have_count(0)
    said.get_by_role("link", name="averaged over chance").click()
    page.wait_for_url("**/grid/0?aggregate=true*")
    settled(page)
    assert violations(page) == []


def test_a_game_that_is_not_listed_is_searched(page, served, island):
    page.goto(f"{served.address}/jobs/{island}/grid/0")
    page.get_by_placeholder("Find by facts").fill("hole((1,2)), flop((2,2))")
    page.get_by_role("option").filter(has_text="K♠, chose check, check, flop K♥").first.wait_for()
