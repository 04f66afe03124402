"""Exact pivoting: systems of linear inequalities in whole numbers, without fractions and without cycling.

A tableau holds `M z + s = b` with z, s >= 0 and b >= 0, solved for one basic variable in each row. All its cells are
whole numbers over one denominator, which is the last pivot; the next pivot divides by it without remainder (Edmonds
1967, Bareiss 1968). Ties for the leaving variable are broken lexicographically with the columns of the slacks, which
is as good as adding powers of an infinitely small number to b: no basis comes back (Charnes 1952).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[Any]


def whole(numbers: Any) -> Whole:
    """An array of Python's integers, which never overflow."""
    return np.asarray(numbers).astype(object)


class Tableau:
    """Columns are the variables z, then the slacks s, then the right-hand side.

    With an objective (maximise `objective` z), a last row holds the reduced costs.
    """

    def __init__(self, matrix: Whole, right: Whole, objective: Whole | None = None) -> None:
        self.rows, self.variables = matrix.shape
        blocks = [whole(matrix), whole(np.eye(self.rows, dtype=np.int64)), whole(right)[:, None]]
        cells = np.concatenate(blocks, axis=1)
        if objective is not None:
            last = whole(np.zeros((1, cells.shape[1]), np.int64))
            last[0, : self.variables] = -whole(objective)
            cells = np.concatenate([cells, last])
        self.cells: Whole = cells
        self.basis = list(range(self.variables, self.variables + self.rows))
        """the variable that each row is solved for"""
        self.denominator = 1

    def leaving(self, column: int) -> int | None:
        """The row that limits the growth of a variable first; None when nothing does."""
        growth = self.cells[: self.rows, column].tolist()
        rows = [r for r in range(self.rows) if growth[r] > 0]
        for compared in (-1, *range(self.variables, self.variables + self.rows)):
            if len(rows) <= 1:
                break
            values = self.cells[rows, compared].tolist()
            best, ties = rows[0], [rows[0]]
            least = values[0]
            for r, value in zip(rows[1:], values[1:]):
                difference = value * growth[best] - least * growth[r]  # of the ratios, times both growths
                if difference < 0:
                    best, least, ties = r, value, [r]
                elif difference == 0:
                    ties.append(r)
            rows = ties
        return rows[0] if rows else None

    def pivot(self, row: int, column: int) -> int:
        """Let a variable enter the basis in a row; the variable that leaves it."""
        cells, pivot = self.cells, self.cells[row, column]
        own = cells[row].copy()
        # Only rows with an entry in the column change by more than the factor.
        touched = np.flatnonzero(cells[:, column] != 0)
        touched = touched[touched != row]
        factors = cells[touched, column]
        cells = cells * pivot
        cells[touched] -= factors[:, None] * own
        cells //= self.denominator
        cells[row] = own
        self.cells, self.denominator = cells, pivot
        left, self.basis[row] = self.basis[row], column
        return left

    def enter(self, column: int) -> int | None:
        """Let a variable grow until another one is 0, which is returned; None when nothing stops it."""
        row = self.leaving(column)
        return None if row is None else self.pivot(row, column)

    def maximise(self) -> Fraction:
        """The largest value of the objective, which must be bounded."""
        while True:
            costs = self.cells[-1, :-1].tolist()
            least = min(costs)
            if least >= 0:
                return Fraction(self.cells[-1, -1], self.denominator)
            if self.enter(costs.index(least)) is None:
                raise ArithmeticError("the objective is unbounded")

    def values(self) -> list[Fraction]:
        """The variables z of the basic solution."""
        found = [Fraction(0)] * self.variables
        for row, column in enumerate(self.basis):
            if column < self.variables:
                found[column] = Fraction(self.cells[row, -1], self.denominator)
        return found
