"""Situations side by side: a stage arranged so that compiled loops run over many neighbouring numbers.

A *bundle* is a set of situations with the same number of moves, none of which follows another: its numbers are ordered
by move, then column of situations, the *copies*, then class, then copy. Leaves with the same matrix are bundled as
well, so that a matrix is multiplied by many vectors at once. Bundles are found in two ways:

- *pieces* (see `pieces`): each situation is bundled with its counterparts in pieces of the same shape, and their parent
  sequences are adjacent, too.
- *levels*: situations after the same number of own moves. Their parent sequences must be collected.

Sequences get new numbers, *positions*: entries first, and the same sequence of all copies in a row. Empty copies fill
these up to whole vectors, unless they would be many: each row then begins where a vector does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from galakit.separated.classes import Ints
from galakit.separated.factored import Side, Stage
from galakit.solvers.factored.pieces import Arranged, pieces
from galakit.solvers.factored.vectors import BYTES

FEW = 4  # times fewer bundles compensate for collecting
WIDE = 512  # copies a bundle of a level has at most, so that its numbers stay in the cache
WHOLE = 8  # copies are filled up to a multiple of this,
FILLED = 1.25  # if they are at most this many times as many


class Bundles(NamedTuple):
    """One player's part of a stage, situations of all copies as one."""

    entries: int
    """positions of entries"""
    sequences: int
    """positions of all sequences"""
    averages: int
    """positions less entries and one move of each situation, whose average is the remainder"""
    slabs: Ints
    """[slabs + 1] the first class of each slab"""
    sizes: Any
    """[classes] the probability of each"""
    parent: Ints
    """[bundles] the position of the sequence before; those of the other copies follow it; -1: they are not adjacent"""
    first: Ints
    """[bundles] the position of the first move; the other moves are `copies` apart"""
    average: Ints
    """[bundles] where the averages of all moves but the last are"""
    moves: Ints
    """[bundles]"""
    copies: Ints
    """[bundles]"""
    start: Ints
    """[bundles] the offset in `parents`"""
    parents: Ints
    """[3, copies of all] row, copy and width of each"""
    row: Ints
    """[sequences] the position of the first copy of each"""
    copy: Ints
    """[sequences] which copy each is"""
    wide: Ints
    """[sequences] how many copies there are"""
    lanes: int
    """copies of a column"""

    def located(self, low: int, high: int) -> Ints:
        """[sequences, classes] the places of the sequences with positions low, low + 1, ... in an array of those."""
        tall = np.diff(self.slabs)
        before = np.repeat(self.slabs[:-1], tall)
        chosen = (self.row >= low) & (self.row < high)
        row, copy, wide = (a[chosen, None] for a in (self.row - low, self.copy, self.wide))
        column = copy - copy % self.lanes
        within = np.arange(len(before)) - before
        places: Ints = (high - low) * before + (row + column) * np.repeat(tall, tall)
        places += within * np.minimum(self.lanes, wide - column) + copy - column
        return places


class Ends(NamedTuple):
    """The leaves of a stage from one player's view, those of all copies as one."""

    own: Ints
    """[ends] the position of the own sequence; -1: those of the copies are not adjacent"""
    other: Ints
    """[ends] the same for the other's"""
    copies: Ints
    matrix: Ints
    start: Ints
    """the offsets of the copies in the next fields"""
    owns: Ints
    """[3, copies of all] row, copy and width of each own sequence"""
    others: Ints
    factors: Any
    fresh: Ints
    """[ends] 1 if none before adds to the same own sequences"""
    bare: Ints
    """[2, parts] the first position of each part to which adjacent leaves add nothing, and the one after it"""


def bundled(stage: Stage, slabs: tuple[Ints, Ints], dtype: Any) -> tuple[tuple[Bundles, Bundles], tuple[Ends, Ends]]:
    """The bundles of both players, and the leaves from the view of either."""
    arranged = pieces(stage)
    levels = _levels(stage)
    filled: Callable[[int], int] = _filled
    if _count(levels) * FEW < _count(arranged):
        arranged, filled = levels, lambda copies: copies
    first, second = (_numbered(side, arranged, p, slabs[p], dtype, filled) for p, side in enumerate(stage.sides))
    return (first, second), (
        _ends(stage, arranged.leaves, (first, second), 0, dtype, filled),
        _ends(stage, arranged.leaves, (first, second), 1, dtype, filled),
    )


