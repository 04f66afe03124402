"""The curve of the gap over time."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from galakit.drawing.figure import Drawing
from galakit.drawing.palette import INK, LINES, PLAYERS
from galakit.drawing.texts import verbatim
from galakit.errors import GalakitError
from galakit.study.answers import Moment

FONT = 8.0
LATE = 0.25  # of the whole time
SIZE = (3.4, 2.1)  # inches: one column of a paper


def draw_gap(trail: Sequence[Moment], method: str, ax: Axes | None = None) -> Drawing | Axes:
    """The gap over time, on a logarithmic scale."""
    steps = [moment for moment in trail if moment.gap > 0]
    if not steps:
        raise no_steps(method)
    figure = None
    if ax is None:
        figure = Drawing(*SIZE, layout="constrained")
        ax = figure.add_subplot()
    ax.plot(
        [moment.seconds for moment in steps],
        [moment.gap for moment in steps],
        color=PLAYERS[0],
        linewidth=1.3,
        marker="o",
        markersize=2.6 if len(steps) <= 60 else 0,
        clip_on=False,
    )
    ax.set_yscale("log")
    ax.yaxis.set_major_locator(LogLocator(base=10, numticks=8))
    ax.yaxis.set_minor_formatter(NullFormatter())
    ax.yaxis.set_major_formatter(FuncFormatter(lambda gap, _: f"{gap:g}"))
    ax.set_xlim(beginning(steps), steps[-1].seconds or 1)
    ax.set_xlabel("seconds", fontsize=FONT, color=INK)
    ax.set_ylabel("gap", fontsize=FONT, color=INK)
    ax.set_title(verbatim(method), fontsize=FONT, color=INK, loc="left")
    ax.tick_params(labelsize=FONT - 1, width=0.6, length=2.5, colors=INK)
    ax.tick_params(which="minor", width=0.4, length=1.5)
    ax.grid(True, axis="y", linewidth=0.4, color=LINES)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_linewidth(0.6)
    return figure if figure is not None else ax


def beginning(steps: Sequence[Moment]) -> float:
    """Where the axis of time begins: at 0, unless most of the time had passed before the first step.

    >>> beginning([Moment(seconds=0.1, gap=1.0), Moment(seconds=2.0, gap=0.5)])
    0.0
    """
    return steps[0].seconds if len(steps) > 1 and steps[0].seconds > LATE * steps[-1].seconds else 0.0


def no_steps(method: str) -> GalakitError:
    """Why there is no curve."""
    return GalakitError(
        f"the method {method} is not iterative, so there is no curve",
        hint="solve with an iterative method such as cfr+ or dcfr (see `galakit methods`)",
        id="GK855",
    )
