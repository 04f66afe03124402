"""Approximate GameShrink: classes with almost equal outcomes are merged.

Gilpin & Sandholm (2007), section 5.1. Merging two classes of a player has a cost: at the end of the game the earth
mover's distance of their outcomes, before it the cost of the cheapest perfect matching of their children. Siblings
(whose parents are merged) are merged as long as the distance of no two in a class exceeds a *threshold*, in units of
payoff. With threshold 0 only symmetric draws are merged; the larger it is, the smaller is the game. A number of classes
may be given instead of a threshold.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from galakit.abstraction.clusters import numbered, two_means
from galakit.abstraction.levels import Floats, Ints, Level, families

ATOMS = 64  # parts of equal weight into which children are divided where they do not divide evenly into fewer
FAMILY = 1_000  # siblings of which each pair is compared; more are divided first
MATCHINGS = 100_000  # on one level; where more were needed, quantiles are compared instead


def approximate(costs: Costs, *, threshold: float = 0.0, classes: Sequence[int] | None = None) -> list[Ints]:
    """The merged class of each class of each level: numbers 0, 1, ... per level.

    `classes` gives the number of classes on each level (as far as that is possible) and overrides the threshold.

    >>> import galakit as gk
    >>> from galakit.abstraction.levels import levels
    >>> first, _ = levels(gk.load("kuhn", cards=6).separated)
    >>> approximate(Costs(first), threshold=0.5)[0].tolist()
    [0, 0, 1, 1, 2, 2]
    """
    found: list[Ints] = []
    for k, level in enumerate(costs.levels):
        above = found[level.above] if level.above >= 0 else np.zeros(1, np.int64)
        wanted = classes[k] if classes is not None else None
        found.append(_merged(costs, k, list(families(level, above, costs.public)), threshold, wanted))
    return found


def _merged(costs: Costs, k: int, groups: list[Ints], threshold: float, wanted: int | None) -> Ints:
    """Complete linkage in each family: the cheapest merges of all families first."""
    from scipy.cluster.hierarchy import linkage
    from scipy.spatial.distance import squareform

    level = costs.levels[k]
    if (threshold <= 0) if wanted is None else (wanted >= level.count):
        return np.arange(level.count)
    groups = [part for group in groups for part in _divided(level, group) if len(part) > 1]
    merges = [linkage(squareform(costs.between(k, g, g), checks=False), "complete") for g in groups]
    heights = np.concatenate([tree[:, 2] for tree in merges] or [np.zeros(0)])
    chosen = heights <= threshold
    if wanted is not None:
        chosen = np.zeros(len(heights), bool)
        chosen[np.argsort(heights, kind="stable")[: max(0, level.count - wanted)]] = True
    numbers = np.arange(level.count)
    at = 0
    for group, tree in zip(groups, merges):
        parts = [[i] for i in group.tolist()]
        for (left, right), take in zip(tree[:, :2].astype(int).tolist(), chosen[at : at + len(tree)].tolist()):
            parts.append(parts[left] + parts[right] if take else [])
            numbers[parts[-1]] = parts[-1][:1]
        at += len(tree)
    return numbered(numbers)


def _divided(level: Level, group: Ints) -> list[Ints]:
    """Parts of a family that are small enough for all pairs to be compared."""
    if len(group) <= FAMILY:
        return [group]
    left = two_means(level.features[group], level.weight[group])
    return [part for half in (group[left], group[~left]) for part in _divided(level, half)]


class Costs:
    """The costs of merging classes: distances of outcomes, and matchings of children.

    With `public`, public information is never merged. Costs are cached: abstractions of all sizes need the same.
    """

    def __init__(self, levels: Sequence[Level], *, public: bool = False) -> None:
        self.levels = levels
        self.public = public
        self.below: list[list[int]] = [[] for _ in levels]
        for k, level in enumerate(levels):
            if level.above >= 0:
                self.below[level.above].append(k)
        self.atoms = [_atoms(level, levels[level.above].count if level.above >= 0 else 1) for level in levels]
        """[parents, atoms] children in parts of equal weight"""
        spread = [float(np.ptp(level.profile, axis=0).sum()) for level in levels]
        self.strange = [spread[k] + sum(spread[j] for j in self._under(k)) for k in range(len(levels))]
        """the cost of matching children with different public information"""
        self.known: list[dict[tuple[int, int], float]] = [{} for _ in levels]

    def _under(self, k: int) -> list[int]:
        return [j for below in self.below[k] for j in (below, *self._under(below))]

    def between(self, k: int, one: Ints, other: Ints) -> Floats:
        """[one, other] the cost of merging each of one list with each of the other."""
        found = self.levels[k].distance(one, other)
        if not self.below[k]:
            return found
        if len(one) * len(other) > MATCHINGS:
            from scipy.spatial.distance import cdist

            quantiles = self.levels[k].quantiles
            return found + cdist(quantiles[one], quantiles[other], "cityblock")
        for i, x in enumerate(one.tolist()):
            for j, y in enumerate(other.tolist()):
                found[i, j] += self.matched(k, x, y)
        return found

    def matched(self, k: int, x: int, y: int) -> float:
        """The cost of the cheapest matching of the children of two classes."""
        from scipy.optimize import linear_sum_assignment

        if x == y:
            return 0.0
        key = (min(x, y), max(x, y))
        total = self.known[k].get(key)
        if total is None:
            total = 0.0
            for below in self.below[k]:
                ones, others = self.atoms[below][x], self.atoms[below][y]
                (one, at), (other, to) = (np.unique(a, return_inverse=True) for a in (ones, others))
                price = self.between(below, one, other)
                if self.public:
                    seen = self.levels[below].public
                    price[seen[one][:, None] != seen[other][None, :]] = self.strange[below]
                price = price[np.ix_(at, to)]
                total += float(price[linear_sum_assignment(price)].mean())
            self.known[k][key] = total
        return total


def _atoms(level: Level, parents: int) -> Ints:
    """[parents, atoms] for each class above, its children, each as often as it is likely."""
    order = np.lexsort((level.mean, level.parent))
    parent = level.parent[order]
    share = level.weight[order] / np.bincount(parent, weights=level.weight[order], minlength=parents)[parent]
    count = next((n for n in range(1, ATOMS) if np.allclose(share * n, np.round(share * n), atol=1e-6)), ATOMS)
    upto = np.cumsum(share)
    wanted = np.arange(parents)[:, None] + (np.arange(count) + 0.5) / count
    at = np.searchsorted(upto, wanted.ravel() - 1e-9).reshape(wanted.shape)
    found: Ints = order[np.minimum(at, level.count - 1)]
    return found
