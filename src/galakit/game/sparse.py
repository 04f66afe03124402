"""Sparse matrices as plain arrays: by entries, and by columns as HiGHS reads them.

SciPy has both, and takes longer to import than a small game takes to solve.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt


class Entries(NamedTuple):
    """A matrix as its entries in any order; entries of the same place are added."""

    rows: npt.NDArray[Any]
    columns: npt.NDArray[Any]
    values: npt.NDArray[np.float64]


class ByColumn(NamedTuple):
    """A matrix by columns: column j has `value[start[j] : start[j + 1]]` in the rows `row[...]`, which increase."""

    shape: tuple[int, int]
    start: npt.NDArray[np.int32]
    row: npt.NDArray[np.int32]
    value: npt.NDArray[np.float64]


def by_column(entries: Entries, shape: tuple[int, int]) -> ByColumn:
    """The matrix of these entries.

    >>> entries = Entries(np.array([1, 0, 1]), np.array([2, 0, 2]), np.array([3.0, 4.0, 5.0]))
    >>> [part.tolist() for part in by_column(entries, (2, 3))[1:]]
    [[0, 1, 1, 2], [0, 1], [4.0, 8.0]]
    """
    order = np.lexsort((entries.rows, entries.columns))
    row, column = entries.rows[order], entries.columns[order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (row[1:] != row[:-1]) | (column[1:] != column[:-1])
    first = np.flatnonzero(new)
    value = np.add.reduceat(entries.values[order], first) if len(first) else np.zeros(0)
    start = np.searchsorted(column[first], np.arange(shape[1] + 1))
    return ByColumn(shape, start.astype(np.int32), row[first].astype(np.int32), value)
