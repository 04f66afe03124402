"""Exact pivoting on a tableau of integers, without rounding and without cycling.

A row is a polynomial of FLINT: integers over one denominator that is kept as small as possible. A pivot changes only
the rows that contain the entering variable. Ties for the leaving variable are broken lexicographically by the columns
of the variables that were basic at first, which is equivalent to adding powers of an infinitesimal to the right sides:
no basis repeats (Charnes 1952).

A right side may have several columns: then it is a polynomial in an infinitesimal ε, the constant term first, and
quotients are compared as polynomials.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Whole: TypeAlias = npt.NDArray[Any]


def whole(numbers: Any) -> Whole:
    """An array of Python's integers, which never overflow."""
    return np.asarray(numbers).astype(object)


class Tableau:
    """Row i says: basic[i] = its right side - the sum of its other entries times the nonbasic variables.

    Variables have numbers. The last `terms` entries of a row are its right side. `costs` is one more row, of reduced
    costs: the objective is its right side minus the sum.
    """

    def __init__(
        self,
        rows: Sequence[Sequence[Any]],
        basic: Sequence[int],
        nonbasic: Sequence[int],
        costs: Sequence[Any] = (),
        terms: int = 1,
    ) -> None:
        from flint import fmpq_poly

        self.rows: list[Any] = [fmpq_poly(row) for row in (*rows, *([costs] if costs else []))]
        self.basic = list(basic)
        self.nonbasic = list(nonbasic)
        self.terms = terms
        self._first = (tuple(nonbasic), tuple(basic))
        self.order = self._first[1]
        """the variables whose columns break ties, the one that decides first in front"""

    def enter(self, variable: int) -> int | None:
        """Let a variable grow until another one is 0, which is returned; None when nothing stops it."""
        row = self.blocking(variable)
        return None if row is None else self.pivot(row, variable)

    def maximise(self) -> Fraction:
        """The largest value of the objective, which must be bounded."""
        while True:
            costs = [self.rows[-1][k] for k in range(len(self.nonbasic))]
            least = min(costs)
            if least >= 0:
                return _fraction(self.rows[-1][len(self.nonbasic)])
            if self.enter(self.nonbasic[costs.index(least)]) is None:
                raise ArithmeticError("the objective is unbounded")

    def solution(self) -> dict[int, Fraction]:
        """The values of the basic variables; all others are 0."""
        return {v: _fraction(row[len(self.nonbasic)]) for v, row in zip(self.basic, self.rows)}

    def polynomials(self) -> dict[int, list[Fraction]]:
        """The values of the basic variables as polynomials in ε, the constant term first."""
        return {v: [_fraction(x) for x in self.right(i)] for i, v in enumerate(self.basic)}

    def right(self, at: int) -> list[Any]:
        """The right side of a row."""
        first = len(self.nonbasic)
        return [self.rows[at][first + k] for k in range(self.terms)]

    def values(self) -> list[Fraction]:
        """The values of the variables that were not basic at first."""
        solution = self.solution()
        return [solution.get(v, Fraction(0)) for v in self._first[0]]

    def duals(self) -> list[Fraction]:
        """The reduced costs of the variables that were basic at first: the dual values of their rows."""
        costs = {v: _fraction(self.rows[-1][k]) for k, v in enumerate(self.nonbasic)}
        return [costs.get(v, Fraction(0)) for v in self._first[1]]

    def blocking(self, variable: int, preferred: int | None = None) -> int | None:
        """The row of the variable that is the first to become 0 as another grows; of several the preferred one."""
        column = self.nonbasic.index(variable)
        entries = {i: entry for i, row in enumerate(self.rows[: len(self.basic)]) if (entry := row[column]) > 0}
        return self.least(entries, preferred)

    def least(self, entries: dict[int, Any], preferred: int | None = None) -> int | None:
        """Of these rows the one with the least quotient of right side and entry; None where there are no rows."""
        among = list(entries)
        for k in range(self.terms):
            among = self._tied(among, entries, len(self.nonbasic) + k)
            if len(among) < 2:
                break
        if len(among) > 1:
            at = next((i for i in among if self.basic[i] == preferred), None)
            if at is not None:
                return at
            column_of = {v: k for k, v in enumerate(self.nonbasic)}
            for variable in self.order:
                if variable in column_of:
                    among = self._tied(among, entries, column_of[variable])
                else:  # its column is a unit vector: its own row is behind all others
                    among = [i for i in among if self.basic[i] != variable]
                if len(among) == 1:
                    break
        return among[0] if among else None

    def _tied(self, among: list[int], entries: dict[int, Any], column: int) -> list[int]:
        """The rows with the least quotient of two columns."""
        quotients = [self.rows[i][column] / entries[i] for i in among]
        least = min(quotients, default=None)
        return [i for i, q in zip(among, quotients) if q == least]

    def pivot(self, at: int, entering: int) -> int:
        """Exchange the basic variable of a row for a nonbasic one; returns the former."""
        column = self.nonbasic.index(entering)
        pivotal = self.rows[at]
        entry = pivotal[column]
        pivotal[column] = 1
        self.rows[at] = pivotal = pivotal / entry
        for i, row in enumerate(self.rows):
            factor = row[column]
            if i != at and factor != 0:
                row[column] = 0
                self.rows[i] = row - factor * pivotal
        left, self.basic[at] = self.basic[at], entering
        self.nonbasic[column] = left
        return left


def inequalities(matrix: Whole, right: Whole, objective: Whole | None = None) -> Tableau:
    """M z + s = b with z, s >= 0 and b >= 0, and the objective that is to be maximised.

    The variables z are numbered from 0, the slacks s of the rows follow them and are basic.

    >>> tableau = inequalities(whole([[2, 1], [1, 3]]), whole([4, 5]), whole([1, 1]))
    >>> tableau.maximise(), tableau.values(), tableau.duals()
    (Fraction(13, 5), [Fraction(7, 5), Fraction(6, 5)], [Fraction(2, 5), Fraction(1, 5)])
    """
    count, wide = matrix.shape
    rows = [[*row, b] for row, b in zip(matrix.tolist(), right.tolist())]
    costs = [] if objective is None else [*(-c for c in objective.tolist()), 0]
    return Tableau(rows, range(wide, wide + count), range(wide), costs)


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))
