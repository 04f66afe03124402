"""Payoff matrices as staircases: what a row does to a vector, from a few of its prefix sums.

With the sizes of columns divided out, a row of a payoff matrix is constant over long runs of classes: a fold pays the
same whoever folds, a showdown wins against all weaker hands. Such a row costs one prefix sum per run instead of one
product per class; classes that do not fit in, as where the same card cannot be held twice, are *exceptions* with a
product each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from galakit.separated.steps import Steps

Floats = npt.NDArray[np.float64]


class Staircases(NamedTuple):
    """Row i of matrix k adds `step * prefix[at]` for its steps and `factor * vector[column]` for its exceptions.

    The prefix sums are those of the vector times the sizes of the columns.
    """

    first_step: npt.NDArray[np.int32]
    """[matrices, rows + 1]"""
    at: npt.NDArray[np.int32]
    step: Floats
    first_exception: npt.NDArray[np.int32]
    """[matrices, rows + 1]"""
    column: npt.NDArray[np.int32]
    factor: Floats


def staircases(matrices: list[Any], rows: Any, columns: Any, dtype: Any) -> Staircases:
    """The staircases of CSR matrices over the classes of two players (see `galakit.separated.classes`)."""
    n = rows.count
    first_step = np.zeros((len(matrices), n + 1), np.int32)
    first_exception = np.zeros((len(matrices), n + 1), np.int32)
    parts: list[Any] = []
    done = [0, 0]
    for k, matrix in enumerate(matrices):
        if isinstance(matrix, Steps):
            many = matrix.stairs(columns.size)
        else:
            many = _encode(
                matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64), matrix.data, columns.size, rows.blocks,
                columns.blocks,
            )  # fmt: skip
        steps, exceptions, at, step, column, factor = many
        first_step[k] = done[0] + steps
        first_exception[k] = done[1] + exceptions
        done = [done[0] + len(at), done[1] + len(column)]
        parts.append((at, step, column, factor))
    at, step, column, factor = (
        np.concatenate([p[i] for p in parts]) if parts else np.zeros(0, np.float64) for i in range(4)
    )
    return Staircases(
        first_step,
        at.astype(np.int32),
        step.astype(dtype),
        first_exception,
        column.astype(np.int32),
        factor.astype(dtype),
    )


@njit(cache=True)
def _encode(pointer, index, data, column_size, row_blocks, column_blocks):  # type: ignore[no-untyped-def]
    rows = row_blocks[-1]
    steps = np.zeros(rows + 1, np.int32)
    exceptions = np.zeros(rows + 1, np.int32)
    room = 16
    at, step = np.empty(room, np.int32), np.empty(room)
    column, factor = np.empty(room, np.int32), np.empty(room)
    s = e = 0
    for b in range(len(row_blocks) - 1):
        low, n = column_blocks[b], column_blocks[b + 1] - column_blocks[b]
        row = np.empty(n)
        for i in range(row_blocks[b], row_blocks[b + 1]):
            row[:] = 0.0
            for t in range(pointer[i], pointer[i + 1]):
                j = index[t]
                row[j - low] = data[t] / column_size[j]
            while s + n + 1 > len(at):
                at, step = np.concatenate((at, at)), np.concatenate((step, step))
            while e + n + 1 > len(column):
                column, factor = np.concatenate((column, column)), np.concatenate((factor, factor))
            close = 1e-9 * np.abs(row).max() if n else 0.0
            level = row[0] if n else 0.0
            if n > 2 and abs(row[0] - row[1]) > close and abs(row[1] - row[2]) <= close:
                level = row[1]
            for j in range(n):
                if abs(row[j] - level) <= close:
                    continue
                back = j + 1 < n and abs(row[j + 1] - level) <= close
                alone = j + 2 < n and abs(row[j + 1] - row[j]) > close and abs(row[j + 2] - row[j + 1]) <= close
                if back or alone or j == n - 1:
                    column[e], factor[e] = j, (row[j] - level) * column_size[low + j]
                    e += 1
                else:
                    at[s], step[s] = j, level - row[j]
                    s += 1
                    level = row[j]
            if level != 0.0:
                at[s], step[s] = n, level
                s += 1
            steps[i + 1] = s
            exceptions[i + 1] = e
    return steps, exceptions, at[:s].copy(), step[:s].copy(), column[:e].copy(), factor[:e].copy()
