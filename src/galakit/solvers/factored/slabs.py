"""The division of the classes of a stage among threads."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from galakit.separated.classes import Ints
from galakit.separated.factored import Stage

ALONE = 30_000  # numbers up to which a second thread does not pay
DIVIDED = 200_000  # numbers of a block from which on it is shared by threads, which costs each a look at all of it,
LARGE = 0.25  # and the part of all numbers of a stage, times the threads, that it must have


class Slabs(NamedTuple):
    """Blocks, large ones in parts."""

    starts: tuple[Ints, Ints]
    """[slabs + 1] where the classes of each player's slabs start"""
    block: Ints
    """[slabs] the block each belongs to"""
    chunks: Ints
    """[threads + 1] where the slabs of each thread start"""

    @property
    def divided(self) -> bool:
        return len(np.unique(self.block)) < len(self.block)


def slabs(stage: Stage, threads: int) -> Slabs:
    """Slabs divided so that threads have about the same work.

    >>> import galakit as gk
    >>> from galakit.solvers.factored.shrinking import shrunk
    >>> [slabs(stage, 2).chunks.tolist() for stage in shrunk(gk.load("leduc")).stages]
    [[0, 1], [0, 3]]
    """
    blocks = [side.classes.blocks for side in stage.sides]
    tall = np.array([np.diff(b) for b in blocks])
    work = tall.sum(axis=0) * max(side.sequences for side in stage.sides)
    if work.sum() < ALONE:
        threads = 1
    large = (work >= DIVIDED) & (work * threads >= LARGE * work.sum())
    parts = np.where(large, np.minimum(threads, tall.min(axis=0)), 1)
    number = np.repeat(np.arange(len(parts)), parts)
    part = np.arange(len(number)) - np.repeat(np.cumsum(parts) - parts, parts)
    starts = [np.append(b[number] + t[number] * part // parts[number], b[-1]) for b, t in zip(blocks, tall)]
    sizes = np.diff(starts[0]) + np.diff(starts[1])
    middle = np.cumsum(sizes) - sizes / 2
    ends = np.searchsorted(middle, np.arange(1, threads) * (np.sum(sizes) / threads))
    chunks = np.array([0, *sorted({int(e) for e in ends} - {0}), len(number)], np.int64)
    return Slabs((starts[0], starts[1]), number, chunks)
