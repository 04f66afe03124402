"""The start page and the editor, in a real browser on a real server."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from web.conftest import LONG, overflow, violations, watched


def opened(page: Page, served, place: str) -> None:
    """The editor, with the rules checked."""
    page.goto(served.address + place)
    page.locator(".cm-line").first.wait_for()
    page.get_by_text("No problems").wait_for()


def go_to_start(page: Page) -> None:
    page.locator(".cm-content").click()
    expect(page.locator(".cm-content")).to_be_focused()
    page.keyboard.press("Control+Home")


def type_at_start(page: Page, text: str) -> None:
    """All at once: between single keys the editor may have got round to proposing words."""
    go_to_start(page)
    page.keyboard.insert_text(text)


def test_a_newcomer_finds_a_game_changes_a_parameter_and_solves_it(page, served, picture):
    page.goto(served.address)
    page.get_by_label("Search the games").fill("bluffs simplified poker")
    page.get_by_text("No game fits").wait_for()
    page.get_by_label("Search the games").fill("any deck")
    page.get_by_role("link", name="Poker Poker with any deck").wait_for()
    assert violations(page) == []
    picture("desk-start")
    page.get_by_role("link", name="Poker Poker with any deck").click()
    page.get_by_role("link", name="Rules").click()

    page.get_by_text("No problems").wait_for()
    ranks = page.get_by_label("ranks", exact=True)
    page.get_by_label("ranks: one more").click()
    expect(ranks).to_have_value("4")
    page.get_by_role("button", name="ranks: back to 3").click()
    expect(ranks).to_have_value("3")
    ranks.fill("5")
    assert violations(page) == []
    picture("desk-edit")
    page.get_by_role("button", name="Solve").click()
    page.wait_for_url("**/overview", timeout=LONG)

    job = served.job(re.search(r"/jobs/([^/]+)/", page.url)[1])
    assert job["order"]["game"] == "poker"
    assert job["order"]["params"] == {"ranks": "5"}

    page.get_by_role("link", name="Rules").click()
    page.get_by_text("No problems").wait_for()
    expect(ranks).to_have_value("5")


def test_mistakes_are_told_while_typing_with_their_place_and_remedy(page, served, picture):
    opened(page, served, "/edit?game=kuhn")
    type_at_start(page, "game(x, [players : [a, b\n")
    page.get_by_text("a comma or an operator is missing").wait_for()
    expect(page.get_by_text("GK013")).to_be_visible()
    expect(page.locator(".cm-lintRange-error").first).to_be_attached()
    expect(page.get_by_role("button", name="Solve")).to_be_disabled()
    assert violations(page) == []
    picture("desk-problems")

    page.keyboard.press("Control+End")
    expect(page.locator(".cm-activeLine")).not_to_contain_text("game(x")
    page.get_by_role("button", name=re.compile(r"^line 1:\d+")).click()
    expect(page.locator(".cm-activeLine")).to_have_text(re.compile(r"^game\(x"))

    page.get_by_role("button", name="Back to the original").click()
    page.get_by_text("No problems").wait_for()
    expect(page.get_by_role("button", name="Solve")).to_be_enabled()


def test_a_text_survives_a_reload_and_can_be_downloaded(page, served):
    opened(page, served, "/edit")
    type_at_start(page, "% mine\n")
    page.get_by_text("· changed").wait_for()
    page.reload()
    page.get_by_text("· changed").wait_for()
    expect(page.locator(".cm-line").first).to_have_text("% mine")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download").click()
    assert downloading.value.suggested_filename == "my_game.gala"
    assert downloading.value.path().read_text().startswith("% mine\n")


def test_a_file_from_disk_is_solved_by_the_keyboard(page, served, tmp_path):
    file = tmp_path / "duel.gala"
    file.write_text(
        "game(duel, [players : [a, b], params : [stake = 2],\n"
        "  flow : (choose(a, X, member(X, [1, 2])), choose(b, Y, member(Y, [1, 2])),\n"
        "          Loss is -($stake), if(X = Y, outcome([Loss, $stake]), outcome([$stake, Loss])))])."
    )
    page.goto(served.address)
    page.get_by_label("Open a game file").set_input_files(file)
    page.get_by_text("No problems").wait_for()
    page.get_by_label("stake", exact=True).fill("7")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/overview", timeout=LONG)
    order = served.job(re.search(r"/jobs/([^/]+)/", page.url)[1])["order"]
    assert (order["file"], order["params"], order["source"]) == ("duel.gala", {"stake": "7"}, file.read_text())

    page.goto(served.address)
    expect(page.get_by_role("link", name="duel.gala", exact=True)).to_be_visible()


def test_a_long_job_shows_its_progress_and_is_cancelled(page, served, picture):
    opened(page, served, "/edit?game=leduc")
    page.get_by_text("More: method, gap").click()
    page.get_by_label("Method").select_option("cfr+")
    page.get_by_label("Stop at a gap of").fill("0.0000000000001")
    page.get_by_role("button", name="Solve").click()

    page.locator("svg[aria-label^='The gap fell from']").wait_for(timeout=LONG)
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_text("The gap as a table").click()
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    assert violations(page) == []
    picture("desk-job")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("heading", name="Cancelled").wait_for()
    assert served.job(page.url.rsplit("/", 1)[1])["state"] == "cancelled"

    page.get_by_role("link", name="Galakit").click()
    page.get_by_role("link", name=re.compile("cancelled.*leduc")).first.wait_for()


def test_a_method_is_given_its_own_options(page, served):
    opened(page, served, "/edit?game=kuhn")
    page.get_by_text("More: method, gap").click()
    page.get_by_label("Method").select_option("lp")
    page.get_by_label("algorithm", exact=True).fill("ipm")
    page.get_by_label("Method").select_option("cfr+")  # which has others
    expect(page.get_by_label("algorithm", exact=True)).to_have_count(0)
    expect(page.get_by_label("checkpoint", exact=True)).to_have_count(0)
    page.get_by_label("iterations", exact=True).fill(" 7 ")
    page.get_by_label("gamma", exact=True).fill("2")
    page.get_by_label("gamma", exact=True).fill("")
    assert violations(page) == [] and overflow(page) == 0
    page.get_by_role("button", name="Solve").click()
    page.wait_for_url("**/overview", timeout=LONG)
    order = served.job(re.search(r"/jobs/([^/]+)/", page.url)[1])["order"]
    assert (order["method"], order["options"]) == ("cfr+", {"iterations": "7"})
    page.goto(served.address)
    expect(page.get_by_text("by cfr+ · with iterations").first).to_be_visible()


def test_what_a_method_says_of_its_options_is_shown(page, served):
    opened(page, served, "/edit?game=kuhn")
    page.get_by_text("More: method, gap").click()
    page.get_by_label("Method").select_option("cfr+")
    page.get_by_label("iterations", exact=True).fill("many")
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_text("the option iterations is not a whole number")).to_be_visible(timeout=LONG)


def test_a_job_that_fails_leads_back_to_the_line(page, served, picture):
    opened(page, served, "/edit")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(
        "game(odd, [players : [a],\n  flow : (choose(a, X, member(X, [1, 2])),\n    outcome([X, X]))])."
    )
    page.get_by_text("· changed").wait_for()
    page.get_by_role("button", name="Solve").click()
    page.get_by_role("heading", name="This could not be solved").wait_for(timeout=LONG)
    assert violations(page) == []
    picture("desk-failed")
    page.get_by_role("link", name="Back to the rules").click()
    page.locator(".cm-activeLine", has_text="outcome").wait_for()


def test_a_job_is_followed_where_the_stream_of_events_is_cut(browser, served):
    with watched(browser, excused="ERR_FAILED") as page:
        page.route("**/events", lambda route: route.abort())
        job = served.order(game="kuhn")
        page.goto(f"{served.address}/jobs/{job}")
        page.wait_for_url("**/overview", timeout=LONG)


def test_words_of_the_language_are_completed_and_explained(page, served, picture):
    opened(page, served, "/edit")
    go_to_start(page)
    page.keyboard.type("tak")
    option = page.get_by_role("option", name="take_turns")
    option.wait_for()
    # Keys that were meant for the text are not taken by a list that opened less than 75 ms ago.
    page.wait_for_timeout(100)
    page.keyboard.press("ArrowDown")
    page.get_by_text("The players take turns at a gameflow").wait_for()
    picture("desk-completion")
    page.keyboard.press("Enter")
    page.locator(".cm-line", has_text="take_turns%").wait_for()
    page.keyboard.press("Control+z")
    expect(page.locator(".cm-line").first).not_to_contain_text("take_turns")
    page.locator(".cm-line", has_text="choose(hider").get_by_text("choose", exact=True).hover()
    page.get_by_text("The options are the distinct instances").wait_for()
    picture("desk-hover")
    page.keyboard.press("Control+f")
    page.get_by_placeholder("Find").wait_for()
    assert violations(page) == []
    picture("desk-find")


def test_characters_that_turn_text_round_are_shown_and_do_not(page, served, picture):
    opened(page, served, "/edit?game=kuhn")
    type_at_start(page, "% \u202efoo\u202c \u2066bar\u2068 \u200fx\n")
    shown = page.locator(".cm-specialChar")
    expect(shown).to_have_count(5)
    expect(shown.first).to_have_attribute("title", re.compile("202e|right-to-left override", re.IGNORECASE))
    assert "\u202e" not in page.locator(".cm-line").first.inner_text()
    picture("desk-edit-turned")
