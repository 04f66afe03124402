"""Ranges in a real browser: charts of hands, filters, boards."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web.conftest import overflow, violations


@pytest.fixture
def visit(page, served):
    def opened(place: str, **order) -> None:
        page.goto(f"{served.address}/jobs/{served.solved(**order)}/{place}")

    return opened


def test_two_cards_stand_by_rank_and_open_by_mouse_and_keys(page, visit, picture):
    visit("hands", game="short_deck_holdem")
    chart = page.get_by_role("grid", name="The range of first")
    expect(chart.get_by_role("gridcell")).to_have_count(9)
    expect(chart.get_by_role("gridcell", name="AKs: 13 % of the range")).to_be_visible()
    first = page.get_by_role("region", name="first moves")
    expect(first.get_by_role("row")).to_have_count(3 + 1 + 9)  # of the chart; the head and lines of the table
    picture("hands-two-cards")
    assert not violations(page)
    chart.get_by_role("gridcell", name="AA: ").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(first.get_by_text("AKs: 1 line")).to_be_visible()
    expect(first.get_by_role("row")).to_have_count(3 + 1 + 1)
    page.get_by_role("link", name="Tell suits apart").click()
    expect(page.get_by_role("region", name="first moves").get_by_role("row")).to_have_count(3 + 1 + 2)


def test_a_range_is_filtered_by_what_it_makes_and_by_cards(page, visit, picture):
    visit("hands/0?situation=a3&board=4", game="leduc")
    first = page.get_by_role("region", name="first moves")
    first.get_by_role("button", name="pair", exact=False).first.click()
    expect(first.get_by_text("pass the filter")).to_be_visible()
    expect(first.get_by_role("table").get_by_role("row")).to_have_count(2)
    expect(first.get_by_role("table")).to_contain_text("pair, top pair")
    first.get_by_role("button", name="pair", exact=False).first.click()
    page.get_by_label("Only").fill("J")
    page.keyboard.press("Tab")
    expect(first.get_by_role("table")).to_contain_text("J")
    expect(first.get_by_role("table").get_by_role("row")).to_have_count(2)
    picture("hands-filtered")


def test_boards_are_sorted_and_lead_to_ranges(page, visit, picture):
    visit("hands/0?situation=a3", game="leduc")
    boards = page.get_by_role("region", name="All boards")
    lines = boards.get_by_role("row")
    expect(lines).to_have_count(1 + 3 + 1)
    boards.get_by_role("link", name="raise").click()
    expect(boards.get_by_role("columnheader", name="raise")).to_have_attribute("aria-sort", "descending")
    expect(lines.nth(1)).to_contain_text("K")
    with page.expect_download() as saved:
        boards.get_by_role("button", name="CSV").click()
    assert saved.value.suggested_filename == "leduc-boards.csv"
    picture("hands-boards")
    assert not violations(page)
    boards.get_by_role("link", name="board Q♠").click()
    expect(page.get_by_label("Board")).to_have_value("4")
    expect(page.get_by_role("region", name="second")).to_contain_text("pair, top pair")


def test_a_range_fits_a_phone(page, visit, picture):
    page.set_viewport_size({"width": 390, "height": 844})
    visit("hands/0?situation=a2&board=2", game="short_deck_holdem")
    expect(page.get_by_role("grid", name="The range of first")).to_be_visible()
    assert not overflow(page)
    table = page.get_by_role("group", name="Hands of first")
    expect(table.locator("tbody th").first).to_contain_text("%")  # how it is played, which has no column here
    assert table.evaluate("table => table.scrollWidth - table.clientWidth") == 0
    picture("hands-phone")


def test_games_without_cards_have_no_ranges(page, visit):
    visit("grid/0", game="rock_paper_scissors")
    expect(page.get_by_role("heading", name="Strategy")).to_be_visible()
    expect(page.get_by_role("link", name="Ranges")).to_have_count(0)
