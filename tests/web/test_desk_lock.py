"""Locking, exploiting and comparing, in a real browser on a real server; the values are those of the library."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from playwright.sync_api import Locator, Page, expect

import galakit as gk
from web.conftest import LONG, settled, violations


@pytest.fixture(scope="module")
def kuhn(served):
    """A job that has solved Kuhn's poker."""
    return served.solved(game="kuhn")


def locked(page, served, job: str, facts: str, preset: str) -> None:
    """Lock an information set, found by its facts."""
    page.goto(f"{served.address}/jobs/{job}/lock")
    found(page, facts)
    page.get_by_role("button", name=preset).click()
    page.get_by_role("button", name=re.compile("^Unlock")).wait_for()


def found(page: Page, facts: str) -> None:
    """Open the information set that is found first by these facts."""
    page.get_by_label("Facts", exact=True).fill(facts)
    settled(page)
    page.locator(".desk-sets").get_by_role("link").filter(has=page.get_by_title(facts)).first.click()


def rows(page: Page) -> Locator:
    """Expected payoffs, a row each."""
    return page.get_by_role("region", name="Expected payoffs").locator("tbody tr")


def expected(page: Page, player: str) -> Locator:
    """What the page says that a player expects here."""
    own = rows(page).filter(has=page.get_by_role("rowheader", name=player, exact=True))
    return own.locator("td").first


def text(value) -> str:
    return str(value).replace("-", "−")


def test_a_locked_set_is_solved_again_and_compared(page, served, picture):
    game = gk.load("poker")
    job = served.solved(game="poker")
    locked(page, served, job, "myhand([1])", "Always bet 1")
    expect(page.get_by_role("slider", name="bet 1")).to_have_value("100")
    assert violations(page) == []
    picture("desk-lock")
    page.get_by_role("button", name="Re-solve").click()
    page.wait_for_url(f"**/compare?with={job}", timeout=LONG)

    dealer, gambler = gk.solve(game, lock={"gambler": {"myhand([1])": "1"}}).value
    expect(rows(page)).to_have_count(2)
    expect(expected(page, "dealer")).to_have_text(text(dealer))
    expect(expected(page, "gambler")).to_have_text(text(gambler))
    expect(page.get_by_text("all players adapt to the locks")).to_be_visible()
    expect(page.get_by_text(f"gambler expects {text(gk.solve(game).value[1] - gambler)} less")).to_be_visible()
    first = page.locator(".desk-difference").first
    expect(first.locator(".gk-facts")).to_have_text("my hand 1")
    assert violations(page) == []
    picture("desk-compare")
    first.get_by_role("link", name="there").click()
    page.wait_for_url(f"**/jobs/{job}/set/*")


def basket(page) -> str:
    """What is about to be locked, as the page says it; the facts of the rules are titles."""
    return " ".join(page.locator(".desk-locks").inner_text().split())


def test_what_is_about_to_be_locked_is_told_in_words(page, browser, served, picture):
    job = served.solved(game="nim", params={"piles": "[1,2]"})
    (there,) = (item for item in served.ask(job, "sets?facts=take")["items"] if item["facts"] == "take(1,1)")
    page.goto(f"{served.address}/jobs/{job}/lock?set={there['id']}")
    page.get_by_role("button", name="Always take 1 of ●●").click()
    told = "second: first took 1 of ● take 1 of ●●: 100 % Unlock"
    assert basket(page) == told
    page.locator(".desk-locks").get_by_title("take(1,1)", exact=True).wait_for()
    assert page.get_by_role("button", name="Unlock second: first took 1 of ●").is_visible()
    picture("desk-lock-words")
    page.reload()
    page.locator(".desk-locks li").wait_for()
    assert basket(page) == told

    # So it stays where the new solution is changed on, in this tab and to somebody who opens it elsewhere.
    page.get_by_role("button", name="Re-solve").click()
    page.wait_for_url(f"**/compare?with={job}", timeout=LONG)
    after = page.url.split("/jobs/")[1].split("/")[0]
    (lock,) = served.job(after)["order"]["locks"]
    assert lock["facts"] == ["take(1,1)"] and lock["probabilities"]["take(1,2)"] == 1
    other = browser.new_context()
    for here in (page, other.new_page()):
        here.goto(f"{served.address}/jobs/{after}/lock")
        here.locator(".desk-locks li").wait_for()
        assert basket(here) == told
    other.close()


def test_all_that_may_be_held_is_locked_in_words(page, served, kuhn):
    locked(page, served, kuhn, "card(1), bet", "Evenly")
    page.get_by_label("all private information of second here: card …, bet").check()
    page.get_by_role("button", name="Unlock second: card …, bet").wait_for()
    assert page.locator(".desk-locks").get_by_title("card(…), bet", exact=True).inner_text() == "card …, bet"
    page.get_by_role("button", name="Re-solve").click()
    page.wait_for_url(f"**/compare?with={kuhn}", timeout=LONG)
    page.goto(page.url.split("/compare")[0] + "/lock")
    page.get_by_role("button", name="Unlock second: card …, bet").wait_for()
    page.get_by_role("button", name="Re-solve").click()  # what is sent has the facts alone
    page.wait_for_url("**/compare?with=*", timeout=LONG)


def test_a_lock_means_its_information_set_alone(page, served):
    # The gambler with the 2 always passes; what he does when the dealer bets is not told by that.
    job = served.solved(game="poker")
    locked(page, served, job, "myhand([2])", "Always check")
    page.get_by_role("button", name="Re-solve").click()
    page.wait_for_url(f"**/compare?with={job}", timeout=LONG)
    whole = gk.solve(gk.load("poker")).value
    expect(expected(page, "gambler")).to_have_text(text(whole[1]))


