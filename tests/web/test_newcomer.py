"""A newcomer's first minutes, by the keyboard alone: from the start page to a lock and what it costs."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import galakit as gk
from web.conftest import LONG, eventually, overflow, violations
from web.test_desk_play import play_hand


def enter(page, target) -> None:
    """Go to an element by the Tab key, and enter it."""
    target.wait_for()
    for _ in range(150):
        if target.evaluate("element => element === document.activeElement"):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError(f"the keyboard does not come to {target}")
    page.keyboard.press("Enter")


def test_a_newcomer_plays_kuhn_reads_about_the_bluff_locks_it_and_compares(page, served, picture):
    page.goto(served.address)
    enter(page, page.get_by_role("link", name="Kuhn poker Three cards"))
    page.wait_for_url("**/games/kuhn")
    expect(page.get_by_role("heading", name="Kuhn poker")).to_be_visible()
    expect(page.get_by_role("list", name="Size")).to_contain_text("12 information sets")
    assert violations(page) == []
    picture("newcomer-game")

    enter(page, page.get_by_role("button", name="Play now"))
    page.wait_for_url("**/play", timeout=LONG)
    enter(page, page.get_by_role("button", name="second expects"))
    for hand in (1, 2, 3):
        page.get_by_role("heading", name=f"Hand {hand}").wait_for()
        play_hand(page)
        expect(page.get_by_role("article").first).to_be_visible()
        if hand < 3:
            page.keyboard.press("n")
    picture("newcomer-play")

    enter(page, page.get_by_role("link", name="Overview"))
    expect(page.get_by_text("First loses 1/18 a hand, and no strategy does better: proved exactly.")).to_be_visible()
    told = page.get_by_role("region", name="What it says").get_by_role("listitem")
    expect(told.first).to_contain_text("second bluffs with J after check: bet one time in three")
    bluff = gk.solve(gk.load("kuhn")).at("second", "card(1), pass").probabilities["bet"]
    assert str(bluff) == "1/3"
    expect(page.get_by_text("second has no other optimal strategy")).to_be_visible()
    expect(page.get_by_text("first has other optimal strategies, too")).to_be_visible()
    assert violations(page) == []
    picture("newcomer-overview")

    enter(page, told.first.get_by_role("link", name="Show it"))
    page.get_by_role("heading", name="second knows").wait_for()
    expect(page.locator(".gk-fact-list li").first).to_have_text("J")
    picture("newcomer-set")
    job = re.search(r"/jobs/([^/]+)/", page.url)[1]
    enter(page, page.get_by_role("link", name="Lock…"))
    enter(page, page.get_by_role("button", name="Always check"))

    # The lock goes along to the other views, until the game is solved around it.
    enter(page, page.get_by_role("link", name="Strategy", exact=True))
    bar = page.get_by_role("complementary", name="Locks")
    expect(bar).to_contain_text("1 locked")
    assert violations(page) == []
    enter(page, bar.get_by_role("button", name="Re-solve"))
    page.wait_for_url(f"**/compare?with={job}", timeout=LONG)
    page.get_by_role("region", name="Expected payoffs").wait_for()
    expect(bar).to_have_count(0)
    expect(page.get_by_role("main")).to_be_focused()  # the frame is another than that of the job being solved
    picture("newcomer-compare")


def test_a_tour_leads_through_kuhn_by_the_keyboard_and_can_be_skipped(page, served, picture):
    page.goto(served.address)
    page.get_by_role("button", name="Two-minute tour").press("Enter")
    tour = page.get_by_role("complementary", name="Tour")
    for stop, place in enumerate(("overview", "grid/1", "tree", "play", "lock"), 1):
        page.wait_for_url(f"**/{place}", timeout=LONG)
        expect(tour).to_contain_text(f"{stop} of 5")
        if stop == 2:
            assert violations(page) == []
            picture("newcomer-tour")
        expect(tour.get_by_role("button").first).to_be_focused()
        page.keyboard.press("Enter")
    expect(tour).to_have_count(0)
    page.goto(served.address)
    page.get_by_role("button", name="Two-minute tour").click()
    tour.get_by_role("button", name="Skip the tour").click()
    expect(tour).to_have_count(0)


def test_the_same_game_is_not_solved_twice(page, served):
    for _ in range(2):
        page.goto(f"{served.address}/games/matching_pennies")
        page.get_by_role("button", name="Solve & study").click()
        page.wait_for_url("**/overview", timeout=LONG)
    jobs = [job for job in served.client.get("/api/jobs").json()["items"] if job["order"]["game"] == "matching_pennies"]
    assert len(jobs) == 1


def test_a_game_that_is_too_large_says_so_before_one_waits(page, served):
    page.goto(f"{served.address}/games/breakthrough")
    expect(page.get_by_text("too large to be solved while you wait")).to_be_visible()
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 800})
        eventually(page, lambda: overflow(page), 0)
    assert violations(page) == []


def test_help_and_the_palette_are_one_key_away(page, served):
    job = served.solved(game="kuhn")
    page.goto(f"{served.address}/jobs/{job}/overview")
    page.get_by_text("First loses").wait_for()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_contain_text("Information set")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Help")).to_have_count(0)
    for typed, place in (("leduc", "**/games/leduc"),):
        page.keyboard.press("Control+k")
        page.get_by_role("combobox", name="Game, view or facts").fill(typed)
        page.get_by_role("option").first.wait_for()
        assert violations(page) == []
        page.keyboard.press("Enter")
        page.wait_for_url(place)
    page.goto(f"{served.address}/jobs/{job}/overview")
    page.get_by_text("First loses").wait_for()
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Game, view or facts").fill("card(1)")
    page.get_by_role("option", name="facts").first.click()
    page.wait_for_url(f"**/jobs/{job}/set/*")
