"""Facts and moves are read as words, and what the rules have is at hand; the page says what fits the game."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from web.conftest import eventually, overflow, settled, turn, violations


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
    line = served.ask(poker, "sets?facts=my hand 2, gambler checked, chose bet 1&player=0")["items"][0]
    assert line["words"].startswith("my hand 2, gambler checked, chose bet 1") and "myhand([2])" in line["facts"]
    visit(poker, f"set/{line['id']}")
    known = page.locator(".gk-fact-list li")
    expect(known.nth(0)).to_have_text("my hand 2")
    expect(known.nth(0)).to_have_attribute("title", "myhand([2])")
    expect(known.nth(2)).to_have_text("chose bet 1")
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
    visit(poker, "grid/1?reached=false")
    swatches = page.get_by_role("list", name="Colours of the moves").get_by_role("listitem")
    expect(swatches).to_have_text(
        [
            "bet 3 / raise with 3 / call 3",
            "bet 2 / raise with 2 / call 2",
            "bet 1 / call 1 / raise with 1",
            "check / fold",
            "never reached",
        ]
    )
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
    assert "Your opponent plays" in text and "a game" in text
    assert not re.search(r"\bhands?\b|deal|chance|the others", text, re.IGNORECASE)
    page.get_by_role("button", name="second").click()
    page.get_by_role("heading", name="Game 1").wait_for()
    picture("words-nim")


def test_what_a_method_did_not_count_is_said_to_be_uncounted(page, served, visit, picture):
    visit(served.solved(game="tic_tac_toe"), "overview")
    page.get_by_text("How it was solved").click()
    page.get_by_text("not counted").wait_for()
    picture("words-uncounted")


STRANGE = """
game(strange, [players : [ann, 'a_very_long_name_of_a_player_that_has_no_blank_in_it_at_all', 'ev\u202ea'],
    flow : (choose(nature, D, member(D, ['$5', '$10'])), reveal(ann, note(D)),
            choose(ann, X, member(X, ['$5', '$10'])), reveal('ev\u202ea', X), choose('ev\u202ea', Y, member(Y, [yes, no])),
            if(X = D, outcome([1, 0, -1]), outcome([-1, 0, 1])))]).
"""


@pytest.fixture(scope="module")
def strange(served):
    """A job whose game has names of every kind."""
    return served.solved(source=STRANGE)


def test_names_are_shown_as_they_are_whatever_they_are(page, strange, served, visit, picture):
    grid = served.ask(strange, "players/0/grid")
    assert [row["short"] for row in grid["rows"]] == ["$5", "$10"]
    visit(strange, "grid/0")
    expect(page.get_by_role("rowheader")).to_have_text(["note $5", "note $10"])
    colours = page.get_by_role("list", name="Colours of the moves").get_by_role("listitem")
    expect(colours.filter(has_text="$10")).to_have_count(1)
    for view in ("overview", "tree", "set/0"):
        turn(page, f"/jobs/{strange}/{view}")
        settled(page)
        eventually(page, lambda: overflow(page), 0)
        picture(f"strange-{view.replace('/', '-')}")
    # What a name turns round ends with it: the words behind it stand on its right.
    turned = served.ask(strange, "sets?player=2")["items"][0]["id"]
    visit(strange, f"set/{turned}")
    name = page.locator("h1 bdi")
    expect(name).to_be_visible()
    box, knows = name.bounding_box(), page.locator(".gk-set-knowing").bounding_box()
    assert knows["x"] >= box["x"] + box["width"] - 1


@pytest.mark.parametrize("view", ["overview", "grid", "set/0", "play", "lock"])
def test_long_names_fit_a_phone(page, strange, visit, view):
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    visit(strange, view)
    settled(page)
    assert overflow(page) == 0
    assert violations(page) == []


def test_the_size_of_a_game_stays_in_its_panel_however_long_the_names(page, strange, visit):
    visit(strange, "overview")
    page.get_by_text("How it was solved").click()
    panel = page.locator(".gk-panel", has=page.locator(".gk-size")).first
    for width in (1280, 700, 390):
        page.set_viewport_size({"width": width, "height": 800})
        right = panel.bounding_box()
        numbers = page.locator(".gk-size .gk-number")
        expect(numbers).to_have_count(2 + 2 + 2 * 4)
        for number in numbers.all():
            box = number.bounding_box()
            assert box["x"] + box["width"] <= right["x"] + right["width"]
