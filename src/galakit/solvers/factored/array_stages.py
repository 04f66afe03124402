"""The stages of a factored game as arrays on a device, and how each continues earlier ones."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.separated.classes import Ints
from galakit.separated.factored import Factored, Stage
from galakit.separated.steps import Steps
from galakit.solvers.factored.array_locks import ArrayLocks
from galakit.solvers.factored.backends import Backend
from galakit.solvers.factored.pieces import pieces

Brought: TypeAlias = tuple[Any, Any]  # an array [classes, copies], and [copies] its factors; None if they are 1


class _Same(NamedTuple):
    """Blocks of the same size."""

    blocks: int
    slices: tuple[slice, slice]
    """the classes of both players in them"""


class Leaves(NamedTuple):
    """Leaves with the same matrix."""

    own: list[int]
    """the group of each kind"""
    other: list[int]
    rows: list[slice]
    """its copies among those of all kinds"""
    matrix: int
    factors: Any
    """[copies of all kinds]"""
    brought: Any
    """[own classes, copies of all kinds] what they bring, written anew in each pass"""


class Part:
    """The arrays [classes, copies] of one stage: for each player, one per group of sequences, entries first."""

    def __init__(self, stage: Stage, dtype: str, predicting: bool, backend: Backend) -> None:
        arranged = pieces(stage)
        self.same, self.order = _same(stage)
        self.place = [np.argsort(order) for order in self.order]
        """the position of each class of the stage"""
        self.groups: list[list[Ints]] = []
        self.entries = [len(entries) for entries in arranged.entries]
        self.bundles: list[list[tuple[int, list[int]]]] = []
        """the group before some situations, and those of their moves"""
        self.roots: list[list[tuple[int, Any]]] = []
        """groups of entries, and those of their copies that continue the empty sequence"""
        self.number: list[dict[int, int]] = []
        """the group of each sequence"""
        for p, side in enumerate(stage.sides):
            groups = [
                *arranged.entries[p],
                *(side.first[same] + m for same in arranged.situations[p] for m in range(int(side.moves[same[0]]))),
            ]
            number = {s: g for g, group in enumerate(groups) for s in group.tolist()}
            self.groups.append(groups)
            self.number.append(number)
            self.bundles.append(
                [
                    (
                        number[int(side.parent[same[0]])],
                        [number[int(side.first[same[0]]) + m] for m in range(int(side.moves[same[0]]))],
                    )
                    for same in arranged.situations[p]
                ]
            )
            roots = [np.flatnonzero([side.entries[e].stage < 0 for e in group]) for group in arranged.entries[p]]
            self.roots.append([(g, backend.there(copies)) for g, copies in enumerate(roots) if len(copies)])
        self.matrices = self._dense(stage, dtype, backend)
        self.leaves = [self._leaves(stage, arranged.leaves, p, dtype, backend) for p in (0, 1)]

        def arrays(value: float, only_own: bool) -> list[list[Any]]:
            return [
                [
                    None if only_own and g < self.entries[p] else backend.full((classes, len(group)), value, dtype)
                    for g, group in enumerate(self.groups[p])
                ]
                for p, classes in enumerate(side.classes.count for side in stage.sides)
            ]

        self.regret, self.average = arrays(0.0, True), arrays(0.0, True)
        self.basis = arrays(0.0, True) if predicting else self.regret
        self.plan = arrays(1.0, False)
        self.worth: list[list[list[Brought]]] = [[], []]
        """for each player and group, what its sequences bring, to be added up; only while values go up"""
        self.locks = [ArrayLocks(), ArrayLocks()]

    def _leaves(self, stage: Stage, leaves: list[Ints], player: int, dtype: str, backend: Backend) -> list[Leaves]:
        """The leaves of all kinds, those with the same matrix together; without those that bring nothing."""
        together: dict[int, list[Ints]] = {}
        for same in leaves:
            together.setdefault(int(stage.leaves[same[0], 2]), []).append(same)
        found = []
        for matrix, kinds in together.items():
            if all(blocks is None for blocks in self.matrices[0][matrix]):
                continue
            own, other = (
                [self.number[p][int(stage.leaves[same[0], p])] for same in kinds] for p in (player, 1 - player)
            )
            ends = np.cumsum([len(same) for same in kinds]).tolist()
            rows = [slice(a, z) for a, z in pairwise([0, *ends])]
            factors = backend.there(stage.factors[np.concatenate(kinds)].astype(dtype))
            brought = backend.full((stage.sides[player].classes.count, ends[-1]), 0.0, dtype)
            found.append(Leaves(own, other, rows, matrix, factors, brought))
        return found

    def _dense(self, stage: Stage, dtype: str, backend: Backend) -> tuple[list[Any], list[Any]]:
        """For each player and matrix, blocks of the same size [blocks, own classes, other's classes]."""
        first: list[Any] = []
        second: list[Any] = []
        for matrix in stage.matrices:
            dense = [d.astype(dtype) for d in self._blocks(matrix)]
            there = [backend.there(d) if d.any() else None for d in dense]
            first.append(there)
            second.append([None if t is None else -t.swapaxes(1, 2) for t in there])
        return first, second

    def _blocks(self, matrix: Any) -> list[npt.NDArray[np.float64]]:
        """[blocks, rows, columns] of a matrix that is zero outside its blocks, for each size of blocks."""
        if isinstance(matrix, Steps):  # one block, in the order of the classes
            return [matrix.toarray()[None]]
        arranged = matrix[self.order[0]][:, self.order[1]].tocsr()
        dense = []
        for blocks, (rows, columns) in self.same:
            part = arranged[rows].tocoo()
            tall, wide = (rows.stop - rows.start) // blocks, (columns.stop - columns.start) // blocks
            found = np.zeros((blocks, tall, wide))
            row, column = part.coords[0], part.coords[1] - columns.start
            found[row // tall, row % tall, column % wide] = part.data
            dense.append(found)
        return dense


def _same(stage: Stage) -> tuple[list[_Same], list[Ints]]:
    """Blocks of the same size, and the order of the classes of both players that makes neighbours of them."""
    starts = [side.classes.blocks for side in stage.sides]
    tall = np.stack([np.diff(s) for s in starts])
    order = np.lexsort(tall[::-1])
    sorted_by = [np.concatenate([np.arange(s[b], s[b + 1]) for b in order]) for s in starts]
    found = []
    at = [0, 0]
    sizes, counts = np.unique(tall[:, order], axis=1, return_counts=True)
    for size, count in zip(sizes.T.tolist(), counts.tolist()):
        ends = [a + n * count for a, n in zip(at, size)]
        found.append(_Same(count, (slice(at[0], ends[0]), slice(at[1], ends[1]))))
        at = ends
    return found, sorted_by


class Link(NamedTuple):
    """The entries of a stage that continue sequences of one earlier stage."""

    stage: int
    groups: list[int]
    """those of the earlier stage, whose rows are taken together"""
    rows: int
    entries: list[tuple[int, Any, Any]]
    """a group here, which of its copies, and the row that each continues"""
    source: Any
    """[classes here, 1] the class there"""
    children: Any
    """[classes there * width] the classes here that come from each, padded"""
    real: Any
    """[classes there, width, 1] one for a class, zero for padding"""


def links(game: Factored, parts: list[Part], player: int, dtype: str, backend: Backend) -> list[list[Link]]:
    """For each stage, how its entries continue earlier ones."""
    return [
        [
            _link(game, parts, player, k, earlier, dtype, backend)
            for earlier in sorted({entry.stage for entry in stage.sides[player].entries} - {-1})
        ]
        for k, stage in enumerate(game.stages)
    ]


def _link(game: Factored, parts: list[Part], player: int, k: int, earlier: int, dtype: str, backend: Backend) -> Link:
    side, here, before = game.stages[k].sides[player], parts[k], parts[earlier]
    continued = [entry.sequence for entry in side.entries if entry.stage == earlier]
    groups = sorted({before.number[player][s] for s in continued})
    members = np.concatenate([before.groups[player][g] for g in groups])
    row = {s: r for r, s in enumerate(members.tolist())}
    entries = []
    for g in range(here.entries[player]):
        own = [side.entries[e] for e in here.groups[player][g].tolist()]
        copies = np.flatnonzero([entry.stage == earlier for entry in own])
        if len(copies):
            rows = np.array([row[own[c].sequence] for c in copies])
            every = slice(None) if len(copies) == len(own) else backend.there(copies)
            entries.append((g, every, backend.there(rows)))
    one = next(entry for entry in side.entries if entry.stage == earlier)
    source = before.place[player][one.source[here.order[player]]]
    children, real = _children(source, game.stages[earlier].sides[player].classes.count)
    return Link(
        earlier, groups, len(members), entries, backend.there(source[:, None]), backend.there(children.reshape(-1)),
        backend.there(real.astype(dtype)[:, :, None]),
    )  # fmt: skip


def _children(source: Ints, count: int) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """[count, width] where each number occurs in `source`, and which of the entries are real."""
    times = np.bincount(source, minlength=count)
    width = max(1, int(times.max()))
    order = np.argsort(source, kind="stable")
    start = np.cumsum(times) - times
    step = np.arange(width)
    real = step < times[:, None]
    children = order[np.minimum(start[:, None] + step, len(source) - 1)]
    return np.where(real, children, 0), real
