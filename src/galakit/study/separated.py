"""Grids and public situations of separated games, be they ever so large: by class, one situation at a time.

A situation is named like its place among the player's (or by the moves that lead there), and after a `~` what chance
showed everybody in it; without that, it is left open and averaged over, as in `grid`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from galakit.errors import GalakitError
from galakit.rules.lazy import Value
from galakit.separated.actions import Situation as Place
from galakit.solution.factored.policy import ClassQueries
from galakit.solution.shown.chart import passive
from galakit.solution.shown.order import Natural, natural
from galakit.solution.shown.wording import facts_in_words, worded
from galakit.study.averages import Averages, averages
from galakit.study.grid import BESIDES, FEWEST_ROWS, MOST_COLUMNS, MOST_ROWS, NUMBERS
from galakit.study.grid_answers import Cell, Column, Grid, Row, Situation, Situations
from galakit.study.hands import hands
from galakit.study.names import number as number_in
from galakit.study.places import places_of
from galakit.study.quantities import defined, rounded
from galakit.study.rows import rows as rows_of
from galakit.study.situations import PAGE
from galakit.study.tables import Divided, Table, Tables

OPEN = -1  # for what chance showed: left open
TOLD = 10_000  # situations that are remembered
AVERAGES = 500  # and the numbers of so many


class Separated:
    """A separated solution as grids."""

    def __init__(self, answers: ClassQueries, players: Sequence[str]) -> None:
        self.answers, self.players = answers, players
        self.places = places_of(answers)
        self.tables = Tables(answers)
        self._averaged: dict[tuple[Place, int], Averages] = {}
        self._told: dict[tuple[Place, int], Situation] = {}
        self._order: dict[str, Natural] = {}
        self._rows: dict[tuple[Divided, bool], list[Row]] = {}

    def situations(self, player: int, aggregate: bool, offset: int) -> Situations:
        """A page of a player's public situations."""
        listed, total = self._listed(player, aggregate, offset, PAGE)
        return Situations(
            player=player, items=[self.situation(place, board) for place, board in listed], offset=offset, total=total
        )

    def grid(self, player: int, name: str | None, aggregate: bool, offset: int, row_offset: int) -> Grid:
        """A page of the grid, or the column of one situation."""
        if name is not None:
            place, board = self.named(player, name)
            numbers, offset, total = [(place, OPEN if aggregate else board)], 0, 1
        else:
            numbers, total = self._listed(player, aggregate, offset, MOST_COLUMNS)
        kept: list[tuple[Place, int]] = []
        held: dict[str, Row] = {}
        width = 0
        for place, board in numbers:
            more = held | self._averages(place, board).held
            wider = width + len(place.moves) + BESIDES
            if kept and min(len(more), MOST_ROWS) * wider > NUMBERS:
                break
            kept.append((place, board))
            held, width = more, wider
        ordered = sorted(held.values(), key=lambda row: self._natural(row.facts))
        shown = slice(row_offset, row_offset + max(FEWEST_ROWS, min(MOST_ROWS, NUMBERS // max(width, 1))))
        columns = [
            Column(
                situation=self.situation(place, board),
                cells=self._cells(place, board, [row.facts for row in ordered[shown]]),
            )
            for place, board in kept
        ]
        opened = dict.fromkeys(fact for c in columns for fact in c.situation.told if fact.endswith("…"))
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
        )

    def situation(self, place: Place, board: int) -> Situation:
        """One public situation."""
        found = self._told.get((place, board))
        if found is None:
            if len(self._told) >= TOLD:
                self._told.clear()
            found = self._told[place, board] = self._situation(place, board)
        return found

    def _situation(self, place: Place, board: int) -> Situation:
        table = self.tables.table(place)
        here = self._here(table, board)
        facts, moves = self._facts(place, board), self.answers.index.moves(place)
        reach = table.reach[here].sum()
        return Situation(
            id=self.name(place, board),
            player=place.player,
            words=facts_in_words(facts, self.players) if facts else "at the start",
            facts=facts,
            told=[worded(fact, self.players) for fact in facts],
            moves=moves,
            labels=[worded(move) for move in moves],
            sets=int(here.sum()),
            reach=None if np.isnan(reach) else rounded(reach),
        )

    def name(self, place: Place, board: int) -> str:
        return self.places.name(place) + ("" if board == OPEN else f"~{board}")

    def named(self, player: int, name: str) -> tuple[Place, int]:
        """A situation by its name; an error where it is none of the player's."""
        text, _, behind = name.partition("~")
        place, board = self.places.named(text), number_in(behind)
        if place is not None and place.player == player:
            if not behind:
                return place, OPEN
            if board is not None and board in self.tables.boards(place):
                return place, board
        raise GalakitError(
            f"{self.players[player]} has no public situation {name[:40]}",
            hint="take one from the list of his situations",
            id="GK803",
        )

    def board(self, place: Place, number: int) -> int:
        """What chance showed everybody in a class."""
        return int(self.tables.table(place).public.of[number])

    def _listed(self, player: int, aggregate: bool, offset: int, most: int) -> tuple[list[tuple[Place, int]], int]:
        """A page of situations, and how many there are in all."""
        own = self.places.of(player)
        if aggregate:
            return [(place, OPEN) for place in own[offset : offset + most]], len(own)
        ends = list(accumulate(len(self.tables.boards(place)) for place in own))
        found: list[tuple[Place, int]] = []
        for place, end in zip(own, ends):
            boards = self.tables.boards(place)
            first = max(offset + len(found) - (end - len(boards)), 0)
            if end > offset and len(found) < most:
                found += [(place, int(board)) for board in boards[first : first + most - len(found)]]
        return found, ends[-1] if ends else 0

    def _here(self, table: Table, board: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        return table.possible if board == OPEN else table.possible & (table.public.of == board)

    def _facts(self, place: Place, board: int) -> list[str]:
        """What is public in a situation, in order."""
        words = self.answers.index
        public, _ = self.tables.split(place)
        shown = self.tables.divided(place.signal, public).held
        facts = []
        for fact in words.chain(place):
            if not isinstance(fact, Value):
                facts.append(fact)
            elif fact in public and board != OPEN:
                facts.append(words.said(fact, int(shown[board, public.index(fact)])))
            elif fact in public:
                facts.append(words.open(fact))
        return facts

    def _natural(self, facts: str) -> Natural:
        """The order in which people read private facts."""
        found = self._order.get(facts)
        if found is None:
            found = self._order[facts] = natural(facts)
        return found

    def rows(self, private: Divided, merged: bool) -> list[Row]:
        """[kinds] the row of each; hands of a kind are one where cells average."""
        found = self._rows.get((private, merged))
        if found is None:
            found = (hands(private.facts) if merged else None) or rows_of(private.facts, self.players)
            self._rows[private, merged] = found
        return found

    def _averages(self, place: Place, board: int) -> Averages:
        """The numbers of a situation, row by row."""
        found = self._averaged.get((place, board))
        if found is None:
            if len(self._averaged) >= AVERAGES:
                self._averaged.clear()
            table = self.tables.table(place)
            rows = self.rows(table.private, board == OPEN)
            found = self._averaged[place, board] = averages(table, rows, np.flatnonzero(self._here(table, board)))
        return found

    def _cells(self, place: Place, board: int, shown: Sequence[str]) -> list[Cell | None]:
        """The cells of a situation, for rows by their facts."""
        numbers, name = self._averages(place, board), self.places.name(place)
        cells: list[Cell | None] = []
        for facts in shown:
            k = numbers.number.get(facts)
            if k is None:
                cells.append(None)
                continue
            cell = Cell(
                set=f"{name}~{numbers.last[k]}" if numbers.count[k] == 1 else None,
                probabilities=[rounded(share) for share in numbers.shares[:, k].tolist()],
                value=defined(numbers.value[k]),
                reach=defined(numbers.reach[k]),
                sets=int(numbers.count[k]),
            )
            cells.append(cell)
        return cells
