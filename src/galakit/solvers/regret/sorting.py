"""Leaves put in order in compiled loops, which need a few bytes a leaf: NumPy's need ten times as many.

Two players' sequences that meet in a leaf belong to one *component*; components are numbered in the order of the first
player's sequences. A leaf is a number of four bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from galakit.compiling import njit


@njit(cache=True, nogil=True)
def components(first: Any, second: Any, offset: int, size: int) -> tuple[Any, int]:
    """The component of each sequence, -1 where it meets none, and how many there are.

    The second player's sequences are numbered from the offset on; there are `size` in all.
    """
    above = np.full(size, -1, np.int32)
    for leaf in range(len(first)):
        a, b = np.int64(first[leaf]), np.int64(second[leaf]) + offset
        if above[a] < 0:
            above[a] = a
        if above[b] < 0:
            above[b] = b
        while above[a] != a:
            above[a] = above[above[a]]
            a = np.int64(above[a])
        while above[b] != b:
            above[b] = above[above[b]]
            b = np.int64(above[b])
        if a < b:
            above[b] = a
        else:
            above[a] = b
    count = 0
    for v in range(size):  # what is above has a smaller number, and its component already
        if above[v] == v:
            above[v] = count
            count += 1
        elif above[v] >= 0:
            above[v] = above[above[v]]
    return above, count


@njit(cache=True, nogil=True)
def in_order(key: Any, sequence: Any, kind: Any, counts: Any, component: Any, partner: Any, left_out: Any) -> Any:
    """Leaves in the order of the keys of their sequences, and where each key begins among them.

    Only leaves count whose class does and whose component is not left out; that of a leaf is the component of its
    partner's sequence, where components are given.
    """
    start = np.zeros(np.int64(key.max()) + 2, np.int64)
    for leaf in range(len(sequence)):
        if counts[kind[leaf]] and (len(left_out) == 0 or not left_out[component[partner[leaf]]]):
            start[key[sequence[leaf]] + 1] += 1
    for k in range(1, len(start)):
        start[k] += start[k - 1]
    order = np.empty(start[-1], np.uint32)
    at = start.copy()
    for leaf in range(len(sequence)):
        if counts[kind[leaf]] and (len(left_out) == 0 or not left_out[component[partner[leaf]]]):
            k = key[sequence[leaf]]
            order[at[k]] = leaf
            at[k] += 1
    return order, start


@njit(cache=True, nogil=True)
def gathered(values: Any, index: Any, order: Any) -> Any:
    """`values[index[order]]`."""
    found = np.empty(len(order), values.dtype)
    for i in range(len(order)):
        found[i] = values[index[order[i]]]
    return found
