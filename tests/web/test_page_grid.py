"""The strategy grid and the information set in a real browser, on a real server."""

from __future__ import annotations

import re
from fractions import Fraction
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from web.conftest import eventually, overflow, settled, turn, violations

GAMBLER = 1


@pytest.fixture(scope="session")
def poker(served):
    """The eight-card poker of figures 17 and 18, solved."""
    return served.solved(game="poker", params={"ranks": "8"})


@pytest.fixture
def visit(page, served):
    """`visit(job, "grid/0")` opens a view."""

    def opened(job: str, place: str) -> None:
        page.goto(f"{served.address}/jobs/{job}/{place}")

    return opened


def test_the_grid_shows_how_often_each_card_bets(page, poker, served, visit, picture):
    visit(poker, f"grid/{GAMBLER}")
    cells = page.get_by_role("grid", name="Strategy of gambler").locator("td[data-position$=',0']")
    expect(cells).to_have_count(8)
    # What is read off the page is what every information set says by itself.
    grid = served.ask(poker, f"players/{GAMBLER}/grid")
    seen = [text.strip() for text in cells.all_inner_texts()]
    for text, cell in zip(seen, grid["columns"][0]["cells"]):
        moves = served.ask(poker, f"sets/{cell['set']}")["moves"]
        bets = Fraction(next(m["probability"]["text"] for m in moves if m["move"] == "1"))
        assert float(text.removesuffix("%")) == pytest.approx(float(bets) * 100, abs=0.5)
    # Whoever plays optimally bluffs with a low card, and never with a middling one.
    assert max(seen[:2], key=lambda t: float(t.removesuffix("%"))) != "0 %"
    assert seen[3:5] == ["0 %", "0 %"]
    assert seen[6] == "100 %"
    picture("grid")


def test_what_one_points_at_is_fetched_before_it_is_clicked(page, poker, served, visit):
    visit(poker, f"grid/{GAMBLER}")
    cell = page.locator("td[data-position='3,1']")
    name = served.ask(poker, f"players/{GAMBLER}/grid")["columns"][1]["cells"][3]["set"]
    with page.expect_response(f"**/sets/{name}"):
        cell.hover()


def test_a_player_who_holds_nothing_has_a_line_for_each_situation(page, served, visit, picture):
    job = served.solved(game="goofspiel", params={"cards": "3"})
    visit(job, "grid/0")
    lines = page.get_by_role("table", name="Strategy of first").get_by_role("row")
    settled(page)
    grid = served.ask(job, "players/0/grid?reached=true")
    expect(lines).to_have_count(len(grid["columns"]) + 1)  # with the heading
    column = grid["columns"][0]
    expect(lines.nth(1)).to_contain_text(column["situation"]["words"])
    likeliest = max(range(3), key=lambda k: column["cells"][0]["probabilities"][k])
    expect(lines.nth(1)).to_contain_text(f"{column['situation']['labels'][likeliest]}: ")
    assert "e-" not in lines.nth(1).inner_text()  # what rounding leaves of nothing is nothing
    assert violations(page) == []
    picture("grid-lines")
    lines.nth(1).get_by_role("link").click()
    page.wait_for_url(f"**/set/{column['cells'][0]['set']}")


def test_the_next_page_and_the_other_player_are_there_before_anybody_asks(page, served, visit):
    job = served.solved(game="poker", params={"ranks": "3", "cash": "7"})
    asked = []
    page.on("request", lambda request: asked.append(request.url.partition("/study/")[2]))
    with (
        page.expect_response(re.compile(r"players/0/grid\?offset=24$")),
        page.expect_response(re.compile("players/1/grid$")),
    ):
        visit(job, "grid/0?reached=false")
    before = [question for question in asked if question]  # how the job stands is asked every now and then
    page.get_by_role("link", name="Next").click()
    page.get_by_text("25–48 of").wait_for()
    page.get_by_role("navigation", name="Players").get_by_role("link", name="gambler").click()
    page.get_by_role("grid", name="Strategy of gambler").wait_for()
    assert {"players/0/grid", "players/0/grid?offset=24", "players/1/grid"} <= set(before)
    assert [question for question in asked if question in before] == before


