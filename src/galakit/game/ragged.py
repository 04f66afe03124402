"""Ragged arrays: many ranges of different lengths handled by one NumPy call each."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.integer[Any]]


def concatenated(first: Ints, count: Ints) -> npt.NDArray[np.int64]:
    """All members of the ranges `first[i] .. first[i] + count[i] - 1`, one range after the other.

    >>> concatenated(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    total = int(count.sum())
    starts = offsets(count)
    return np.arange(total, dtype=np.int64) + np.repeat(np.asarray(first, np.int64) - starts, count)


def chained(first: Ints, which: Ints) -> tuple[Any, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The members of the ranges `first[i] .. first[i + 1] - 1` for `i` in a sorted array, one range after the other;
    where each begins among them, and how many it has. They are a slice if they follow one another.

    >>> [x.tolist() for x in chained(np.array([0, 2, 2, 5, 6]), np.array([0, 3]))]
    [[0, 1, 5], [0, 2], [2, 1]]
    >>> chained(np.array([0, 2, 2, 5, 6]), np.array([0, 2]))
    (slice(0, 5, None), array([0, 2]), array([2, 3]))
    """
    begin, end = first[which].astype(np.int64), first[which + 1]
    count = end - begin
    if len(which) and end[-1] - begin[0] == count.sum():
        return slice(int(begin[0]), int(end[-1])), begin - begin[0], count
    return concatenated(begin, count), offsets(count), count


def offsets(count: Ints) -> npt.NDArray[np.int64]:
    """Where each range starts in the concatenation.

    >>> offsets(np.array([2, 3, 1])).tolist()
    [0, 2, 5]
    """
    ends = np.cumsum(count, dtype=np.int64)
    return ends - count


def distinct(values: Ints, axis: int | None = None) -> Ints:
    """The different values in their order, or the different rows; without an index, NumPy loads masked arrays first.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    return np.unique(values, return_index=True, axis=axis)[0]


def tally(values: Ints, size: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The different values, all of them below `size`, in their order, and how often each is there.

    >>> [x.tolist() for x in tally(np.array([3, 1, 3]), 4)]
    [[1, 3], [1, 2]]
    """
    if 8 * len(values) < size:  # few are sorted, many are counted
        found, times = np.unique(values, return_counts=True)
        return found.astype(np.int64), times
    every = np.bincount(values, minlength=size)
    found = np.flatnonzero(every)
    return found, every[found]


def grouped(keys: Ints, size: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """A stable order that sorts `keys` (all below `size`), and the `size + 1` offsets of the groups in it.

    >>> order, start = grouped(np.array([1, 0, 1]), 3)
    >>> order.tolist(), start.tolist()
    ([1, 0, 2], [0, 1, 3, 3])
    """
    # Short integers are sorted by their digits, which is many times quicker than by comparing them.
    order = np.argsort(keys.astype(np.uint16) if size <= 1 << 16 else keys, kind="stable")
    start = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(keys, minlength=size), out=start[1:])
    return order, start
