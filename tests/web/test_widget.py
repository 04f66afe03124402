"""The component as a notebook's page runs it: the protocol of anywidget in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import galakit as gk
from galakit.component.built import asset
from galakit.component.widget import replied
from galakit.study.study import Study
from web.conftest import watched

# What a notebook does: import the module, hand it a model, and pass messages on to the kernel.
HARNESS = """async ([source, style, answers, start]) => {
    const sheet = document.createElement("style");
    sheet.textContent = style;
    document.head.append(sheet);
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const { default: widget } = await import(url);
    const heard = new Set();
    const state = { answers, start };
    const model = {
        get: (name) => state[name],
        send: async (message) => { const reply = await kernel(message); for (const hear of heard) hear(reply); },
        on: (event, hear) => heard.add(hear),
        off: (event, hear) => heard.delete(hear),
    };
    const el = document.createElement("div");
    document.body.append(el);
    window.gone = await widget.render({ model, el });
}"""


@pytest.fixture(scope="module")
def study():
    game = gk.load("kuhn")
    return Study(gk.solve(game), game)


@pytest.fixture
def page(browser):
    """A tab for each test alone: what stands for the kernel stays with the tab."""
    with watched(browser) as page:
        yield page


def shown(page, study, asked, answers="", start="/"):
    def kernel(message):
        asked.append(message["path"])
        return replied(study, message)

    page.goto("data:text/html,<!doctype html><title>notebook</title>")
    page.expose_function("kernel", kernel)
    page.evaluate(HARNESS, [asset("component.js"), asset("component.css"), answers, start])


def test_questions_go_to_the_kernel_and_its_answers_are_shown(page, study, picture):
    asked = []
    shown(page, study, asked, start="/grid/1")
    page.locator("[data-position='0,1']").click()
    page.get_by_role("heading", name=re.compile("knows")).wait_for()
    expect(page.locator(".gk-fact-list li").first).to_have_text("J")
    expect(page.get_by_text("1/3").first).to_be_visible()
    picture("widget-set")
    assert "overview" in asked and any(path.startswith("sets/") for path in asked)
    assert page.url.startswith("data:")  # the address belongs to the notebook
    page.evaluate("gone()")
    expect(page.locator(".gk-shell, [data-position]")).to_have_count(0)


def test_a_widget_that_carries_its_answers_needs_no_kernel(page, study, picture):
    asked = []
    shown(page, study, asked, answers=gk.show(study.solution).answers, start="/tree")
    page.get_by_role("tree", name="Game tree").wait_for()
    picture("widget-tree")
    assert asked == []
