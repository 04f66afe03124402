"""Linear programmes solved from nothing in integers, compared with HiGHS."""

from __future__ import annotations

import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from galakit.deadline import OutOfTime
from galakit.solvers.exact.optimum import exact_optimum
from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.exact.simplex import NoOptimum, optimal_basis


@st.composite
def programmes(draw):
    """Few rows and columns, some equal, some free; often infeasible, unbounded or degenerate."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows, columns = random.integers(1, 8), random.integers(1, 7)
    return (
        random.choice([0, 0, 1, -1, 2, -3, 5], (rows, columns)),
        random.integers(-4, 5, rows),
        random.integers(-3, 6, columns),
        int(random.integers(0, min(rows, 3) + 1)),
        int(random.integers(0, columns + 1)),
    )


def whole(matrix, right, cost, equalities, x) -> IntegerProgramme:
    lists = [[[(j, int(v)) for j, v in enumerate(line) if v] for line in lines] for lines in (matrix, matrix.T)]
    return IntegerProgramme(*lists, right.tolist(), cost.tolist(), equalities, x, Fraction(1))


@given(programmes())
def test_the_optimum_is_that_of_highs_and_there_is_none_where_highs_finds_none(parts):
    matrix, right, cost, equalities, x = parts
    known = linprog(
        cost,
        -matrix[equalities:],
        -right[equalities:],
        matrix[:equalities],
        right[:equalities],
        bounds=[(0, None)] * x + [(None, None)] * (len(cost) - x),
    )
    if known.status == 0:
        vertex, pivots = exact_optimum(whole(*parts), None)
        assert pivots == 0, "the basis is optimal"
        assert float(sum(c * z for c, z in zip(cost.tolist(), vertex.z))) == pytest.approx(known.fun, abs=1e-7)
    else:
        with pytest.raises(NoOptimum, match=r"contradict each other|unbounded"):
            optimal_basis(whole(*parts))


def test_the_optimum_does_not_depend_on_the_size_of_the_numbers():
    matrix = np.array([[1, 1, 1], [10**40, -1, 0], [0, 10**20, -3]], object)
    p = whole(matrix, np.array([1, 0, 0], object), np.array([0, 0, -1], object), 1, 3)
    z = exact_optimum(p, None)[0].z
    # The third column can be 10^20 / 3 times the second, which can be 10^40 times the first; together they are 1.
    assert z == [
        Fraction(3, 3 + 3 * 10**40 + 10**60),
        Fraction(3 * 10**40, 3 + 3 * 10**40 + 10**60),
        Fraction(10**60, 3 + 3 * 10**40 + 10**60),
    ]


def test_time_is_limited():
    p = whole(np.array([[1, 1]]), np.array([1]), np.array([1, 2]), 1, 2)
    with pytest.raises(OutOfTime, match="after 1 exact pivots"):
        optimal_basis(p, deadline=time.perf_counter())
