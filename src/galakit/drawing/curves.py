"""Probabilities of moves as curves over a quantity, one panel for each information set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.ticker import FuncFormatter

from galakit.drawing.figure import Drawing
from galakit.drawing.palette import INK, LINES, MOVES
from galakit.drawing.texts import verbatim

FONT = 8.0
WIDTH, HEIGHT = 2.3, 1.7  # inches of a panel
ACROSS = 3  # panels side by side


@dataclass(frozen=True)
class Panel:
    """The curves of one information set."""

    title: str
    moves: tuple[str, ...]
    curves: tuple[tuple[float, ...], ...]
    """one for each move"""


def draw_curves(across: Sequence[float], panels: Sequence[Panel], label: str) -> Drawing:
    """All panels over the same axis, which is logarithmic from 1 on."""
    columns = min(ACROSS, len(panels))
    rows = -(-len(panels) // columns)
    figure = Drawing(WIDTH * columns, HEIGHT * rows + 0.2, layout="constrained")
    for k, panel in enumerate(panels):
        ax = figure.add_subplot(rows, columns, k + 1)
        for m, (move, curve) in enumerate(zip(panel.moves, panel.curves)):
            ax.plot(across, curve, color=MOVES[m % len(MOVES)], linewidth=1.3, label=verbatim(move), clip_on=False)
        ax.set_xscale("symlog", linthresh=1.0)
        ax.set_xlim(0, max(across))
        ax.set_ylim(0, 1)
        ax.set_title(verbatim(panel.title), fontsize=FONT - 1, color=INK, loc="left")
        if k >= len(panels) - columns:
            ax.set_xlabel(label, fontsize=FONT, color=INK)
        ax.tick_params(labelsize=FONT - 2, width=0.6, length=2.5, colors=INK)
        ax.tick_params(which="minor", bottom=False)
        ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
        ax.grid(True, axis="y", linewidth=0.4, color=LINES)
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
        ax.legend(fontsize=FONT - 2, frameon=False, loc="best")
    return figure
