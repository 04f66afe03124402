"""A player's strategy at one glance: private information by public situation, as bars in a table."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.coordinate import Coordinate
from textual.message import Message
from textual.widgets import DataTable, Static

from galakit.solution.shown.chart import COLOURS, LIGHT, SHADES, divided
from galakit.solution.shown.order import drawn_order
from galakit.study.grid_answers import Cell, Grid

WIDTH = 10  # of a bar
HEAD = 20  # characters of a situation


class StrategyGrid(Vertical):
    """One player's grid, a page at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "player", "player"),
        Binding("a", "aggregate", "average"),
        Binding("full_stop", "page(1)", "page", key_display="."),
        Binding("comma", "page(-1)", "page before", key_display=",", show=False),
    ]

    class Wanted(Message):
        """A page of the grid of a player."""

        def __init__(self, player: int, aggregate: bool, offset: int) -> None:
            super().__init__()
            self.player, self.aggregate, self.offset = player, aggregate, offset

    class Picked(Message):
        """An information set under the cursor."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, players: tuple[str, ...], id: str) -> None:
        super().__init__(id=id)
        self.players = players
        self.player, self.aggregate = 0, False
        self.answer: Grid | None = None
        self.starts = [0]
        """the offsets of the pages up to this one"""

    def compose(self) -> ComposeResult:
        yield Static(id="legend")
        yield DataTable(cursor_type="cell", header_height=1)

    @property
    def table(self) -> DataTable[Text]:
        return self.query_one(DataTable)

    def ask(self) -> None:
        """Request the current page."""
        self.post_message(self.Wanted(self.player, self.aggregate, self.starts[-1]))

    def focus_table(self) -> None:
        self.table.focus()

    def action_player(self) -> None:
        self.player = (self.player + 1) % len(self.players)
        self.starts = [0]
        self.ask()

    def action_aggregate(self) -> None:
        self.aggregate = not self.aggregate
        self.starts = [0]
        self.ask()

    def action_page(self, step: int) -> None:
        if self.answer is None:
            return
        after = self.answer.offset + len(self.answer.columns)
        if step > 0 and after < self.answer.total:
            self.starts.append(after)
            self.ask()
        elif step < 0 and len(self.starts) > 1:
            self.starts.pop()
            self.ask()

    def show(self, answer: Grid) -> None:
        """Show a page."""
        self.answer = answer
        moves = list(dict.fromkeys(m for column in answer.columns for m in column.situation.moves))
        active = [m for m in drawn_order(moves, answer.passive) if m not in answer.passive]
        marks = {m: SHADES[k % len(SHADES)] for k, m in enumerate(active)} | dict.fromkeys(answer.passive, LIGHT)
        styles = {m: COLOURS[k % len(COLOURS)] for k, m in enumerate(active)} | dict.fromkeys(answer.passive, "dim")
        labels: dict[str, dict[str, None]] = {move: {} for move in moves}
        for column in answer.columns:
            for move, label in zip(column.situation.moves, column.situation.labels):
                labels[move][label] = None
        called = {move: " / ".join(names) for move, names in labels.items()}
        self.query_one("#legend", Static).update(self._legend(answer, active, called, marks, styles))
        table = self.table
        table.clear(columns=True)
        for k, column in enumerate(answer.columns):
            words = column.situation.words
            table.add_column(words if len(words) <= HEAD else f"…{words[1 - HEAD :]}", key=str(k), width=None)
        for r, row in enumerate(answer.rows):
            cells = []
            for column in answer.columns:
                here = column.cells[r]
                cells.append(Text() if here is None else _bar(here, column.situation.moves, active, marks, styles))
            alike = f" (+{row.alike})" if row.alike else ""
            table.add_row(*cells, label=Text(row.short + alike))

    def _legend(
        self, answer: Grid, active: list[str], labels: dict[str, str], marks: dict[str, str], styles: dict[str, str]
    ) -> Text:
        text = Text.assemble((self.players[answer.player], "bold"), "  ")
        for move in [*active, *answer.passive]:
            text.append(f"{marks[move]} ", styles[move]).append(f"{labels[move]}  ")
        first, last = answer.offset + 1, answer.offset + len(answer.columns)
        if answer.total > len(answer.columns):
            text.append(f"situations {first:,} to {last:,} of {answer.total:,}  ", "dim")
        if answer.averaged:
            text.append(f"averaged over {answer.averaged}", "dim")
        return text

    def on_data_table_cell_highlighted(self, event: DataTable.CellHighlighted) -> None:
        event.stop()
        self._pick(event.coordinate)

    def _pick(self, at: Coordinate) -> None:
        if self.answer is None or not self.answer.columns:
            return
        cell = self.answer.columns[at.column].cells[at.row]
        if cell is not None and cell.set is not None:
            self.post_message(self.Picked(cell.set))


def _bar(cell: Cell, moves: list[str], active: list[str], marks: dict[str, str], styles: dict[str, str]) -> Text:
    shares = dict(zip(moves, cell.probabilities))
    order = [m for m in active if m in shares] + [m for m in moves if m not in active]
    text = Text()
    for move, part in zip(order, divided([shares[m] for m in order], [marks[m] for m in order], WIDTH)):
        text.append(part, "dim" if cell.reach == 0 else styles[move])
    return text
