"""Signals: what a player observes of the draws, as numbered classes of joint outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.rules.lazy import Draw, Value
from galakit.separated.chance_table import ChanceTable, Rows
from galakit.separated.functions import Ids


@dataclass(eq=False)
class Signal:
    """The classes of some values: outcomes in the same class give all of them the same results."""

    values: tuple[Value, ...]
    rows: Rows
    """all outcomes of the draws it depends on"""
    sizes: list[int]
    codes: npt.NDArray[np.int64]
    """[classes] the combination of results of each class, rising"""
    first: npt.NDArray[np.int64]
    """[classes] a row of each"""
    weight: npt.NDArray[np.int64]
    """[classes] the probability of each, times the rows' total"""

    @property
    def classes(self) -> int:
        return len(self.codes)

    def of(self, world: ChanceTable, columns: dict[Draw, Ids], count: int) -> npt.NDArray[np.int64]:
        """The class on each row of some columns."""
        if not self.values:
            return np.zeros(count, np.int64)
        found: npt.NDArray[np.int64] = np.searchsorted(self.codes, _codes(world, self.values, self.sizes, columns))
        return found

    def looks(self, world: ChanceTable, number: int) -> tuple[Any, ...]:
        """The results of the values in a class."""
        ids = np.unravel_index(self.codes[number], self.sizes) if self.values else ()
        return tuple(world.meaning[v][int(i)] for v, i in zip(self.values, ids))


def _codes(world: ChanceTable, values: tuple[Value, ...], sizes: list[int], columns: dict[Draw, Ids]) -> Any:
    code = np.zeros(1, np.int64)
    for value, size in zip(values, sizes):
        code = code * size + world.ids(value, columns)
    return code


def signal_of(world: ChanceTable, values: tuple[Value, ...]) -> Signal:
    """The signal of some values."""
    rows = world.rows(world.support(*values))
    if not values:
        none = np.zeros(1, np.int64)
        return Signal(values, rows, [], none, none, np.array([int(rows.weight.sum())], np.int64))
    for value in values:
        world.ids(value, rows.columns)
    sizes = [len(world.meaning[v]) for v in values]
    codes, first, back = np.unique(_codes(world, values, sizes, rows.columns), return_index=True, return_inverse=True)
    weight = np.zeros(len(codes), np.int64)
    np.add.at(weight, back, rows.weight)
    return Signal(values, rows, sizes, codes, first, weight)
