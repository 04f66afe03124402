"""Pictures of a study: its quantities and the time against a parameter, a panel for each column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, NullLocator

from galakit.drawing.figure import Drawing
from galakit.drawing.palette import HIGH, INK, LINES, LOW, MARKERS, PLAYERS, between
from galakit.drawing.texts import verbatim
from galakit.sweep.dataset import parts, read_manifest, read_rows
from galakit.sweep.series import QUANTITY, Line, Panel, Picture, picture
from galakit.sweep.status import folder_of

FONT = 8.0
WIDTH, HEIGHT = 2.9, 2.2  # inches of a panel
ACROSS = 3  # panels side by side
TITLE = 44  # characters
SHORT = 5  # characters of a name that stands upright
LEGEND = 4  # lines that are listed beside each other


def plot_sweep(
    study: str | Path,
    *,
    against: str | None = None,
    of: Sequence[str] = (),
    where: Mapping[str, str] | None = None,
) -> Drawing:
    """Draw a study that was swept, named by its file or by the folder of its table.

    Each quantity is a panel, and so is the time; `of` names other columns. The horizontal axis is the parameter with
    the most values, or `against`; there is a line for each game, method and other parameter, and `where` keeps those
    with certain values. Bars are the ranges of optimal strategies, bands those between seeds. Times and sizes are drawn
    by factors, with the power of the parameter as which they grow.

    >>> import tempfile, galakit as gk
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     game = {"source": "kuhn", "params": {"cards": [3, 4]}, "quantities": ["value.first"]}
    ...     table = gk.sweep({"game": [game]}, output=folder + "/out")
    ...     figure = gk.plot_sweep(folder + "/out")
    >>> [axes.get_title(loc="left") for axes in figure.axes]
    ['value.first', 'seconds']
    """
    folder = folder_of(study)
    rows = [row for path in parts(folder) for row in read_rows(path)]
    return draw_picture(picture(read_manifest(folder), rows, against, of, where))


def draw_picture(shown: Picture) -> Drawing:
    """All panels over the same axis."""
    columns = 2 if len(shown.panels) == 4 else min(ACROSS, len(shown.panels))
    rows = -(-len(shown.panels) // columns)
    figure = Drawing(WIDTH * columns, HEIGHT * rows + 0.3, layout="constrained")
    labels = list(dict.fromkeys(line.label for panel in shown.panels for line in panel.lines))
    colours = _colours(labels)
    for k, panel in enumerate(shown.panels):
        axes = figure.add_subplot(rows, columns, k + 1)
        _draw(axes, shown, panel, {label: (colours[n], MARKERS[n % len(MARKERS)]) for n, label in enumerate(labels)})
        if k >= len(shown.panels) - columns and shown.against != QUANTITY:
            axes.set_xlabel(verbatim(shown.against), fontsize=FONT, color=INK)
    if len(labels) > 1:
        handles = {handle.get_label(): handle for axes in figure.axes for handle in axes.lines}
        shown_labels = [label for label in map(verbatim, labels) if label in handles]
        figure.legend(
            [handles[label] for label in shown_labels],
            shown_labels,
            fontsize=FONT - 1,
            frameon=False,
            loc="outside lower center",
            ncols=min(LEGEND, len(labels)),
        )
    return figure


def _draw(axes: Axes, shown: Picture, panel: Panel, styles: Mapping[str, tuple[str, str]]) -> None:
    for line in panel.lines:
        colour, marker = styles[line.label]
        at = [point.at for point in line.points]
        size = 3.0 if len(at) <= 40 else 0.0
        numbers = [point.number for point in line.points]
        width = 0.0 if panel.ranges else 1.2
        axes.plot(
            at, numbers, color=colour, marker=marker, markersize=size, linewidth=width, label=verbatim(line.label)
        )
        least, most = [point.least for point in line.points], [point.most for point in line.points]
        if panel.ranges:
            axes.vlines(at, least, most, color=colour, alpha=0.25, linewidth=4)
        elif any(high - low > 1e-12 for low, high in zip(least, most)):
            axes.fill_between(at, least, most, color=colour, alpha=0.18, linewidth=0)
    if shown.names:
        axes.set_xticks(range(len(shown.names)), [verbatim(name[:16]) for name in shown.names])
        if max(map(len, shown.names)) > SHORT:
            axes.tick_params(axis="x", labelrotation=30)
    elif shown.by_factors or (
        panel.kind == "cost" and all(point.at > 0 for line in panel.lines for point in line.points)
    ):
        axes.set_xscale("log")
        axes.set_xticks(_ticks(panel))
        axes.xaxis.set_minor_locator(NullLocator())
    elif all(point.at == round(point.at) for line in panel.lines for point in line.points):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if not shown.names:
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    if panel.kind == "cost":
        _by_factors(axes, panel.lines)
    elif panel.kind == "probability":
        axes.set_ylim(-0.03, 1.03)
    title = panel.column if len(panel.column) <= TITLE else panel.column[: TITLE - 1] + "…"
    axes.set_title(verbatim(title), fontsize=FONT, color=INK, loc="left")
    axes.tick_params(labelsize=FONT - 1.5, width=0.6, length=2.5, colors=INK)
    axes.tick_params(which="minor", width=0.4, length=1.5)
    axes.grid(True, axis="y", linewidth=0.4, color=LINES)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _by_factors(axes: Axes, lines: Sequence[Line]) -> None:
    """Logarithmic, with the powers as which the lines grow."""
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if _within_decades(lines, 2) else (1.0,)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())
    said = [line for line in lines if line.power is not None]
    if said and len(said) <= 2 * LEGEND:
        texts = [f"{line.label}: power {line.power:.1f}".removeprefix(": ") for line in said]
        axes.text(
            0.03,
            0.97,
            "\n".join(map(verbatim, texts)),
            transform=axes.transAxes,
            fontsize=FONT - 2,
            color=INK,
            va="top",
        )


def _within_decades(lines: Sequence[Line], most: int) -> bool:
    numbers = [point.number for line in lines for point in line.points if point.number > 0]
    return not numbers or max(numbers) <= 10.0**most * min(numbers)


def _ticks(panel: Panel) -> list[float]:
    """A few of the values that were solved, spread by factors."""
    values = sorted({point.at for line in panel.lines for point in line.points})
    found = values[:1]
    for value in values[1:]:
        if value >= 1.7 * found[-1]:
            found.append(value)
    return found


def _colours(labels: Sequence[str]) -> list[str]:
    """Colours that differ; many lines go from light to dark."""
    if len(labels) <= len(PLAYERS):
        return list(PLAYERS[: len(labels)])
    return [between(LOW, HIGH, k / (len(labels) - 1)) for k in range(len(labels))]
