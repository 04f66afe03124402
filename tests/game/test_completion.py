"""Strategies where a player's own plan keeps him away: the best he can do, at no price."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from formats.random_trees import random_tree
from hypothesis import given
from hypothesis import strategies as st
from solution.tree.test_forgetful import random_behaviour, solution_of

import galakit as gk
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.realization import behaviour, plan_of, uniform
from galakit.game.response import sequence_values, whole_values
from galakit.play.move_values import MoveValues
from galakit.solution.certificate import certify


def test_every_door_is_as_good_as_the_one_that_is_opened():
    """Monty Hall: whatever door is chosen first, changing wins two times out of three."""
    solution = gk.solve(gk.load("monty_hall"))
    assert solution.at("guest", "").values == dict.fromkeys(("1", "2", "3"), Fraction(2, 3))
    for chosen, goat, other in ((1, 2, 3), (2, 3, 1), (3, 1, 2)):
        here = solution.at("guest", f"chose({chosen}), goat({goat})")
        assert here.probabilities[str(other)] == 1


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("name", ["kuhn", "monty_hall", "inspection", "beer_quiche", "poker"])
def test_what_an_equilibrium_shows_is_what_the_best_play_from_there_on_brings(name, exact):
    """In an equilibrium the value of a move is that of going on as well as one can, reached or not."""
    solution = gk.solve(gk.load(name), exact=exact)
    form = solution.game.form
    worth = MoveValues(form, solution.listing.plans)
    for i in range(form.information_sets):
        best = worth.at(i)
        if best is not None:
            assert list(solution.situation(i).values.values()) == (best if exact else pytest.approx(best, abs=1e-6))


@given(st.integers(0, 100_000), st.booleans())
def test_completing_changes_no_plan_no_certificate_and_leaves_nothing_to_gain_where_it_did(seed, exact):
    game = Game(TreeRules(random_tree(seed, depth=4), "tree"))
    form = game.form
    plans = [_without_some(form, p, b, seed) for p, b in enumerate(random_behaviour(game, seed))]
    plans = plans if exact else [plan.astype(float) for plan in plans]
    solution = solution_of(game, plans)
    same = [plan_of(form, p, strategy) for p, strategy in enumerate(solution.strategies)]
    if exact:
        assert [plan.tolist() for plan in same] == [plan.tolist() for plan in plans]
        assert certify(form, same) == certify(form, plans)
    for one, other in zip(same, plans):
        assert one.astype(float) == pytest.approx(other.astype(float), abs=1e-12)
    worth = MoveValues(form, plans)
    for i in range(form.information_sets):
        player, best = int(form.player[i]), worth.at(i)
        here = solution.situation(i)
        if plans[player][form.parent_sequence[i]] == 0 and best is not None:
            top = max(best)
            expected = sum(p * v for p, v in zip(here.probabilities.values(), here.values.values()))
            assert expected == (top if exact else pytest.approx(top, abs=1e-9))
        elif plans[player][form.parent_sequence[i]] > 0:
            first = int(form.first_sequence[i])
            told = behaviour(form, player, plans[player])[first : first + len(here.probabilities)]
            assert list(here.probabilities.values()) == (told.tolist() if exact else pytest.approx(told, abs=1e-12))


def _without_some(form, player, strategy, seed):
    """A plan that never makes the first move at every other information set."""
    strategy = strategy.copy()
    for i in form.sets_of(player).tolist()[seed % 2 :: 2]:
        first, count = int(form.first_sequence[i]), int(form.moves_count[i])
        if count > 1:
            strategy[first + 1] += strategy[first]
            strategy[first] = Fraction(0)
    return plan_of(form, player, strategy)


def test_a_locked_set_does_as_it_was_told_also_where_the_player_keeps_away():
    """Who was told to stay with door 2 would rather choose another, and would still stay."""
    game = gk.load("monty_hall")
    told = {"chose(2), goat(3)": {"1": Fraction(1, 4), "2": Fraction(3, 4)}}
    solution = gk.solve(game, lock={"guest": told})
    assert solution.listing.plans[0].tolist().count(Fraction(1)) > 1  # some door is opened for certain
    assert solution.at("guest", "chose(2), goat(3)").probabilities == told["chose(2), goat(3)"]
    assert solution.at("guest", "").values["2"] < solution.value[0]


@pytest.mark.parametrize("name", ["kuhn", "three_player_kuhn", "poker"])
def test_payoffs_that_are_no_numbers_of_the_machine_are_weighed_as_exactly(name):
    game = gk.load(name)
    form = game.form
    plans = tuple(uniform(form, p, exact=True) for p in range(len(form.players)))
    vast = replace(form, classes=[tuple(x * 10**30 for x in paid) for paid in form.classes])
    for p in range(len(form.players)):
        small, large = whole_values(form, p, plans)[0], whole_values(vast, p, plans)[0]
        assert small.dtype == np.int64 and large.dtype == object
        assert [x * 10**30 for x in sequence_values(form, p, plans, exact=True)] == list(
            sequence_values(vast, p, plans, exact=True)
        )
