"""Wrong addresses and wrong numbers: the page says at once what is wrong, and where to go."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from web.conftest import LONG, violations


@pytest.fixture(scope="module")
def poker(served):
    return served.solved(game="poker")


@pytest.mark.parametrize(
    "guess, place",
    [
        ("/job/JOB/tree", "/jobs/JOB/tree"),
        ("/jobs/JOB/study/nodes/0", "/jobs/JOB/tree/0"),
        ("/jobs/JOB/grid/gambler", "/jobs/JOB/grid/1"),
    ],
)
def test_natural_guesses_lead_where_they_mean(page, served, poker, guess, place):
    """One on the page, one in two steps in a study, one that needs its players; the others are in frontend/tests."""
    page.goto(served.address + guess.replace("JOB", poker))
    page.wait_for_url(served.address + place.replace("JOB", poker))
    expect(page.locator("h1").first).to_be_visible()


def test_a_player_who_is_not_there_is_not_another_one(astray, served, poker):
    for given in ("7", "nobody", "-1", "1.5"):
        astray.goto(f"{served.address}/jobs/{poker}/grid/{given}")
        astray.get_by_role("heading", name=f"There is no player {given}").wait_for()
    assert violations(astray) == []
    astray.get_by_role("link", name="1: gambler").click()
    astray.wait_for_url("**/grid/1")
    astray.locator("td[data-position]").first.wait_for()


def test_a_node_a_set_and_a_view_that_are_not_there_are_named_with_the_way_on(astray, served, poker):
    base = f"{served.address}/jobs/{poker}"
    astray.goto(f"{base}/tree/9.9.9")
    astray.get_by_role("alert").get_by_text("9.9.9").wait_for()
    expect(astray.get_by_label("The selected node")).to_be_visible()  # the start, which is said
    astray.get_by_role("link", name="the start of the tree").click()
    astray.get_by_role("alert").wait_for(state="detached")

    astray.goto(f"{base}/sets/nonsense")
    astray.get_by_role("alert").get_by_text("nonsense").wait_for()
    astray.get_by_role("link", name="All information sets").click()
    astray.get_by_role("heading", name="Information sets").wait_for()

    astray.goto(f"{base}/nonsense")
    astray.get_by_role("heading", name="There is no such view").wait_for()
    assert violations(astray) == []
    astray.locator("main").get_by_role("link", name="Tree").click()
    astray.wait_for_url("**/tree")

    astray.goto(f"{served.address}/nonsense/of/mine")
    astray.get_by_role("heading", name="Nothing is here").wait_for()
    expect(astray.get_by_text("/nonsense/of/mine")).to_be_visible()


def test_a_job_that_is_not_there_is_said_at_once_without_words_of_the_interface(astray, served, poker):
    for place in ("/jobs/nonsense", "/jobs/nonsense/grid", "/jobs/nonsense/overview"):
        astray.goto(served.address + place)
        astray.get_by_role("heading", name="There is no job nonsense").wait_for()
        expect(astray.get_by_role("link", name="To the games and jobs")).to_be_visible()
        expect(astray.locator("main")).not_to_contain_text("/api/")
    astray.goto(f"{served.address}/edit?game=nonsense")
    astray.get_by_role("heading", name="These rules are not here").wait_for()
    expect(astray.locator("main")).not_to_contain_text("/api/")


def test_a_job_deleted_elsewhere_is_said_to_be_gone_and_can_be_solved_again(astray, served):
    job = served.solved(game="kuhn")
    astray.goto(f"{served.address}/jobs/{job}/overview")
    astray.get_by_role("heading", name="Expected and certified").wait_for()
    assert served.client.delete(f"/api/jobs/{job}").status_code == 200
    astray.evaluate("() => { dispatchEvent(new Event('focus')); }")
    astray.get_by_role("heading", name="This job is gone: kuhn").wait_for()
    assert violations(astray) == []
    astray.get_by_role("button", name="Solve it again").click()
    astray.wait_for_url(re.compile(rf"/jobs/(?!{job})[^/]+/overview"), timeout=LONG)


def test_a_study_that_is_not_solved_yet_shows_how_far_it_has_come(page, served):
    job = served.order(game="leduc", method="cfr+", gap=1e-13)
    page.goto(f"{served.address}/jobs/{job}/grid/1")
    page.wait_for_url(f"**/jobs/{job}")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("heading", name="Cancelled").wait_for()


def test_a_wrong_seed_is_told_beside_its_field(page, served, poker):
    page.goto(f"{served.address}/jobs/{poker}/simulate")
    field = page.get_by_label("Seed")
    field.fill("1.5")
    expect(page.get_by_text("Give a whole number from 0 to 9,007,199,254,740,991.")).to_be_visible()
    expect(page.get_by_role("button", name="Simulate")).to_be_disabled()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.press("Enter")
    field.fill("7")
    page.get_by_role("button", name="Simulate").click()
    page.get_by_text("plays, seed 7").wait_for()
    expect(page.get_by_role("button", name="Simulate")).to_be_focused()


def test_wrong_numbers_are_told_wherever_numbers_are_given(page, served, poker):
    page.goto(f"{served.address}/jobs/{poker}/play")
    page.get_by_label("Seed").fill("1e99")
    expect(page.get_by_text("Give a whole number from 0")).to_be_visible()
    expect(page.get_by_role("button", name="gambler expects")).to_be_disabled()

    page.goto(f"{served.address}/edit?game=poker")
    page.get_by_text("No problems").wait_for()
    page.get_by_text("More: method, gap").click()
    solve = page.get_by_role("button", name="Solve")
    for label, wrong, words in (
        ("Stop at a gap of", "-1", "Give a number, 0 or more."),
        ("Stop after seconds", "0", "Give a number above 0, at most 86,400."),
    ):
        page.get_by_label(label).fill(wrong)
        expect(page.get_by_text(words)).to_be_visible()
        expect(solve).to_be_disabled()
        page.get_by_label(label).fill("")
        expect(page.get_by_text(words)).to_have_count(0)
        expect(solve).to_be_enabled()
    page.get_by_label("ranks", exact=True).fill("three")
    expect(page.get_by_text("The rules have a number here, such as 3.")).to_be_visible()
    page.get_by_label("Stop after seconds").fill("0")
    assert violations(page) == []  # of all that is told so, at once
    page.get_by_label("Stop after seconds").fill("")
    page.get_by_label("Stop at a gap of").fill("0,01")
    page.get_by_label("ranks", exact=True).fill("3")
    solve.click()
    page.wait_for_url("**/overview", timeout=LONG)
    assert served.job(re.search(r"/jobs/([^/]+)/", page.url)[1])["order"]["gap"] == 0.01
