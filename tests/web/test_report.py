"""A report opened from the disk in a real browser: no server, no network, no complaints, and no script but its own."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import expect

import galakit as gk
from galakit.component import carried as carrying
from galakit.component.built import asset
from galakit.component.carried import carried
from galakit.component.report import write_report
from galakit.study.study import Study
from tests.component.test_report import HOSTILE
from tests.web.conftest import violations


def written(game, folder):
    file = folder / "report.html"
    write_report(Study(gk.solve(game), game), file)
    return file


@pytest.fixture(scope="module")
def poker(tmp_path_factory):
    return written(gk.load("poker", ranks=8), tmp_path_factory.mktemp("report"))


def test_a_reader_goes_from_the_grid_to_a_set_to_the_tree(poker, page, picture):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(poker.as_uri() + "#/grid/1")
    page.get_by_role("heading", name="Strategy").wait_for()
    picture("report-grid")
    assert violations(page) == []
    page.locator("[data-position='1,0']").click()
    page.wait_for_url("**#/set/*")
    page.get_by_text("3/4").first.wait_for()
    picture("report-set")
    assert violations(page) == []
    page.get_by_role("link", name="Tree", exact=True).click()
    page.locator("canvas").wait_for()
    page.wait_for_url("**#/tree*")
    picture("report-tree")
    page.go_back()
    page.wait_for_url("**#/set/*")
    assert asked == [poker.as_uri() + "#/grid/1"] or asked == [poker.as_uri()]


def test_searching_works_without_a_server(poker, page):
    page.goto(poker.as_uri() + "#/sets?facts=myhand(%5B8%5D)")
    page.get_by_text("gambler bet 1").first.wait_for()
    expect(page.locator("main")).to_contain_text("4 information sets, ")
    expect(page.locator("main")).not_to_contain_text("my hand 7")


def asking(page, text):
    """Have the component read answers."""
    page.evaluate(
        """async ([source, text]) => {
            const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
            window.asked = (await import(url)).embedded(text);
        }""",
        [asset("component.js"), text],
    )


def test_searches_in_a_report_find_what_the_study_finds(page, tmp_path):
    game = gk.load("poker", ranks=8)
    study = Study(gk.solve(game), game)
    page.goto("about:blank")
    asking(page, carried(study).text)
    questions = ["", "player=1&offset=5", "facts=myhand(%5B2%5D)", "facts=BET&player=0", "facts=bet%2C%20bet"]
    questions += [
        "facts=nothing",
        "facts=My%20hand%202%2C%20gambler%20bet%201",
        "facts=hand",
        "facts=myhand(%5B%202%20%5D)%2C%20chose(0)",
        "facts=%27a%2C%2C%20%22b",
    ]
    for query in questions:
        path = f"sets?{query}" if query else "sets"
        ours, theirs = page.evaluate("path => asked(path)", path), msgspec.to_builtins(study.ask(path))
        assert (ours["total"], ours["offset"]) == (theirs["total"], theirs["offset"]), path
        assert [item["reach"] for item in ours["items"]] == pytest.approx(
            [item["reach"] for item in theirs["items"]], rel=1e-4
        )
        if theirs["total"] <= 50:
            assert {item["id"] for item in ours["items"]} == {item["id"] for item in theirs["items"]}


def test_texts_of_a_hostile_game_are_shown_and_not_run(page, tmp_path, picture):
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    file = written(gk.loads(HOSTILE), tmp_path)
    page.goto(file.as_uri() + "#/grid/0")
    page.get_by_role("heading", name="Strategy").wait_for()
    expect(page.locator("main")).to_contain_text("onerror=alert(2)", use_inner_text=True)
    page.goto(file.as_uri() + "#/set/0")
    page.get_by_text("alert(1)").first.wait_for()
    picture("report-hostile")
    expect(page.locator("img, svg[onload]")).to_have_count(0)
    assert dialogs == []


def test_a_report_without_its_tree_says_so(page, tmp_path, monkeypatch):
    monkeypatch.setattr(carrying, "LIMIT_NODES", 54)
    file = written(gk.load("kuhn"), tmp_path)
    page.goto(file.as_uri() + "#/tree")
    page.get_by_text("the tree is left out: it has 55 nodes").wait_for()


def test_a_report_tells_the_solution_without_scripts(browser, poker):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(poker.as_uri())
    text = page.locator("main").inner_text()
    context.close()
    assert "certified exactly" in text and "1/16" in text and "my hand 8" in text and "myhand(" not in text
