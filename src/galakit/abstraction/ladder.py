"""A sequence of finer and finer abstractions: the number of classes on each level."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from galakit.abstraction.levels import Level

FEWEST = 32  # classes at the last level of the first abstraction, about
EARLIER = 4  # times as many classes has a level as the one above: early information is more valuable per class


def depths(levels: Sequence[Level]) -> list[int]:
    """How many levels stand above each."""
    found: list[int] = []
    for level in levels:
        found.append(0 if level.above < 0 else found[level.above] + 1)
    return found


def ladder(levels: Sequence[Level], finer: float = 4.0) -> list[list[int]]:
    """The numbers of classes on the levels, abstraction by abstraction; the last one has fewer than there are.

    >>> import galakit as gk
    >>> from galakit.abstraction.levels import levels
    >>> first, _ = levels(gk.load("leduc", ranks=8, suits=2).separated)
    >>> [level.count for level in first], ladder(first)
    ([16, 240], [[15, 60]])
    """
    deep = depths(levels)
    most = max(level.count for level, d in zip(levels, deep) if d == max(deep))
    found = []
    share = 1.0 / finer
    while share * most >= min(FEWEST, most / finer):
        numbers = []
        for level, depth in zip(levels, deep):
            wanted = ceil(share * most / EARLIER ** (max(deep) - depth))
            numbers.append(min(level.count, max(1, wanted)))
        found.append(numbers)
        share /= finer
    return found[::-1]
