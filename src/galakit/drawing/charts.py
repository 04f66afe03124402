"""The data of charts of strategies: public situations side by side, private information in rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from galakit.display.wording import named
from galakit.drawing.palette import move_colours
from galakit.errors import GalakitError
from galakit.solution import facts as naming
from galakit.solution.shown.order import drawn_order
from galakit.study.grid_answers import Cell, Column, Grid, Row

if TYPE_CHECKING:
    from galakit.study.study import Study

LIMIT = 4_000  # cells: more are illegible in a picture
START = "at the start"


@dataclass(frozen=True)
class Range:
    """How often optimal strategies make a move: at least, and at most."""

    move: int
    """its number among those of the panel"""
    least: float
    most: float


@dataclass(frozen=True)
class Panel:
    """One public situation."""

    words: str
    moves: tuple[str, ...]
    """active ones first"""
    labels: tuple[str, ...]
    """the moves in words"""
    cells: tuple[Cell | None, ...]
    """one for each row of the chart; their probabilities are in the order of `moves`"""
    ranges: tuple[tuple[Range, ...], ...] = ()
    """for each row, those ranges of moves over all optimal strategies that are not single points; empty where they were
    not asked for"""

    @property
    def held(self) -> list[int]:
        """The rows that are possible here."""
        return [k for k, cell in enumerate(self.cells) if cell is not None]


@dataclass(frozen=True)
class Chart:
    """A player's strategy."""

    player: str
    label: str
    """the name of the private information"""
    rows: tuple[Row, ...]
    panels: tuple[Panel, ...]
    colours: dict[str, str]
    """of all moves"""
    labels: dict[str, str]
    """all moves in words; what a move is called in different situations stands beside each other"""
    passive: frozenset[str]
    averaged: str | None

    @property
    def cards(self) -> bool:
        """Whether all rows are cards with a rank and a suit."""
        return bool(self.rows) and all(row.rank is not None and row.suit is not None for row in self.rows)

    @property
    def active(self) -> list[str]:
        """The moves that are drawn in a colour."""
        return [move for move in self.colours if move not in self.passive]


def chart(
    study: Study,
    player: int,
    situation: str | Iterable[str] | None = None,
    *,
    aggregate: bool = False,
    ranges: bool = False,
) -> Chart:
    """A player's strategy everywhere, or in the public situations that include some facts.

    With `aggregate`, public situations that differ only in what chance showed are averaged; averages have no ranges.
    """
    name = study.solution.players[player]
    rows: dict[str, Row] = {}
    columns: dict[str, tuple[Column, dict[str, Cell]]] = {}
    passive: dict[str, None] = {}
    cells = 0
    averaged = None
    for page in _pages(study, player, aggregate):
        passive.update(dict.fromkeys(page.passive))
        rows.update((row.facts, row) for row in page.rows)
        averaged = page.averaged
        for column in page.columns:
            _, there = columns.setdefault(column.situation.id, (column, {}))
            there.update((row.facts, cell) for row, cell in zip(page.rows, column.cells) if cell is not None)
            cells += len(page.rows) if _wanted(column, situation) else 0
        if cells > LIMIT:
            raise GalakitError(
                f"the strategy of {name} has more than {LIMIT:,} cells: the chart would be illegible",
                hint="draw a part: name the facts of a public `situation`, or average with `aggregate`",
                id="GK852",
            )
    kept = [entry for entry in columns.values() if _wanted(entry[0], situation)]
    if not kept:
        raise _nothing(name, situation, [column for column, _ in columns.values()])
    shown = [row for row in rows.values() if any(row.facts in there for _, there in kept)]
    moves = list(dict.fromkeys(move for column, _ in kept for move in column.situation.moves))
    quiet = frozenset(passive) & frozenset(moves)
    quiet = frozenset() if len(quiet) == len(moves) else quiet
    ordered = drawn_order(moves, quiet)
    differing = _ranges(study, player, kept) if ranges else None
    return Chart(
        name,
        _label(shown),
        tuple(shown),
        tuple(_panel(column, there, shown, ordered, differing) for column, there in kept),
        move_colours(ordered, quiet),
        _labels(ordered, [column for column, _ in kept]),
        quiet,
        averaged,
    )


