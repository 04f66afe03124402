"""The page at the width of a telephone: nothing is cut, nothing has to be scrolled sideways but grids and trees."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from web.conftest import eventually, overflow, settled, turn, violations

VIEWS = ["grid", "tree", "set/0", "sets", "overview", "play", "lock", "lock?set=0", "compare", "simulate", "nonsense"]

# What is wider than its place: the page itself, or an element that hides or scrolls what does not fit. Grids have as
# many columns as the game has situations, and keep their headings in sight when they are scrolled.
CUT = """() => {
  const wide = [];
  if (document.documentElement.scrollWidth > innerWidth) wide.push("the page");
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest(".gk-hidden, .gk-grid-frame, .cm-editor, svg, [hidden]") || !element.clientWidth) continue;
    const hides = getComputedStyle(element).overflowX !== "visible";
    if (hides && element.scrollWidth > element.clientWidth + 1) wide.push(element.className);
    if (element.getBoundingClientRect().right > innerWidth + 1) wide.push(`${element.tagName} ${element.textContent}`);
  }
  return wide;
}"""


@pytest.fixture
def phone(page):
    page.set_viewport_size({"width": 390, "height": 844})
    return page


@pytest.mark.parametrize("game", ["poker", "monty_hall", "beer_quiche"])
def test_no_view_of_a_study_is_cut(phone, served, game, picture):
    job = served.solved(game=game)
    phone.goto(f"{served.address}/jobs/{job}")
    for view in VIEWS:
        turn(phone, f"/jobs/{job}/{view}")
        settled(phone)
        eventually(phone, lambda: phone.evaluate(CUT), [])
        picture(f"phone-{game}-{view.replace('/', '-').replace('?', '-')}")
    for way in ("Strategy", "Rules"):
        expect(phone.get_by_role("navigation", name="Views").get_by_role("link", name=way)).to_be_visible()


def test_the_menus_on_the_way_to_a_situation_stay_on_the_screen(phone, served, picture):
    job = served.solved(game="goofspiel", params={"cards": "3"})
    listed = served.ask(job, "players/1/situations")["items"]
    far = max(listed, key=lambda one: len(one["facts"]))["id"]
    phone.goto(f"{served.address}/jobs/{job}/grid/1?situation={far}")
    settled(phone)
    steps = phone.get_by_role("navigation", name="The way here").locator("summary")
    for step in range(steps.count()):
        steps.nth(step).click()
        box = phone.locator(".gk-step[open] > ul").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
        assert overflow(phone) == 0
    picture("phone-steps")


def test_what_moves_lead_to_has_room_beside_other_panels(page, served):
    job = served.solved(game="battleship", params={"shots": "1"})
    page.set_viewport_size({"width": 1024, "height": 800})
    page.goto(f"{served.address}/jobs/{job}/set/0")
    settled(page)
    link = page.locator(".gk-moves .gk-next").first
    assert link.bounding_box()["width"] > 200
    eventually(page, lambda: page.evaluate(CUT), [])


def test_what_moves_lead_to_is_told_below_them(phone, served, picture):
    job = served.solved(game="kuhn")
    found = served.ask(job, "sets?facts=card(1)&player=0")["items"]
    start = next(item["id"] for item in found if item["facts"] == "card(1)")
    phone.goto(f"{served.address}/jobs/{job}/set/{start}")
    settled(phone)
    link = phone.locator(".gk-moves").get_by_role("link").first
    box = link.bounding_box()
    assert box["x"] + box["width"] <= 390
    eventually(phone, lambda: phone.evaluate(CUT), [])
    assert violations(phone) == []
    picture("phone-moves")
    link.click()
    phone.get_by_role("link", name="J and chose").wait_for()


def test_results_the_start_page_and_the_editor_are_not_cut(phone, served, picture):
    kuhn = served.solved(game="kuhn")
    lock = {"player": "second", "facts": ["card(3)", "bet"], "probabilities": {"pass": 0.75, "bet": 0.25}}
    told = served.solved(game="kuhn", locks=[lock])
    failed = served.order(source="game(odd, [players : [a],\n  flow : outcome([1, 2])]).")
    served.until(failed)
    phone.goto(f"{served.address}/jobs/{told}/overview")
    for place, sign in (
        (f"/jobs/{told}/overview", "Locked information sets"),
        (f"/jobs/{told}/compare?with={kuhn}", "Where they differ"),
        (f"/jobs/{failed}", "This could not be solved"),
        (f"/edit?job={failed}", re.compile(r"^No problems|\d error")),
        ("/edit?game=poker", "No problems"),
        ("/jobs/nonsense/grid", "There is no job nonsense"),
        ("/", "Recent jobs"),
    ):
        turn(phone, place)
        expect(phone.get_by_text(sign).first).to_be_visible()
        settled(phone)
        eventually(phone, lambda: phone.evaluate(CUT), [])
    phone.goto(f"{served.address}/jobs/{kuhn}/simulate")
    phone.get_by_role("button", name="Simulate").click()
    phone.get_by_role("table").wait_for()
    eventually(phone, lambda: phone.evaluate(CUT), [])
    picture("phone-simulate")


# Words that are on two lines though neither hyphen nor blank is in them.
BROKEN = """() => {
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    for (const word of texts.currentNode.data.matchAll(/[a-z]+/gi)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.top)));
      if (tops.size > 1) broken.push(word[0]);
    }
  return broken;
}"""


def test_words_are_whole_and_nothing_is_said_of_keys(phone, served, picture):
    job = served.solved(game="kuhn")
    phone.goto(f"{served.address}/jobs/{job}/simulate")
    phone.get_by_label("Seed").fill("7")
    phone.get_by_role("button", name="Simulate").click()
    expect(phone.locator(".desk-plays .desk-who").first).to_have_text("chance")
    assert phone.evaluate(BROKEN) == []
    phone.goto(f"{served.address}/jobs/{job}/play?player=first")
    phone.locator(".desk-choice").first.wait_for()
    keys = phone.locator("kbd, .gk-keys, .gk-keys-hint").filter(visible=True)
    expect(keys).to_have_count(0)
    expect(phone.get_by_role("combobox", name="Find information sets")).to_have_attribute(
        "placeholder", "Find by facts"
    )
    while phone.locator(".desk-choice").count():
        phone.locator(".desk-choice").first.click()
        phone.locator(".desk-choice, .desk-end").first.wait_for()
        expect(phone.locator(".desk-hand [aria-disabled=true]")).to_have_count(0)
    expect(keys).to_have_count(0)
    assert phone.evaluate(BROKEN) == []
    picture("phone-played")
    phone.goto(f"{served.address}/jobs/{job}/tree")
    settled(phone)
    expect(keys).to_have_count(0)
