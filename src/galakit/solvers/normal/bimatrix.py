"""Bimatrix games: the normal form of two players in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

import numpy as np

from galakit.game.normal_form import NormalForm, Whole

Mixed: TypeAlias = tuple[Fraction, ...]
"""a probability for each pure strategy"""
Equilibrium: TypeAlias = tuple[Mixed, Mixed]


@dataclass(frozen=True, eq=False)
class Bimatrix:
    """Two matrices of whole numbers, in which differences matter and scales do not; m rows, n columns."""

    first: Whole
    """[m, n] the row player's payoffs, times a positive number"""
    second: Whole
    """[m, n] the column player's"""

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.first.shape
        return rows, columns

    @cached_property
    def positive(self) -> tuple[Whole, Whole]:
        """Both matrices moved so that the smallest entry is 1, which changes no equilibrium."""
        return tuple(m.astype(object) - int(m.min()) + 1 for m in (self.first, self.second))  # type: ignore[return-value]

    def part(self, rows: Sequence[int], columns: Sequence[int]) -> Bimatrix:
        """The game with these rows and columns only."""
        return Bimatrix(self.first[np.ix_(rows, columns)], self.second[np.ix_(rows, columns)])


def bimatrix(table: NormalForm) -> Bimatrix:
    """The payoffs of a normal form of two players; each player has a separate scale."""
    (first, _), (second, _) = table.tables
    return Bimatrix(first, second)
