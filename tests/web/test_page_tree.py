"""The tree in a real browser: opened step by step, by keyboard, and as far as is asked for."""

from __future__ import annotations

import re

import pytest

from web.conftest import violations


@pytest.fixture(scope="session")
def kuhn(served):
    return served.solved(game="kuhn")


@pytest.fixture
def tree(page, served):
    """`tree(job, "tree")` opens the tree and puts the keyboard on it."""

    def opened(job: str, place: str = "tree"):
        page.goto(f"{served.address}/jobs/{job}/{place}")
        found = page.get_by_role("tree", name="Game tree")
        found.focus()
        return found

    return opened


def shown(page) -> tuple[int, int]:
    """How many nodes are shown, and how many information sets are joined."""
    words = page.locator(".gk-tree-count").inner_text()
    nodes = re.search(r"(\d+) nodes? shown", words)
    joined = re.search(r"(\d+) information sets? joined", words)
    return int(nodes[1]), int(joined[1]) if joined else 0


def selected(page) -> str:
    return page.locator("[role=treeitem][aria-selected=true]").text_content()


def test_the_tree_opens_and_joins_the_nodes_of_an_information_set(page, kuhn, tree, picture):
    tree(kuhn)
    before, _ = shown(page)
    page.get_by_role("button", name="One level more").click()
    page.wait_for_function(
        "before => !document.querySelector('.gk-tree-count').textContent.startsWith(`${before} `)", arg=before
    )
    nodes, joined = shown(page)
    assert nodes > before
    assert joined > 0
    picture("tree")


def test_all_nodes_and_information_sets_of_kuhn_poker_can_be_seen(page, kuhn, served, tree):
    tree(kuhn)
    size = served.ask(kuhn, "overview")["size"]
    for _ in range(8):
        count = shown(page)[0]
        page.get_by_role("button", name="One level more").click()
        page.wait_for_load_state("networkidle")
        if count == size["nodes"]:
            break
    # Every information set of Kuhn's poker has two nodes: all of them are joined.
    assert shown(page) == (size["nodes"], sum(size["information_sets"]))


def test_the_keyboard_walks_the_tree(page, kuhn, tree):
    tree(kuhn, "tree/0")
    assert selected(page).startswith("the start; then chance has 6 moves")
    page.keyboard.press("ArrowRight")  # opens
    page.locator("[role=treeitem][aria-selected=true][aria-expanded=true]").wait_for()
    page.keyboard.press("ArrowRight")  # goes on
    page.wait_for_url("**/tree/0.*")
    first = selected(page)
    assert "probability 1/6" in first
    page.keyboard.press("ArrowDown")
    page.wait_for_function("first => document.querySelector('[aria-selected=true]').textContent !== first", arg=first)
    page.keyboard.press("ArrowUp")
    page.wait_for_function("first => document.querySelector('[aria-selected=true]').textContent === first", arg=first)
    page.keyboard.press("Enter")
    page.locator("[role=treeitem][aria-selected=true][aria-expanded=true]").wait_for()
    page.keyboard.press("Enter")
    page.locator("[role=treeitem][aria-selected=true][aria-expanded=false]").wait_for()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/tree/0")
    # What is selected is what screen readers are told of.
    active = page.get_by_role("tree").get_attribute("aria-activedescendant")
    assert page.locator(f"[id='{active}']").get_attribute("aria-selected") == "true"


def test_a_link_leads_to_a_node_deep_in_the_tree(page, kuhn, served, tree, picture):
    answer = served.ask(kuhn, "nodes/0.2.0.1")
    tree(kuhn, "tree/0.2.0.1")
    page.get_by_role("complementary", name="The selected node").get_by_role("heading").wait_for()
    last = answer["history"][-1]
    assert f"{last['who']}: {last['move']}" in selected(page)
    assert violations(page) == []
    picture("tree-deep")


def test_the_likeliest_play_is_opened_to_its_end(page, kuhn, tree):
    tree(kuhn, "tree/0")
    page.get_by_role("button", name="Likeliest play").click()
    page.get_by_role("heading", name="The end").wait_for()
    assert "payoffs" in selected(page)


def test_the_nodes_of_an_information_set_are_shown_together(page, kuhn, served, tree):
    tree(kuhn)
    page.get_by_role("combobox", name="Find information sets").fill("card(2)")
    page.get_by_role("option").first.click()
    page.wait_for_url("**/tree/*set=*")
    name = page.url.partition("set=")[2]
    belief = served.ask(kuhn, f"sets/{name}")["belief"]
    nodes, joined = shown(page)
    assert nodes > len(belief)
    assert joined >= 1


def test_the_pointer_selects_moves_and_resizes(page, kuhn, tree):
    frame = tree(kuhn, "tree/0")
    box = frame.bounding_box()
    picture_of = "document.querySelector('canvas').toDataURL()"
    before = page.evaluate(picture_of)
    page.mouse.move(box["x"] + 300, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 340, box["y"] + 160, steps=4)
    page.mouse.up()
    moved = page.evaluate(picture_of)
    assert moved != before
    page.get_by_role("button", name="Larger").click()
    assert page.evaluate(picture_of) != moved
    page.get_by_role("button", name="Fit").click()
    # Fitted, the root stands in the middle of the left edge; a click on the selected node opens it.
    page.mouse.click(box["x"] + 38, box["y"] + box["height"] / 2 + 13)
    page.locator("[role=treeitem][aria-selected=true][aria-expanded=true]").wait_for()


def test_many_branches_are_shown_a_few_at_a_time(page, served, tree):
    job = served.solved(game="poker", params={"ranks": "8"})
    tree(job, "tree/0")
    page.keyboard.press("ArrowRight")
    page.locator("[role=treeitem][aria-selected=true][aria-expanded=true]").wait_for()
    assert shown(page)[0] == 13
    page.get_by_role("treeitem", name="44 more branches").wait_for()
    page.keyboard.press("ArrowRight")
    for _ in range(12):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.gk-tree-count').textContent.startsWith('57 ')")
