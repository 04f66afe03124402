"""Concepts beyond the solution's, in a real browser: credibility, announcements, teams, mediators, dominance, evolution."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web.conftest import overflow, settled, violations


@pytest.fixture
def asked(page, served):
    def opened(question: str, **game) -> None:
        page.goto(f"{served.address}/jobs/{served.solved(**game)}/concepts")
        page.get_by_label("Question").select_option(question)

    return opened


def test_a_threat_is_judged_and_the_nearest_equilibrium_without_it_is_shown(page, asked, picture):
    asked("Is it credible?", game="beer_quiche")
    expect(page.get_by_text("A sequential equilibrium.")).to_be_visible()
    asked("Is it credible?", game="inspection", method="lp")
    expect(page.get_by_text("would rather do something else")).to_be_visible()
    assert not overflow(page) and not violations(page)
    picture("concepts-credibility")


def test_a_leader_announces(page, asked, picture):
    asked("What if a player can commit?", game="beer_quiche")
    page.get_by_label("Who announces").select_option("receiver")
    expect(page.get_by_text("receiver expects 19/20")).to_be_visible()
    expect(page.get_by_text("the best equilibrium brings receiver 9/10")).to_be_visible()
    assert not overflow(page) and not violations(page)
    picture("concepts-commitment")


def test_the_question_is_part_of_the_address_and_facts_are_drawn(page, served, picture):
    job = served.solved(game="kuhn")
    page.goto(f"{served.address}/jobs/{job}/concepts?question=commitment&leader=1")
    expect(page.get_by_label("Who announces")).to_have_value("1")
    expect(page.locator("td .gk-card").first).to_be_visible()
    page.get_by_label("Question").select_option("What does no sensible player do?")
    page.get_by_label("Moves instead of strategies").check()
    expect(page.get_by_text("Sequences that are left")).to_be_visible()
    assert page.url.endswith("concepts?question=dominance&moves=true")
    picture("concepts-dominance")
    page.go_back()
    page.go_back()
    expect(page.get_by_label("Who announces")).to_have_value("1")
    assert not overflow(page) and not violations(page)
    picture("concepts-cards")


def test_a_team_gets_more_with_a_joint_plan(page, asked, picture):
    asked("What can a team be sure of?", game="team_pennies")
    expect(page.get_by_text("ann, bob are sure of 1/4")).to_be_visible()
    page.get_by_label("They draw a joint plan beforehand").check()
    expect(page.get_by_text("ann, bob are sure of 1/2")).to_be_visible()
    picture("concepts-team")


def test_a_mediator_and_what_is_dominated(page, asked):
    asked("What could a mediator achieve?", game="stag_hunt")
    expect(page.get_by_text("first expects 4, second expects 4")).to_be_visible()
    page.get_by_label("Question").select_option("What does no sensible player do?")
    expect(page.get_by_text("Nothing is dominated.")).to_be_visible()
    page.get_by_label("Question").select_option("What can mutants invade?")
    expect(page.get_by_text("evolutionarily stable").first).to_be_visible()


def test_what_makes_no_difference(page, asked, picture):
    asked("What makes no difference?", game="monty_hall")
    expect(page.get_by_role("cell", name="49")).to_be_visible()
    expect(page.get_by_role("cell", name="43")).to_be_visible()
    assert not overflow(page) and not violations(page)
    picture("concepts-smaller")


def test_what_has_no_answer_says_why_and_the_browser_does_not_complain(page, asked):
    asked("What can mutants invade?", game="beer_quiche")
    expect(page.get_by_role("status").filter(has_text="The game is not symmetric")).to_be_visible()  # no alarm
    assert violations(page) == []


@pytest.mark.parametrize("game", ["absent_minded_driver", "stag_hunt", "team_pennies"])
def test_every_question_about_every_kind_of_game_has_an_answer_or_a_reason(page, served, game):
    """Without a complaint of the browser: the page of a test fails at any."""
    page.goto(f"{served.address}/jobs/{served.solved(game=game)}/concepts")
    expect(page.get_by_label("Question")).to_be_visible()
    asked = page.get_by_label("Question").locator("option").all_inner_texts()
    assert len(asked) > 4
    for question in asked:
        page.get_by_label("Question").select_option(question)
        expect(page.locator("main .gk-shown, main .gk-problems").first).to_be_visible()
        settled(page)
