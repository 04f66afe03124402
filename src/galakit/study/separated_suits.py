"""Suits folded in grids of separated games: by classes instead of lists of information sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec
import numpy as np

from galakit.rules.lazy import Value
from galakit.separated.actions import Situation
from galakit.separated.separate import Separated
from galakit.separated.symmetry import Exchange, finest, orbits
from galakit.study.averages import Averages, averages
from galakit.study.grid_answers import PublicSituation, Row
from galakit.study.quantities import rounded
from galakit.study.suits import SharedRows, standing
from galakit.study.tables import Ints, Table


@dataclass(frozen=True, eq=False)
class Shown:
    """A column of a grid as it is without exchanges."""

    told: PublicSituation
    table: Table
    board: int | None
    """None where it is open, or stands for itself alone"""
    here: Ints
    """its classes"""
    rows: Sequence[Row]
    """[kinds of private information]"""


@dataclass(frozen=True, eq=False)
class Shared:
    """Columns whose cells are shared by what exchanges make equal."""

    held: dict[str, Row]
    situations: list[PublicSituation]
    averages: list[Averages]
    same: list[dict[str, str]]
    """[columns] rows that are told apart elsewhere, and the row that has their cell here"""
    folded: bool


class SeparatedSuits:
    """What exchanges of suits make equal in a separated game."""

    def __init__(self, game: Separated) -> None:
        self.game = game
        self._orbits: dict[tuple[Value, ...], Ints] = {}
        self._standing: dict[Situation, Ints] = {}

    @cached_property
    def group(self) -> list[Exchange]:
        return finest(self.game)

    def orbits(self, situation: Situation) -> Ints:
        """[classes] the orbit of each."""
        found = self._orbits.get(situation.signal)
        if found is None:
            found = self._orbits[situation.signal] = orbits(self.game, self.game.signal(situation.signal), self.group)
        return found

    def standing(self, situation: Situation, board: Ints, many: int) -> Ints:
        """[boards] the board that stands for each; `board` has the board of each class."""
        found = self._standing.get(situation)
        if found is None:
            possible = self.game.possible[situation]
            here = slice(None) if possible is None else np.asarray(possible, bool)
            found = self._standing[situation] = standing(board[here], self.orbits(situation)[here], many)
        return found

    def shared(self, held: Mapping[str, Row], columns: Sequence[Shown]) -> Shared:
        """Rows and columns of a page of a grid, of which some share cells."""
        number = {facts: k for k, facts in enumerate(held)}
        orbit = [self.orbits(column.table.situation) for column in columns]
        rows = SharedRows(
            dict(enumerate(held.values())),
            [
                (
                    np.array([number.get(row.facts, -1) for row in column.rows])[column.table.private.of[column.here]],
                    own[column.here],
                )
                for column, own in zip(columns, orbit)
            ],
        )
        labels = [rows.labels.get(k, row) for k, row in enumerate(held.values())]
        situations, found = [], []
        for place, (column, own) in enumerate(zip(columns, orbit)):
            table, members, alike = column.table, column.here, 0
            if column.board is not None:
                stands = self.standing(table.situation, table.public.of, len(table.public.held))
                every = np.flatnonzero(table.possible & (stands[table.public.of] == column.board))
                alike = int((stands == column.board).sum()) - 1
                # The class that stands for all of a cell comes last.
                members = np.concatenate((np.setdiff1d(every, members), members[::-1]))
            found.append(averages(table, labels, members, rows.of(place, own[members])))
            reach = table.reach[members].sum()
            situations.append(
                msgspec.structs.replace(
                    column.told,
                    sets=len(members),
                    reach=None if np.isnan(reach) else rounded(reach),
                    alike=alike,
                )
            )
        shown = {row.facts: row for k, row in enumerate(labels) if k in rows.labels}
        facts = list(held)
        same = [{facts[row]: facts[other] for row, other in here.items()} for here in rows.same]
        return Shared(shown, situations, found, same, rows.folded or any(one.alike for one in situations))