def _labels(moves: Sequence[str], columns: Sequence[Column]) -> dict[str, str]:
    """The moves in words: `check / fold`, where it depends on the situation."""
    found: dict[str, dict[str, None]] = {move: {} for move in moves}
    for column in columns:
        for move, label in zip(column.situation.moves, column.situation.labels):
            found[move][label] = None
    return {move: " / ".join(labels) for move, labels in found.items()}


def _pages(study: Study, player: int, aggregate: bool) -> Iterable[Grid]:
    """The grid, page by page; pages are parts of the columns and of the rows."""
    column = 0
    while True:
        row = 0
        while True:
            page = study.grid(player, aggregate=aggregate, offset=column, row_offset=row)
            yield page
            row += len(page.rows)
            if row >= page.rows_total or not page.rows:
                break
        column += len(page.columns)
        if column >= page.total or not page.columns:
            return


def _wanted(column: Column, situation: str | Iterable[str] | None) -> bool:
    if situation is None:
        return True
    if situation == START:
        return not column.situation.facts
    return naming.includes([naming.normal(f) for f in column.situation.facts], naming.parsed(situation))


def _nothing(name: str, situation: str | Iterable[str] | None, columns: Sequence[Column]) -> GalakitError:
    if situation is None:
        return GalakitError(f"{name} never moves, so there is nothing to draw", id="GK853")
    asked = situation if isinstance(situation, str) else ", ".join(situation)
    return GalakitError(
        f"no public situation of {name} includes {asked}",
        notes=[", ".join(column.situation.facts) or START for column in columns[:8]],
        hint="name some of the facts of one, or `at the start`",
        id="GK853",
    )


def _ranges(
    study: Study, player: int, columns: Sequence[tuple[Column, dict[str, Cell]]]
) -> dict[str, dict[str, tuple[float, float]]]:
    """For each information set that is drawn, the ranges of its moves that are not single points."""
    drawn = dict.fromkeys(cell.set for _, there in columns for cell in there.values() if cell.set is not None)
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for name in drawn:
        for one in study.ranges(player, name).items:
            found[one.set] = {m.move: (m.least.value or 0.0, m.most.value or 0.0) for m in one.moves if not m.unique}
    return found


def _panel(
    column: Column,
    there: dict[str, Cell],
    rows: Sequence[Row],
    ordered: Sequence[str],
    differing: dict[str, dict[str, tuple[float, float]]] | None,
) -> Panel:
    own = column.situation.moves
    order = sorted(range(len(own)), key=lambda k: ordered.index(own[k]))

    def turned(cell: Cell) -> Cell:
        return replace(cell, probabilities=[cell.probabilities[k] for k in order])

    def ranges(cell: Cell | None) -> tuple[Range, ...]:
        found = {} if cell is None or differing is None else differing.get(cell.set or "", {})
        return tuple(Range(k, *found[own[m]]) for k, m in enumerate(order) if own[m] in found)

    return Panel(
        column.situation.words,
        tuple(own[k] for k in order),
        tuple(column.situation.labels[k] for k in order),
        tuple(turned(there[row.facts]) if row.facts in there else None for row in rows),
        () if differing is None else tuple(ranges(there.get(row.facts)) for row in rows),
    )


def _label(rows: Sequence[Row]) -> str:
    """The name that all rows begin with.

    >>> hands = [Row(words=f"my hand {k}", facts=f"myhand([{k}])", short=str(k)) for k in (2, 3)]
    >>> _label(hands)
    'my hand'
    """
    names = {match[0] if (match := re.match(r"\w+(?=\()", row.facts)) else "" for row in rows}
    return named(names.pop()) if len(names) == 1 and "" not in names else ""