def test_pointing_at_a_cell_tells_exact_numbers(page, poker, served, visit, picture):
    visit(poker, f"grid/{GAMBLER}")
    cell = page.locator("td[data-position='1,0']")
    cell.hover()
    tip = page.locator(".gk-tip")
    set_ = served.ask(poker, f"players/{GAMBLER}/grid")["columns"][0]["cells"][1]["set"]
    for move in served.ask(poker, f"sets/{set_}")["moves"]:
        expect(tip).to_contain_text(move["probability"]["text"])
    # The same is said to those who do not see it.
    expect(cell).to_have_accessible_name(re.compile("^my hand 2, at the start: "))
    picture("grid-pointed")


def test_the_arrow_keys_move_in_the_grid_and_enter_opens_an_information_set(page, poker, served, visit):
    visit(poker, f"grid/{GAMBLER}")
    page.locator("td[data-position='0,0']").wait_for()
    page.get_by_role("grid").locator("[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator("td[data-position='2,1']")).to_be_focused()
    page.keyboard.press("Control+End")
    expect(page.locator("td[data-position='7,1']")).to_be_focused()
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowDown")
    expect(page.locator("td[data-position='1,0']")).to_be_focused()
    # One cell at a time is reached by the tab key.
    expect(page.get_by_role("grid").locator("td[tabindex='0']")).to_have_count(1)
    page.keyboard.press("Enter")
    set_ = served.ask(poker, f"players/{GAMBLER}/grid")["columns"][0]["cells"][1]["set"]
    page.wait_for_url(f"**/jobs/{poker}/set/{set_}")
    page.get_by_role("heading", name="gambler knows").wait_for()
    page.go_back()
    page.get_by_role("grid", name="Strategy of gambler").wait_for()
    page.go_forward()
    page.get_by_role("heading", name="gambler knows").wait_for()


def test_a_situation_has_a_chart_of_its_own(page, poker, visit, picture):
    visit(poker, f"grid/{GAMBLER}")
    page.get_by_role("link", name="at the start").click()
    page.wait_for_url("**/grid/1?situation=0")
    chart = page.get_by_role("img", name=re.compile("How gambler acts with each of 8"))
    expect(chart.locator("g[data-position]")).to_have_count(8)
    numbers = page.get_by_role("table").filter(has=page.get_by_role("columnheader", name="reached"))
    expect(numbers.get_by_role("row")).to_have_count(9)
    picture("situation")
    chart.locator("g[data-position='7,0']").click()
    page.wait_for_url("**/set/*")


def test_an_information_set_tells_moves_beliefs_and_what_others_hold(page, poker, served, visit, picture):
    grid = served.ask(poker, "players/0/grid")
    after_bet = next(c for c in grid["columns"] if c["situation"]["words"] == "gambler bet 1")
    answer = served.ask(poker, f"sets/{after_bet['cells'][4]['set']}")
    visit(poker, f"set/{answer['id']}")
    page.get_by_role("heading", name="dealer knows").wait_for()
    moves = page.get_by_role("table").first
    for choice in answer["moves"]:
        row = moves.get_by_role("row").filter(has=page.get_by_role("rowheader", name=choice["label"], exact=True))
        expect(row).to_contain_text(choice["probability"]["text"])
        expect(row).to_contain_text(choice["value"]["text"].replace("-", "−"))
    held = page.get_by_role("region", name="What gambler may know")
    for item in answer["ranges"][0]["items"]:
        expect(held).to_contain_text(item["words"])
    belief = page.get_by_role("region", name="Belief")
    expect(belief.get_by_role("link")).to_have_count(len(answer["belief"]))
    picture("set")
    # The same situation with another card is one click away, the way back is the browser's.
    known = page.locator(".gk-fact-list li").first
    expect(known).to_have_text("my hand 5")
    page.get_by_role("region", name="Your other hands").get_by_role("link", name="my hand 1").click()
    expect(known).to_have_text("my hand 1")
    page.go_back()
    page.wait_for_url(f"**/set/{answer['id']}")
    expect(known).to_have_text("my hand 5")
    belief.get_by_role("link").first.click()
    page.wait_for_url(f"**/tree/{answer['belief'][0]['node']}")


def test_the_grid_shows_what_is_expected(page, poker, served, visit, picture):
    visit(poker, f"grid/{GAMBLER}")
    page.get_by_role("link", name="Show values").click()
    page.wait_for_url("**/grid/1?show=value")
    page.get_by_role("list", name="Shades of the values").wait_for()
    settled(page)
    texts = page.locator("td[data-position$=',0']").all_inner_texts()
    cells = served.ask(poker, f"players/{GAMBLER}/grid")["columns"][0]["cells"]
    assert [float(t.strip().replace("−", "-")) for t in texts] == pytest.approx([c["value"] for c in cells], abs=1e-3)
    # A better card is never worth less.
    assert [c["value"] for c in cells] == sorted(c["value"] for c in cells)
    picture("values")


def test_what_chance_showed_is_averaged_over(page, served, visit):
    leduc = served.solved(game="leduc")
    visit(leduc, "grid/0")
    page.get_by_role("link", name="Average over chance").click()
    page.wait_for_url("**/grid/0?aggregate=true")
    page.get_by_text("averaged over public …").wait_for()
    merged = served.ask(leduc, "players/0/grid?aggregate=true")
    expect(page.locator("thead th")).to_have_count(merged["total"])
    assert merged["total"] < served.ask(leduc, "players/0/grid")["total"]
    # A cell that averages leads to the information sets it averages.
    column, cell = next((k, c["cells"][0]) for k, c in enumerate(merged["columns"]) if c["cells"][0]["set"] is None)
    page.locator(f"td[data-position='0,{column}']").click()
    page.wait_for_url("**/sets?*")
    expect(page.locator(".gk-found li").nth(cell["sets"] - 1)).to_be_visible()


def find(page: Page, text: str) -> None:
    """Type into the search, which a key leads to."""
    page.keyboard.press("/")
    expect(page.get_by_role("combobox", name="Find information sets")).to_be_focused()
    page.keyboard.type(text)


def test_information_sets_are_found_by_facts(page, poker, visit):
    visit(poker, "grid/0")
    page.get_by_role("grid").wait_for()
    find(page, "myhand([3])")
    options = page.get_by_role("option")
    expect(options).to_have_count(4)
    expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    second = options.nth(1).locator(".gk-facts").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url("**/set/*")
    expect(page.locator(".gk-fact-list li").first).to_have_text("my hand 3")
    expect(page.locator(".gk-fact-list li")).to_have_text(second.split(", "))


@pytest.fixture
def held(page):
    """Searches for anything with a 3 in it: they are not answered until they are let go on."""
    routes = []
    page.route(re.compile(r"/study/sets\?.*3"), lambda route: routes.append(route))
    return routes


def test_keys_after_a_text_wait_for_what_it_finds(page, poker, served, visit, held):
    wanted = served.ask(poker, "sets?facts=myhand([3])")["items"][1]
    visit(poker, "grid/0")
    page.get_by_role("grid").wait_for()
    place = page.url
    page.mouse.move(1100, 200)  # where the list will be: to rest there is not to choose
    find(page, "myhand(")
    options = page.get_by_role("option")
    expect(options).to_have_count(13)
    page.keyboard.type("[3])")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    eventually(page, lambda: [unquote(route.request.url).endswith("=myhand([3])") for route in held[-1:]], [True])
    expect(options).to_have_count(13)  # of the text before
    expect(page).to_have_url(place)
    for route in held:
        route.continue_()
    page.wait_for_url(f"**/set/{wanted['id']}")
    expect(page.locator(".gk-fact-list li")).to_have_text(wanted["words"].split(", "))


def test_what_is_typed_on_left_or_not_found_is_not_entered(page, poker, visit, held):
    visit(poker, "grid/0")
    page.get_by_role("grid").wait_for()
    place = page.url
    find(page, "myhand([3]")
    page.keyboard.press("Enter")
    page.keyboard.type(")")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    eventually(page, lambda: len(held) >= 2, True)
    for route in held:
        route.continue_()
    field = page.get_by_role("combobox", name="Find information sets")
    field.fill("nothing has this")
    expect(page.get_by_text("No information set has these facts.")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    field.fill("myhand([2])")
    expect(page.get_by_role("option")).to_have_count(4)
    expect(page).to_have_url(place)


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_every_view_is_accessible_and_fits(page, poker, served, visit, picture, theme, width):
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 800})
    set_ = served.ask(poker, "players/0/grid")["columns"][1]["cells"][4]["set"]
    visit(poker, "overview")
    for name, place in {
        "grid": "grid/1",
        "situation": "grid/1?situation=0",
        "set": f"set/{set_}",
        "sets": "sets?facts=myhand([2])",
        "tree": "tree",
        "overview": "overview",
    }.items():
        turn(page, f"/jobs/{poker}/{place}")
        settled(page)
        assert violations(page) == []
        eventually(page, lambda: overflow(page), 0)
        picture(f"{name}-{theme}-{width}")