def _filled(copies: int) -> int:
    """Copies with empty ones."""
    whole = -(-copies // WHOLE) * WHOLE
    return whole if whole <= copies * FILLED else copies


def _count(arranged: Arranged) -> int:
    return len(arranged.situations[0]) + len(arranged.situations[1]) + len(arranged.leaves)


# -- levels ------------------------------------------------------------------------------------------------------------


def _levels(stage: Stage) -> Arranged:
    """Situations grouped by the number of own moves before and of moves; leaves by their matrix."""
    made = Arranged(([], []), ([], []), _together(stage.leaves[:, 2]))
    for p, side in enumerate(stage.sides):
        level = np.zeros(side.sequences, np.int64)
        depth = np.zeros(len(side.parent), np.int64)
        for k, (parent, first, moves) in enumerate(zip(side.parent, side.first, side.moves)):
            depth[k] = level[parent]
            level[first : first + moves] = depth[k] + 1
        made.entries[p].extend(np.arange(len(side.entries))[:, None])
        made.situations[p].extend(_together(depth, side.moves))
    return made


def _together(*keys: Ints) -> list[Ints]:
    """The indices grouped by equal keys, small keys first, in portions."""
    order = np.lexsort(keys[::-1])
    changes = np.any([np.diff(k[order]) != 0 for k in keys], axis=0)
    parts = np.split(order, np.flatnonzero(changes) + 1) if len(order) else []
    return [part[k : k + WIDE] for part in parts for k in range(0, len(part), WIDE)]


# -- numbers -----------------------------------------------------------------------------------------------------------


def _numbered(
    side: Side, arranged: Arranged, player: int, slabs: Ints, dtype: Any, filled: Callable[[int], int]
) -> Bundles:
    row, copy, wide = (np.empty(side.sequences, np.int64) for _ in range(3))
    at = 0

    def place(same: Ints) -> None:
        nonlocal at
        row[same], copy[same], wide[same] = at, np.arange(len(same)), filled(len(same))
        at += filled(len(same))

    for same in arranged.entries[player]:
        place(same)
    entries = at
    bundles = arranged.situations[player]
    for same in bundles:
        for move in range(int(side.moves[same[0]])):
            place(side.first[same] + move)
    one = np.array([same[0] for same in bundles], np.int64)
    real = np.array([len(same) for same in bundles], np.int64)
    copies = np.array([filled(n) for n in real.tolist()], np.int64)
    before = side.parent[np.concatenate(bundles)] if bundles else np.zeros(0, np.int64)
    kept = (side.moves[one] - 1) * copies
    return Bundles(
        entries, at, int(kept.sum()), slabs, side.classes.size.astype(dtype),
        _abreast(before, real, copies, row, copy, wide), row[side.first[one]], np.cumsum(kept) - kept, side.moves[one],
        copies, np.cumsum(real) - real, np.stack((row[before], copy[before], wide[before])), row, copy, wide,
        BYTES // np.dtype(dtype).itemsize,
    )  # fmt: skip


def _abreast(sequences: Ints, real: Ints, copies: Ints, row: Ints, copy: Ints, wide: Ints) -> Ints:
    """For each group of sequences the position of the first one if they are adjacent, else -1."""
    found = np.full(len(copies), -1, np.int64)
    for k, (low, n, filled) in enumerate(zip(np.cumsum(real) - real, real, copies)):
        these = sequences[low : low + n]
        if wide[these[0]] == filled and (row[these] == row[these[0]]).all() and (copy[these] == np.arange(n)).all():
            found[k] = row[these[0]]
    return found


def _ends(
    stage: Stage, groups: list[Ints], sides: tuple[Bundles, Bundles], player: int, dtype: Any,
    filled: Callable[[int], int],
) -> Ends:  # fmt: skip
    """The leaves, sorted by the other's sequence."""
    real = np.array([len(group) for group in groups], np.int64)
    copies = np.array([filled(n) for n in real.tolist()], np.int64)
    leaves = np.concatenate(groups) if groups else np.zeros(0, np.int64)
    matrix = stage.leaves[leaves[np.cumsum(real) - real], 2]
    start = np.cumsum(copies) - copies
    factors = np.zeros(copies.sum(), dtype)
    factors[np.repeat(start - np.cumsum(real) + real, real) + np.arange(len(leaves))] = stage.factors[leaves]
    located, positions = [], []
    for p in (player, 1 - player):
        which, side = stage.leaves[leaves, p], sides[p]
        located.append(np.stack((side.row[which], side.copy[which], side.wide[which])))
        positions.append(_abreast(which, real, copies, side.row, side.copy, side.wide))
    own, other = positions
    scattered = (located[0][0] + located[0][1])[np.repeat(own < 0, real)]
    order = np.lexsort((own, other))
    return Ends(
        own[order], other[order], copies[order], matrix[order], start[order], located[0], located[1],
        factors, *_covered(own[order], copies[order], scattered, sides[player].sequences),
    )  # fmt: skip


def _covered(own: Ints, copies: Ints, scattered: Ints, sequences: int) -> tuple[Ints, Ints]:
    """Which ends are the first at their sequences, and the positions of all other sequences."""
    shared = np.zeros(sequences, bool)
    shared[scattered] = True
    bare = np.ones(sequences + 2, bool)
    bare[[0, -1]] = False
    fresh = np.zeros(len(own), np.int64)
    for t in np.unique(own, return_index=True)[1]:
        low, high = own[t], own[t] + copies[t]
        if low >= 0 and not shared[low:high].any():
            fresh[t] = 1
            bare[1 + low : 1 + high] = False
    changes = np.flatnonzero(np.diff(bare))
    return fresh, np.ascontiguousarray(changes.reshape(-1, 2).T)
