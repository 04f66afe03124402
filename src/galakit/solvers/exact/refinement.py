"""Exact solution of integer systems by refining floating-point ones (Wan 2006).

A factorisation in floats gives some digits of the solution; the residual, computed in integers, is the right side of
the same system for the next digits. When there are enough of them, continued fractions reconstruct the rational
numbers over a common denominator, which are then checked: the result solves the system exactly.
"""

from __future__ import annotations

from fractions import Fraction
from math import frexp
from typing import Any

import numpy as np
import numpy.typing as npt

DIGITS = 44  # bits taken of each floating-point solution
GAIN = 8  # bits by which each round must shrink the residual; a matrix too near to singular does not
GUARD = 30  # bits beyond a number and its denominator, before it is checked
LIMIT_BITS = 100_000


def solve_refined(matrix: Any, right: list[int]) -> list[Fraction] | None:
    """The solution of `matrix` z = `right`, a sparse array of integers and integers; None when it was not found.

    >>> from scipy.sparse import csr_array
    >>> solve_refined(csr_array([[3, 1], [0, 7]]), [1, 2])
    [Fraction(5, 21), Fraction(2, 7)]
    """
    from scipy.sparse.linalg import splu

    whole = matrix.tocsr().astype(np.int64)
    if np.abs(whole).sum(axis=1).max() >= 2 ** (62 - DIGITS):
        return None
    try:
        factor = splu(whole.tocsc().astype(np.float64))
    except RuntimeError:
        return None
    residual = np.array(right, object)
    digits = np.zeros(len(right), object)
    exponent, attempt = 0, 4 * DIGITS
    # digits / 2**exponent is near the solution, and residual = 2**exponent * right - matrix @ digits.
    while exponent < LIMIT_BITS:
        size = max(map(abs, residual.tolist()))
        if size == 0:
            return [Fraction(x, 2**exponent) for x in digits.tolist()]
        if exponent >= attempt:
            found = _reconstructed(digits.tolist(), exponent)
            if found is not None and _solves(whole, right, found):
                numerators, denominator = found
                return [Fraction(x, denominator) for x in numerators]
            attempt = 2 * exponent
        shift = size.bit_length() - 60  # floats hold 2**1023 at most, and the residual may be larger
        scaled = np.array([_shifted(x, -shift) for x in residual.tolist()], np.float64)
        step = factor.solve(scaled)
        largest = float(np.abs(step).max())
        if not 0 < largest < np.inf:
            return None
        bits = DIGITS - frexp(largest)[1]
        correction = np.rint(np.ldexp(step, bits)).astype(np.int64)
        lift = bits - shift  # the correction is that many binary places behind the digits there are
        change = (whole @ correction).astype(object)
        if lift >= 0:
            digits = digits * 2**lift + correction
            residual = residual * 2**lift - change
            exponent += lift
        else:
            digits = digits + correction.astype(object) * 2**-lift
            residual = residual - change * 2**-lift
        left = max(map(abs, residual.tolist()))
        if left.bit_length() > size.bit_length() + max(lift, 0) - GAIN:
            return None
    return None


def _shifted(x: int, by: int) -> int:
    return x << by if by >= 0 else x >> -by


def _reconstructed(digits: list[int], exponent: int) -> tuple[list[int], int] | None:
    """Numerators over a common denominator that begin with these digits, if they are short enough to be credible."""
    one = 1 << exponent
    denominator = 1
    for x in digits:
        rest = x * denominator % one
        rest = min(rest, one - rest)
        if rest.bit_length() + GUARD > exponent - denominator.bit_length():
            room = exponent - denominator.bit_length() - GUARD
            if room < 2:
                return None
            part = Fraction(x * denominator, one).limit_denominator(1 << (room // 2))
            denominator *= part.denominator
    half = one // 2
    return [(x * denominator + half) >> exponent for x in digits], denominator


def _solves(matrix: Any, right: list[int], found: tuple[list[int], int]) -> bool:
    numerators, denominator = found
    vector: npt.NDArray[Any] = np.array(numerators, object)
    products = matrix.data.astype(object) * vector[matrix.indices]
    sums = np.add.reduceat(products, matrix.indptr[:-1])
    return bool((sums == np.array(right, object) * denominator).all())
