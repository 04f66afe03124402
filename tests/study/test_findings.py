"""What a solution says in words, on games whose strategies are known."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.study.patterns import often, patterns
from galakit.study.study import Study


def found(name, *, solve=None, **params):
    game = gk.load(name, **params)
    return Study(gk.solve(game, **(solve or {})), game).findings()


def test_a_bluff_is_acting_with_the_least_more_often_than_with_the_middle():
    told = found("poker", ranks=8)
    kinds = {(item.kind, item.player): item for item in told.items}
    assert kinds["trap", 1].words.startswith("gambler sets a trap with 8 at the start: bet 1 one time in four")
    assert kinds["bluff", 0].words == "dealer bluffs with 1 after gambler checked: always bet 1"
    assert kinds["bluff", 0].situation == "0" or kinds["bluff", 0].set is not None


@pytest.mark.parametrize(
    "name, params, said",
    [
        ("kuhn", {}, "first loses 1/18 a hand, and no strategy does better: proved exactly"),
        ("poker", {"ranks": 8}, "dealer wins 1/16 a hand, and no strategy does better: proved exactly"),
        ("monty_hall", {}, "guest expects 2/3 a game, and no strategy does better: proved exactly"),
        (
            "rock_paper_scissors",
            {},
            "an even game: neither left nor right can do better than 0 a game: proved exactly",
        ),
        (
            "stag_hunt",
            {},
            "an equilibrium: first expects 3, second expects 3; no player gains by playing otherwise alone: "
            "proved exactly",
        ),
    ],
)
def test_the_headline_says_what_the_game_is_worth_and_how_that_is_known(name, params, said):
    assert found(name, **params).headline == said


def test_the_headline_claims_no_more_than_the_certificate():
    rough = found("kuhn", solve={"method": "cfr+", "iterations": 10})
    assert "no player gains more than" in rough.headline and "no strategy does better" not in rough.headline
    locked = found("kuhn", solve={"lock": {"second": {"card(1), pass": "pass"}}})
    assert locked.headline.startswith("with strategies that are fixed, ")


def test_even_mixtures_thresholds_and_plays_are_told():
    assert (
        found("rock_paper_scissors").items[0].words == "left at the start plays rock, paper and scissors equally often"
    )
    bids = "first at the start plays bid 0 with 1, bid 1 with 2 to 3, bid 2 with 4 to 5"
    assert [item.words for item in found("first_price_auction").items if item.player == 0] == [bids]
    assert found("centipede").items[0].words == "the play: first take; then first gets 4, second gets 1"
    assert [item.words for item in found("monty_hall").items] == [
        "guest plays door 1 at the start",
        "guest plays switch to 3 after door 1 · goat behind door 2",
    ]


def test_hands_have_no_order_by_rank_where_one_of_them_makes_a_pair():
    game = gk.load("leduc")
    study = Study(gk.solve(game), game)
    grid = study.grid(0)
    boards = [column for column in grid.columns if "board" in column.situation.words]
    assert len(boards) > 10
    for column in boards:
        assert not {one.finding.kind for one in patterns(grid, column, "first")} & {"threshold", "bluff", "trap"}


def test_every_finding_leads_to_its_information_set():
    game = gk.load("leduc")
    study = Study(gk.solve(game), game)
    for item in study.findings().items:
        assert study.information_set(item.set).player == item.player


def test_solutions_by_state_have_a_headline_alone():
    told = found("pig", goal=5)
    assert told.headline.startswith("first wins ") and told.items == []


def test_frequencies_are_told_as_people_say_them():
    assert [often(p) for p in (0.25, 0.666667, 0.9, 0.123)] == [
        "one time in four",
        "two times in three",
        "nine times in ten",
        "12 % of the time",
    ]
