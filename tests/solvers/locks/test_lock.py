"""Locked information sets: the game with chance in their place, and the way back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from formats.random_trees import random_tree
from game.random_rules import RandomRules
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.realization import behaviour
from galakit.solution.certificate import certify
from solvers.exploit.test_respond import random_profile

SEEDS = st.integers(0, 10_000)


def table(form, player, plan, keep=lambda i: True):
    """A plan as a table over some of the information sets."""
    strategy = behaviour(form, player, plan)
    return {
        form.facts(i): dict(zip(form.moves(i), strategy[form.first_sequence[i] :]))
        for i in form.sets_of(player).tolist()
        if keep(i)
    }


@given(SEEDS)
def test_with_everything_locked_to_an_equilibrium_its_value_comes_out(seed):
    game = Game(RandomRules(seed, depth=4))
    assume(game.form.information_sets)
    solution = gk.solve(game)
    locked = gk.solve(game, lock=dict.fromkeys(game.players, solution))
    assert locked.value == solution.value and locked.gap == 0
    assert locked.found["locked information sets"] == game.form.information_sets
    for one in game.players:
        assume(solution.strategy(one))
        assert gk.solve(game, lock={one: solution}).value == solution.value


@given(SEEDS, st.integers(2, 3))
def test_with_all_the_others_locked_the_rest_is_a_best_response(seed, number):
    game = Game(RandomRules(seed, number, depth=4, zero_sum=False))
    plans = random_profile(game.form, seed, exact=True)
    locks = {name: table(game.form, p, plans[p]) for p, name in enumerate(game.players) if p}
    assume(any(locks.values()))
    locked = gk.lock(game, locks)
    answer = gk.best_response(locked, 0, "uniform")
    assert answer.value[0] == gk.best_response(game, 0, plans).value[0]


@given(SEEDS, SEEDS)
def test_part_of_a_strategy_may_be_locked(seed, which):
    """The free part is optimal: no worse than the locked plan itself, no better than the game; and the way back keeps
    value, locks and the names of what is known."""
    game = Game(RandomRules(seed, depth=5))
    form = game.form
    plans = random_profile(form, seed, exact=True)
    some = table(form, 0, plans[0], lambda i: (which >> (i % 12)) & 1)
    assume(some)
    locked = gk.lock(game, {game.players[0]: some})
    assert locked.form.perfect_recall and locked.form.information_sets == form.information_sets - len(some)
    for i in range(locked.form.information_sets):
        assert form.find(int(locked.form.player[i]), locked.form.facts(i)) is not None
    inside = gk.solve(locked, exact=True)
    solution = gk.solve(game, exact=True, lock={game.players[0]: some})
    assert solution.value == inside.value and solution.found["gap where play is free"] == 0
    sure = gk.guarantee(game, 0, plans)
    assert sure.payoff <= solution.value[0] <= sure.most
    assert solution.certificate.gains[1] == 0  # he is free everywhere
    assert certify(form, solution.listing.plans) == solution.certificate
    played = solution.strategy(0)
    reached = {
        form.facts(i) for i in form.sets_of(0).tolist() if solution.listing.plans[0][form.parent_sequence[i]] > 0
    }
    assert all(played[facts] == shares for facts, shares in some.items() if facts in reached)


@given(SEEDS)
def test_trees_from_files_with_players_who_forget_can_be_locked(seed):
    game = Game(TreeRules(random_tree(seed, players=2, recall=False), "tree"))
    assume(len(game.form.sets_of(0)))
    locked = gk.lock(game, {game.players[0]: "uniform"})
    assert locked.size().information_sets == [0, game.size().information_sets[1]]
    assert locked.size().nodes == game.size().nodes


@pytest.mark.parametrize("method", ["lp", "cfr+", "mccfr-external"])
def test_every_method_solves_a_locked_game(method):
    game = gk.load("kuhn")
    options = {} if method == "lp" else {"iterations": 3000}
    solution = gk.solve(game, method, lock={"second": {"card(1)": "pass"}}, **options)
    assert float(solution.value[0]) == pytest.approx(1 / 18, abs=0.02)
    assert solution.at("second", "card(1), bet").probabilities["pass"] == 1


def test_locks_that_fit_nothing_are_refused():
    game = gk.load("kuhn")
    for locks, reason in [
        ({"third": "uniform"}, "no player third"),
        ({"second": {"card(9)": "pass"}}, "no information set of second includes card"),
        ({"second": {"card(1)": "raise"}}, "no move raise"),
        ({"second": {"card(1)": {"pass": Fraction(1, 2)}}}, "sum to 1/2"),
        ({"second": {}}, "nothing is locked"),
        ({}, "nothing is locked"),
    ]:
        with pytest.raises(GalakitError, match=reason):
            gk.lock(game, locks)
