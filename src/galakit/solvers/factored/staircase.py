"""Payoff matrices as staircases: what a row does to a vector, from a few of its prefix sums.

With the sizes of columns divided out, a row of a payoff matrix is constant over long runs of classes: a fold pays the
same for all hands, a showdown wins against all weaker hands. Such a row costs one prefix sum per run instead of one
product per class; classes that do not fit in, as where the same card cannot be held twice, cost a product each. A block
of a matrix in which that is not less work than all products is kept in full.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galakit.compiling import njit
from galakit.separated.classes import Ints
from galakit.separated.steps import Steps

Floats = npt.NDArray[np.float64]

EVEN = 3  # terms of a row up to which all rows of a block get as many as the longest
CHEAP = 0.4  # what an entry of a full block costs, if a term costs 1


class Staircases(NamedTuple):
    """Row i of matrix k is a sum of terms `factor * column[at]`, or a row of a full block.

    For a block of m columns, `at` counts m + 1 prefix sums (of the vector times the sizes of the columns), then the m
    entries of the vector itself.
    """

    first: npt.NDArray[np.int32]
    """[matrices, rows + 1] where the terms of each row begin"""
    terms: Ints
    """[matrices, blocks] how many terms all rows of a block have, 2 or 3; 0 if some have more"""
    at: npt.NDArray[np.int32]
    factor: Floats
    full: Ints
    """[matrices, blocks] where the block stands in `entries`, row by row; -1 if it has terms"""
    entries: Floats


def staircases(matrices: list[Any], rows: Any, columns: Any, dtype: Any) -> Staircases:
    """The staircases of matrices over the classes of two players (see `galakit.separated.classes`)."""
    first = np.zeros((len(matrices), rows.count + 1), np.int32)
    full = np.full((len(matrices), len(rows.blocks) - 1), -1, np.int64)
    same = np.zeros_like(full)
    parts: list[Any] = [(np.zeros(0, np.int32), np.zeros(0))]
    blocks: list[Any] = [np.zeros(0)]
    done = room = 0
    for k, matrix in enumerate(matrices):
        if isinstance(matrix, Steps):
            start, at, factor = matrix.terms(columns.size)
        else:
            start, at, factor = _encode(
                matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64), matrix.data, columns.size, rows.blocks,
                columns.blocks,
            )  # fmt: skip
            at, factor = at[: start[-1]], factor[: start[-1]]
        terms = np.diff(start[rows.blocks])
        entries = np.diff(rows.blocks) * np.diff(columns.blocks)
        for b in np.flatnonzero(terms > CHEAP * entries).tolist():
            r, c = (slice(int(s.blocks[b]), int(s.blocks[b + 1])) for s in (rows, columns))
            full[k, b] = room
            room += int(entries[b])
            block = matrix if isinstance(matrix, Steps) else matrix[r, c]
            blocks.append(block.toarray().ravel())
        of_row = np.repeat(np.arange(len(terms)), np.diff(rows.blocks))
        many = np.diff(start) * (full[k] < 0)[of_row]
        np.maximum.at(same[k], of_row, many)
        same[k] = np.where(same[k] <= EVEN, np.maximum(same[k], 2), 0)
        wide = np.where(full[k] >= 0, 0, same[k])[of_row]
        first[k, 1:] = np.cumsum(np.maximum(many, wide))
        # Terms that only make rows alike add nothing.
        total = np.repeat(np.diff(columns.blocks)[of_row], np.diff(first[k])), np.zeros(first[k, -1])
        chosen = np.repeat(many > 0, np.diff(start))
        moved = (np.arange(len(at)) + np.repeat(first[k, :-1] - start[:-1], np.diff(start)))[chosen]
        for all_of_them, these in zip(total, (at, factor)):
            all_of_them[moved] = these[chosen]
        parts.append(total)
        first[k] += done
        done = int(first[k, -1])
    at, factor = (np.concatenate([p[i] for p in parts]) for i in (0, 1))
    return Staircases(
        first, same, at.astype(np.int32), factor.astype(dtype), full, np.concatenate(blocks).astype(dtype)
    )


@njit(cache=True)
def _encode(pointer, index, data, column_size, row_blocks, column_blocks):  # type: ignore[no-untyped-def]
    rows = row_blocks[-1]
    start = np.zeros(rows + 1, np.int64)
    room = 16
    at, factor = np.empty(room, np.int32), np.empty(room)
    e = np.int64(0)
    for b in range(len(row_blocks) - 1):
        low, n = column_blocks[b], column_blocks[b + 1] - column_blocks[b]
        row = np.empty(n)
        for i in range(row_blocks[b], row_blocks[b + 1]):
            for j in range(n):
                row[j] = 0.0
            for t in range(pointer[i], pointer[i + 1]):
                j = index[t]
                row[j - low] = data[t] / column_size[j]
            if e + n + 1 > room:
                room = 2 * room + n
                wider, larger = np.empty(room, np.int32), np.empty(room)
                for j in range(e):
                    wider[j], larger[j] = at[j], factor[j]
                at, factor = wider, larger
            close = 0.0
            for j in range(n):
                close = max(close, 1e-9 * abs(row[j]))
            level = row[0] if n else 0.0
            if n > 2 and abs(row[0] - row[1]) > close and abs(row[1] - row[2]) <= close:
                level = row[1]
            for j in range(n):
                if abs(row[j] - level) <= close:
                    continue
                back = j + 1 < n and abs(row[j + 1] - level) <= close
                alone = j + 2 < n and abs(row[j + 1] - row[j]) > close and abs(row[j + 2] - row[j + 1]) <= close
                if back or alone or j == n - 1:
                    at[e], factor[e] = n + 1 + j, (row[j] - level) * column_size[low + j]
                else:
                    at[e], factor[e] = j, level - row[j]
                    level = row[j]
                e += 1
            if level != 0.0:
                at[e], factor[e] = n, level
                e += 1
            start[i + 1] = e
    return start, at, factor
