"""Betting that repeats, in bundles: what happens after different entries, side by side.

After most entries of a stage the same decisions follow: only the pot differs. Such *copies* of a part of a stage are
put next to each other, so that compiled loops run over (classes x copies) neighbouring numbers and a payoff matrix
meets all copies at once. A stage whose parts are all different has bundles of one copy, and nothing is lost.

Sequences get new numbers, *positions*: entries first, and the same sequence of all copies in a row.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from galakit.separated.classes import Ints
from galakit.separated.factored import Side, Stage


class Bundles(NamedTuple):
    """One player's part of a stage, situations of all copies as one."""

    entries: int
    sequences: int
    """entries among them"""
    blocks: Ints
    """[blocks + 1] where the classes of each start"""
    sizes: Any
    """[classes] how likely each is"""
    parent: Ints
    """[bundles] the position of the sequence before; those of the other copies follow it"""
    first: Ints
    """[bundles] the position of the first move; the other moves are `copies` apart"""
    moves: Ints
    """[bundles]"""
    copies: Ints
    """[bundles]"""
    row: Ints
    """[sequences] the position of the first copy of each"""
    copy: Ints
    """[sequences] which copy each is"""
    wide: Ints
    """[sequences] how many copies there are"""

    def located(self, low: int, high: int) -> Ints:
        """[sequences, classes] where the numbers of sequences low, low + 1, ... are in an array that has just those."""
        tall = np.diff(self.blocks)
        before = np.repeat(self.blocks[:-1], tall)
        row, copy, wide = (a[low:high, None] for a in (self.row - low, self.copy, self.wide))
        within = np.arange(len(before)) - before
        places: Ints = (high - low) * before + row * np.repeat(tall, tall) + within * wide + copy
        return places


class Ends(NamedTuple):
    """The leaves of a stage as one player sees them, those of all copies as one."""

    own: Ints
    other: Ints
    copies: Ints
    matrix: Ints
    start: Ints
    """where the factors of the copies are"""
    factors: Any


def bundled(stage: Stage, dtype: Any) -> tuple[tuple[Bundles, Bundles], tuple[Ends, Ends]]:
    """The bundles of both players, and the leaves as either sees them."""
    groups = _groups(stage)
    first, second = (_numbered(side, [g[p] for g in groups], dtype) for p, side in enumerate(stage.sides))
    return (first, second), (
        _ends(stage, groups, (first, second), 0, dtype),
        _ends(stage, groups, (first, second), 1, dtype),
    )


class _Piece(NamedTuple):
    """What hangs together: entries of both players, all that follows them, and leaves."""

    sequences: tuple[list[int], list[int]]
    situations: tuple[list[int], list[int]]
    leaves: list[int]


def _groups(stage: Stage) -> list[Any]:
    """Pieces of the same shape together: for each player [copies, sequences] and [copies, situations]; leaves."""
    found: dict[Any, list[_Piece]] = {}
    for piece in _pieces(stage):
        rank = [{s: k for k, s in enumerate(numbers)} for numbers in piece.sequences]
        shape = tuple(
            (
                sum(s < len(side.entries) for s in piece.sequences[p]),
                tuple((rank[p][int(side.parent[k])], int(side.moves[k])) for k in piece.situations[p]),
            )
            for p, side in enumerate(stage.sides)
        )
        piece.leaves.sort(key=lambda t: (rank[0][int(stage.leaves[t, 0])], rank[1][int(stage.leaves[t, 1])]))
        ends = tuple(
            (rank[0][int(stage.leaves[t, 0])], rank[1][int(stage.leaves[t, 1])], int(stage.leaves[t, 2]))
            for t in piece.leaves
        )
        found.setdefault((shape, ends), []).append(piece)
    return [
        (
            *((np.array([c.sequences[p] for c in same]), np.array([c.situations[p] for c in same])) for p in (0, 1)),
            np.array([c.leaves for c in same]),
        )
        for same in found.values()
    ]


def _pieces(stage: Stage) -> list[_Piece]:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    shift = stage.sides[0].sequences
    ends = [(stage.leaves[:, 0], stage.leaves[:, 1] + shift)]
    for side, offset in zip(stage.sides, (0, shift)):
        children = np.repeat(side.first - np.cumsum(side.moves) + side.moves, side.moves) + np.arange(side.moves.sum())
        ends.append((np.repeat(side.parent, side.moves) + offset, children + offset))
    a, b = (np.concatenate([e[i] for e in ends]) for i in (0, 1))
    count = shift + stage.sides[1].sequences
    number, label = connected_components(coo_array((np.ones(len(a), np.int8), (a, b)), shape=(count, count)), False)
    pieces = [_Piece(([], []), ([], []), []) for _ in range(number)]
    for p, (side, offset) in enumerate(zip(stage.sides, (0, shift))):
        for s in range(side.sequences):
            pieces[label[s + offset]].sequences[p].append(s)
        for k, parent in enumerate(side.parent.tolist()):
            pieces[label[parent + offset]].situations[p].append(k)
    for t, s in enumerate(stage.leaves[:, 0].tolist()):
        pieces[label[s]].leaves.append(t)
    return pieces


def _numbered(side: Side, groups: list[Any], dtype: Any) -> Bundles:
    entries = len(side.entries)
    row, copy, wide = (np.empty(side.sequences, np.int64) for _ in range(3))
    at = [0, entries]
    for sequences, _ in groups:
        for same in sequences.T:
            which = int(same[0] >= entries)
            row[same], copy[same], wide[same] = at[which], np.arange(len(same)), len(same)
            at[which] += len(same)
    one = np.array([s[0] for _, situations in groups for s in situations.T], np.int64)
    parent, first = row[side.parent[one]], row[side.first[one]]
    return Bundles(
        entries, side.sequences, side.classes.blocks, side.classes.size.astype(dtype),
        parent, first, side.moves[one], wide[side.first[one]], row, copy, wide,
    )  # fmt: skip


def _ends(stage: Stage, groups: list[Any], sides: tuple[Bundles, Bundles], player: int, dtype: Any) -> Ends:
    """Leaves at which the other has come the same way are neighbours."""
    rows = [leaves for *_, group in groups for leaves in group.T]
    table = np.array([stage.leaves[row[0]] for row in rows], np.int64).reshape(-1, 3)
    own, other = (sides[p].row[table[:, p]] for p in (player, 1 - player))
    copies = np.array([len(row) for row in rows], np.int64)
    start = np.cumsum(copies) - copies
    factors = stage.factors[np.concatenate(rows)] if rows else np.zeros(0)
    order = np.lexsort((own, other))
    return Ends(own[order], other[order], copies[order], table[order, 2], start[order], factors.astype(dtype))
