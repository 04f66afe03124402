"""A factored game cut into a trunk and shares: what public states of later stages have in common comes before them.

The first stages are the *trunk*. Below it the game falls apart: blocks of classes that continue each other are a part
of the game by itself, given what the trunk's plans bring there. Parts are dealt out to processes, a *share* to each.
Only two kinds of numbers pass between trunk and shares, one for each class at each entry: the other's reach down, and
the player's values up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.separated.classes import Classes, Ints
from galakit.separated.factored import OUTSIDE, Entry, Factored, Side, Stage
from galakit.separated.steps import Steps

PASSED = 20  # numbers that are worked on in the time in which one passes between processes, there and back


@dataclass(frozen=True, eq=False)
class Share:
    """The part of the later stages that one process works on."""

    numbers: list[int]
    """[stages] which of the later stages each is"""
    blocks: list[Ints]
    """[stages] the blocks of the whole game that it has"""
    classes: list[tuple[Ints, Ints]]
    """[stages] the classes of both players in the whole game"""
    entries: tuple[list[tuple[int, int]], list[tuple[int, int]]]
    """for each player the stage (among the later ones) and the number of each entry that continues the trunk"""


@dataclass(frozen=True, eq=False)
class Cut:
    """A game in parts."""

    trunk: Factored
    """the first stages"""
    beyond: list[Stage]
    """the later ones"""
    shares: list[Share]

    def stages(self, share: Share) -> list[Stage]:
        """The stages of a share, with the classes of its blocks only: made for the process that works on them."""
        return _stages(self.beyond, share, len(self.trunk.stages))


def cut(game: Factored, count: int) -> Cut:
    """Cut a game for so many processes, where the slowest one, the trunk and the messages together take least."""
    work = [_work(stage) for stage in game.stages]
    best: tuple[float, int, list[list[Ints]]] | None = None
    for at in range(1, len(game.stages)):
        dealt, most = _dealt(game.stages, work, at, count)
        cost = float(sum(w.sum() for w in work[:at])) + most + PASSED * _passing(game.stages, at)
        if best is None or cost < best[0]:
            best = cost, at, dealt
    if best is None:
        raise GalakitError(
            "this game cannot be divided among processes: all its decisions share one public state",
            hint="leave out workers",
            id="GK612",
        )
    _, at, dealt = best
    later = game.stages[at:]
    shares = [_share(later, blocks, at) for blocks in dealt if any(map(len, blocks))]
    return Cut(replace(game, stages=game.stages[:at]), later, shares)


def _passing(stages: Sequence[Stage], at: int) -> int:
    """How many numbers pass between trunk and shares in a sweep."""
    entries = [e for stage in stages[at:] for side in stage.sides for e in side.entries if e.stage < at]
    return sum(len(e.source) for e in entries)


def _work(stage: Stage) -> npt.NDArray[np.float64]:
    """[blocks] about how many numbers an iteration passes over."""
    found: npt.NDArray[np.float64] = sum(
        (np.diff(side.classes.blocks) * float(side.sequences) for side in stage.sides), np.zeros(stage.blocks)
    )
    return found


def _dealt(stages: Sequence[Stage], work: Sequence[Any], at: int, count: int) -> tuple[list[list[Ints]], float]:
    """For each process the blocks of each later stage, and the most that one has to do."""
    part_of = _parts(stages, at)
    parts = 1 + max((int(p.max(initial=-1)) for p in part_of), default=-1)
    load = sum((np.bincount(p, weights=w, minlength=parts) for p, w in zip(part_of, work[at:])), np.zeros(parts))
    loads = np.zeros(count)
    owner = np.zeros(parts, np.int64)
    for part in np.argsort(-load, kind="stable").tolist():
        owner[part] = loads.argmin()
        loads[owner[part]] += load[part]
    dealt = [[np.flatnonzero(owner[p] == k) for p in part_of] for k in range(count)]
    return dealt, float(loads.max())


def _parts(stages: Sequence[Stage], at: int) -> list[Ints]:
    """[later stages][blocks] the part of the game that each block belongs to."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    later = stages[at:]
    blocks = [stage.blocks for stage in later]
    start = np.cumsum([0, *blocks])
    pairs = [np.zeros((2, 0), np.int64)]
    for k, stage in enumerate(later):
        for p, side in enumerate(stage.sides):
            for entry in side.entries:
                if entry.stage >= at:
                    before = later[entry.stage - at].sides[p].classes
                    here = start[k] + _block_of(side.classes)
                    there = start[entry.stage - at] + _block_of(before)[entry.source]
                    pairs.append(np.stack([here, there]))
    rows, columns = np.concatenate(pairs, axis=1)
    graph = coo_array((np.ones(len(rows), np.int8), (rows, columns)), shape=(start[-1], start[-1]))
    label = connected_components(graph, directed=False)[1].astype(np.int64)
    return [label[a:b] for a, b in pairwise(start.tolist())]


def _block_of(classes: Classes) -> Ints:
    return np.repeat(np.arange(len(classes.blocks) - 1), np.diff(classes.blocks))


def _share(later: Sequence[Stage], blocks: list[Ints], at: int) -> Share:
    numbers = [k for k, own in enumerate(blocks) if len(own)]
    classes = []
    entries: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for k in numbers:
        first, second = (np.flatnonzero(np.isin(_block_of(side.classes), blocks[k])) for side in later[k].sides)
        classes.append((first, second))
        for p, side in enumerate(later[k].sides):
            entries[p].extend((k, e) for e, entry in enumerate(side.entries) if entry.stage < at)
    return Share(numbers, [blocks[k] for k in numbers], classes, entries)


def _stages(later: Sequence[Stage], share: Share, at: int) -> list[Stage]:
    local = {k: i for i, k in enumerate(share.numbers)}
    outside = [0, 0]
    found = []
    for k, blocks, classes in zip(share.numbers, share.blocks, share.classes):
        sides = []
        for p, (side, here) in enumerate(zip(later[k].sides, classes)):
            entries = []
            for entry in side.entries:
                if entry.stage >= at:
                    i = local[entry.stage - at]
                    source = np.searchsorted(share.classes[i][p], entry.source[here])
                    entries.append(Entry(i, entry.sequence, source))
                    continue
                entries.append(Entry(OUTSIDE, 0, outside[p] + np.arange(len(here))))
                outside[p] += len(here)
            sides.append(replace(side, classes=_restricted(side, here, blocks), entries=tuple(entries)))
        matrices = [_submatrix(m, *classes) for m in later[k].matrices]
        found.append(replace(later[k], sides=(sides[0], sides[1]), matrices=matrices))
    return found


def _restricted(side: Side, here: Ints, blocks: Ints) -> Classes:
    whole = side.classes
    nothing = np.zeros(0, np.int64)
    bounds = np.cumsum([0, *np.diff(whole.blocks)[blocks]]).astype(np.int64)
    return Classes(orbit=nothing, order=whole.order[here], place=nothing, size=whole.size[here], blocks=bounds)


def _submatrix(matrix: Any, rows: Ints, columns: Ints) -> Any:
    if isinstance(matrix, Steps):  # all its classes are in one block
        return matrix
    return matrix[rows][:, columns].tocsr()
