"""The automatic choice of algorithm changes the way to the solution, not the solution."""

from __future__ import annotations

import importlib

import pytest

import galakit as gk
from galakit.solution.certificate import certify
from galakit.solvers.lp.programme import solve_lp

highs = importlib.import_module("galakit.solvers.highs")  # `galakit.solve` as an attribute is the function


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_interior_point_takes_over_where_simplex_is_out_of_patience(monkeypatch, name):
    form = gk.load(name).form
    usual = solve_lp(form)
    monkeypatch.setattr(highs, "_patience", lambda programme: 1)
    other = solve_lp(form)
    assert (usual.algorithm, other.algorithm) == ("simplex", "ipm")
    assert other.optimal
    assert other.basis is not None
    assert other.lower == pytest.approx(usual.lower, abs=1e-9)
    assert float(certify(form, other.plans).gap) < 1e-9
