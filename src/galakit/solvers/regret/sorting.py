"""Leaves put in order in compiled loops, which need a few bytes a leaf: NumPy's need ten times as many.

Two players' sequences that meet in a leaf belong to one *component*; components are numbered in the order of the first
player's sequences. A leaf is a number of four bytes. NumPy makes the large arrays, which it puts on disk where memory
does not suffice (`galakit.mapped`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from galakit.compiling import njit


def components(first: Any, second: Any, offset: int, size: int) -> tuple[Any, int]:
    """The component of each sequence, -1 where it meets none, and how many there are.

    The second player's sequences are numbered from the offset on; there are `size` in all.
    """
    above = np.full(size, -1, np.int32)
    return above, _joined(first, second, offset, above)


@njit(cache=True, nogil=True)
def _joined(first: Any, second: Any, offset: int, above: Any) -> int:
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
    for v in range(len(above)):  # what is above has a smaller number, and its component already
        if above[v] == v:
            above[v] = count
            count += 1
        elif above[v] >= 0:
            above[v] = above[above[v]]
    return count


def in_order(key: Any, sequence: Any, kind: Any, counts: Any, component: Any, partner: Any, left_out: Any) -> Any:
    """Leaves in the order of the keys of their sequences, and where each key begins among them.

    Only leaves count whose class does and whose component is not left out; that of a leaf is the component of its
    partner's sequence, where components are given.
    """
    start = np.zeros(int(key.max()) + 2, np.int64)
    _count(start, key, sequence, kind, counts, component, partner, left_out)
    order = np.empty(start[-1], np.uint32)
    _fill(order, start.copy(), key, sequence, kind, counts, component, partner, left_out)
    return order, start


@njit(cache=True, nogil=True)
def _count(
    start: Any, key: Any, sequence: Any, kind: Any, counts: Any, component: Any, partner: Any, left_out: Any
) -> None:
    for leaf in range(len(sequence)):
        if counts[kind[leaf]] and (len(left_out) == 0 or not left_out[component[partner[leaf]]]):
            start[key[sequence[leaf]] + 1] += 1
    for k in range(1, len(start)):
        start[k] += start[k - 1]


@njit(cache=True, nogil=True)
def _fill(
    order: Any, at: Any, key: Any, sequence: Any, kind: Any, counts: Any, component: Any, partner: Any, left_out: Any
) -> None:
    for leaf in range(len(sequence)):
        if counts[kind[leaf]] and (len(left_out) == 0 or not left_out[component[partner[leaf]]]):
            k = key[sequence[leaf]]
            order[at[k]] = leaf
            at[k] += 1


def gathered(values: Any, index: Any, order: Any) -> Any:
    """`values[index[order]]`."""
    found = np.empty(len(order), values.dtype)
    _gather(found, values, index, order)
    return found


@njit(cache=True, nogil=True)
def _gather(found: Any, values: Any, index: Any, order: Any) -> None:
    for i in range(len(order)):
        found[i] = values[index[order[i]]]
