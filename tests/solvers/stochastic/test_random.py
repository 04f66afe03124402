"""Random games against independent methods: linear programming, and value iteration by linear programmes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

import galakit as gk
from galakit.game.game import Game
from solvers.stochastic.rules import random_table


def table_of(rules):
    states = len(rules.deciders)
    return states, {
        key: ([float(x) for x in paid], [(t, float(p)) for t, p in targets if t is not None])
        for key, (paid, targets) in rules.rows.items()
    }


@pytest.mark.parametrize("seed", range(6))
def test_a_markov_decision_process_has_the_value_of_its_linear_programme(seed):
    rules = random_table(seed, 1, 12, at_once=False)
    solution = gk.solve(Game(rules))
    states, rows = table_of(rules)
    above, right = [], []
    for (state, _), (paid, targets) in rows.items():
        line = np.zeros(states)
        line[state] -= 1
        for target, share in targets:
            line[target] += share
        above.append(line)
        right.append(-paid[0])
    values = linprog(np.ones(states), A_ub=above, b_ub=right, bounds=(None, None)).x
    assert solution.exact and solution.gap == 0 and float(solution.value[0]) == pytest.approx(values[0], abs=1e-7)


def matrix_value(matrix):
    rows, columns = matrix.shape
    found = linprog(
        [*np.zeros(rows), -1],
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=[[*np.ones(rows), 0]],
        b_eq=[1],
        bounds=[*[(0, None)] * rows, (None, None)],
    )
    return -found.fun


def by_value_iteration(rules, rounds=32):
    """Shapley's operator again and again."""
    states, rows = table_of(rules)
    values = np.zeros(states)
    for _ in range(rounds):
        new = np.empty(states)
        for s in range(states):
            shape = [1, 1]
            for player, count in rules.deciders[s]:
                shape[player] = count
            flat = [paid[0] + sum(p * values[t] for t, p in to) for (at, _), (paid, to) in rows.items() if at == s]
            new[s] = matrix_value(np.array(flat).reshape(shape))
        values = new
    return values[0]


@pytest.mark.parametrize("seed", range(2))
def test_players_who_move_at_once_get_the_value_of_shapleys_operator(seed):
    rules = random_table(seed, 2, 3, at_once=True, zero_sum=True, discount=Fraction(1, 2))
    solution = gk.solve(Game(rules))
    assert solution.gap < 1e-9
    assert float(solution.value[0]) == pytest.approx(by_value_iteration(rules), abs=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_opposed_players_who_take_turns_have_an_exact_equilibrium(seed):
    solution = gk.solve(Game(random_table(seed, 2, 15, at_once=False, zero_sum=True)))
    assert solution.exact and solution.gap == 0 and solution.found["most to gain from any state on"] == 0


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("at_once", [False, True])
def test_players_with_other_interests_have_a_markov_perfect_equilibrium(seed, at_once):
    players = 2 + seed % 2
    solution = gk.solve(Game(random_table(seed, players, 4, at_once=at_once, moves=2)))
    assert solution.gap < 1e-7 and float(solution.found["most to gain from any state on"]) < 1e-7
