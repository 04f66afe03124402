"""Games of private signals and public moves: small ones have the value of the tree, large ones are solved without it."""

from __future__ import annotations

from fractions import Fraction

import pytest

import galakit as gk
from galakit.separated.counting import count
from galakit.separated.factored import factor
from galakit.separated.stakes import stakes
from galakit.separated.symmetry import exchanges
from tests.separated.programme import value

LARGE = [
    ("leduc", {"ranks": 6}), ("signals", {"private": [4, 2], "public": [0, 2]}),
    ("settlement", {"values": 40, "costs": 10}), ("open_auction", {"values": 5}), ("liars_dice", {"dice": 2, "least": "(4, 1)"}),
]  # fmt: skip
HUGE = [
    ("leduc", {"ranks": 30}, 15_452_161),
    ("short_deck_holdem", {"suits": 4, "ranks": 6}, 35_002_321),
    ("signals", {"private": [7, 2], "public": [0, 3]}, 21_708_929),
    ("settlement", {"values": 400, "steps": 8, "costs": 60}, 21_280_401),
    ("open_auction", {"values": 20}, 33_572_421),
    ("liars_dice", {"dice": 2, "least": "(2, 6)"}, 7_224_925),
]  # fmt: skip


def named(case):
    return " ".join([case[0], *(f"{k}={v}" for k, v in case[1].items())])


@pytest.mark.parametrize("case", LARGE, ids=named)
def test_iterating_comes_to_the_value_of_the_linear_programme(case):
    game = gk.load(case[0], **case[1])
    separated = game.separated
    expected = value(factor(separated, exchanges(separated)))
    solution = gk.solve(game, "factored", gap=0.002 * spread(game))
    assert solution.gap <= 0.002 * spread(game)
    assert solution.value[0] == pytest.approx(expected, abs=solution.gap + 1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("case", HUGE, ids=named)
def test_games_too_large_to_unfold_are_solved(case):
    name, parameters, nodes = case
    game = gk.load(name, **parameters)
    assert count(game.separated).nodes == nodes
    gap = 0.002 * spread(game)
    solution = gk.solve(game, gap=gap)
    assert solution.method == "factored" and solution.gap <= gap


def spread(game) -> float:
    """The difference between the most and the least the first player can get."""
    return stakes(game.separated.actions.leaves, game.separated.world)


def test_with_no_costs_a_settlement_is_worth_what_the_court_would_find():
    """Whoever offers or takes more than the court's finding only loses: no trade between those who know the stakes."""
    assert gk.solve(gk.load("settlement", costs=0), exact=True).value == (Fraction(7, 2), Fraction(-7, 2))


def test_rivals_without_cash_leave_the_goods_to_the_first():
    assert gk.solve(gk.load("open_auction", cash=0), exact=True).value == (4, -4)


def test_signals_without_bets_are_worth_nothing():
    assert gk.solve(gk.load("signals", bet=0), exact=True).value == (0, 0)


def test_liars_dice_may_begin_with_a_higher_bid():
    whole, part = gk.load("liars_dice", faces=3).size(), gk.load("liars_dice", faces=3, least="(2, 1)").size()
    # Each of the ways the bidding can go is a set of bids, of six and of three; each roll leads to all of them.
    assert whole.information_sets == [3 * 2**5] * 2 and part.information_sets == [3 * 2**2] * 2
