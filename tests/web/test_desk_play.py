"""Playing against a solution and simulating it, in a real browser on a real server."""

from __future__ import annotations

import pytest

from web.conftest import violations


@pytest.fixture(scope="module")
def kuhn(served):
    """A job that has solved Kuhn's poker."""
    return served.solved(game="kuhn")


def play_hand(page) -> None:
    """One hand by the keyboard: always the first move."""
    over = page.get_by_role("button", name="Next hand")
    for _ in range(10):
        page.locator(".desk-choice, .desk-end").first.wait_for()
        if over.is_visible():
            return
        before = page.locator(".desk-seen").inner_text()
        page.keyboard.press("1")
        page.wait_for_function("before => document.querySelector('.desk-seen').innerText !== before", arg=before)
    raise AssertionError("a hand without an end")


def test_three_hands_are_played_and_graded(page, served, kuhn, picture):
    page.goto(f"{served.address}/jobs/{kuhn}/play")
    page.get_by_role("button", name="first expects −1/18 a hand").wait_for()
    assert violations(page) == []
    page.get_by_label("Seed").fill("2")
    page.get_by_role("button", name="first expects").click()
    for hand in (1, 2, 3):
        page.get_by_role("heading", name=f"Hand {hand}").wait_for()
        assert page.get_by_text("you are first").is_visible()
        play_hand(page)
        assert page.get_by_role("article").count() >= 1
        assert page.get_by_role("heading", name="What happened").is_visible()
        if hand < 3:
            page.keyboard.press("n")
    assert violations(page) == []
    picture("desk-play")

    kept = page.evaluate(f"JSON.parse(sessionStorage.getItem('galakit-table:{kuhn}')).table")
    table = served.client.get(f"/api/jobs/{kuhn}/tables/{kept}").json()
    assert (table["hands"], table["seed"]) == (3, 2)
    figures = dict(zip(page.locator(".desk-figures dt").all_inner_texts(), page.locator(".desk-figures dd").all()))
    assert figures["hands"].inner_text() == "3"
    assert figures["you got"].inner_text() == table["total"]["text"].replace("-", "−")
    assert figures["given away"].inner_text() == table["lost"]["text"]
    decisions = page.get_by_role("list", name="Your decisions").get_by_role("listitem")
    assert decisions.count() == sum(table["levels"].values())

    page.reload()
    page.get_by_role("heading", name="Hand 3").wait_for()
    assert decisions.count() == sum(table["levels"].values())
    decisions.first.get_by_role("link").click()
    page.wait_for_url(f"**/jobs/{kuhn}/set/*")


def test_grades_can_wait_for_the_end_of_the_hand(page, served, kuhn):
    page.goto(f"{served.address}/jobs/{kuhn}/play?player=second")
    page.get_by_label("Grade at once").uncheck()
    page.locator(".desk-choice").first.wait_for()
    assert page.get_by_role("article").count() == 0
    play_hand(page)
    assert page.get_by_role("article").count() >= 1
    page.get_by_role("button", name="Another seat").click()
    assert page.get_by_role("heading", name="Who do you want to be?").is_visible()


def test_the_average_of_many_plays_comes_to_what_was_promised(page, served, kuhn, picture):
    page.goto(f"{served.address}/jobs/{kuhn}/simulate")
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Simulate").click()
    page.get_by_text("After 10,000 plays, seed 7").wait_for()
    assert page.locator("svg[aria-label^='The average payoff of']").count() == 2
    first = page.get_by_role("row", name="first").locator("td").all_inner_texts()
    assert first[2] == "−1/18"
    assert abs(float(first[0].replace("−", "-")) + 1 / 18) < 5 * float(first[1])
    assert page.locator(".desk-told > li").count() == 3
    assert violations(page) == []
    picture("desk-simulate")


@pytest.mark.parametrize("view", ["play?player=first", "lock", "compare", "simulate"])
def test_views_are_usable_at_phone_width_in_the_dark(page, served, kuhn, picture, view):
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.goto(f"{served.address}/jobs/{kuhn}/{view}")
    page.get_by_role("heading", level=1).wait_for()
    page.locator(".desk-choice, .desk-sets, .desk-head, form").first.wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    picture(f"desk-phone-{view.partition('?')[0]}")


@pytest.mark.parametrize("place", ["/", "/edit?game=poker"])
def test_the_desk_is_usable_at_phone_width_in_the_dark(page, served, picture, place):
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.goto(served.address + place)
    page.locator(".desk-card, .cm-line").first.wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    picture(f"desk-phone-{place[1:5] or 'start'}")