def test_the_colours_can_be_chosen_and_are_remembered(page, poker, visit):
    page.emulate_media(color_scheme="light")
    visit(poker, "grid/0")
    shell = page.locator(".gk-shell")
    background = "element => getComputedStyle(element).backgroundColor"
    page.get_by_role("button", name="Colours: as the system").wait_for()
    light = shell.evaluate(background)
    page.get_by_role("button", name="Colours: as the system").click()
    page.get_by_role("button", name="Colours: light").click()
    page.get_by_role("button", name="Colours: dark").wait_for()
    expect(shell).not_to_have_css("background-color", light)
    dark = shell.evaluate(background)
    page.reload()
    page.get_by_role("button", name="Colours: dark").wait_for()
    expect(shell).to_have_css("background-color", dark)


def test_cards_are_laid_out_by_rank_and_suit(page, served, visit):
    leduc = served.solved(game="leduc", params={"ranks": "3"})
    situations = served.ask(leduc, "players/0/situations")["items"]
    third = next(item["id"] for item in situations if item["facts"][-1:] == ["public((1,1))"])
    ranks = [row["rank"] for row in served.ask(leduc, f"players/0/grid?situation={third}")["rows"]]
    assert ranks == ["Q", "K", "J", "Q", "K"]  # that J♠ lies on the table does not put J behind K
    visit(leduc, f"grid/0?situation={third}")
    expect(page.locator(".gk-matrix")).to_have_count(0)
    rows = page.get_by_role("region", name="Numbers").get_by_role("rowheader")
    expect(rows).to_have_text(["J♥", "Q ×2", "K ×2"])
    page.get_by_role("link", name="Tell suits apart").click()
    expect(page.locator(".gk-matrix thead th")).to_have_text(["J", "Q", "K"])
    expect(page.locator(".gk-matrix tbody th")).to_have_text(["spades", "hearts"])
    assert violations(page) == []


