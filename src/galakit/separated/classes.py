"""The classes of the players at a stage, in blocks, and in an order in which payoffs rise and fall slowly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]

PAIRWISE = 200  # classes in a block up to which each pair of them is compared


@dataclass(frozen=True, eq=False)
class Classes:
    """A player's classes at a stage: orbits of the classes of their signal, or coarser ones, block by block."""

    orbit: Ints
    """[classes of the signal] the orbit each belongs to"""
    order: Ints
    """[n] the orbit at each place"""
    place: Ints
    """[orbits] the place of each"""
    size: npt.NDArray[np.float64]
    """[n] the probability of each"""
    blocks: Ints
    """[blocks + 1] where the blocks start"""

    @property
    def count(self) -> int:
        return len(self.order)


def ordered(classes: tuple[Classes, Classes], matrices: list[Any]) -> tuple[tuple[Classes, Classes], list[Any]]:
    """The classes sorted within their blocks, weak ones of player 1 first, and the matrices rearranged.

    Where a comparison decides, as at a showdown, each row is then a staircase: a few steps instead of many numbers.
    """
    if not matrices:
        return classes, matrices
    richest = max(matrices, key=lambda m: len(np.unique(np.round(m.data, 12))))
    sorted_by = [np.empty(c.count, np.int64) for c in classes]
    rows, columns = classes
    for b in range(len(rows.blocks) - 1):
        r = slice(int(rows.blocks[b]), int(rows.blocks[b + 1]))
        c = slice(int(columns.blocks[b]), int(columns.blocks[b + 1]))
        likely = rows.size[r, None] * columns.size[None, c]
        paid = richest[r, c].toarray()
        dense = np.divide(paid, likely, out=np.zeros_like(likely), where=likely > 0)
        sorted_by[0][r] = r.start + _ranked(dense.T)
        sorted_by[1][c] = c.start + _ranked(-dense)
    arranged = [m[sorted_by[0]][:, sorted_by[1]].tocsr() for m in matrices]
    first, second = (_rearranged(c, order) for c, order in zip(classes, sorted_by))
    return (first, second), arranged


def _ranked(dense: npt.NDArray[np.float64]) -> Ints:
    """The columns from small to large: each pair is compared row by row, and wins are counted."""
    n = dense.shape[1]
    if n > PAIRWISE:
        return np.argsort(dense.mean(axis=0), kind="stable")
    rounded = np.round(dense, 9)
    wins = np.sign(np.sign(rounded[:, :, None] - rounded[:, None, :]).sum(axis=0)).sum(axis=1)
    return np.argsort(wins, kind="stable")


def _rearranged(classes: Classes, order: Ints) -> Classes:
    new = classes.order[order]
    place = np.empty_like(classes.place)
    place[new] = np.arange(len(new))
    return replace(classes, order=new, place=place, size=classes.size[order])
