"""Exact solutions: rational, proved, equal to the floating-point ones."""

from __future__ import annotations

from fractions import Fraction

import pytest
from game.poker_rules import Poker
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st

from galakit.errors import GalakitError
from galakit.game.explore import explore
from galakit.game.unfold import unfold
from galakit.solution.certificate import certify
from galakit.solvers.exact.optimum import exact_optimum
from galakit.solvers.exact.rational import Singular, solve_sparse
from galakit.solvers.highs import Basis
from galakit.solvers.lp.exact import integer_programme, pure_basis, solve_exact
from galakit.solvers.lp.programme import solve_lp

games = st.builds(RandomRules, seed=st.integers(0, 10_000), depth=st.integers(1, 5))


def form_of(rules):
    return unfold(explore(rules))[0]


@pytest.mark.parametrize(("cards", "value"), [(3, Fraction(-1, 18)), (8, Fraction(-1, 16)), (127, Fraction(-43, 762))])
def test_poker_has_the_published_value(cards, value):
    """Kuhn 1950 and Koller & Pfeffer 1997 for three cards; the others are proved by their certificates."""
    form = form_of(Poker(cards))
    result = solve_exact(form)
    certificate = certify(form, result.plans)
    assert result.value == value
    assert certificate.exact and certificate.gap == 0 and certificate.value == (value, -value)


@given(games)
def test_exact_solutions_have_no_gap_and_agree_with_floats(rules):
    form = form_of(rules)
    result = solve_exact(form)
    certificate = certify(form, result.plans)
    assert certificate.exact and certificate.gap == 0
    assert certificate.value[0] == result.value
    assert float(result.value) == pytest.approx(solve_lp(form).lower, abs=1e-9)


@given(games)
def test_exact_pivots_reach_the_optimum_without_any_basis(rules):
    form = form_of(rules)
    programme = integer_programme(form)
    vertex, _ = exact_optimum(programme, None, feasible_basis=lambda: pure_basis(form, programme))
    assert vertex.z[programme.x] / programme.scale == solve_exact(form).value


def test_a_wrong_basis_is_not_believed():
    form = form_of(Poker(4))
    programme = integer_programme(form)
    right = solve_lp(form).basis
    wrong = Basis(right.columns.copy(), right.rows.copy())
    wrong.columns[:] = False
    wrong.columns[: (~wrong.rows).sum()] = True
    vertex, pivots = exact_optimum(programme, wrong, feasible_basis=lambda: pure_basis(form, programme))
    assert pivots > 0
    assert vertex.z[programme.x] / programme.scale == solve_exact(form).value


@given(st.builds(RandomRules, seed=st.integers(0, 10_000), number=st.just(1), zero_sum=st.just(False)))
def test_a_single_player_gets_exactly_the_most_there_is(rules):
    form = form_of(rules)
    result = solve_exact(form)
    assert certify(form, result.plans).gap == 0
    assert float(result.value) == pytest.approx(solve_lp(form).lower)


def test_a_game_with_floats_has_no_exact_solution():
    import dataclasses

    form = form_of(Poker(3))
    inexact = dataclasses.replace(form, automaton=dataclasses.replace(form.automaton, exact=False))
    with pytest.raises(GalakitError, match="floating-point"):
        solve_exact(inexact)


@given(st.integers(1, 40).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, 10**6))))
def test_sparse_systems_are_solved_exactly(case):
    import random

    size, seed = case
    draw = random.Random(seed)
    rows = [
        [(j, draw.choice([-3, -1, 1, 2])) for j in range(size) if j == i or draw.random() < 0.2] for i in range(size)
    ]
    right = [Fraction(draw.randint(-5, 5), draw.randint(1, 4)) for _ in range(size)]
    try:
        z = solve_sparse(rows, right)
    except Singular:
        from flint import fmpz_mat

        dense = [dict(row).get(j, 0) for row in rows for j in range(size)]
        assert fmpz_mat(size, size, dense).det() == 0
        return
    assert [sum(v * z[j] for j, v in row) for row in rows] == right
