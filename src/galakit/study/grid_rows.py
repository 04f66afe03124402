"""The rows of a page of a grid: private information, each by itself or folded where suits make no difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from galakit.study.grid_answers import Cell, Row
from galakit.study.grid_cells import cells_of
from galakit.study.grid_columns import Columns
from galakit.study.hands import hands
from galakit.study.listed import Ints, Listed
from galakit.study.rows import rows as rows_of
from galakit.study.suits import SharedRows, heights


def labelled(listed: Listed, player: int, merged: bool) -> tuple[Ints, list[Row]]:
    """The row of each of the player's information sets, and all rows; where cells average, similar hands share one."""
    found: tuple[Ints, list[Row]] | None = listed.kept.get((f"rows {merged}", player))
    if found is None:
        private = listed.layout(player).private
        kinds = hands(private.facts, listed.look, player) if merged else None
        if kinds is None:
            found = private.of, rows_of(private.facts, listed.look, player)
        else:
            different = {row.facts: row for row in kinds}
            number = {facts: k for k, facts in enumerate(different)}
            found = np.array([number[row.facts] for row in kinds])[private.of], list(different.values())
        listed.kept[f"rows {merged}", player] = found
    return found


class Rows(Protocol):
    """The rows of some columns."""

    labels: dict[int, Row]
    """by number, in order"""
    every: list[Row]
    """the rows that axes are made of"""
    folded: bool
    """whether some stand for others"""

    def cells(self, place: int, moves: list[str], shown: Ints) -> list[Cell | None]:
        """The cells of a column in the shown rows."""

    def order(self, lines: Sequence[Row]) -> Sequence[int]:
        """The order of the shown rows from top to bottom."""


class Separate:
    """Each row by itself."""

    folded = False

    def __init__(self, listed: Listed, columns: Columns, row_of: Ints, every: list[Row], held: Ints) -> None:
        self.listed, self.columns, self.row_of, self.every = listed, columns, row_of, every
        self.labels = {row: every[row] for row in held.tolist()}

    def cells(self, place: int, moves: list[str], shown: Ints) -> list[Cell | None]:
        own = self.columns.members(place)
        return cells_of(self.listed, moves, self.columns.layout.sets[own], self.row_of[own], shown)

    def order(self, lines: Sequence[Row]) -> Sequence[int]:
        return range(len(lines))


class Folded:
    """Rows that exchanges of suits make equal in all columns are one, and high cards come first."""

    def __init__(
        self, listed: Listed, columns: Columns, row_of: Ints, every: list[Row], held: Ints, orbit: Ints
    ) -> None:
        self.listed, self.columns, self.orbit = listed, columns, orbit
        standing = [columns.standing(place) for place in range(len(columns.numbers))]
        self.shared = SharedRows({r: every[r] for r in held.tolist()}, [(row_of[own], orbit[own]) for own in standing])
        self.labels = {row: self.shared.labels[row] for row in sorted(self.shared.labels)}
        self.every = list(self.shared.labels.values())
        self.folded = self.shared.folded

    def cells(self, place: int, moves: list[str], shown: Ints) -> list[Cell | None]:
        columns, standing = self.columns, self.columns.standing(place)
        # The set that stands for all of a cell comes last.
        own = np.concatenate((np.setdiff1d(columns.members(place), standing), standing[::-1]))
        of = self.shared.of(place, self.orbit[own])
        cells = cells_of(self.listed, moves, columns.layout.sets[own], of, shown, standing=not columns.merged)
        at = {row: k for k, row in enumerate(shown.tolist())}
        for row, other in self.shared.same[place].items():
            if row in at and other in at:
                cells[at[row]] = cells[at[other]]
        return cells

    def order(self, lines: Sequence[Row]) -> Sequence[int]:
        return sorted(range(len(lines)), key=lambda k: heights(lines[k]))
