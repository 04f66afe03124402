"""The largest value on [0, 1] of polynomials in one variable, exactly: at an end, or where the derivative is 0.

The derivative is factored over the rational numbers. A linear factor is a rational point; the roots of the others are
irrational, and are enclosed in intervals narrow enough to compare them (up to the last of `BITS`: then it is a tie).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from galakit.deadline import check_deadline

if TYPE_CHECKING:
    from flint import fmpz_poly

BITS = (64, 256)  # the precisions in which irrational points are compared; values equal in the last one count as a tie


@dataclass(frozen=True)
class Optimum:
    """Where which polynomial is largest."""

    row: int
    point: Fraction | float
    value: Fraction | float

    @property
    def exact(self) -> bool:
        return isinstance(self.point, Fraction)


def largest(rows: npt.NDArray[Any], bounds: npt.NDArray[np.float64], scale: int) -> Optimum:
    """The optimum of polynomials given by their coefficients of x^k (1 - x)^(n - k), times the scale.

    `bounds` has a number that each does not exceed: those that cannot be best are not looked at.

    >>> found = largest(np.array([[0, 4, 1]], object), np.array([4.0]), 1)  # 4 x (1 - x) + x^2
    >>> found.point, found.value
    (Fraction(2, 3), Fraction(4, 3))
    """
    best: Optimum | None = None
    slack = 1e-9 * (1 + float(np.abs(bounds).max()))
    for row in np.argsort(-bounds, kind="stable").tolist():
        if best is not None and bounds[row] < float(best.value) - slack:
            break
        check_deadline("looking for critical points")
        polynomial = _power_basis(rows[row].tolist())
        found = _rational(polynomial, row, scale)
        if best is None or found.value > best.value:
            best = found
        best = _irrational(polynomial, row, scale, best)
    assert best is not None, "there is a polynomial"
    return best


def _power_basis(coefficients: list[int]) -> fmpz_poly:
    from flint import fmpz_poly

    x, rest = fmpz_poly([0, 1]), fmpz_poly([1, -1])
    degree = len(coefficients) - 1
    return sum((c * x**k * rest ** (degree - k) for k, c in enumerate(coefficients)), fmpz_poly([]))


def _rational(polynomial: fmpz_poly, row: int, scale: int) -> Optimum:
    """The best of the ends and the rational critical points; pure strategies first."""
    points = [Fraction(0), Fraction(1)]
    for factor, _ in _factors(polynomial):
        if factor.degree() == 1:
            constant, slope = (int(c) for c in factor.coeffs())
            points.append(Fraction(-constant, slope))
    coefficients = [int(c) for c in polynomial.coeffs()]
    inside = [p for p in points if 0 <= p <= 1]
    values = [sum((c * p**k for k, c in enumerate(coefficients)), Fraction(0)) / scale for p in inside]
    value = max(values)
    return Optimum(row, inside[values.index(value)], value)


def _irrational(polynomial: fmpz_poly, row: int, scale: int, best: Optimum) -> Optimum:
    """The best irrational critical point if it beats what is known, else that."""
    from flint import arb, ctx, fmpq

    target = Fraction(best.value)
    for factor, _ in _factors(polynomial):
        if factor.degree() < 2:
            continue
        for bits in BITS:
            with ctx.workprec(bits):
                known = arb(fmpq(target.numerator, target.denominator))
                found: list[Any] = factor.complex_roots()  # with multiplicities, which flint's types do not say
                roots = [root.real for root, _ in found if root.imag == 0]
                tried = [(r, polynomial(r) / scale) for r in roots if 0 < r < 1]
            if all(v > known or v < known for _, v in tried):
                break
        for root, value in tried:
            if value > known and float(value.mid()) > float(best.value):
                best = Optimum(row, float(root.mid()), float(value.mid()))
    return best


def _factors(polynomial: fmpz_poly) -> list[tuple[fmpz_poly, int]]:
    slope = polynomial.derivative()
    return [] if slope.degree() < 1 else slope.factor()[1]
