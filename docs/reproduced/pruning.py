"""The leaves that IMP-alpha-beta examines in random IMP-models (Blair, Mutchler & van Lent 1996, section 7)."""

from __future__ import annotations

from functools import cache

import numpy as np

from docs.reproduced.part import draw, kept, table
from galakit.drawing.figure import Drawing
from galakit.solvers.imp.search import search
from tests.solvers.imp.model import imp_model

TOP = 10  # payoffs are whole numbers from 0 to this, each equally likely
LEAVES = 4_000_000  # in the largest tree
EXAMINED = 1_000_000  # leaves of all trees of one shape together, if that makes more than three trees


def examined(k: int, b: int, d: int, top: int, random: np.random.Generator) -> int:
    """How many leaves IMP-alpha-beta examines in one tree."""
    payoffs = random.integers(0, top + 1, (k * b) ** (d - 1))
    return search(imp_model(k, b, d, payoffs, top), prune=True, compiled=True).examined


@cache
def share(k: int, b: int, d: int, top: int = TOP) -> float:
    """The mean share of its leaves that IMP-alpha-beta examines."""
    random = np.random.default_rng([k, b, d])
    leaves = (k * b) ** (d - 1)
    trees = min(200, max(3, EXAMINED // leaves))
    counts = [examined(k, b, d, top, random) for _ in range(trees)]
    return sum(counts) / trees / leaves


def curve(shapes: list[tuple[int, int, int]]) -> list[float]:
    return [100 * share(*shape) for shape in shapes if (shape[0] * shape[1]) ** (shape[2] - 1) <= LEAVES]


def pruning() -> dict[str, str]:
    """Shares in per cent: for each k and b over d, and for payoffs of different coarseness."""
    depths, tops = range(2, 9), (1, 2, 5, 10, 100, 1_000_000)
    shapes = [(k, b) for k in (2, 3, 5, 10) for b in (2, 3, 5, 10)]
    found = kept("pruning", lambda: [curve([(k, b, d) for d in depths]) for k, b in shapes])
    rows = [
        [str(k), str(b), *(f"{x:.1f}" for x in one), *[""] * (len(depths) - len(one))]
        for (k, b), one in zip(shapes, found)
    ]
    coarse = kept("pruning_coarse", lambda: [[100 * share(k, b, d, top) for k, b, d in EXTREMES] for top in tops])
    draw("imp", figure)
    extremes = [f"k = {k}, b = {b}, d = {d}" for k, b, d in EXTREMES]
    return {
        "pruning": table(["k", "b", *(f"d = {d}" for d in depths)], rows),
        "pruning by payoffs": table(
            ["payoffs", *extremes], [[f"0 to {top:,}", *(f"{x:.1f}" for x in one)] for top, one in zip(tops, coarse)], 4
        ),
    }


EXTREMES = ((10, 2, 2), (10, 2, 4), (2, 10, 4), (2, 10, 5))


def figure() -> Drawing:
    """Three panels: the share against d, b and k."""
    lines = kept("pruning_curves", _curves)
    drawing = Drawing(11, 3.4, layout="constrained")
    panels = drawing.subplots(1, 3, sharey=True)
    for panel, axis, (start, shown) in zip(panels, ("depth d", "moves b", "parts k"), lines):
        for label, shares in shown:
            panel.plot(range(start, start + len(shares)), shares, marker="o", markersize=3, label=label)
        panel.set(xlabel=axis, ylim=(0, 102))
        panel.grid(alpha=0.3)
        panel.legend(fontsize=7)
    panels[0].set_ylabel("leaves examined, %")
    return drawing


def _curves() -> list[tuple[int, list[tuple[str, list[float]]]]]:
    deep = [(k, b) for k, b in ((10, 2), (5, 5), (2, 2), (2, 5), (2, 10))]
    return [
        (2, [(f"k = {k}, b = {b}", curve([(k, b, d) for d in range(2, 9)])) for k, b in deep]),
        (2, [(f"k = {k}, d = 4", curve([(k, b, 4) for b in range(2, 13)])) for k in (2, 3, 5, 10)]),
        (2, [(f"b = {b}, d = 4", curve([(k, b, 4) for k in range(2, 13)])) for b in (2, 3, 5, 10)]),
    ]
