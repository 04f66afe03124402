"""The page draws cards, dice, boards and matrices, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import galakit as gk
from galakit.study.opening import main_chart, opening
from galakit.study.study import Study
from web.conftest import overflow, settled, violations


def test_what_a_page_asks_when_it_is_opened_has_been_asked_before_so_that_its_answer_is_ready(page, served):
    order = {"method": "cfr+", "options": {"iterations": "50"}}
    game, job = gk.load("leduc"), served.solved(game="leduc", **order)
    study = Study(gk.solve(game, "cfr+", iterations=50), game)
    ready = {*opening(study), main_chart(study)}
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url.partition("/study/")[2]))
    for view in ("overview", "grid/1", "tree"):
        page.goto("about:blank")  # the view before asks nothing any more, what it may be asked next included
        asked.clear()
        page.goto(f"{served.address}/jobs/{job}/{view}")
        settled(page)
        first = list(filter(None, asked))[: 3 if view == "overview" else 2]
        assert "overview" in first and set(first) <= ready


@pytest.fixture(scope="module")
def drop(served):
    """A job that has solved a small game of falling men."""
    return served.solved(game="connect_k", params={"columns": "2", "line": "2"})


def test_the_start_page_begins_with_drawn_games(page, served, picture):
    page.goto(served.address)
    begin = page.get_by_role("region", name="Begin with one of these")
    expect(begin.get_by_role("link")).to_have_count(5)
    expect(begin.locator(".gk-board svg")).to_be_visible()
    assert violations(page) == []
    picture("looks-start")
    begin.get_by_role("link", name="Kuhn poker").click()
    page.wait_for_url("**/games/kuhn")


def test_cards_have_the_same_text_as_the_words(page, served, picture):
    leduc = served.solved(game="leduc", method="cfr+", options={"iterations": "50"})
    line = served.ask(leduc, "sets?facts=private((2,3)), raise&player=1")["items"][0]
    page.goto(f"{served.address}/jobs/{leduc}/set/{line['id']}")
    known = page.locator(".gk-fact-list li")
    expect(known.first).to_have_text("K♥")
    expect(known.first.locator(".gk-card-red")).to_be_visible()
    assert violations(page) == []
    picture("looks-cards")


def test_a_board_is_shown_as_the_player_knows_it_and_its_squares_lead_on(page, served, drop, picture):
    line = next(one for one in served.ask(drop, "sets?player=0")["items"] if not one["facts"])
    page.goto(f"{served.address}/jobs/{drop}/set/{line['id']}")
    board = page.get_by_role("img", name=re.compile("^The board as first knows it; empty"))
    board.wait_for()
    assert violations(page) == []
    line = next(one for one in served.ask(drop, "sets?player=1")["items"] if one["facts"] == "1")
    page.goto(f"{served.address}/jobs/{drop}/set/{line['id']}")
    page.get_by_role("img", name="The board as second knows it; first on 1,1").wait_for()
    expect(page.locator(".gk-spot")).to_have_count(2)
    picture("looks-board")
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []


def test_one_plays_by_pressing_squares(page, served, drop):
    page.goto(f"{served.address}/jobs/{drop}/play")
    page.get_by_role("button", name=re.compile("^second")).click()
    board = page.get_by_role("img", name=re.compile("^The board as you see it; first on"))
    board.wait_for()
    assert violations(page) == []
    page.locator(".gk-spot-live").first.click()
    expect(page.locator(".desk-seen")).to_contain_text("you chose column")


def test_a_game_of_one_choice_is_a_matrix(page, served, picture):
    job = served.solved(game="stag_hunt")
    page.goto(f"{served.address}/jobs/{job}/grid/0")
    matrix = page.get_by_role("table", name="Payoffs of first and second")
    expect(matrix.locator(".gk-outcome")).to_have_text(["4, 4", "0, 3", "3, 0", "3, 3"])
    expect(matrix.locator(".gk-outcome-pure")).to_have_text(["4, 4", "3, 3"])
    assert violations(page) == []
    picture("looks-matrix")
    page.set_viewport_size({"width": 390, "height": 800})
    assert overflow(page) <= 0
    assert violations(page) == []
