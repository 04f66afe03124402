"""k-means over outcome histograms: classes with similar outcomes and expectations are merged.

A class is a point: its cumulative outcomes at its own signal, and the quantiles of what is expected at the last signals
that follow it, so that near points are near in the earth mover's distance. Classes are divided top down: children of
merged parents are one family, and the cluster with the largest spread of all families is divided next (bisecting
k-means), until there are enough; then the centres of each family are improved (Lloyd).
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from galakit.abstraction.levels import Floats, Ints, Level, families

ROUNDS = 50  # of Lloyd's iteration, at most
STARTS = 4  # sets of first centres, of which the best result is kept


def clustered(levels: Sequence[Level], classes: Sequence[int], *, public: bool = False, seed: int = 0) -> list[Ints]:
    """The merged class of each class of each level, with this number of classes per level where that is possible.

    >>> import galakit as gk
    >>> from galakit.abstraction.levels import levels
    >>> first, _ = levels(gk.load("kuhn", cards=6).separated)
    >>> clustered(first, [3])[0].tolist()
    [0, 0, 1, 1, 2, 2]
    """
    random = np.random.default_rng(seed)
    found: list[Ints] = []
    for k, level in enumerate(levels):
        above = found[level.above] if level.above >= 0 else np.zeros(1, np.int64)
        if classes[k] >= level.count:
            found.append(np.arange(level.count))
            continue
        numbers = np.empty(level.count, np.int64)
        used = 0
        groups = list(families(level, above, public))
        for group, many in zip(groups, _allotted(level, groups, classes[k])):
            numbers[group] = used + kmeans(level.features[group], level.weight[group], many, random)
            used += many
        found.append(numbered(numbers))
    return found


def _allotted(level: Level, groups: list[Ints], classes: int) -> list[int]:
    """How many clusters each family gets: the widest cluster of all is divided until there are enough."""
    many = [1] * len(groups)
    heap = [(-_spread(level, group), g, i, group) for i, (g, group) in enumerate(enumerate(groups))]
    heapq.heapify(heap)
    tick = len(heap)
    while len(heap) < classes and heap[0][0] < -1e-15:
        _, g, _, group = heapq.heappop(heap)
        left = two_means(level.features[group], level.weight[group])
        for part in (group[left], group[~left]):
            heapq.heappush(heap, (-_spread(level, part), g, tick, part))
            tick += 1
        many[g] += 1
    return many


def _spread(level: Level, group: Ints) -> float:
    points, weight = level.features[group], level.weight[group]
    return float(weight @ ((points - weight @ points / weight.sum()) ** 2).sum(axis=1))


def two_means(points: Floats, weight: Floats) -> npt.NDArray[np.bool_]:
    """Two halves: along the line of the largest spread, then by nearness to their means; neither is empty."""
    away = points - weight @ points / weight.sum()
    widest = points.shape[1] and int(np.argmax(weight @ away**2))
    along = away[:, widest] if points.shape[1] else np.zeros(len(points))
    left = along < 0
    for _ in range(ROUNDS):
        if not left.any() or left.all():
            break
        middle = [weight[side] @ points[side] / weight[side].sum() for side in (left, ~left)]
        now = ((points - middle[0]) ** 2).sum(axis=1) < ((points - middle[1]) ** 2).sum(axis=1)
        if np.array_equal(now, left):
            return left
        left = now
    if not left.any() or left.all():  # all points are equal: any halves will do
        left = np.arange(len(points)) < len(points) // 2
    return left


def kmeans(points: Floats, weight: Floats, many: int, random: np.random.Generator) -> Ints:
    """The cluster of each weighted point: k-means++ and Lloyd's iteration; every cluster has a point.

    >>> points = np.array([[0.0], [0.1], [5.0], [5.1]])
    >>> kmeans(points, np.ones(4), 2, np.random.default_rng(0)).tolist()
    [0, 0, 1, 1]
    """
    if many >= len(points):
        return np.arange(len(points))
    runs = [_settled(points, weight, _seeded(points, weight, many, random)) for _ in range(STARTS)]
    return numbered(min(runs, key=lambda run: run[0])[1])


def _settled(points: Floats, weight: Floats, centres: Floats) -> tuple[float, Ints]:
    """Lloyd's iteration: the weighted squared distance from the centres at the end, and the centre of each point."""
    nearest = np.full(len(points), -1)
    for _ in range(ROUNDS):
        away = (points**2).sum(axis=1)[:, None] - 2 * points @ centres.T + (centres**2).sum(axis=1)
        now = away.argmin(axis=1)
        if np.array_equal(now, nearest):
            break
        nearest = now
        mass = np.bincount(nearest, weights=weight, minlength=len(centres))
        belongs = np.zeros((len(centres), len(points)))
        belongs[nearest, np.arange(len(points))] = weight
        centres = np.where(mass[:, None] > 0, belongs @ points / np.where(mass > 0, mass, 1.0)[:, None], centres)
    return float(weight @ ((points - centres[nearest]) ** 2).sum(axis=1)), nearest


def numbered(label: Ints) -> Ints:
    """The same classes with numbers 0, 1, ... in the order in which they are met.

    >>> numbered(np.array([7, 3, 7, 5])).tolist()
    [0, 1, 0, 2]
    """
    _, first, back = np.unique(label, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[back]


def _seeded(points: Floats, weight: Floats, many: int, random: np.random.Generator) -> Floats:
    """k-means++: each centre is a point, the likelier the further it is from those before."""
    chosen = [int(random.choice(len(points), p=weight / weight.sum()))]
    near = ((points - points[chosen[0]]) ** 2).sum(axis=1)
    while len(chosen) < many:
        mass = near * weight
        if mass.sum() <= 0:
            mass = weight * ~np.isin(np.arange(len(points)), chosen)
        chosen.append(int(random.choice(len(points), p=mass / mass.sum())))
        near = np.minimum(near, ((points - points[chosen[-1]]) ** 2).sum(axis=1))
    return points[chosen].copy()
