"""Exact solutions by refinement are those of exact elimination, or there are none."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from galakit.solvers.exact.rational import Singular, solve_sparse
from galakit.solvers.exact.refinement import solve_refined


def random_system(seed: int, size: int, large: int = 9):
    draw = random.Random(seed)
    matrix = np.zeros((size, size), np.int64)
    for i in range(size):
        for j in {i, *draw.choices(range(size), k=3)}:
            matrix[i, j] = draw.choice([-1, 1, 2, -large, large])
    return matrix, [draw.randint(-large, large) for _ in range(size)]


@given(st.integers(0, 2**32), st.integers(1, 40), st.sampled_from([3, 100]), st.sampled_from([0, 40, 3000]))
def test_what_is_returned_solves_the_system_exactly(seed, size, large, power):
    matrix, right = random_system(seed, size, large)
    right = [x << power for x in right]
    found = solve_refined(csr_array(matrix), right)
    if found is None:
        return
    assert [sum(int(a) * x for a, x in zip(row, found)) for row in matrix] == right


@pytest.mark.parametrize("size", [1, 10, 100, 200])
def test_systems_that_are_not_nearly_singular_are_solved(size):
    matrix, right = random_system(size, size)
    matrix += 50 * np.eye(size, dtype=np.int64)
    found = solve_refined(csr_array(matrix), right)
    rows = [[(int(j), int(row[j])) for j in np.flatnonzero(row)] for row in matrix]
    assert found == solve_sparse(rows, right)


def test_a_singular_matrix_has_no_solution():
    assert solve_refined(csr_array([[1, 2], [2, 4]]), [1, 1]) is None
    rows = [[(j, 1) for j in range(100)] for _ in range(100)]
    with pytest.raises(Singular):
        solve_sparse(rows, [1] * 100)


def test_a_matrix_that_floats_cannot_hold_apart_is_left_to_others():
    huge = 10**9
    assert solve_refined(csr_array([[huge, huge + 1], [huge - 1, huge]]), [1, 0]) is None
    size = 70  # a block that only exact elimination can solve: its rows differ in the last digit
    rows = [[(j, huge + (i * j) % 71) for j in range(size)] for i in range(size)]
    right = [1] + [0] * (size - 1)
    try:
        solution = solve_sparse(rows, right)
    except Singular:
        return
    assert [sum(v * solution[j] for j, v in row) for row in rows] == right


def test_no_digits_are_needed_where_nothing_is_asked():
    assert solve_refined(csr_array([[2]]), [0]) == [Fraction(0)]
