"""Shares of mistakes such that products of them, the weights of nodes, justify what is played.

At each information set some classes of nodes are believed, with weights in proportion to products of shares. What a
move gains is linear in the weights. Two sets that compare the same products are placed side by side, so that equal
products are one variable of a linear programme. Its solution is one in shares if the other ties among products hold,
too: with odds r and differences M of exponents, if r is 1 in every combination of rows of M that vanishes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Believed: TypeAlias = Sequence[tuple[frozenset[int], npt.NDArray[Any]]]
"""the classes that are believed at one information set: their mistakes, and what each move gains"""
Exponents: TypeAlias = tuple[int, ...]

TRIES = 20  # starts of the nonlinear optimisation
ROUNDING = 1e-12
DENOMINATOR = 10**6  # of numbers that linear programmes find


@dataclass(frozen=True)
class Shares:
    """One positive number for each mistake, or None where there are none or none were found."""

    values: list[Fraction] | None
    decided: bool = True


def weights(gains: Sequence[npt.NDArray[Any]]) -> list[Fraction] | None:
    """Positive weights with which no move gains; None where there are none.

    >>> weights([np.array([-1, 1]), np.array([1, -2])])
    [Fraction(1, 1), Fraction(1, 1)]
    >>> weights([np.array([0, 1]), np.array([0, 2])]) is None
    True
    """
    return _positive(np.array([list(map(float, g)) for g in gains]).T)


def _positive(rows: npt.NDArray[np.float64]) -> list[Fraction] | None:
    """The smallest x >= 1 with rows x <= 0."""
    size = np.abs(rows).max(axis=1, keepdims=True, initial=0.0)
    rows = rows / np.where(size > 0, size, 1.0)
    if (rows.sum(axis=1) <= ROUNDING).all():
        return [Fraction(1)] * rows.shape[1]
    if ((rows >= 0).all(axis=1) & (rows > ROUNDING).any(axis=1)).any():
        return None
    from scipy.optimize import linprog

    found = linprog(np.ones(rows.shape[1]), rows, np.zeros(len(rows)), bounds=(1, None))
    if found.status != 0 or found.x is None:
        return None
    return [Fraction(x).limit_denominator(DENOMINATOR) for x in found.x.tolist()]


def shares_of(sets: Sequence[Believed], mistakes: int) -> Shares:
    """Shares that justify what is played at all these information sets.

    >>> cautious, bold = np.array([-1, 1]), np.array([1, -1])
    >>> left, right = frozenset({0}), frozenset({1})
    >>> shares_of([[(left, cautious), (right, 2 * bold)]], 2).values
    [Fraction(1, 1), Fraction(1, 2)]
    >>> shares_of([[(left, cautious * 3), (right, bold)], [(left, bold * 3), (right, 2 * cautious)]], 2)
    Shares(values=None, decided=True)
    """
    placed = _placed(sets, mistakes)
    index: dict[tuple[int, Exponents], int] = {}
    for component, exponents in (key for keys in placed for key in keys):
        index.setdefault((component, exponents), len(index))
    rows = []
    for believed, keys in zip(sets, placed):
        block = np.zeros((len(believed[0][1]), len(index)))
        for (_, gains), key in zip(believed, keys):
            block[:, index[key]] = [float(g) for g in gains]
        rows.append(block)
    if not rows:
        return Shares([Fraction(1)] * mistakes)
    found = _positive(np.vstack(rows))
    if found is None:
        return Shares(None)
    differences, odds = [], []
    for believed, keys in zip(sets, placed):
        for (slips, _), key in list(zip(believed, keys))[1:]:
            differences.append(_difference(slips, believed[0][0], mistakes))
            odds.append(found[index[key]] / found[index[keys[0]]])
    values = _rooted(differences, odds, mistakes)
    if values is None:
        values = _corrected(sets, mistakes)
    return Shares(values, decided=values is not None)


def _placed(sets: Sequence[Believed], mistakes: int) -> list[list[tuple[int, Exponents]]]:
    """For each set and class a component and exponents: classes with the same ones have weights in one proportion."""
    placed: list[list[tuple[int, Exponents]]] = []
    components = 0
    for believed in sets:
        own = [tuple(_difference(slips, frozenset(), mistakes)) for slips, _ in believed]
        shift = next(_shifts(own, placed), None)
        if shift is None:
            shift = (components, (0,) * mistakes)
            components += 1
        placed.append([(shift[0], tuple(a + b for a, b in zip(exponents, shift[1]))) for exponents in own])
    return placed


def _shifts(own: list[Exponents], placed: list[list[tuple[int, Exponents]]]) -> Iterator[tuple[int, Exponents]]:
    """The components and shifts with which two classes of a set coincide with two that are there."""
    for keys in placed:
        there = dict.fromkeys(keys)
        for component, exponents in keys:
            for one in own:
                shift = tuple(b - a for a, b in zip(one, exponents))
                moved = [(component, tuple(a + b for a, b in zip(other, shift))) for other in own]
                if sum(key in there for key in moved) > 1:
                    yield component, shift


def _difference(slips: frozenset[int], than: frozenset[int], mistakes: int) -> list[int]:
    return [(k in slips) - (k in than) for k in range(mistakes)]


def _rooted(differences: list[list[int]], odds: list[Fraction], mistakes: int) -> list[Fraction] | None:
    """Shares whose products have these odds, in fractions; None where there are none.

    With an integer matrix R such that M R is the identity on independent rows of M, the shares are the products of the
    odds to the powers of R.
    """
    if all(r == 1 for r in odds):
        return [Fraction(1)] * mistakes
    from flint import fmpz_mat

    if any(_power(odds, relation) != 1 for relation in _relations(differences)):
        return None
    used = _independent(differences)
    rank = len(used)
    matrix = fmpz_mat([[differences[i][k] for i in used] for k in range(mistakes)])
    unit = fmpz_mat([[int(i == k) for k in range(mistakes)] for i in range(mistakes)])
    joined = fmpz_mat([a + b for a, b in zip(matrix.tolist(), unit.tolist())]).hnf().tolist()
    triangle = fmpz_mat([row[:rank] for row in joined[:rank]])
    if abs(int(triangle.det())) != 1:  # roots of fractions
        return None
    whole: Any = triangle.inv()  # fractions whose denominators are 1
    inverse = (whole.numer_denom()[0] * fmpz_mat([row[rank:] for row in joined[:rank]])).tolist()
    independent = [odds[i] for i in used]
    return [_power(independent, [int(row[k]) for row in inverse]) for k in range(mistakes)]


def _relations(rows: list[list[int]]) -> list[list[int]]:
    """Whole numbers with which the rows cancel each other: a basis of all."""
    from flint import fmpz_mat

    null, many = fmpz_mat([list(column) for column in zip(*rows)]).nullspace()
    return [[int(null[i, k]) for i in range(len(rows))] for k in range(int(many))]


def _power(odds: list[Fraction], exponents: list[int]) -> Fraction:
    return prod((r**e for r, e in zip(odds, exponents)), start=Fraction(1))


def _independent(rows: list[list[int]]) -> list[int]:
    """The numbers of independent rows that span all."""
    from flint import fmpz_mat

    used: list[int] = []
    for i in range(len(rows)):
        if fmpz_mat([rows[k] for k in [*used, i]]).rank() == len(used) + 1:
            used.append(i)
    return used


def _last(x: npt.NDArray[np.float64]) -> float:
    return float(x[-1])


def _corrected(sets: Sequence[Believed], mistakes: int) -> list[Fraction] | None:
    """Shares by nonlinear optimisation: what the best move gains at any set, made as small as possible."""
    from scipy.optimize import minimize

    blocks = []
    for believed in sets:
        exponents = np.array([_difference(slips, frozenset(), mistakes) for slips, _ in believed], np.float64)
        gains = np.array([[float(g) for g in gain] for _, gain in believed])
        blocks.append((exponents, gains / (np.abs(gains).max() or 1.0)))

    def gained(logarithms: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        parts = []
        for exponents, gains in blocks:
            weight = exponents @ logarithms
            weight = np.exp(weight - weight.max())
            parts.append((weight / weight.sum()) @ gains)
        return np.concatenate(parts)

    draw = np.random.default_rng(0)
    for attempt in range(TRIES):
        start: Any = np.append(draw.normal(0.0, 0.3 * attempt, mistakes), 1.0)
        below: Any = {"type": "ineq", "fun": lambda x: x[-1] - gained(x[:-1])}
        bounds: Any = [(-12.0, 12.0)] * mistakes + [(-1.0, 2.0)]
        found = minimize(_last, start, bounds=bounds, constraints=[below], method="SLSQP")
        if not np.isfinite(found.x).all() or gained(found.x[:-1]).max() > 1e-9:
            continue
        values = [Fraction(x).limit_denominator(DENOMINATOR) for x in np.exp(found.x[:-1]).tolist()]
        if all(values) and gained(np.log([float(v) for v in values])).max() <= 1e-7:
            return values
    return None
