"""Grids in the terminal: a table with a column for each move, and the same as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from galakit.solution.factored.grid import Grid, Line
from galakit.solution.shown.chart import COLOURS, LIGHT, SHADES, WIDTH, divided, passive
from galakit.solution.shown.numbers import number

if TYPE_CHECKING:
    from galakit.display.look import Look

AVERAGED = "averages over what the player may hold: name one of these to see that"


def grid_table(grid: Grid, look: Look, limit: int = 0) -> RenderableType:
    """A row for each class of private information: the probability of each move, the value, the reach."""
    shown = grid.lines[:limit] if limit else grid.lines
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("with" if not grid.averaged else "board", no_wrap=True)
    table.add_column("alike", justify="right", style="dim")
    for label in _labels(grid, look):
        table.add_column(Text(label), justify="right")
    table.add_column("worth", justify="right")
    table.add_column("reached", justify="right")
    for line in shown:
        top = max(line.probabilities.values())
        cells = [
            Text(_share(p), "bold" if p == top else "dim" if p < 5e-4 else "") for p in line.probabilities.values()
        ]
        table.add_row(
            Text(_held(line, look)),
            f"+{line.alike}" if line.alike else "",
            *cells,
            number(line.value),
            number(line.reach),
            style="dim" if line.reach == 0 else "",
        )
    return Stack(_heading(grid, look), Padding(table, (0, 0, 0, 2)), *_rest(grid, shown), "")


def grid_chart(grid: Grid, look: Look, limit: int = 0, *, width: int = WIDTH) -> RenderableType:
    """The same as bars: a row is a bar of full length, divided among the moves."""
    shown = grid.lines[:limit] if limit else grid.lines
    active = [m for m in grid.moves if not passive(m)]
    order = active + [m for m in grid.moves if passive(m)]
    mark = {m: SHADES[k % len(SHADES)] for k, m in enumerate(active)} | {m: LIGHT for m in grid.moves if passive(m)}
    colour = {m: COLOURS[k % len(COLOURS)] for k, m in enumerate(active)} | {m: "dim" for m in grid.moves if passive(m)}
    heading = _heading(grid, look)
    label = dict(zip(grid.moves, _labels(grid, look)))
    for m in order:
        heading.append(f"   {mark[m]} ", colour[m]).append(label[m])
    rows = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for line in shown:
        bar = Text()
        parts = divided([line.probabilities[m] for m in order], [mark[m] for m in order], width)
        for m, part in zip(order, parts):
            bar.append(part, colour[m])
        rows.add_row(Text(_held(line, look)), f"+{line.alike}" if line.alike else "", bar)
    return Stack(heading, rows, *_rest(grid, shown), "")


def _labels(grid: Grid, look: Look) -> list[str]:
    """The moves in words."""
    return look.labels(grid.moves, grid.facts, look.players.index(grid.player))


def _heading(grid: Grid, look: Look) -> Text:
    where = look.told(grid.facts, look.players.index(grid.player)) if grid.facts else "at the start"
    return Text.assemble((grid.player, "bold"), f", {where}:")


def _rest(grid: Grid, shown: tuple[Line, ...]) -> list[RenderableType]:
    more = len(grid.lines) - len(shown)
    lines: list[RenderableType] = [Text(f"  … and {more:,} more: --limit 0 shows all", "dim")] if more else []
    return [*lines, *([Text(f"  {AVERAGED}", "dim")] if grid.averaged else [])]


def _held(line: Line, look: Look) -> str:
    return look.told(line.facts) if line.facts else "anything"


def _share(p: float) -> str:
    """A probability to three digits, so that columns stand below each other.

    >>> [_share(p) for p in (0, 0.00001, 0.25, 1)]
    ['0', '0.000', '0.250', '1']
    """
    return "0" if p == 0 else "1" if p == 1 else f"{p:.3f}"
