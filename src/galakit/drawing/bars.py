"""The bluffing chart: bars by private information, public situations side by side (Koller & Pfeffer 1997, figures
17 and 18).

A bar is as high as the probability that the player acts, divided among the moves; the rest, for moves that do
nothing stays light. Bars of information sets that play never reaches are hatched. Where there is no private
information, each move has a bar of its own. Where ranges were asked for, a whisker shows how often optimal strategies
make a move, at least and at most; bars of more than two moves then stand side by side, so that each begins at 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import SubFigure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from galakit.drawing.cells import keys
from galakit.drawing.charts import Chart, Panel, Range
from galakit.drawing.figure import POINTS, Drawing
from galakit.drawing.palette import INK, LIGHT, UNREACHED
from galakit.drawing.texts import folded, shortened, text_width, verbatim
from galakit.errors import GalakitError

FONT = 8.0
WIDEST = 7.0  # inches: two columns of a paper
BAR = 0.2
HEIGHT = 1.15
BESIDES = 0.55  # inches beside the bars of a panel
TICKS = 26  # texts below the bars; of more rows some are not named


def draw_bars(charts: Sequence[Chart], ax: Axes | None = None) -> Drawing | Axes:
    """A row of panels for each player; on the caller's axes there is room for one panel."""
    if ax is not None:
        if len(charts) > 1 or len(charts[0].panels) > 1:
            raise GalakitError(
                f"{sum(len(c.panels) for c in charts)} public situations do not fit on one pair of axes",
                hint="name a player and a situation, or leave out ax",
                id="GK854",
            )
        _panel(ax, charts[0], charts[0].panels[0], first=True)
        if _needs_legend(charts[0]) and len(charts[0].active) > 1:
            ax.legend(handles=keys(charts[0]), fontsize=FONT - 1, frameon=False)
        return ax
    shapes = [_shape(chart) for chart in charts]
    heights = [
        rows * (HEIGHT + 0.42 + 0.13 * max(len(_title(p).split("\n")) for p in chart.panels)) + 0.3
        for chart, (rows, _, _) in zip(charts, shapes)
    ]
    close = ConstrainedLayoutEngine(h_pad=0.03, w_pad=0.04)
    figure = Drawing(max(width for _, _, width in shapes), sum(heights), layout=close)
    parts = figure.subfigures(len(charts), 1, squeeze=False, height_ratios=heights)
    for part, chart, (rows, columns, _) in zip(parts[:, 0], charts, shapes):
        _row(part, chart, rows, columns)
    return figure


