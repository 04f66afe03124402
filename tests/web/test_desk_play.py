"""Playing against a solution and simulating it, in a real browser on a real server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from web.conftest import eventually, overflow, settled, turn, violations


@pytest.fixture(scope="module")
def kuhn(served):
    """A job that has solved Kuhn's poker."""
    return served.solved(game="kuhn")


def play_hand(page: Page) -> None:
    """One hand by the keyboard: always the first move."""
    seen = page.locator(".desk-seen")
    over = page.get_by_role("button", name="Next hand")
    for _ in range(10):
        expect(page.locator(".desk-choice").first.or_(over)).to_be_visible()
        if over.is_visible():
            return
        before = seen.inner_text()
        page.keyboard.press("1")
        expect(seen).not_to_have_text(before, use_inner_text=True)
    raise AssertionError("a hand without an end")


def figure(page: Page, name: str) -> Locator:
    """One of the figures of a sitting."""
    return page.locator(".desk-figure", has=page.locator("dt", has_text=re.compile(f"^{name}$"))).locator("dd")


def test_three_hands_are_played_and_graded(page, served, kuhn, picture):
    page.goto(f"{served.address}/jobs/{kuhn}/play")
    page.get_by_role("button", name="first expects −1/18 a hand").wait_for()
    assert violations(page) == []
    page.get_by_label("Seed").fill("2")
    page.get_by_role("button", name="first expects").click()
    for hand in (1, 2, 3):
        page.get_by_role("heading", name=f"Hand {hand}").wait_for()
        expect(page.get_by_text("you are first")).to_be_visible()
        play_hand(page)
        expect(page.get_by_role("article").first).to_be_visible()
        expect(page.get_by_role("heading", name="What happened")).to_be_visible()
        if hand < 3:
            page.keyboard.press("n")
    assert violations(page) == []
    picture("desk-play")

    kept = page.evaluate(f"JSON.parse(sessionStorage.getItem('galakit-table:{kuhn}')).table")
    table = served.client.get(f"/api/jobs/{kuhn}/tables/{kept}").json()
    assert (table["hands"], table["seed"]) == (3, 2)
    expect(figure(page, "hands")).to_have_text("3")
    expect(figure(page, "you got")).to_have_text(table["total"]["text"].replace("-", "−"))
    expect(figure(page, "given away")).to_have_text(table["lost"]["text"])
    decisions = page.get_by_role("list", name="Your decisions").get_by_role("listitem")
    expect(decisions).to_have_count(sum(table["levels"].values()))

    page.reload()
    page.get_by_role("heading", name="Hand 3").wait_for()
    expect(decisions).to_have_count(sum(table["levels"].values()))
    decisions.first.get_by_role("link").click()
    page.wait_for_url(f"**/jobs/{kuhn}/set/*")


# Three times the same key, quicker than anything is painted; what follows from each of them is done before the next.
AGAIN = """async () => {
  for (let press = 0; press < 3; press++) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true }));
    for (let round = 0; round < 10; round++) await null;
  }
}"""


def test_a_key_that_is_pressed_again_before_the_answer_is_not_another_move(page, served, kuhn):
    moves = []
    page.route("**/moves", lambda route: moves.append(route))
    page.goto(f"{served.address}/jobs/{kuhn}/play?player=first")
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    page.evaluate(AGAIN)
    eventually(page, lambda: len(moves) > 0, True)
    page.reload()  # after which nothing is on its way any more
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    assert len(moves) == 1


def test_grades_can_wait_for_the_end_of_the_hand(page, served, kuhn):
    page.goto(f"{served.address}/jobs/{kuhn}/play?player=second")
    page.get_by_label("Grade at once").uncheck()
    page.locator(".desk-choice").first.wait_for()
    expect(page.get_by_role("article")).to_have_count(0)
    play_hand(page)
    expect(page.get_by_role("article").first).to_be_visible()
    page.get_by_role("button", name="Another seat").click()
    expect(page.get_by_role("heading", name="Who do you want to be?")).to_be_visible()


