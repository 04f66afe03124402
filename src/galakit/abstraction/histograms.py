"""Signals compared by histograms of payoffs alone.

In Gilpin & Sandholm (2007), section 4.1, equal histograms of winning, losing and drawing are a quick test that
isomorphic signals must pass. Used as the relation itself they give much coarser filters, 13, 205 and 1,774 classes in
Rhode Island hold'em, and those lose the equilibrium: see docs/explanation/gameshrink.md.
"""

from __future__ import annotations

import numpy as np

from galakit.abstraction.filters import Filter
from galakit.abstraction.shrink import by_signal, classed
from galakit.abstraction.signal_tree import Meeting, SignalTree
from galakit.separated.classes import Ints


def histograms(tree: SignalTree) -> Filter:
    """The filter that merges signals whose parents are merged and whose histograms of payoffs are equal.

    >>> import galakit as gk
    >>> from galakit.abstraction.signal_tree import signal_tree
    >>> filtered = histograms(signal_tree(gk.load("leduc").separated))
    >>> filtered.classes(0), filtered.lp_rows
    ([3, 7], 382)
    """
    parts: list[Ints] = []
    for k, level in enumerate(tree.levels):
        keys = [np.zeros(level.count, np.int64), *(parts[above][there] for above, there in level.above)]
        for meeting, mine in _ahead(tree, k):
            none = np.zeros(len(mine), np.int64)
            rows = by_signal(k, mine, none, meeting.outcome, meeting.weight, level.weight)
            keys += rows.shares(np.zeros(1, np.int64))
        parts.append(classed(keys))
    return Filter(tree, tuple(parts))


def _ahead(tree: SignalTree, number: int) -> list[tuple[Meeting, Ints]]:
    """The meetings on a level or after it, with the signal on this level that each row belongs to."""
    player = tree.levels[number].player
    found = [(m, m.signals[player]) for m in tree.meetings if m.levels[player] == number]
    for below, there in tree.below(number):
        found += [(meeting, there[signal]) for meeting, signal in _ahead(tree, below)]
    return found
