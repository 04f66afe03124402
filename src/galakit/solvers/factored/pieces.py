"""The parts of a stage that are alike: after most entries the same decisions follow, and only the pot differs.

Where *pieces* have one shape, each situation has counterparts in the others, its *copies*, and so have sequences and
leaves: an iteration can process all copies at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from galakit.separated.classes import Ints
from galakit.separated.factored import Stage


class Arranged(NamedTuple):
    """The copies of entries, situations and leaves."""

    entries: tuple[list[Ints], list[Ints]]
    """[copies] of each, for both players"""
    situations: tuple[list[Ints], list[Ints]]
    leaves: list[Ints]


class _Piece(NamedTuple):
    """A connected part: entries of both players, all that follows them, and leaves."""

    sequences: tuple[list[int], list[int]]
    situations: tuple[list[int], list[int]]
    leaves: list[int]


def pieces(stage: Stage) -> Arranged:
    """Pieces of the same shape together."""
    found: dict[Any, list[_Piece]] = {}
    for piece in _connected(stage):
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
    made = Arranged(([], []), ([], []), [])
    for same in found.values():
        for p, side in enumerate(stage.sides):
            sequences = np.array([c.sequences[p] for c in same], np.int64)
            made.entries[p].extend(s for s in sequences.T if s[0] < len(side.entries))
            made.situations[p].extend(np.array([c.situations[p] for c in same], np.int64).T)
        made.leaves.extend(np.array([c.leaves for c in same], np.int64).T)
    return made


def _connected(stage: Stage) -> list[_Piece]:
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
    found = [_Piece(([], []), ([], []), []) for _ in range(number)]
    for p, (side, offset) in enumerate(zip(stage.sides, (0, shift))):
        for s in range(side.sequences):
            found[label[s + offset]].sequences[p].append(s)
        for k, parent in enumerate(side.parent.tolist()):
            found[label[parent + offset]].situations[p].append(k)
    for t, s in enumerate(stage.leaves[:, 0].tolist()):
        found[label[s]].leaves.append(t)
    return found