def test_an_opponent_who_does_not_adapt_is_exploited(page, served, kuhn):
    locked(page, served, kuhn, "card(3), bet", "Always fold")
    page.get_by_role("combobox", name="as").select_option("first")
    page.get_by_role("button", name="Exploit").click()
    page.wait_for_url(f"**/compare?with={kuhn}", timeout=LONG)

    game = gk.load("kuhn")
    equilibrium = gk.solve(game)
    folds = {**equilibrium.strategy("second")}
    for facts in folds:
        if facts[:2] == ("card(3)", "bet"):
            folds[facts] = {"pass": 1}
    answer = gk.best_response(game, "first", {"second": folds})
    assert answer.value[0] > equilibrium.value[0]
    expect(expected(page, "first")).to_have_text(text(answer.value[0]))
    expect(page.get_by_role("heading", name="This solution: first exploits")).to_be_visible()


def test_probabilities_chosen_by_hand_sum_to_one(page, served):
    job = served.solved(game="rock_paper_scissors")
    page.goto(f"{served.address}/jobs/{job}/lock")
    page.locator(".desk-sets a").first.click()
    fields = page.get_by_label("in percent")
    page.get_by_role("button", name="Evenly").click()
    fields.nth(0).fill("50")
    fields.nth(0).press("Tab")
    expect(fields).to_have_count(3)
    for field, share in zip(fields.all(), ("50", "25", "25")):
        expect(field).to_have_value(share)
    page.get_by_role("slider").nth(1).press("ArrowRight")
    expect(fields.nth(1)).to_have_value("26")
    assert sum(float(field.input_value()) for field in fields.all()) == 100
    page.reload()
    page.get_by_role("button", name=re.compile("^Unlock")).click()
    expect(page.get_by_text("Nothing yet.")).to_be_visible()


def test_what_stands_on_the_sliders_is_what_is_solved(page, served, kuhn):
    # The second player with the 2 who meets a bet: he is to call it in three quarters of the cases.
    page.goto(f"{served.address}/jobs/{kuhn}/lock")
    found(page, "card(2), bet")
    page.get_by_text("Not locked").wait_for()
    place = page.url
    assert "/lock?set=" in place
    expect(page.get_by_role("button", name="Re-solve")).to_have_count(0)
    calls = page.get_by_label("call in percent")
    calls.fill("150")
    expect(page.get_by_text("Give a number from 0 to 100.")).to_be_visible()
    expect(page.get_by_text("Not locked")).to_be_visible()
    calls.fill("75")
    calls.press("Enter")  # which does no more than to have typed it
    expect(page.get_by_text("Its strategy is fixed as set here.")).to_be_visible()
    expect(page.get_by_role("slider", name="fold")).to_have_value("25")
    expect(page).to_have_url(place)
    assert violations(page) == []
    page.get_by_role("button", name="Re-solve").click()
    page.wait_for_url(f"**/compare?with={kuhn}", timeout=LONG)
    mixed = {"second": {"card(2), bet": {"pass": Fraction(1, 4), "bet": Fraction(3, 4)}}}
    expect(expected(page, "first")).to_have_text(text(gk.solve(gk.load("kuhn"), lock=mixed).value[0]))


def told_on_overview(page: Page, picture, name: str) -> None:
    """The overview says what is locked, and nothing about the other player; the link leads to the information set."""
    page.get_by_role("link", name="Overview", exact=True).click()
    region = page.get_by_role("region", name="Locked information sets")
    expect(region).to_contain_text("second: K, bet fold: 3/4, call: 1/4", use_inner_text=True)
    expect(region).not_to_contain_text("first", use_inner_text=True)
    assert violations(page) == []
    picture(name)
    region.get_by_role("link").first.click()
    page.locator(".gk-badge").get_by_text("locked").wait_for()
    page.go_back()
    region.wait_for()


def test_the_overview_tells_what_is_locked_after_solving_again_and_after_exploiting(page, served, kuhn, picture):
    lock = {"player": "second", "facts": ["card(3)", "bet"], "probabilities": {"pass": 0.75, "bet": 0.25}}
    own = {"player": "first", "facts": ["card(1)"], "probabilities": {"pass": 1, "bet": 0}}
    adapted = served.solved(game="kuhn", locks=[lock])
    page.goto(f"{served.address}/jobs/{adapted}/grid")
    told_on_overview(page, picture, "desk-overview-locked")
    expect(page.get_by_text("as if nothing were locked")).to_be_visible()
    expect(page.get_by_text("where play is free, no player can gain more than 0")).to_be_visible()

    # What is said about who exploits does not count, so it is not told as locked.
    exploited = served.solved(game="kuhn", locks=[lock, own], against=kuhn, as_player="first")
    page.goto(f"{served.address}/jobs/{exploited}/grid")
    told_on_overview(page, picture, "desk-overview-exploited")
    expect(page.get_by_text("first responds to the strategies given, and the others do not adapt")).to_be_visible()


def test_two_methods_are_compared(page, served, kuhn):
    theirs = served.solved(game="kuhn", method="cfr+", gap=0.01)
    page.goto(f"{served.address}/jobs/{kuhn}/compare")
    page.get_by_role("combobox", name="with").select_option(theirs)
    page.wait_for_url(f"**/compare?with={theirs}")
    comparison = served.ask(kuhn, f"comparison?other={theirs}")
    expect(expected(page, "first")).to_have_text(text(comparison["ours"][0]["text"]))
    expect(page.locator(".desk-difference")).to_have_count(len(comparison["items"]))
