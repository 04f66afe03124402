"""The portrait of dynamics in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect

from web.conftest import overflow, violations


def test_a_click_starts_play_there(page, served, picture):
    job = served.solved(game="rock_paper_scissors")
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{served.address}/jobs/{job}/dynamics")
    paths = page.locator(".gk-portrait-path")
    expect(paths).to_have_count(5)
    expect(page.locator(".gk-portrait-rest")).to_have_count(4)
    expect(page.get_by_role("table", name="Where play rests").get_by_text("centre")).to_be_visible()
    picture("dynamics")
    assert not violations(page) and not overflow(page)
    drawing = page.locator(".gk-portrait")
    box = drawing.bounding_box()
    drawing.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    expect(paths).to_have_count(1)
    page.get_by_role("button", name="Several starts").click()
    expect(paths).to_have_count(5)
    page.get_by_label("Start", exact=True).fill("0.2, 0.3, 0.5")  # without a mouse
    page.keyboard.press("Enter")
    expect(paths).to_have_count(1)
    expect(page.get_by_role("table", name="Where play goes").get_by_text("0.2 0.3 0.5")).to_be_visible()
    page.get_by_role("button", name="Several starts").click()
    page.get_by_label("Rule").select_option("fictitious")
    expect(paths).to_have_count(1)
    page.get_by_label("A population for each role").check()
    expect(page.locator(".gk-portrait")).to_have_count(2)
    picture("dynamics-each")


def test_what_is_wide_scrolls_by_itself_on_a_telephone(page, served):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{served.address}/jobs/{served.solved(game='rock_paper_scissors')}/dynamics")
    page.get_by_role("table", name="Where play goes").wait_for()
    assert overflow(page) == 0 and violations(page) == []


def test_paths_grow_unless_motion_is_unwelcome(page, served):
    job = served.solved(game="stag_hunt")
    page.goto(f"{served.address}/jobs/{job}/dynamics")
    path = page.locator(".gk-portrait-path").first
    expect(path).to_be_attached()
    early = path.get_attribute("d")
    page.wait_for_function("d => document.querySelector('.gk-portrait-path').getAttribute('d') !== d", arg=early)


def test_large_games_say_why_there_is_no_portrait(page, served):
    job = served.solved(game="kuhn")
    page.goto(f"{served.address}/jobs/{job}/dynamics")
    expect(page.get_by_text("There is no portrait: first has more than three strategies.")).to_be_visible()
