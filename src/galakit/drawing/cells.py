"""The strategy grid: private information by public situation, each cell divided among the moves.

Cells that play never reaches are hatched; impossible private information has a dash. Private
information that is a card makes a chart of ranks and suits for each public situation instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle

from galakit.display.parts import SUITS
from galakit.drawing.charts import Chart, Panel
from galakit.drawing.figure import POINTS, Drawing
from galakit.drawing.palette import INK, UNREACHED
from galakit.drawing.texts import folded, text_width, verbatim
from galakit.errors import GalakitError
from galakit.study.grid_answers import Cell
from galakit.study.rows import axes as card_axes

FONT = 7.5
ROW = 0.2  # inches
NARROWEST, WIDEST = 0.62, 1.9  # inches of a column
CARD = 0.36  # inches of a card in a chart of ranks and suits
ACROSS = 7.0
GAP = 0.06  # between cells, of a cell


def draw_grid(chart: Chart, ax: Axes | None = None) -> Drawing | Axes:
    """The grid of a player, or charts of ranks and suits, one for each public situation."""
    if chart.cards:
        return _cards(chart, ax)
    titles = [folded(panel.words, 24) for panel in chart.panels]
    wide = [_inches(title) for title in titles]
    edges = [sum(wide[:k]) for k in range(len(wide) + 1)]
    lines = max(title.count("\n") + 1 for title in [verbatim(title) for title in titles])
    if ax is None:
        left = max(text_width(row.short, FONT) for row in chart.rows) / POINTS + 0.2
        left = max(left, text_width(chart.label, FONT) / POINTS + 0.15)
        top, bottom, right = 0.3 + 0.125 * lines, 0.28, 0.08
        width = max(left + edges[-1] + right, 2.4)
        height = top + len(chart.rows) * ROW + bottom
        figure = Drawing(width, height)
        own = figure.add_axes(
            (left / width, bottom / height, edges[-1] / width, len(chart.rows) * ROW / height)
        )  # fmt: skip
        figure.text(
            0.02, 1 - 0.06 / height, verbatim(chart.player), fontsize=FONT + 1.5, fontweight="bold", color=INK, va="top"
        )
        figure.legend(
            handles=keys(chart), loc="lower left", bbox_to_anchor=(0, 0), ncols=6, fontsize=FONT - 0.5, frameon=False,
            handlelength=1.0, columnspacing=1.0, borderaxespad=0.1,
        )  # fmt: skip
    else:
        own = ax
        ax.legend(
            handles=keys(chart),
            loc="upper left",
            bbox_to_anchor=(0, -0.02),
            ncols=4,
            fontsize=FONT - 0.5,
            frameon=False,
        )
    for k, panel in enumerate(chart.panels):
        for row, cell in enumerate(panel.cells):
            _cell(own, chart, panel, cell, (edges[k], edges[k + 1]), (row, row + 1))
    _bare(own, edges[-1], len(chart.rows))
    own.set_xticks([(a + b) / 2 for a, b in pairwise(edges)], [verbatim(title) for title in titles])
    own.set_yticks([k + 0.5 for k in range(len(chart.rows))], [verbatim(row.short) for row in chart.rows])
    own.set_ylabel(
        verbatim(chart.label), rotation=0, ha="right", va="bottom", y=1.0, fontsize=FONT, color=INK, labelpad=4
    )
    if chart.label:
        own.yaxis.set_label_coords(-4 / POINTS / edges[-1], 1.0)
    return ax if ax is not None else figure


def _cards(chart: Chart, ax: Axes | None) -> Drawing | Axes:
    of_cards = card_axes(chart.rows)
    ranks, suits = of_cards["ranks"], of_cards["suits"]
    if ax is not None:
        if len(chart.panels) > 1:
            raise GalakitError(
                f"{len(chart.panels)} charts of ranks and suits do not fit on one pair of axes",
                hint="name a situation, or leave out ax",
                id="GK854",
            )
        _of_cards(ax, chart, chart.panels[0], ranks, suits)
        return ax
    wide = max(len(suits) * CARD + 0.55, 1.2)
    columns = max(1, min(len(chart.panels), int(ACROSS / wide)))
    rows = -(-len(chart.panels) // columns)
    lines = max(folded(p.words, 22).count("\n") + 1 for p in chart.panels)
    high = len(ranks) * CARD * 0.62 + 0.35 + 0.13 * lines
    figure = Drawing(max(columns * wide, 2.4), rows * high + 0.5, layout="constrained")
    figure.suptitle(verbatim(chart.player), x=0.01, ha="left", fontsize=FONT + 1.5, fontweight="bold", color=INK)
    axes = figure.subplots(rows, columns, squeeze=False)
    for k, own in enumerate(axes.flat):
        if k < len(chart.panels):
            _of_cards(own, chart, chart.panels[k], ranks, suits)
        else:
            own.set_axis_off()
    figure.legend(
        handles=keys(chart), loc="outside lower left", ncols=6, fontsize=FONT - 0.5, frameon=False, handlelength=1.0
    )
    return figure


def _of_cards(ax: Axes, chart: Chart, panel: Panel, ranks: Sequence[str], suits: Sequence[str]) -> None:
    there = {(row.rank, row.suit): cell for row, cell in zip(chart.rows, panel.cells)}
    for x, suit in enumerate(suits):
        for y, rank in enumerate(reversed(ranks)):  # the highest on top
            _cell(ax, chart, panel, there.get((rank, suit)), (x, x + 1), (y, y + 1))
    _bare(ax, len(suits), len(ranks))
    ax.set_title(verbatim(folded(panel.words, 22)), fontsize=FONT, color=INK, pad=14)
    ax.set_xticks([k + 0.5 for k in range(len(suits))], [verbatim(SUITS.get(suit, suit)) for suit in suits])
    ax.set_yticks([k + 0.5 for k in range(len(ranks))], [verbatim(rank) for rank in reversed(ranks)])


def _inches(title: str) -> float:
    return min(WIDEST, max(NARROWEST, max(text_width(line, FONT) for line in title.split("\n")) / POINTS + 0.12))


def _cell(
    ax: Axes, chart: Chart, panel: Panel, cell: Cell | None, x: tuple[float, float], y: tuple[float, float]
) -> None:
    if cell is None:
        ax.text(sum(x) / 2, sum(y) / 2, "–", ha="center", va="center", fontsize=FONT, color=UNREACHED)
        return
    left, wide = x[0] + GAP / 2 * (y[1] - y[0]), x[1] - x[0] - GAP * (y[1] - y[0])
    low, high = y[0] + GAP, y[1] - y[0] - 2 * GAP
    met = cell.reach is None or cell.reach > 0
    at = left
    for move, share in zip(panel.moves, cell.probabilities):
        if share > 0:
            part = Rectangle((at, low), wide * share, high, facecolor=chart.colours[move], linewidth=0)
            part.set_alpha(None if met else 0.35)
            ax.add_patch(part)
            at += wide * share
    if not met:
        ax.add_patch(
            Rectangle((left, low), wide, high, fill=False, hatch="//////", edgecolor=UNREACHED, linewidth=0, alpha=0.6)
        )


def _bare(ax: Axes, wide: float, high: float) -> None:
    ax.set_xlim(0, wide)
    ax.set_ylim(high, 0)
    ax.xaxis.tick_top()
    ax.tick_params(length=0, labelsize=FONT, colors=INK, pad=2)
    for spine in ax.spines.values():
        spine.set_visible(False)


def keys(chart: Chart) -> list[Patch]:
    """The legend of the colours."""
    found = [
        Patch(facecolor=colour, label=verbatim(chart.labels[move]), linewidth=0)
        for move, colour in chart.colours.items()
    ]
    if any(cell is not None and cell.reach == 0 for panel in chart.panels for cell in panel.cells):
        found.append(Patch(facecolor="white", edgecolor=UNREACHED, hatch="//////", label="never reached", linewidth=0))
    return found
