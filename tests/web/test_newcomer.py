"""A newcomer's first quarter of an hour, by clicks alone: from the start page to three graded hands."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import galakit as gk
from web.conftest import LONG
from web.test_desk_play import play_hand


def test_a_newcomer_solves_reads_the_bluffing_chart_locks_solves_again_and_plays(page, served, picture):
    page.goto(served.address)
    page.get_by_role("link", name="Poker Poker with any deck").click()
    page.get_by_text("No problems").wait_for()
    page.get_by_label("ranks", exact=True).fill("8")
    page.get_by_role("button", name="Solve").click()
    page.wait_for_url("**/overview", timeout=LONG)
    job = re.search(r"/jobs/([^/]+)/", page.url)[1]

    # Who bluffs with what: the gambler bets 1 with some of the lowest cards, never with the middle ones.
    page.get_by_role("link", name=re.compile("gambler")).first.click()
    page.get_by_role("grid", name="Strategy of gambler").wait_for()
    page.get_by_role("link", name="at the start").click()
    chart = page.get_by_role("img", name=re.compile("How gambler acts with each of 8"))
    chart.wait_for()
    picture("newcomer-chart")
    solution = gk.solve(gk.load("poker", ranks=8))
    bluff = solution.at("gambler", "myhand([2])").probabilities["1"]
    assert 0 < bluff < 1

    page.go_back()
    page.locator("td[data-position='1,0']").click()
    page.get_by_role("heading", name="gambler knows").wait_for()
    expect(page.locator(".gk-fact-list li").first).to_have_text("my hand 2")
    expect(page.get_by_text(str(bluff), exact=True).first).to_be_visible()
    picture("newcomer-set")

    page.get_by_role("link", name="Lock…").click()
    page.get_by_role("button", name="Always check").click()
    page.get_by_role("button", name="Unlock gambler: my hand 2").wait_for()
    page.get_by_role("button", name="Re-solve").click()
    page.wait_for_url(f"**/compare?with={job}", timeout=LONG)
    page.get_by_role("region", name="Expected payoffs").wait_for()
    picture("newcomer-compare")

    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("button", name="gambler expects").click()
    for hand in (1, 2, 3):
        page.get_by_role("heading", name=f"Hand {hand}").wait_for()
        play_hand(page)
        expect(page.get_by_role("article").first).to_be_visible()
        if hand < 3:
            page.get_by_role("button", name="Next hand").click()
    picture("newcomer-play")
