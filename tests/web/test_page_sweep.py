"""The page shows a study, with its plots, while it is swept."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

import galakit as gk
from galakit.cli.main import main
from web.conftest import watched
from web.serving import serving


@pytest.fixture
def page(browser):
    """A tab of its own, which may outlive the server."""
    with watched(browser) as page:
        yield page


def swept(folder, cards):
    game = {"source": "kuhn", "params": {"cards": cards}, "quantities": {"worth": "value.first"}}
    return gk.sweep({"name": "cards", "game": [game]}, output=folder)


def test_a_study_and_its_plots_follow_the_sweep(page, tmp_path):
    folder = tmp_path / "table"
    swept(folder, [3, 4])
    with serving("--study", str(folder)) as server:
        assert server.page == f"{server.address}/studies/0"
        page.goto(server.page)
        expect(page.get_by_role("heading", name="cards")).to_be_visible()
        expect(page.get_by_role("status")).to_contain_text("2 of 2 cells · 2 solved")
        picture = page.get_by_role("img", name="The plots of cards")
        expect(picture).to_be_visible()
        before = picture.get_attribute("src")
        swept(folder, [3, 4, 5])
        expect(page.get_by_role("status")).to_contain_text("3 of 3 cells · 3 solved", timeout=120_000)
        expect(picture).not_to_have_attribute("src", before, timeout=120_000)
        page.goto(f"{server.address}/studies")
        page.get_by_role("link", name="cards").click()
        expect(picture).to_be_visible()
        assert server.client.get("/api/studies/1").status_code == 404
        page.goto("about:blank")  # the page would go on looking


def test_a_folder_without_a_study_is_refused(tmp_path, capsys):
    assert main(["serve", "--no-browser", "--json", "--study", str(tmp_path)]) == 2
    assert json.loads(capsys.readouterr().err)["error"][0]["id"]
