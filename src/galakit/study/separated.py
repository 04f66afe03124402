"""Grids and public situations of separated games of any size: by class, one situation at a time.

The name of a public situation is the name of its situation, and after a `~` the number of what chance showed all
players (the board); without that, the board is left open and averaged over, as in `grid`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from galakit.display.look import Look
from galakit.errors import GalakitError
from galakit.rules.lazy import Value
from galakit.separated.actions import Situation
from galakit.solution.factored.policy import ClassQueries
from galakit.solution.shown.chart import passive
from galakit.solution.shown.order import Natural, natural
from galakit.study.averages import Averages, averages
from galakit.study.grid_answers import Cell, Column, Grid, PublicSituation, PublicSituations, Row
from galakit.study.grid_page import BESIDES, MOST_COLUMNS, GridPage, fits, rows_shown
from galakit.study.hands import hands
from galakit.study.looks import situation_of
from galakit.study.names import number as number_in
from galakit.study.quantities import defined, rounded
from galakit.study.rows import axes
from galakit.study.rows import rows as rows_of
from galakit.study.separated_suits import SeparatedSuits, Shared, Shown
from galakit.study.situation_names import situation_names
from galakit.study.situations import PAGE
from galakit.study.suits import heights
from galakit.study.tables import Divided, Ints, Table, Tables

OPEN = -1  # in place of a board: left open
CACHED = 10_000  # public situations
CACHED_AVERAGES = 500


class Separated:
    """A separated solution as grids."""

    def __init__(self, answers: ClassQueries, look: Look) -> None:
        self.answers, self.look, self.players = answers, look, look.players
        self.names = situation_names(answers)
        self.tables = Tables(answers)
        self.suits = SeparatedSuits(answers.index.game)
        self._averaged: dict[tuple[Situation, int], Averages] = {}
        self._cached: dict[tuple[Situation, int], PublicSituation] = {}
        self._order: dict[str, Natural] = {}
        self._rows: dict[tuple[Divided, bool], list[Row]] = {}

    def situations(self, player: int, aggregate: bool, offset: int) -> PublicSituations:
        """A page of a player's public situations."""
        listed, total = self._listed(player, aggregate, offset, PAGE)
        items = [self.situation(situation, board) for situation, board in listed]
        return PublicSituations(player=player, items=items, offset=offset, total=total)

    def grid(self, player: int, page: GridPage) -> Grid:
        """A page of the grid, or the column of one situation; how likely situations are is not known beforehand."""
        name, aggregate, offset, row_offset, _, folded = page
        folds = folded and bool(self.suits.group)
        if name is not None:
            situation, board = self.named(player, name)
            numbers, offset, total = [(situation, OPEN if aggregate else board)], 0, 1
        else:
            numbers, total = self._listed(player, aggregate, offset, MOST_COLUMNS, folds)
        kept: list[tuple[Situation, int]] = []
        held: dict[str, Row] = {}
        width = 0
        for situation, board in numbers:
            more = held | self._averages(situation, board).held
            wider = width + len(situation.moves) + BESIDES
            if kept and not fits(len(more), wider):
                break
            kept.append((situation, board))
            held, width = more, wider
        shared = self._shared(held, kept, alone=name is not None) if folds else None
        if shared is not None:
            held = shared.held
        ordered = sorted(held.values(), key=lambda row: self._natural(row.facts))
        if shared is not None:
            ordered.sort(key=heights)
        shown = rows_shown(row_offset, width)
        columns = [
            Column(
                situation=self.situation(situation, board) if shared is None else shared.situations[place],
                cells=self._cells(
                    situation,
                    board,
                    [
                        row.facts if shared is None else shared.same[place].get(row.facts, row.facts)
                        for row in ordered[shown]
                    ],
                    None if shared is None else shared.averages[place],
                ),
            )
            for place, (situation, board) in enumerate(kept)
        ]
        opened = dict.fromkeys(fact for c in columns for fact in c.situation.fact_words if fact.endswith("…"))
        if any(row.alike for row in ordered):
            opened["suits"] = None
        moves = dict.fromkeys(move for c in columns for move in c.situation.moves)
        return Grid(
            player=player,
            rows=ordered[shown],
            columns=columns,
            passive=[move for move in moves if passive(move)],
            offset=offset,
            total=total,
            row_offset=row_offset,
            rows_total=len(ordered),
            averaged=", ".join(opened) or None,
            reached=None,
            folded=shared is not None and shared.folded,
            **axes(ordered),
        )

    def _shared(self, held: dict[str, Row], kept: Sequence[tuple[Situation, int]], *, alone: bool) -> Shared:
        """Columns of which each stands for all that exchanges of suits make equal, unless it is `alone`."""
        columns = []
        for situation, board in kept:
            table = self.tables.table(situation)
            columns.append(
                Shown(
                    told=self.situation(situation, board),
                    table=table,
                    board=None if alone or board == OPEN else board,
                    here=np.flatnonzero(self._here(table, board)),
                    rows=self.rows(table.private, board == OPEN),
                )
            )
        return self.suits.shared(held, columns)

    def situation(self, situation: Situation, board: int) -> PublicSituation:
        """One public situation."""
        found = self._cached.get((situation, board))
        if found is None:
            if len(self._cached) >= CACHED:
                self._cached.clear()
            found = self._cached[situation, board] = self._situation(situation, board)
        return found

    def _situation(self, situation: Situation, board: int) -> PublicSituation:
        table = self.tables.table(situation)
        here = self._here(table, board)
        facts, moves = self._facts(situation, board), self.answers.index.moves(situation)
        reach = table.reach[here].sum()
        return PublicSituation(
            id=self.name(situation, board),
            player=situation.player,
            **situation_of(self.look, facts, moves, situation.player),
            sets=int(here.sum()),
            reach=None if np.isnan(reach) else rounded(reach),
        )

    def name(self, situation: Situation, board: int) -> str:
        return self.names.name(situation) + ("" if board == OPEN else f"~{board}")

    def named(self, player: int, name: str) -> tuple[Situation, int]:
        """A situation and board by name; an error where the player has no such situation."""
        text, _, behind = name.partition("~")
        situation, board = self.names.named(text), number_in(behind)
        if situation is not None and situation.player == player:
            if not behind:
                return situation, OPEN
            if board is not None and board in self.tables.boards(situation):
                return situation, board
        raise GalakitError(
            f"{self.players[player]} has no public situation {name[:40]}",
            hint="choose one from the list of their situations",
            id="GK803",
        )

    def board(self, situation: Situation, number: int) -> int:
        """The board of a class."""
        return int(self.tables.table(situation).public.of[number])

    def _listed(
        self, player: int, aggregate: bool, offset: int, most: int, folds: bool = False
    ) -> tuple[list[tuple[Situation, int]], int]:
        """A page of situations, and their total; with `folds`, only those that stand for others, or for themselves."""
        own = self.names.of(player)
        if aggregate:
            return [(situation, OPEN) for situation in own[offset : offset + most]], len(own)
        ends = list(accumulate(len(self._boards(situation, folds)) for situation in own))
        found: list[tuple[Situation, int]] = []
        for situation, end in zip(own, ends):
            boards = self._boards(situation, folds)
            first = max(offset + len(found) - (end - len(boards)), 0)
            if end > offset and len(found) < most:
                found += [(situation, int(board)) for board in boards[first : first + most - len(found)]]
        return found, ends[-1] if ends else 0

    def _boards(self, situation: Situation, folds: bool) -> Ints:
        boards = self.tables.boards(situation)
        if not folds:
            return boards
        public = self.tables.divided(situation.signal, self.tables.split(situation)[0])
        return np.unique(self.suits.standing(situation, public.of, len(public.held))[boards])

    def _here(self, table: Table, board: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        return table.possible if board == OPEN else table.possible & (table.public.of == board)

    def _facts(self, situation: Situation, board: int) -> list[str]:
        """The public facts of a situation, in order."""
        index = self.answers.index
        public, _ = self.tables.split(situation)
        shown = self.tables.divided(situation.signal, public).held
        facts = []
        for fact in index.chain(situation):
            if not isinstance(fact, Value):
                facts.append(fact)
            elif fact in public and board != OPEN:
                facts.append(index.said(fact, int(shown[board, public.index(fact)])))
            elif fact in public:
                facts.append(index.open(fact))
        return facts

    def _natural(self, facts: str) -> Natural:
        """The sort key of private facts in natural order."""
        found = self._order.get(facts)
        if found is None:
            found = self._order[facts] = natural(facts)
        return found

    def rows(self, private: Divided, merged: bool) -> list[Row]:
        """[kinds] the row of each; where cells average, similar hands share one."""
        found = self._rows.get((private, merged))
        if found is None:
            found = (hands(private.facts, self.look) if merged else None) or rows_of(private.facts, self.look)
            self._rows[private, merged] = found
        return found

    def _averages(self, situation: Situation, board: int) -> Averages:
        """The averages of a situation, by row."""
        found = self._averaged.get((situation, board))
        if found is None:
            if len(self._averaged) >= CACHED_AVERAGES:
                self._averaged.clear()
            table = self.tables.table(situation)
            rows = self.rows(table.private, board == OPEN)
            found = self._averaged[situation, board] = averages(table, rows, np.flatnonzero(self._here(table, board)))
        return found

    def _cells(
        self, situation: Situation, board: int, shown: Sequence[str], shared: Averages | None = None
    ) -> list[Cell | None]:
        """The cells of a situation, for rows with these facts; `shared` where exchanges of suits make some equal."""
        numbers, name = shared or self._averages(situation, board), self.names.name(situation)
        standing = shared is not None and board != OPEN  # one set for all that are equal
        cells: list[Cell | None] = []
        for facts in shown:
            k = numbers.number.get(facts)
            if k is None:
                cells.append(None)
                continue
            cell = Cell(
                set=f"{name}~{numbers.last[k]}" if numbers.count[k] == 1 or standing else None,
                probabilities=[rounded(share) for share in numbers.shares[:, k].tolist()],
                value=defined(numbers.value[k]),
                reach=defined(numbers.reach[k]),
                sets=int(numbers.count[k]),
            )
            cells.append(cell)
        return cells