def _shape(chart: Chart) -> tuple[int, int, float]:
    """Rows and columns of panels, and their total width."""
    wide = min(max(_inches(panel) for panel in chart.panels) + BESIDES, WIDEST)
    columns = max(1, min(len(chart.panels), int(WIDEST / wide)))
    head = text_width(chart.player, 1.15 * FONT)  # the name and, at its right, what the colours mean
    if _needs_legend(chart):
        head += sum(text_width(str(key.get_label()), FONT - 1) + 24 for key in keys(chart))
    return -(-len(chart.panels) // columns), columns, max(columns * wide + 0.25, head / POINTS + 0.3)


def _inches(panel: Panel) -> float:
    """The width of the bars of a panel."""
    if len(panel.held) == 1:
        return max(len(panel.moves) * 2 * BAR, 4 * BAR)
    beside = max(1.0, len(panel.moves) / 2) if panel.ranges and len(panel.moves) > 2 else 1.0
    return max(len(panel.held) * BAR * beside, 4 * BAR)


def _needs_legend(chart: Chart) -> bool:
    """Whether the colours need a legend."""
    return any(len(panel.held) > 1 for panel in chart.panels)


def _row(part: SubFigure, chart: Chart, rows: int, columns: int) -> None:
    part.suptitle(verbatim(chart.player), x=0.01, ha="left", fontsize=FONT + 1, fontweight="bold", color=INK)
    axes = part.subplots(rows, columns, squeeze=False, sharey=True)
    for k, ax in enumerate(axes.flat):
        if k < len(chart.panels):
            _panel(ax, chart, chart.panels[k], first=k % columns == 0)
        else:
            ax.set_axis_off()
    if _needs_legend(chart):
        part.legend(
            handles=keys(chart), loc="upper right", ncols=4, fontsize=FONT - 1, frameon=False, handlelength=1.0,
            columnspacing=1.0, borderaxespad=0.1,
        )  # fmt: skip


def _title(panel: Panel) -> str:
    return folded(panel.words, max(16, int(_inches(panel) * 15)))


def _panel(ax: Axes, chart: Chart, panel: Panel, first: bool) -> None:
    held = panel.held
    alone = len(held) == 1
    ax.set_title(verbatim(_title(panel)), fontsize=FONT, color=INK, pad=3)
    if alone:
        _moves(ax, chart, panel, held[0])
    else:
        _stacks(ax, chart, panel, held)
    ax.set_ylim(0, 1)
    ax.set_yticks([0, 0.5, 1], ["0", "½", "1"])
    ax.tick_params(length=2, width=0.6, labelsize=FONT - 1, colors=INK)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_linewidth(0.6)
        ax.spines[side].set_color(INK)
    if first:
        ax.set_ylabel("probability", fontsize=FONT - 1, color=INK)
    if not alone and chart.label:
        ax.set_xlabel(verbatim(chart.label), fontsize=FONT - 1, color=INK, labelpad=1)


def _stacks(ax: Axes, chart: Chart, panel: Panel, held: Sequence[int]) -> None:
    if panel.ranges and len(panel.moves) > 2:
        _side_by_side(ax, chart, panel, held)
        return
    places = range(len(held))
    cells = [cell for cell in panel.cells if cell is not None]
    reached = [cell.reach is None or cell.reach > 0 for cell in cells]
    below = [0.0] * len(held)
    for k, move in enumerate(panel.moves):
        shares = [cell.probabilities[k] for cell in cells]
        bars = ax.bar(places, shares, bottom=below, width=0.78, color=chart.colours[move], linewidth=0, label=move)
        for bar, met in zip(bars, reached):
            if not met:
                bar.set_hatch("//////")
                bar.set_edgecolor(UNREACHED)
                bar.set_alpha(0.55)
        below = [b + s for b, s in zip(below, shares)]
    for place, row in zip(places, held) if panel.ranges else ():
        for one in panel.ranges[row][:1]:  # of two moves: the other has the rest
            _whisker(ax, place, one, 0.78)
    _name_rows(ax, chart, panel, held)


def _side_by_side(ax: Axes, chart: Chart, panel: Panel, held: Sequence[int]) -> None:
    wide = 0.84 / len(panel.moves)
    for place, row in enumerate(held):
        cell = panel.cells[row]
        assert cell is not None
        for k, (move, share) in enumerate(zip(panel.moves, cell.probabilities)):
            x = place - 0.42 + (k + 0.5) * wide
            bar = ax.bar([x], [share], width=wide, color=chart.colours[move], linewidth=0)[0]
            if cell.reach == 0:
                bar.set_hatch("//////")
                bar.set_edgecolor(UNREACHED)
                bar.set_alpha(0.55)
        for one in panel.ranges[row]:
            _whisker(ax, place - 0.42 + (one.move + 0.5) * wide, one, wide)
    _name_rows(ax, chart, panel, held)


def _whisker(ax: Axes, place: float, one: Range, wide: float) -> None:
    """A line from the least to the greatest probability, with caps."""
    ax.vlines([place], [one.least], [one.most], colors=INK, linewidth=0.9, clip_on=False, zorder=3)
    ends = [one.least, one.most]
    ax.hlines(ends, place - wide / 4, place + wide / 4, colors=INK, linewidth=0.9, clip_on=False, zorder=3)


def _name_rows(ax: Axes, chart: Chart, panel: Panel, held: Sequence[int]) -> None:
    places = range(len(held))
    every = -(-len(held) // TICKS)
    named = list(places)[::every]
    texts = [chart.rows[held[k]].short for k in named]
    _below(ax, named, texts, _inches(panel) / len(named))
    ax.set_xlim(-0.6, len(held) - 0.4)


def _moves(ax: Axes, chart: Chart, panel: Panel, row: int) -> None:
    cell = panel.cells[row]
    assert cell is not None
    met = cell.reach is None or cell.reach > 0
    for k, (move, share) in enumerate(zip(panel.moves, cell.probabilities)):
        ax.bar([k], [1], width=0.78, color=LIGHT[0], linewidth=0, zorder=0)
        bar = ax.bar([k], [share], width=0.78, color=chart.colours[chart.active[0]], linewidth=0, label=move)[0]
        if not met:
            bar.set_hatch("//////")
            bar.set_edgecolor(UNREACHED)
            bar.set_alpha(0.55)
    for one in panel.ranges[row] if panel.ranges else ():
        _whisker(ax, one.move, one, 0.78)
    _below(ax, range(len(panel.moves)), panel.labels, _inches(panel) / len(panel.moves))
    ax.set_xlim(-0.6, len(panel.moves) - 0.4)


def _below(ax: Axes, places: Sequence[int], texts: Sequence[str], room: float) -> None:
    """The texts below the bars, turned where they are wider than their room in inches."""
    turned = max(text_width(text, FONT - 1) for text in texts) > room * POINTS - 2
    ax.set_xticks(places, [verbatim(shortened(text, 16)) for text in texts], rotation=90 if turned else 0)
