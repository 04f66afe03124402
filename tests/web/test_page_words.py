"""Facts and moves are read as words, and what the rules have is at hand; the page says what fits the game."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def poker(served):
    """A job that has solved poker with several sizes of bets."""
    return served.solved(game="poker", params={"ranks": "3", "cash": "4"})


@pytest.fixture(scope="module")
def nim(served):
    """A job that has solved a game without chance."""
    return served.solved(game="nim")


@pytest.fixture
def visit(page, served):
    return lambda job, place: page.goto(f"{served.address}/jobs/{job}/{place}")


def test_an_information_set_is_told_in_words_with_its_facts_at_hand(page, served, poker, visit, picture):
    line = served.ask(poker, "sets?facts=my hand 2, gambler bet 0, chose 1&player=0")["items"][0]
    assert line["words"].startswith("my hand 2, gambler bet 0, chose 1") and "myhand([2])" in line["facts"]
    visit(poker, f"set/{line['id']}")
    known = page.locator(".gk-fact-list li")
    expect(known.nth(0)).to_have_text("my hand 2")
    expect(known.nth(0)).to_have_attribute("title", "myhand([2])")
    expect(known.nth(2)).to_have_text("chose 1")
    page.get_by_text("as facts").click()
    expect(page.locator(".gk-raw code")).to_have_text(line["facts"])
    picture("words-set")


def test_sets_are_found_by_what_one_reads(page, poker, visit):
    visit(poker, "grid/1")
    page.get_by_role("grid").wait_for()
    for typed in ("my hand 3", "myhand([3])"):
        page.get_by_role("combobox", name="Find information sets").fill(typed)
        expect(page.get_by_role("listbox", name="Information sets")).to_have_attribute("aria-busy", "false")
        expect(page.get_by_role("option").first).to_contain_text("my hand 3")
        expect(page.get_by_role("option").first.locator(".gk-facts")).to_have_attribute("title", re.compile("myhand"))


def test_sizes_go_from_large_to_small_and_from_dark_to_light(page, poker, visit, picture):
    visit(poker, "grid/1")
    swatches = page.get_by_role("list", name="Colours of the moves").get_by_role("listitem")
    expect(swatches).to_have_text(["3", "2", "1", "0", "never reached"])
    colours = [
        swatches.nth(k)
        .locator(".gk-swatch")
        .evaluate(
            "e => { const c = document.createElement('canvas').getContext('2d', {willReadFrequently: true});"
            " c.fillStyle = getComputedStyle(e).backgroundColor; c.fillRect(0, 0, 1, 1);"
            " return [...c.getImageData(0, 0, 1, 1).data] }"
        )
        for k in range(4)
    ]
    light = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b, _ in colours]
    assert light == sorted(light) and min(b - a for a, b in pairwise(light)) > 10
    picture("words-sizes")


def test_what_is_said_fits_a_game_without_chance(page, nim, visit, picture):
    visit(nim, "play")
    page.get_by_role("heading", name="Who do you want to be?").wait_for()
    text = page.locator("main").inner_text()
    assert "The other one plays the solution" in text and "a game" in text
    assert not re.search(r"\bhands?\b|deal|chance|the others", text, re.IGNORECASE)
    page.get_by_role("button", name="second").click()
    page.get_by_role("heading", name="Game 1").wait_for()
    visit(nim, "overview")
    page.get_by_text("was not counted").wait_for()
    picture("words-nim")
