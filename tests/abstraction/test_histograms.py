"""Histograms alone do not tell enough: smaller games than GameShrink's, and not the same games."""

from __future__ import annotations

from fractions import Fraction

import pytest

import galakit as gk
from galakit.abstraction.histograms import histograms
from galakit.abstraction.shrink import gameshrink
from galakit.abstraction.signal_tree import signal_tree
from galakit.separated.factored import factor
from galakit.separated.symmetry import exchanges
from tests.abstraction.exactly import exact_gains, exact_value


def shrunk(name, params, made):
    separated = gk.load(name, **params).separated
    group = exchanges(separated)
    filtered = made(signal_tree(separated, group))
    return filtered, factor(separated, group, labels=filtered.labels)


# Classes per level, the value of the smaller game and the value of the game.
LOST = [
    ("leduc", {"ranks": 4, "suits": 1, "raises": 1}, [4, 6], Fraction(-5, 132), Fraction(-1, 30)),
    ("leduc", {"ranks": 3, "suits": 2, "raises": 1}, [3, 7], Fraction(-137, 1800), None),
    ("poker", {"ranks": 6, "cards": 2}, [4], Fraction(1, 15), Fraction(19, 540)),
    ("rhode_island", {"ranks": 4, "suits": 1, "raises": 1}, [4, 6, 8], Fraction(-25, 132), Fraction(-1, 6)),
]


@pytest.mark.parametrize(("name", "params", "classes", "smaller", "value"), LOST)
def test_histograms_lose_the_equilibrium_and_gameshrink_does_not(name, params, classes, smaller, value):
    coarse, form = shrunk(name, params, histograms)
    assert coarse.classes(0) == coarse.classes(1) == classes
    assert exact_value(form) == smaller
    assert sum(exact_gains(form)) > 0.02
    fine, form = shrunk(name, params, gameshrink)
    assert fine.lp_rows > coarse.lp_rows
    assert exact_gains(form) == [0, 0]
    assert value is None or exact_value(form) == value


def test_the_smallest_game_found_in_which_they_do():
    """Four cards, of which one is turned up: with the third best, either of the lower two on the table is as good, for
    one of two opponents is beaten; but which one it is, he knows himself, and has bet by it."""
    _, form = shrunk("leduc", {"ranks": 4, "suits": 1, "raises": 1}, histograms)
    gains = exact_gains(form)  # which ones depends on the equilibrium of the smaller game that was found
    assert gains[0] == Fraction(2, 33) and gains[1] > Fraction(1, 10)


def test_where_nothing_is_turned_up_one_card_is_all_there_is_to_know():
    for name, params in [("kuhn", {"cards": 6}), ("poker", {"ranks": 3, "suits": 2})]:
        tree = signal_tree(gk.load(name, **params).separated)
        assert histograms(tree).classes(0) == gameshrink(tree).classes(0)
