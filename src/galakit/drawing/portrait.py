"""Phase portraits: two strategies each as a square, three as a triangle, one population with two as a curve."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from matplotlib.axes import Axes

from galakit.drawing.figure import Drawing
from galakit.drawing.palette import CHANCE_COLOUR, INK, LINES, MOVES, PLAYERS
from galakit.drawing.texts import verbatim
from galakit.study.portrait_answers import Portrait

FONT = 8.0
SIDE = 3.1  # inches
HIGH = 3**0.5 / 2  # of a triangle whose sides are 1
ARROW = 0.055  # the longest one
FILLS = {"sink": INK, "source": "white", "saddle": "white", "centre": "white", "undecided": "#b9bdc2", None: INK}
MARKERS = {"saddle": "D", "centre": "o"}


def draw_portrait(portrait: Portrait) -> Drawing:
    """The portrait in one panel, or in one for each population."""
    panels = len(portrait.populations) if portrait.shape == "triangles" else 1
    wide = 1.3 if portrait.shape == "line" else 1.0
    figure = Drawing(SIDE * panels * wide, SIDE if portrait.shape != "line" else 0.7 * SIDE, layout="constrained")
    for k in range(panels):
        ax = figure.add_subplot(1, panels, k + 1)
        if portrait.shape == "line":
            _line(ax, portrait)
        elif portrait.shape == "square":
            _square(ax, portrait)
        else:
            _triangle(ax, portrait, k)
    return figure


def _line(ax: Axes, portrait: Portrait) -> None:
    """Velocity over the share of the first strategy, with the direction along the axis."""
    shares = np.array([arrow.state[0] for arrow in portrait.field])
    speed = np.array([arrow.velocity[0] for arrow in portrait.field])
    ax.axhline(0, color=CHANCE_COLOUR, linewidth=0.8)
    ax.plot(shares, speed, color=PLAYERS[0], linewidth=1.4, clip_on=False)
    for share, velocity in list(zip(shares, speed))[3:-1:6]:
        if abs(velocity) > 1e-9:
            ax.plot(share, 0, marker=">" if velocity > 0 else "<", markersize=4, color=MOVES[0], linestyle="none")
    _rests(ax, portrait, lambda state: (state[0], 0.0))
    ax.set_xlim(0, 1)
    ax.set_xlabel(_share_of(portrait, 0), fontsize=FONT, color=INK)
    ax.set_ylabel("change per unit of time", fontsize=FONT, color=INK)
    _plain(ax)


def _square(ax: Axes, portrait: Portrait) -> None:
    def place(state: Sequence[float]) -> tuple[float, float]:
        return state[0], state[2]

    _arrows(ax, portrait, place, lambda v: (v[0], v[2]))
    still = "is indifferent" if portrait.precision is None else "does not change"
    for population, line in enumerate(portrait.nullclines):
        if line:
            colour = PLAYERS[population]
            label = verbatim(f"{portrait.populations[population].name} {still}")
            ax.plot(*zip(*map(place, line)), color=colour, linewidth=1.0, linestyle=(0, (4, 2)), label=label)
    _paths(ax, portrait, place)
    _rests(ax, portrait, place)
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1)
    ax.set_aspect("equal")
    ax.set_xlabel(_share_of(portrait, 0), fontsize=FONT, color=INK)
    ax.set_ylabel(_share_of(portrait, 1), fontsize=FONT, color=INK)
    if any(portrait.nullclines):
        ax.legend(fontsize=FONT - 2, frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.12), ncols=2)
    _plain(ax)


def _triangle(ax: Axes, portrait: Portrait, population: int) -> None:
    first = 3 * population

    def place(state: Sequence[float]) -> tuple[float, float]:
        return state[first + 1] + state[first + 2] / 2, HIGH * state[first + 2]

    ax.plot([0, 1, 0.5, 0], [0, 0, HIGH, 0], color=INK, linewidth=0.9)
    _arrows(ax, portrait, place, place)
    _paths(ax, portrait, place)
    _rests(ax, portrait, place)
    names = [verbatim(name) for name in portrait.populations[population].strategies]
    ax.text(0, -0.05, names[0], fontsize=FONT, color=INK, ha="center", va="top")
    ax.text(1, -0.05, names[1], fontsize=FONT, color=INK, ha="center", va="top")
    ax.text(0.5, HIGH + 0.04, names[2], fontsize=FONT, color=INK, ha="center", va="bottom")
    if portrait.shape == "triangles":
        ax.set_title(verbatim(portrait.populations[population].name), fontsize=FONT, color=INK, loc="left")
    ax.set_xlim(-0.12, 1.12)
    ax.set_ylim(-0.14, HIGH + 0.14)
    ax.set_aspect("equal")
    ax.set_axis_off()


def _arrows(
    ax: Axes,
    portrait: Portrait,
    place: Callable[[Sequence[float]], tuple[float, float]],
    along: Callable[[Sequence[float]], tuple[float, float]],
) -> None:
    """The vector field; long arrows are fast, but not in proportion, or most would be dots."""
    if not portrait.field:
        return
    at = np.array([place(arrow.state) for arrow in portrait.field])
    by = np.array([along(arrow.velocity) for arrow in portrait.field])
    speed = np.hypot(*by.T)
    fast = speed.max() or 1.0
    length = np.where(speed > 1e-9 * fast, ARROW * (speed / fast) ** 0.4, 0.0)
    by = by / np.maximum(speed, 1e-300)[:, None] * length[:, None]
    ax.quiver(
        *(at - by / 2).T, *by.T, angles="xy", scale_units="xy", scale=1, width=0.004, headwidth=4.5, color="#9aa7b4"
    )


def _paths(ax: Axes, portrait: Portrait, place: Callable[[Sequence[float]], tuple[float, float]]) -> None:
    for k, path in enumerate(portrait.paths):
        points = np.array([place(state) for state in path.states])
        colour = MOVES[k % len(MOVES)]
        ax.plot(*points.T, color=colour, linewidth=1.1, solid_joinstyle="round")
        ax.plot(*points[0], marker="o", markersize=3, color=colour)
        steps = np.hypot(*np.diff(points, axis=0).T)
        if steps.sum() > 0.1:
            # An arrow not far from the start, where paths are still apart.
            middle = int(np.searchsorted(np.cumsum(steps), min(0.35 * steps.sum(), 0.25)))
            ahead = points[min(middle + 1, len(points) - 1)] - points[middle]
            tip = points[middle] + ahead / 2
            ax.annotate(
                "",
                tip + 0.01 * ahead / max(float(np.hypot(*ahead)), 1e-9),
                tip,
                arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 0.8, "mutation_scale": 8},
            )


def _rests(ax: Axes, portrait: Portrait, place: Callable[[Sequence[float]], tuple[float, float]]) -> None:
    for rest in portrait.rests:
        x, y = place([share.value or 0.0 for share in rest.state])
        marker = MARKERS.get(rest.kind or "", "o")
        ax.plot(x, y, marker, markersize=5.5, color=INK, markerfacecolor=FILLS[rest.kind], clip_on=False, zorder=5)
        if rest.kind == "centre":
            ax.plot(x, y, "o", markersize=1.8, color=INK, zorder=6)


def _share_of(portrait: Portrait, population: int) -> str:
    one = portrait.populations[population]
    return verbatim(f"{one.name}: share of {one.strategies[0]}")


def _plain(ax: Axes) -> None:
    ax.tick_params(labelsize=FONT - 1, width=0.6, length=2.5, colors=INK)
    ax.grid(True, linewidth=0.3, color=LINES)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