def test_the_average_of_many_plays_comes_to_what_was_promised(page, served, kuhn, picture):
    page.goto(f"{served.address}/jobs/{kuhn}/simulate")
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Simulate").click()
    page.get_by_text("After 10,000 plays, seed 7").wait_for()
    expect(page.locator("svg[aria-label^='The average payoff of']")).to_have_count(2)
    first = page.get_by_role("row", name="first").locator("td")
    expect(first.nth(2)).to_have_text("−1/18")
    average, error = first.nth(0).inner_text(), first.nth(1).inner_text()
    assert abs(float(average.replace("−", "-")) + 1 / 18) < 5 * float(error)
    expect(page.locator(".desk-plays > li")).to_have_count(3)
    assert violations(page) == []
    picture("desk-simulate")


def test_every_view_of_the_desk_is_usable_at_phone_width_in_the_dark(page, served, kuhn, picture):
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.goto(f"{served.address}/jobs/{kuhn}/overview")
    for place, sign in {
        f"/jobs/{kuhn}/play?player=first": page.locator(".desk-choice"),
        f"/jobs/{kuhn}/lock": page.locator(".desk-sets li"),
        f"/jobs/{kuhn}/compare": page.locator(".desk-head"),
        f"/jobs/{kuhn}/simulate": page.locator("form"),
        "/": page.locator(".desk-card"),
        "/edit?game=poker": page.get_by_text("No problems"),
    }.items():
        turn(page, place)
        expect(sign.first).to_be_visible()
        settled(page)
        assert violations(page) == []
        eventually(page, lambda: overflow(page), 0)
        picture(f"desk-phone-{place.rpartition('/')[2].partition('?')[0] or 'start'}")


def test_moves_that_are_numbers_have_those_as_keys_and_what_was_dealt_is_told(page, served):
    job = served.solved(game="poker")
    page.goto(f"{served.address}/jobs/{job}/play")
    page.get_by_role("button", name="gambler expects").click()
    for move, key in (("check", "0"), ("bet 1", "1")):
        expect(page.get_by_role("button", name=move, exact=True)).to_have_attribute("aria-keyshortcuts", key)
    page.keyboard.press("1")
    expect(page.locator(".desk-seen")).to_contain_text("you chose bet 1")
    expect(page.get_by_role("button", name="Next hand")).to_be_visible()
    expect(page.locator(".desk-history")).to_contain_text(re.compile("chance (gambler \\d|dealer \\d, gambler \\d)"))


def test_the_band_of_a_simulation_begins_where_it_means_something_and_stays_between_the_axes(page, served, kuhn):
    told = served.client.post(f"/api/jobs/{kuhn}/simulations", json={"plays": 1_000, "seed": 7}).json()
    assert [a["plays"] for a in told["averages"] if None in a["errors"]] == [1, 2]
    assert all(error >= 0 for a in told["averages"][2:] for error in a["errors"])
    page.goto(f"{served.address}/jobs/{kuhn}/simulate")
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Simulate").click()
    page.locator(".desk-band").first.wait_for()
    inside = """svg => {
      const clip = svg.querySelector("clipPath rect"), axis = svg.querySelector(".desk-axis");
      const of = (element, name) => Number(element.getAttribute(name));
      const first = Number(svg.querySelector(".desk-band").getAttribute("d").match(/M([\\d.]+)/)[1]);
      const curve = Number(svg.querySelector(".desk-curve").getAttribute("d").match(/M([\\d.]+)/)[1]);
      return [of(clip, "x") === of(axis, "x1"), of(clip, "x") + of(clip, "width") === of(axis, "x2"),
        of(clip, "y") + of(clip, "height") === of(axis, "y1"), first > curve];
    }"""
    for chart in page.locator("svg[aria-label^='The average payoff of']").all():
        assert chart.evaluate(inside) == [True, True, True, True]
