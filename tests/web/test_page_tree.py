"""The tree in a real browser: opened step by step, by keyboard, and as far as is asked for."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from web.conftest import eventually, settled, violations


@pytest.fixture(scope="session")
def kuhn(served):
    """A tree that is not drawn from top to bottom at first: 109 nodes."""
    return served.solved(game="kuhn", params={"cards": 4})


@pytest.fixture
def tree(page, served):
    """`tree(job, "tree")` opens the tree and puts the keyboard on it."""

    def opened(job: str, place: str = "tree"):
        page.goto(f"{served.address}/jobs/{job}/{place}")
        found = page.get_by_role("tree", name="Game tree")
        settled(page)
        found.focus()
        return found

    return opened


EXPANDED = "[role=treeitem][aria-selected=true][aria-expanded=true]"


def count(page: Page) -> Locator:
    """How many nodes are shown, and how many information sets are joined, in words."""
    return page.locator(".gk-tree-count")


def numbers(page: Page) -> tuple[int, int]:
    """The same as numbers."""
    words = count(page).inner_text()
    nodes = re.search(r"(\d+) nodes? shown", words)
    joined = re.search(r"(\d+) information sets? joined", words)
    return int(nodes[1]), int(joined[1]) if joined else 0


def selected(page: Page) -> Locator:
    return page.locator("[role=treeitem][aria-selected=true]")


def one_level_more(page: Page) -> None:
    before = count(page).inner_text()
    page.get_by_role("button", name="One level more").click()
    expect(count(page)).not_to_have_text(before)


def drawn(page: Page) -> str:
    """The picture, as it is."""
    return page.locator("canvas").evaluate("canvas => canvas.toDataURL()")


def test_one_level_more_shows_all_of_it_until_the_whole_tree_is_seen(page, served, tree, picture):
    kuhn = served.solved(game="kuhn")
    tree(kuhn, "tree?drawn=aside")
    size = served.ask(kuhn, "overview")["size"]
    for level in range(8):
        if numbers(page)[0] == size["nodes"]:
            break
        one_level_more(page)
        if level == 0:
            picture("tree")
        shown = drawn(page)
        page.get_by_role("button", name="Fit").click()
        assert drawn(page) == shown
    # Every information set of Kuhn's poker has two nodes: all of them are joined.
    assert numbers(page) == (size["nodes"], sum(size["information_sets"]))


def test_the_keyboard_walks_the_tree(page, kuhn, tree):
    tree(kuhn, "tree/0")
    start = re.compile("^the start; then chance has 12 moves")
    expect(selected(page)).to_have_text(start)
    page.keyboard.press("ArrowRight")  # opens
    page.locator(EXPANDED).wait_for()
    page.keyboard.press("ArrowRight")  # goes on
    page.wait_for_url("**/tree/0.*")
    expect(selected(page)).to_contain_text("probability 1/12")
    first = selected(page).inner_text()
    page.keyboard.press("ArrowDown")
    expect(selected(page)).not_to_have_text(first)
    page.keyboard.press("ArrowUp")
    expect(selected(page)).to_have_text(first)
    page.keyboard.press("Enter")
    page.locator(EXPANDED).wait_for()
    page.keyboard.press("Enter")
    page.locator(EXPANDED.replace("expanded=true", "expanded=false")).wait_for()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/tree/0")
    # What is selected is what screen readers are told of.
    expect(selected(page)).to_have_text(start)
    expect(page.get_by_role("tree")).to_have_attribute("aria-activedescendant", selected(page).get_attribute("id"))
    page.get_by_role("button", name="Likeliest play").click()
    page.get_by_role("heading", name="The end").wait_for()
    expect(selected(page)).to_contain_text("payoffs")


def test_a_link_leads_to_a_node_deep_in_the_tree(page, kuhn, served, tree, picture):
    answer = served.ask(kuhn, "nodes/0.2.0.1")
    tree(kuhn, "tree/0.2.0.1")
    page.get_by_role("complementary", name="The selected node").get_by_role("heading").wait_for()
    last = answer["history"][-1]
    expect(selected(page)).to_contain_text(f"{last['who']}: {last['move']}")
    assert violations(page) == []
    picture("tree-deep")
    page.goto(page.url.replace("0.2.0.1", "0.2"))
    branch = page.get_by_role("complementary", name="The selected node").get_by_role("list").get_by_role("button").first
    branch.press("Enter")
    page.wait_for_url("**/tree/0.2.0")
    expect(page.get_by_role("heading", name="moves", exact=False)).to_be_focused()


def test_the_nodes_of_an_information_set_are_shown_together(page, kuhn, served, tree):
    tree(kuhn)
    page.get_by_role("combobox", name="Find information sets").fill("card(2)")
    page.get_by_role("option").first.click()
    page.wait_for_url("**/tree/*set=*")
    name = page.url.partition("set=")[2]
    belief = served.ask(kuhn, f"sets/{name}")["belief"]
    expect(selected(page)).not_to_contain_text("the start")  # which it is until the picture has grown
    nodes, joined = numbers(page)
    assert nodes > len(belief)
    assert joined >= 1


def test_the_pointer_selects_moves_and_resizes(page, kuhn, tree):
    frame = tree(kuhn, "tree/0")
    box = frame.bounding_box()
    before = drawn(page)
    page.mouse.move(box["x"] + 300, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 340, box["y"] + 160, steps=4)
    page.mouse.up()
    eventually(page, lambda: drawn(page) != before, True)
    moved = drawn(page)
    page.get_by_role("button", name="Larger").click()
    eventually(page, lambda: drawn(page) != moved, True)
    page.get_by_role("button", name="Fit").click()
    # Fitted, the root stands in the middle of the left edge; a click on the selected node opens it.
    page.mouse.click(box["x"] + 38, box["y"] + box["height"] / 2 + 13)
    page.locator(EXPANDED).wait_for()


def test_a_small_tree_is_drawn_from_top_to_bottom_and_can_be_copied(page, served, picture):
    job = served.solved(game="beer_quiche")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=served.address)
    page.goto(f"{served.address}/jobs/{job}/tree")
    page.get_by_text("15 nodes, 8 ends, 2 information sets joined").wait_for()
    assert violations(page) == []
    # The arrows go where they point.
    page.get_by_role("tree", name="Game tree").focus()
    page.keyboard.press("ArrowDown")
    expect(selected(page)).to_contain_text("chance: ")
    page.keyboard.press("ArrowRight")
    expect(selected(page)).to_have_attribute("aria-posinset", "2")
    page.keyboard.press("ArrowDown")
    expect(selected(page)).to_have_attribute("aria-level", "3")
    page.keyboard.press("Home")
    expect(selected(page)).to_contain_text("the start")
    page.get_by_role("button", name="Copy TikZ").click()
    page.get_by_text("The TikZ code is in the clipboard").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("\\begin{tikzpicture}")
    page.get_by_role("button", name="Copy SVG").click()
    page.get_by_text("The SVG is in the clipboard").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("<svg") and "var(" not in copied and "beer" in copied
    picture("tree-textbook")
    page.get_by_role("link", name="From top to bottom").click()
    page.locator("canvas").wait_for()
