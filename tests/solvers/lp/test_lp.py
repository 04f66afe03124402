"""The linear programme: published values, and agreement with a programme written the naive way."""

from __future__ import annotations

import numpy as np
import pytest
from game.naive import Naive
from game.poker_rules import Poker
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st

from galakit.errors import GalakitError
from galakit.game.explore import explore
from galakit.game.game import Game
from galakit.game.realization import behaviour, plan_of, repaired, uniform
from galakit.game.unfold import unfold
from galakit.solution.certificate import certify
from galakit.solvers.lp.method import refusal
from galakit.solvers.lp.programme import solve_lp
from galakit.solvers.registry import methods, named
from galakit.solvers.solve import solve

games = st.builds(RandomRules, seed=st.integers(0, 10_000), depth=st.integers(1, 5))


def form_of(rules):
    return unfold(explore(rules))[0]


def naive_value(rules):
    """The maximin value by SciPy on the sequence form of plain recursion: max q0, E x = e, F'q <= A'x."""
    from scipy.optimize import linprog

    naive = Naive(rules)
    names = [{(): 0}, {(): 0}]
    for (player, facts), (_, moves, _) in naive.sets.items():
        for move in moves:
            names[player][facts, move] = len(names[player])
    mine = [k for k in naive.sets if k[0] == 0]
    theirs = [k for k in naive.sets if k[0] == 1]
    n, m, q = len(names[0]), len(names[1]), 1 + len(theirs)
    equal = np.zeros((1 + len(mine), n + q))
    equal[0, 0] = 1
    for r, key in enumerate(mine, 1):
        equal[r, names[0][naive.sets[key][2]]] = -1
        for move in naive.sets[key][1]:
            equal[r, names[0][key[1], move]] = 1
    above = np.zeros((m, n + q))
    above[0, n] = 1
    for r, key in enumerate(theirs, 1):
        above[names[1][naive.sets[key][2]], n + r] -= 1
        for move in naive.sets[key][1]:
            above[names[1][key[1], move], n + r] += 1
    for (own, payoff), count in naive.leaves.items():
        above[names[1][own[1]], names[0][own[0]]] -= float(payoff[0]) * count
    cost = np.zeros(n + q)
    cost[n] = -1
    right = np.zeros(len(equal))
    right[0] = 1
    bounds = [(0, None)] * n + [(None, None)] * q
    result = linprog(cost, A_ub=above, b_ub=np.zeros(m), A_eq=equal, b_eq=right, bounds=bounds)
    assert result.success
    return -result.fun


@given(games)
def test_the_value_equals_that_of_a_naive_programme(rules):
    result = solve_lp(form_of(rules))
    assert result.optimal
    assert result.lower == pytest.approx(naive_value(rules), abs=1e-8)
    assert result.upper == pytest.approx(result.lower, abs=1e-9)


@given(games, st.sampled_from(["simplex", "ipm"]))
def test_both_algorithms_give_an_equilibrium(rules, algorithm):
    form = form_of(rules)
    assert certify(form, solve_lp(form, algorithm=algorithm).plans).gap < 1e-9


@pytest.mark.parametrize(("cards", "value"), [(3, -1 / 18), (8, -1 / 16), (127, -43 / 762)])
def test_poker_has_the_known_value(cards, value):
    form = form_of(Poker(cards))
    result = solve_lp(form)
    assert result.lower == pytest.approx(value, abs=1e-10)
    assert certify(form, result.plans).gap < 1e-9
    assert result.basis.columns.sum() + result.basis.rows.sum() == len(result.basis.rows)


def test_when_time_runs_out_the_bounds_are_honest():
    form = form_of(Poker(127))
    result = solve_lp(form, time_limit=0.0)
    assert not result.optimal and result.basis is None
    assert result.lower <= -43 / 762 <= result.upper
    certificate = certify(form, result.plans)
    assert sum(certificate.gains) == pytest.approx(result.upper - result.lower, abs=1e-9)


@given(st.builds(RandomRules, seed=st.integers(0, 10_000), number=st.just(1), zero_sum=st.just(False)))
def test_a_single_player_gets_the_most_there_is(rules):
    form = form_of(rules)
    assert refusal(Game(rules)) is None
    result = solve_lp(form)
    assert certify(form, result.plans).gap < 1e-9


@given(games, st.integers(0, 2**32 - 1))
def test_plans_and_behaviour_describe_each_other(rules, seed):
    form = form_of(rules)
    for player in range(2):
        weights = np.random.default_rng(seed).random(form.sequences[player])
        plan = repaired(form, player, weights)
        (rows, columns, values), right = form.constraints(player)
        assert np.allclose(np.bincount(rows, values * plan[columns]), right, atol=1e-12)
        assert np.allclose(plan_of(form, player, behaviour(form, player, plan)), plan)
        exact = uniform(form, player, exact=True)
        assert np.allclose(exact.astype(float), uniform(form, player))
        assert (plan_of(form, player, behaviour(form, player, exact)) == exact).all()


def test_unreached_information_sets_play_uniformly():
    form = form_of(Poker(3))
    plan = np.zeros(13)
    plan[0] = 1
    for i in form.sets_of(0):
        plan[form.first_sequence[i]] = plan[form.parent_sequence[i]]
    strategy = behaviour(form, 0, plan)
    later = next(i for i in form.sets_of(0) if form.parent_sequence[i] != 0)
    first = form.first_sequence[later]
    assert strategy[first : first + 2].tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (RandomRules(7, number=3, zero_sum=False), "3 players"),
        (RandomRules(7, number=2, zero_sum=False), "constant sum"),
    ],
)
def test_games_that_do_not_suit_it_are_refused_with_the_reason(rules, reason):
    assert reason in (refusal(Game(rules)) or "")


def test_an_unknown_method_is_refused():
    with pytest.raises(GalakitError, match="no method called magic"):
        named("magic")
    assert "lp" in [m.name for m in methods()]


def test_an_unknown_option_is_refused():
    with pytest.raises(GalakitError, match="has no option `speed`"):
        solve(Game(Poker(3)), "lp", speed=9)
