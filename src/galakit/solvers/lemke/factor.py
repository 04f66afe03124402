"""A sparse basis matrix that can be solved with, and whose columns can be replaced one by one.

The matrix is factorised now and then; in between, the columns that took the place of others are kept as the solutions
V of the factorised matrix. If they stand at the positions P, then a solution of the present matrix is y - V t, with t
at the positions P, where y is that of the factorised matrix and V[P] t = y[P].
"""

from __future__ import annotations

import numpy as np

from galakit.game.sequence_form import Floats, Sparse

REPLACED = 50  # columns, before the matrix is factorised anew


class Lost(ArithmeticError):
    """Rounding has led away from the path."""


class Factor:
    """The inverse of a square matrix, by its columns."""

    def __init__(self, matrix: Sparse) -> None:
        from scipy.sparse.linalg import splu

        try:
            # Bases are so sparse that putting columns together into supernodes makes solving two or three times slower.
            self._lu = splu(matrix, relax=1, panel_size=1)
        except RuntimeError:
            raise Lost from None
        self._columns = np.empty((matrix.shape[0], REPLACED), order="F")
        self._positions: list[int] = []
        self._last: Floats | None = None

    @property
    def worn(self) -> bool:
        """Whether it is time to factorise again."""
        return len(self._positions) == REPLACED

    def solve(self, right: Floats) -> Floats:
        """The solution for one right side, a dense vector."""
        y: Floats = self._lu.solve(right)
        self._last = y
        at = self._positions
        if not at:
            return y.copy()
        columns = self._columns[:, : len(at)]
        try:
            t = np.linalg.solve(columns[at], y[at])
        except np.linalg.LinAlgError:
            raise Lost from None
        used = np.flatnonzero(t)
        z: Floats = y - (columns[:, used] @ t[used] if 3 * len(used) < len(at) else columns @ t)
        z[at] = t
        return z

    def replace(self, position: int) -> None:
        """Put the right side that was solved for last in the place of a column."""
        assert self._last is not None
        if position in self._positions:
            self._columns[:, self._positions.index(position)] = self._last
        else:
            self._columns[:, len(self._positions)] = self._last
            self._positions.append(position)
