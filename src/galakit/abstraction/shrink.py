"""GameShrink: the ordered game isomorphic relation, and the coarsest filter whose classes are isomorphic.

Gilpin & Sandholm (2007), sections 3 and 4. Two signals of a player are isomorphic when what can follow the one can be
matched with what can follow the other: the same weights, children that are isomorphic again, and at the end the same
payoffs whatever the players do. A child that shows something to the *other* player may only be matched with one in the
same class under the filter, because the other's strategy may depend on it. Without that condition the relation
compares histograms (see `histograms`).

Since the relation is an equivalence, a perfect matching of children exists just when every class of children has the
same weight on both sides; so weights by class are compared instead of pairs of signals, a whole level at a time.
The relation and the filter depend on each other: starting with everything merged, classes are split until nothing
splits any more. The result is the coarsest such filter.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from galakit.abstraction.filters import Filter
from galakit.abstraction.signal_tree import SignalTree
from galakit.separated.classes import Ints

PRIMES = (2**31 - 1, 2**31 - 19)


def gameshrink(tree: SignalTree) -> Filter:
    """The coarsest filter whose classes are ordered game isomorphic.

    >>> import galakit as gk
    >>> from galakit.abstraction.signal_tree import signal_tree
    >>> filtered = gameshrink(signal_tree(gk.load("leduc").separated))
    >>> filtered.classes(0), filtered.lp_rows
    ([3, 9], 482)
    """
    parts = [np.zeros(level.count, np.int64) for level in tree.levels]
    below = [children(tree, k) for k in range(len(tree.levels))]
    many = 0
    while sum(map(size, parts)) > many:
        many = sum(map(size, parts))
        for k, level in enumerate(tree.levels):
            keys = [parts[above][there] for above, there in level.above]
            keys += [share for c in below[k] for share in c.shares(parts[c.level])]
            parts[k] = classed([parts[k], *keys])
    return Filter(tree, tuple(parts))


@dataclass(frozen=True, eq=False)
class Children:
    """The children of the signals of a level, as rows sorted by signal."""

    level: int
    """the level on which the children are classed"""
    signal: Ints
    """[rows] the signal there"""
    outcome: Ints
    """[rows] the outcome, which must be equal, too"""
    weight: Ints
    starts: Ints
    """[signals] the first row of each"""
    whole: Ints
    """[signals] the weight of each itself"""

    def shares(self, part: Ints) -> list[Ints]:
        """Two numbers for each signal, the same for those with the same share of every class of children.

        Shares are exact fractions, so they are added up in two prime fields, each class times a number of its own:
        different shares have the same numbers once in 2^62 pairs.
        """
        code = self.outcome * size(part) + part[self.signal]
        found = []
        for prime in PRIMES:
            factor = np.random.default_rng(prime).integers(1, prime, int(code.max()) + 1)
            products = (self.weight % prime) * factor[code] % prime
            totals = np.add.reduceat(products, self.starts) % prime
            found.append(classed([totals * _inverse(self.whole, prime) % prime]))
        return found


def children(tree: SignalTree, number: int) -> list[Children]:
    """The children of the signals of a level: signals of the other player with payoffs, and later own signals."""
    level, p = tree.levels[number], tree.levels[number].player
    found = []
    for meeting in tree.meetings:
        if meeting.levels[p] == number:
            mine, theirs = meeting.signals[p], meeting.signals[1 - p]
            rows = (theirs, meeting.outcome, meeting.weight)
            found.append(by_signal(meeting.levels[1 - p], mine, *rows, level.weight))
    for below, there in tree.below(number):
        weight = tree.levels[below].weight
        rows = (np.arange(len(weight)), np.zeros(len(weight), np.int64), weight)
        found.append(by_signal(below, there, *rows, level.weight))
    return found


def by_signal(level: int, of: Ints, signal: Ints, outcome: Ints, weight: Ints, whole: Ints) -> Children:
    """Rows in any order, each the child of some signal, sorted."""
    order = np.argsort(of, kind="stable")
    starts = np.searchsorted(of[order], np.arange(len(whole)))
    return Children(level, signal[order], outcome[order], weight[order], starts, whole)


def classed(keys: list[Ints]) -> Ints:
    """Numbers for the distinct combinations of some keys, in the order in which they first occur."""
    found = np.zeros(len(keys[0]), np.int64)
    for key in keys:
        found = np.unique(found * (int(key.max()) + 1) + key, return_inverse=True)[1]
    _, first, back = np.unique(found, return_index=True, return_inverse=True)
    rank: Ints = np.argsort(np.argsort(first))
    return rank[back]


def size(part: Ints) -> int:
    """How many classes a partition has."""
    return int(part.max()) + 1


def _inverse(numbers: Ints, prime: int) -> Ints:
    distinct, back = np.unique(numbers, return_inverse=True)
    return np.array([pow(n % prime or 1, -1, prime) for n in distinct.tolist()], np.int64)[back]
