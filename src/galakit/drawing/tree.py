"""A game tree on matplotlib axes, as textbooks draw it.

Players differ in the colour and the shape of their nodes, chance's are hollow; a move that is never made is
thin and grey, and the more often one is made, the thicker its branch. Nodes of one information set are
joined by a dashed line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Way

from galakit.drawing.figure import POINTS, Drawing
from galakit.drawing.palette import CHANCE_COLOUR, INK, MARKERS, NEVER, NEVER_TEXT, player_colour
from galakit.drawing.sketch import Curve, Limb, Outcome, Sketch
from galakit.drawing.texts import FONT, verbatim
from galakit.rules.contract import CHANCE

LEGEND = 20  # points above the tree for the names of the players
MARGIN = 10.0


def draw_tree(sketch: Sketch, ax: Axes | None = None) -> Drawing | Axes:
    """Draw a tree; on the caller's axes the text keeps its size, whatever the size of the axes."""
    if ax is not None:
        _draw(ax, sketch)
        return ax
    left, bottom, right, top = _extent(sketch)
    figure = Drawing((right - left) / POINTS, (top - bottom) / POINTS)
    own = figure.add_axes((0, 0, 1, 1))
    _draw(own, sketch)
    return figure


def _extent(sketch: Sketch) -> tuple[float, float, float, float]:
    wide = max(sketch.width, 45.0 * (len(sketch.players) + 1))
    spare = (wide - sketch.width) / 2
    return (sketch.left - spare - MARGIN, sketch.bottom - MARGIN, sketch.right + spare + MARGIN, sketch.top + LEGEND)


def _draw(ax: Axes, sketch: Sketch) -> None:
    left, bottom, right, top = _extent(sketch)
    ax.set_axis_off()
    ax.set_aspect("equal")
    ax.set_xlim(left, right)
    ax.set_ylim(bottom, top)
    for joined in sketch.joined:
        for curve in joined.curves:
            _stroke(ax, curve, color=player_colour(joined.player), linewidth=0.8, linestyle=(0, (3, 2)), zorder=3)
    for limb in sketch.limbs:
        _limb(ax, limb, sketch)
    for mark in sketch.marks:
        _mark(ax, mark.at, mark.mover)
        if mark.cut:
            _beyond(ax, mark.at, sketch)
    for outcome in sketch.outcomes:
        _outcome(ax, outcome, sketch)
    ax.legend(
        handles=_keys(sketch),
        loc="upper center",
        ncols=6,
        frameon=False,
        fontsize=FONT,
        borderaxespad=0.2,
        handletextpad=0.2,
        columnspacing=1.2,
    )


def _limb(ax: Axes, limb: Limb, sketch: Sketch) -> None:
    made = limb.share > 0
    colour = CHANCE_COLOUR if limb.mover == CHANCE else player_colour(limb.mover)
    _stroke(ax, limb.curve, color=INK if made else NEVER, linewidth=0.5 + 0.9 * limb.share, zorder=1)
    style: dict[str, Any] = {"fontsize": FONT, "zorder": 5, "color": colour if made else NEVER_TEXT}
    if sketch.direction == "down":
        text = f"{limb.move}\n{limb.share_text}" if limb.share_text else limb.move
        box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
        ax.text(*limb.text, verbatim(text), ha="center", va="center", bbox=box, linespacing=1.05, **style)
    else:
        ax.text(*limb.text, verbatim(limb.said), ha="center", va="bottom", **style)


def _mark(ax: Axes, at: tuple[float, float], mover: int) -> None:
    chance = mover == CHANCE
    ax.plot(
        *at,
        marker="o" if chance else MARKERS[mover % len(MARKERS)],
        markersize=4.6,
        color=CHANCE_COLOUR if chance else player_colour(mover),
        markerfacecolor="white" if chance else player_colour(mover),
        markeredgewidth=0.9,
        zorder=6,
        linestyle="none",
    )


def _beyond(ax: Axes, at: tuple[float, float], sketch: Sketch) -> None:
    """Dots where the tree continues."""
    down = sketch.direction == "down"
    where = (at[0], at[1] - 6) if down else (at[0] + 6, at[1])
    ax.text(*where, "⋮" if down else "…", ha="center" if down else "left", va="top" if down else "center", fontsize=8)


def _outcome(ax: Axes, outcome: Outcome, sketch: Sketch) -> None:
    x, y = outcome.at
    if sketch.direction == "down":
        text = "\n".join(_minus(p) for p in outcome.payoffs)
        ax.text(x, y - 2, text, ha="center", va="top", fontsize=FONT, color=INK, linespacing=1.1)
    else:
        text = ", ".join(_minus(p) for p in outcome.payoffs)
        ax.text(x + 3, y, text, ha="left", va="center", fontsize=FONT, color=INK)


def _minus(text: str) -> str:
    return text.replace("-", "−")


def _stroke(ax: Axes, curve: Curve, **style: Any) -> None:
    points, codes = [curve.start], [Way.MOVETO]
    for piece in curve.pieces:
        points += piece
        codes += [Way.LINETO] if len(piece) == 1 else [Way.CURVE4] * 3
    ax.add_patch(PathPatch(Way(points, codes), fill=False, capstyle="round", joinstyle="round", **style))


def _keys(sketch: Sketch) -> Sequence[Line2D]:
    movers = sorted({mark.mover for mark in sketch.marks}, key=lambda mover: (mover == CHANCE, mover))
    keys = []
    for mover in movers:
        chance = mover == CHANCE
        colour = CHANCE_COLOUR if chance else player_colour(mover)
        keys.append(
            Line2D(
                [],
                [],
                linestyle="none",
                marker="o" if chance else MARKERS[mover % len(MARKERS)],
                markersize=4.6,
                color=colour,
                markerfacecolor="white" if chance else colour,
                label="chance" if chance else verbatim(sketch.players[mover]),
            )
        )
    return keys
