"""What is written stays where it was written: tabs that do not disturb each other, in a real browser."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

import galakit as gk
from web.conftest import violations
from web.serving import serving
from web.test_desk_edit import opened, type_at_start


def first_line(page: Page) -> Locator:
    return page.locator(".cm-line").first


def test_two_tabs_do_not_write_over_each_other_and_a_third_is_offered_the_last_draft(page, served, picture):
    opened(page, served, "/edit")
    other = page.context.new_page()
    opened(other, served, "/edit")
    type_at_start(page, "% one\n")
    page.get_by_text("· changed").wait_for()
    type_at_start(other, "% two\n")
    other.get_by_text("· changed").wait_for()
    for tab, line in ((page, "% one"), (other, "% two"), (page, "% one")):
        tab.reload()
        tab.get_by_text("· changed").wait_for()
        expect(first_line(tab)).to_have_text(line)
        expect(tab.get_by_role("region", name="A kept draft")).to_have_count(0)

    third = page.context.new_page()
    third.goto(f"{served.address}/edit")
    offer = third.get_by_role("region", name="A kept draft")
    offer.wait_for()
    assert violations(third) == []
    expect(first_line(third)).to_have_text("% Matching pennies with a prize for heads.")
    offer.get_by_role("button", name="Go on with it").click()
    third.get_by_text("· changed").wait_for()
    expect(first_line(third)).to_have_text("% two")
    expect(offer).to_have_count(0)
    # It is a copy: what is written now stays here, too.
    type_at_start(third, "% three\n")
    expect(first_line(third)).to_have_text("% three")
    other.reload()
    other.get_by_text("· changed").wait_for()
    expect(first_line(other)).to_have_text("% two")


def test_a_copy_of_a_tab_has_a_draft_of_its_own(page, served):
    opened(page, served, "/edit?game=kuhn")
    type_at_start(page, "% mine\n")
    page.get_by_text("· changed").wait_for()
    with page.context.expect_page() as opening:
        page.evaluate("() => { window.open(location.href); }")
    copy = opening.value  # which has a copy of all that the session keeps
    copy.get_by_role("button", name="Begin anew").click()
    type_at_start(copy, "% copy\n")
    copy.get_by_text("· changed").wait_for()
    page.reload()
    page.get_by_text("· changed").wait_for()
    expect(first_line(page)).to_have_text("% mine")


def test_a_file_that_was_opened_goes_back_to_what_it_was(page, served, tmp_path):
    file = tmp_path / "mine.gala"
    file.write_text("% from disk\ngame(mine, [players : [a], flow : outcome([1])]).")
    page.goto(served.address)
    page.get_by_label("Open a game file").set_input_files(file)
    page.get_by_text("No problems").wait_for()
    expect(first_line(page)).to_have_text("% from disk")
    expect(page.get_by_text("· changed")).to_have_count(0)
    type_at_start(page, "% changed\n")
    page.get_by_text("· changed").wait_for()
    page.reload()
    page.get_by_role("button", name="Back to the original").click()
    expect(page.get_by_text("· changed")).to_have_count(0)
    expect(first_line(page)).to_have_text("% from disk")
    page.goto(f"{served.address}/edit?file=other.gala")
    page.get_by_text("there is no file other.gala in this browser").wait_for()


def test_a_saved_solution_of_a_shipped_game_opens_the_rules_of_that_game(page, tmp_path):
    file = tmp_path / "saved.parquet"
    gk.solve(gk.load("kuhn")).save(file)
    with serving(str(file)) as server:
        page.goto(server.page)
        page.get_by_role("link", name="Rules").click()
        page.get_by_text("No problems").wait_for()
        expect(page.get_by_role("heading", name="kuhn")).to_be_visible()
        expect(page.get_by_text("Your own game")).to_have_count(0)
        expect(page.get_by_label("cards", exact=True)).to_have_value("3")
        expect(page.get_by_role("button", name="back to 3")).to_have_count(0)
        page.get_by_role("link", name="Back to the solution").click()
        page.wait_for_url("**/overview")
        page.get_by_text("First loses 1/18 a hand").wait_for()
        page.goto("about:blank")  # before the server goes: a page that asks it in vain complains
