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

    def is_equilibrium(self, pair: Equilibrium) -> bool:
        """Whether each plays best responses only.

        >>> half = (Fraction(1, 2), Fraction(1, 2))
        >>> pennies = Bimatrix(np.array([[1, 0], [0, 1]]), np.array([[0, 1], [1, 0]]))
        >>> pennies.is_equilibrium((half, half)), pennies.is_equilibrium((half, (Fraction(1), Fraction(0))))
        (True, False)
        """
        x, y = pair
        return _best(self.first.tolist(), y, x) and _best(self.second.T.tolist(), x, y)


def _best(payoffs: list[list[int]], other: Mixed, own: Mixed) -> bool:
    worth = [sum(p * q for p, q in zip(row, other) if q) for row in payoffs]
    most = max(worth)
    return all(w == most for w, weight in zip(worth, own) if weight)


def bimatrix(table: NormalForm) -> Bimatrix:
    """The payoffs of a normal form of two players; each player's scale is his own."""
    (first, _), (second, _) = table.tables
    return Bimatrix(first, second)
