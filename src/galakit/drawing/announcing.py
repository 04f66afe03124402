"""What announcements bring: both players' payoffs over one probability, with the best announcement marked."""

from __future__ import annotations

from collections.abc import Sequence

from galakit.drawing.figure import Drawing
from galakit.drawing.palette import INK, LINES, MOVES
from galakit.drawing.texts import verbatim

FONT = 8.0
WIDTH, HEIGHT = 4.6, 2.6  # inches


def draw_announcements(
    across: Sequence[float],
    payoffs: Sequence[tuple[str, Sequence[float]]],
    label: str,
    best: tuple[float, float],
    equilibrium: float | None,
) -> Drawing:
    """The curves of the leader and of the follower; the best point; the leader's payoff in equilibrium as a line."""
    figure = Drawing(WIDTH, HEIGHT, layout="constrained")
    ax = figure.add_subplot()
    for k, (name, curve) in enumerate(payoffs):
        ax.plot(across, curve, color=MOVES[k], linewidth=1.5, label=verbatim(name), linestyle=("-", "--")[k % 2])
    if equilibrium is not None:
        ax.axhline(equilibrium, color=MOVES[0], linewidth=0.8, linestyle=":", label="best equilibrium for the leader")
    ax.plot(*best, marker="o", markersize=5, color=MOVES[0], linestyle="", label="commitment", clip_on=False)
    ax.set_xlim(0, 1)
    ax.set_xlabel(verbatim(label), fontsize=FONT, color=INK)
    ax.set_ylabel("expected payoff", fontsize=FONT, color=INK)
    ax.tick_params(labelsize=FONT - 1, width=0.6, length=2.5, colors=INK)
    ax.grid(True, axis="y", linewidth=0.4, color=LINES)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    figure.legend(fontsize=FONT - 1, frameon=False, loc="outside right upper")
    return figure
