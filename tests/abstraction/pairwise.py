"""The ordered game isomorphic relation as it is defined: pair by pair, by perfect matchings of children."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

from galakit.abstraction.filters import Filter
from galakit.abstraction.shrink import children
from galakit.abstraction.signal_tree import SignalTree


def isomorphic(tree: SignalTree, parts, number: int, x: int, y: int, *, informed: bool = True) -> bool:
    """Whether two signals of a level are: children are classed by the parts, or, uninformed, by what is paid alone."""
    level = tree.levels[number]
    if any(parts[above][there[x]] != parts[above][there[y]] for above, there in level.above):
        return False
    if level.weight[x] != level.weight[y]:
        return False
    for kids in children(tree, number):
        beside = tree.levels[kids.level].player != level.player
        ends = np.append(kids.starts, len(kids.weight))
        mine, theirs = (
            [
                (int(kids.outcome[r]), int(kids.weight[r]), int(parts[kids.level][kids.signal[r]]) * (informed or not beside))
                for r in range(ends[s], ends[s + 1])
            ]
            for s in (x, y)
        )  # fmt: skip
        if len(mine) != len(theirs):
            return False
        graph = csr_array(np.array([[a == b for b in theirs] for a in mine], np.int8))
        if (maximum_bipartite_matching(graph, perm_type="column") < 0).any():
            return False
    return True


def exhausted(tree: SignalTree, *, informed: bool = True) -> Filter:
    """Everything is taken for one, and classes whose members are not isomorphic fall apart until none does."""
    parts = [np.zeros(level.count, np.int64) for level in tree.levels]
    while True:
        before = [part.copy() for part in parts]
        for k in range(len(parts)):
            pairs = [
                (x, y)
                for x, y in combinations(range(tree.levels[k].count), 2)
                if parts[k][x] == parts[k][y] and isomorphic(tree, parts, k, x, y, informed=informed)
            ]
            parts[k] = united(tree.levels[k].count, pairs)
        if all(np.array_equal(a, b) for a, b in zip(before, parts)):
            return Filter(tree, tuple(parts))


def united(count: int, pairs: list[tuple[int, int]]):
    """The classes of what pairs unite."""
    rows, columns = np.array(pairs, np.int64).reshape(-1, 2).T
    return connected_components(csr_array((np.ones(len(rows)), (rows, columns)), shape=(count, count)))[1]
