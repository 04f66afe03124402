"""How many choices of supports there are."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.solvers.polynomial.agents import of_tree
from galakit.solvers.polynomial.supports import at_least, count_supports, supports

PERFECT_INFORMATION = ["ultimatum", "centipede"]


@pytest.mark.parametrize("name", [*PERFECT_INFORMATION, "treaty", "beer_quiche"])
def test_what_one_history_for_each_set_gives_is_a_lower_bound(name):
    game = gk.load(name)
    form, tree, _ = game.unfolded
    agents = of_tree(form, tree)
    many = len(supports(agents))
    assert count_supports(agents, many) == many == count_supports(agents, many - 1)
    assert (at_least(agents) == many) if name in PERFECT_INFORMATION else (many / 8 < at_least(agents) < many)


def test_a_game_that_has_far_too_many_is_counted_at_once():
    form, tree, _ = gk.load("bargaining").unfolded
    agents = of_tree(form, tree)
    assert at_least(agents) > 10**80 and count_supports(agents, 1_000) == 1_001
