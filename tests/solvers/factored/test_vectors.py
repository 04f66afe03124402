"""Vectors of compiled loops do what NumPy does, and nothing beyond the numbers they are told of."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from galakit.solvers.factored.vectors import BYTES, data, lanes, load, most, spread, store, where_positive, zeros


@njit(error_model="numpy")
def combined(a, b, c, n):
    x, y, z = data(a), data(b), data(c)
    for i in range(0, n, lanes(x)):
        p, q = load(x, i, n - i), load(y, i, n - i)
        store(z, i, n - i, where_positive(p, most(p, q) * spread(x, 3) + p / q, p - q))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("n", [1, 7, 8, 16, 17, 49])
def test_arithmetic_is_that_of_numpy_and_ends_where_the_row_does(dtype, n):
    random = np.random.default_rng(n)
    a, b = (random.normal(size=n + 1).astype(dtype) for _ in range(2))
    c = np.full(n + 1, 7, dtype)
    combined(a, b, c, n)
    expected = np.where(a > 0, np.maximum(a, b) * 3 + a / b, a - b)
    np.testing.assert_allclose(c[:n], expected[:n], rtol=1e-5)
    assert c[n] == 7


def test_the_last_vector_of_an_array_reads_nothing_after_it():
    a, b = zeros(3, "float64"), zeros(3, "float64")
    a[:], b[:] = [1, -2, 3], [1, 1, 1]
    combined(a, b, c := zeros(3, "float64"), 3)
    assert c.tolist() == [4, -3, 12]
    assert all(array.ctypes.data % BYTES == 0 for array in (a, b, c))
