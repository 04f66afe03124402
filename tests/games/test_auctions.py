"""Auctions: shading, truth, and the bids of Weber's sequential sale."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest

import galakit as gk


def value(facts) -> int:
    """The bidder's value: the first thing he learns."""
    return int(facts[0].removeprefix("value(").removesuffix(")"))


@pytest.mark.parametrize("values", [2, 3, 4, 5, 6])
def test_bidding_half_the_value_is_an_equilibrium_of_the_first_price_auction(values):
    game = gk.load("first_price_auction", values=values)
    shaded = gk.certify(game, {p: lambda facts, moves: value(facts) // 2 for p in game.players})
    assert shaded.gap == 0


def test_bidding_nearly_the_value_is_no_equilibrium_of_the_first_price_auction():
    game = gk.load("first_price_auction", values=5)
    assert gk.certify(game, {p: lambda facts, moves: value(facts) - 1 for p in game.players}).gap > 0


def test_bidding_the_value_is_dominant_in_the_second_price_auction():
    """Vickrey 1961: a best response to every strategy of the other; here to all pure ones of a small auction."""
    game = gk.load("second_price_auction", values=2)
    for bids in product(range(3), repeat=2):
        other = {"value(1)": bids[0], "value(2)": bids[1]}
        certificate = gk.certify(game, {"first": lambda facts, moves: value(facts), "second": other})
        assert certificate.gains[0] == 0


def test_truth_and_intimidation_are_equilibria_of_the_second_price_auction():
    game = gk.load("second_price_auction")
    truthful = gk.certify(game, {p: lambda facts, moves: value(facts) for p in game.players})
    # The winner gains the difference of the values: the sum of |v - w| over 16 pairs is 20.
    assert truthful.gap == 0 and truthful.value == (Fraction(10, 16),) * 2
    bully = gk.certify(game, {"first": {"": 4}, "second": {"": 0}})
    assert bully.gap == 0 and bully.value == (Fraction(5, 2), 0)


@pytest.mark.parametrize("prize", [1, 2, 4, 7])
def test_uniform_bids_below_the_prize_are_an_equilibrium_of_the_all_pay_auction(prize):
    game = gk.load("all_pay_auction", prize=prize)
    mixed = {"": {str(bid): Fraction(1, prize) for bid in range(prize)}}
    half = Fraction(1, 2)
    assert gk.certify(game, dict.fromkeys(game.players, mixed)) == gk.Certificate((half, half), (0, 0), True)


def test_bidding_half_the_value_first_is_an_equilibrium_of_the_sequential_auction():
    """Weber 1983 with three bidders and two objects; values without replacement make it exact on whole numbers."""
    game = gk.load("sequential_auction")

    def second_round(facts):
        return any(f.startswith("sold") for f in facts)

    shaded = gk.certify(
        game, {p: lambda f, _: str(value(f) if second_round(f) else Fraction(value(f), 2)) for p in game.players}
    )
    truthful = gk.certify(game, {p: lambda f, _: value(f) if second_round(f) else 2 for p in game.players})
    assert shaded.gap == 0 and truthful.gap > 0
    # The objects go to the two highest of three values; both cost the lowest one on average.
    draws = [sorted(v) for v in permutations(range(1, 5), 3)]
    assert sum(shaded.value) == sum(Fraction(high + middle - 2 * low, len(draws)) for low, middle, high in draws)
