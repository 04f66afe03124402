"""Exactly optimal from any basis: simplex where it is feasible, criss-cross where it is not."""

from __future__ import annotations

import numpy as np
import pytest
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st

from galakit.errors import GalakitError
from galakit.game.explore import explore
from galakit.game.unfold import unfold
from galakit.solvers.exact import simplex
from galakit.solvers.exact.optimum import exact_optimum
from galakit.solvers.highs import Basis
from galakit.solvers.lp.exact import integer_programme, solve_exact
from galakit.solvers.programming import in_floats, optimum

games = st.builds(RandomRules, seed=st.integers(0, 10_000), depth=st.integers(1, 4))


@given(games)
def test_a_basis_that_is_optimal_for_the_opposite_aim_leads_to_the_optimum(rules):
    form = unfold(explore(rules))[0]
    p = integer_programme(form)
    swapped = in_floats(p)
    everything = type(swapped)(
        swapped.matrix, np.zeros_like(swapped.cost), swapped.right, swapped.equalities, swapped.x
    )
    anywhere = optimum(everything)  # feasible, for no aim at all
    vertex, _ = exact_optimum(p, anywhere.basis)
    assert vertex.z[p.x] / p.scale == solve_exact(form).value


@pytest.mark.parametrize("small", [True, False])
def test_without_a_basis_small_programmes_are_solved_from_nothing(monkeypatch, small):
    form = unfold(explore(RandomRules(seed=5, depth=3)))[0]
    p = integer_programme(form)
    no_basis = Basis(np.zeros(len(p.columns), bool), np.zeros(len(p.rows), bool))
    if small:
        assert exact_optimum(p, no_basis)[0].z[p.x] / p.scale == solve_exact(form).value
        assert exact_optimum(p, None)[0].z[p.x] / p.scale == solve_exact(form).value
    else:
        monkeypatch.setattr(simplex, "LIMIT_CELLS", 0)
        with pytest.raises(GalakitError, match="no exactly optimal basis"):
            exact_optimum(p, no_basis)


def test_time_is_limited():
    form = unfold(explore(RandomRules(seed=5, depth=4)))[0]
    p = integer_programme(form)
    columns, rows = np.zeros(len(p.columns), bool), np.ones(len(p.rows), bool)
    with pytest.raises(GalakitError, match="within 0 exact pivots"):
        exact_optimum(p, Basis(columns, rows), deadline=0.0)
