"""Exact pivoting: systems of linear inequalities in whole numbers, without fractions and without cycling.

A tableau holds `M z + s = b` with z, s >= 0 and b >= 0, solved for one basic variable in each row. All its cells are
whole numbers over one denominator, which is the last pivot; the next pivot divides by it without remainder (Edmonds
1967, Bareiss 1968). Ties for the leaving variable are broken lexicographically with the columns of the slacks, which
is as good as adding powers of an infinitely small number to b: no basis comes back (Charnes 1952).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Whole: TypeAlias = npt.NDArray[Any]
SAFE = 2**31  # the sum of two products of smaller numbers is no more than 63 bits long


def whole(numbers: Any) -> Whole:
    """An array of Python's integers, which never overflow."""
    return np.asarray(numbers).astype(object)


class Tableau:
    """Variables z are numbered from 0, the slacks s of the rows follow them.

    Rows are those of the basic variables, columns those of the others (basic ones would have unit vectors), then the
    right-hand side. With an objective (maximise `objective` z), a last row holds the reduced costs.
    """

    def __init__(self, matrix: Whole, right: Whole, objective: Whole | None = None) -> None:
        self.rows, self.variables = matrix.shape
        cells = np.concatenate([whole(matrix), whole(right)[:, None]], axis=1)
        if objective is not None:
            cells = np.concatenate([cells, np.append(-whole(objective), 0)[None]])
        self.cells: Whole = cells.astype(np.int64) if abs(cells).max() < SAFE else cells
        """int64 while no pivot can overflow, which is much faster, then Python's integers"""
        self.denominator = 1
        self.basis = list(range(self.variables, self.variables + self.rows))
        """the variable that each row is solved for"""
        self.others = list(range(self.variables))
        """the variable of each column"""

    def enter(self, variable: int) -> int | None:
        """Let a variable grow until another one is 0, which is returned; None when nothing stops it."""
        column = self.others.index(variable)
        row = self._leaving(column)
        return None if row is None else self._pivot(row, column)

    def maximise(self) -> Fraction:
        """The largest value of the objective, which must be bounded."""
        while True:
            costs = self.cells[-1, :-1].tolist()
            least = min(costs)
            if least >= 0:
                return Fraction(int(self.cells[-1, -1]), self.denominator)
            if self.enter(self.others[costs.index(least)]) is None:
                raise ArithmeticError("the objective is unbounded")

    def values(self) -> list[Fraction]:
        """The variables z of the basic solution."""
        found = [Fraction(0)] * self.variables
        for row, variable in enumerate(self.basis):
            if variable < self.variables:
                found[variable] = Fraction(int(self.cells[row, -1]), self.denominator)
        return found

    def duals(self) -> list[Fraction]:
        """The dual values of the rows, once the objective is largest."""
        found = [Fraction(0)] * self.rows
        for column, variable in enumerate(self.others):
            if variable >= self.variables:
                found[variable - self.variables] = Fraction(int(self.cells[-1, column]), self.denominator)
        return found

    def _leaving(self, column: int) -> int | None:
        """The row that limits the growth of a variable first; None when nothing does."""
        growth = self.cells[: self.rows, column].tolist()
        rows = [r for r in range(self.rows) if growth[r] > 0]
        rows = _smallest(rows, self.cells[rows, -1].tolist(), growth)
        if len(rows) > 1:
            row_of = {variable: row for row, variable in enumerate(self.basis)}
            column_of = {variable: k for k, variable in enumerate(self.others)}
            for slack in range(self.variables, self.variables + self.rows):
                if slack in row_of:  # its column is a unit vector: its own row is behind all others
                    rows = [r for r in rows if r != row_of[slack]]
                else:
                    rows = _smallest(rows, self.cells[rows, column_of[slack]].tolist(), growth)
                if len(rows) == 1:
                    break
        return rows[0] if rows else None

    def _pivot(self, row: int, column: int) -> int:
        """Exchange the variables of a row and a column; the one that was basic."""
        if self.cells.dtype != object and max(int(abs(self.cells).max()), self.denominator) >= SAFE:
            self.cells = self.cells.astype(object)
        pivot, own, entering = int(self.cells[row, column]), self.cells[row].copy(), self.cells[:, column].copy()
        cells = self.cells * pivot
        # Rows without an entry in the column only change by the factor.
        touched = np.flatnonzero(entering != 0)
        cells[touched] -= entering[touched, None] * own
        cells //= self.denominator
        cells[:, column] = -entering
        cells[row] = own
        cells[row, column] = self.denominator
        self.cells, self.denominator = cells, pivot
        left = self.basis[row]
        self.basis[row], self.others[column] = self.others[column], left
        return left


def _smallest(rows: list[int], values: list[int], growth: list[int]) -> list[int]:
    """The rows in which value / growth is smallest."""
    ties: list[int] = []
    least, divisor = 0, 0
    for r, value in zip(rows, values):
        difference = value * divisor - least * growth[r]  # of the ratios, times both growths
        if not ties or difference < 0:
            ties, least, divisor = [r], value, growth[r]
        elif difference == 0:
            ties.append(r)
    return ties