@pytest.mark.parametrize(("view", "bars"), [("sets", ".gk-found .gk-bar"), ("lock", ".desk-sets .gk-bar")])
def test_moves_have_the_same_colours_in_lists_as_in_the_grid(page, served, visit, view, bars):
    job = served.solved(game="monty_hall")
    read = "bars => bars.flatMap(bar => bar.outerHTML.match(/--gk-(?:move|light|scale)-\\d+/g) ?? [])"
    visit(job, "grid/0")
    settled(page)
    grid = set(page.locator("main").evaluate_all(read))
    assert len(grid) >= 3
    turn(page, f"/jobs/{job}/{view}")
    page.locator(bars).first.wait_for()
    eventually(page, lambda: set(page.locator(bars).evaluate_all(read)) - grid, set())
    assert page.locator(bars).evaluate_all(read)


def test_what_the_finder_finds_has_the_colours_of_the_grid(page, served, visit):
    job = served.solved(game="monty_hall")
    visit(job, "grid/0")
    settled(page)
    read = "bars => bars.flatMap(bar => bar.outerHTML.match(/--gk-(?:move|light|scale)-\\d+/g) ?? [])"
    grid = set(page.locator("main").evaluate_all(read))
    page.get_by_role("combobox", name="Find information sets by facts").fill("goat")
    bars = page.get_by_role("listbox", name="Information sets").locator(".gk-bar")
    expect(bars).to_have_count(6)
    eventually(page, lambda: set(bars.evaluate_all(read)) <= grid and bars.evaluate_all(read) != [], True)


def test_moves_that_the_gap_cannot_tell_apart_are_best_alike(page, served, visit):
    job = served.solved(game="kuhn", method="cfr+", gap=0.02)
    for line in served.ask(job, "sets")["items"]:
        moves = served.ask(job, f"sets/{line['id']}")["moves"]
        if all(move["best"] for move in moves) and any(move["regret"]["value"] > 0 for move in moves):
            break
    visit(job, f"set/{line['id']}")
    expect(page.locator(".gk-moves .gk-best")).to_have_count(len(moves))
