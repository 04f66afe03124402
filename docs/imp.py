"""Count the leaves that IMP-alpha-beta examines in random IMP-models: print the table of `imp.md` and draw its picture.

`python -m docs.imp`; it needs Matplotlib.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np

from galakit.solvers.imp.search import search
from tests.solvers.imp.model import imp_model

PICTURE = Path(__file__).parent / "images" / "imp.svg"
TOP = 10  # payoffs are whole numbers from 0 to this, each equally likely
LEAVES = 4_000_000  # in the largest tree
EXAMINED = 1_000_000  # leaves of all trees of one shape together, if that makes more than three trees


def examined(k: int, b: int, d: int, random: np.random.Generator) -> int:
    """How many leaves IMP-alpha-beta examines in one tree."""
    payoffs = random.integers(0, TOP + 1, (k * b) ** (d - 1))
    return search(imp_model(k, b, d, payoffs, TOP), prune=True, compiled=True).examined


@cache
def share(k: int, b: int, d: int) -> float:
    """The mean share of its leaves that IMP-alpha-beta examines."""
    random = np.random.default_rng([k, b, d])
    leaves = (k * b) ** (d - 1)
    trees = min(200, max(3, EXAMINED // leaves))
    counts = [examined(k, b, d, random) for _ in range(trees)]
    return sum(counts) / trees / leaves


def curve(shapes: list[tuple[int, int, int]]) -> list[float]:
    return [100 * share(*shape) for shape in shapes if (shape[0] * shape[1]) ** (shape[2] - 1) <= LEAVES]


def table() -> str:
    """Shares in per cent: a row for each k and b, a column for each d."""
    depths = range(2, 9)
    lines = ["| k | b | " + " | ".join(f"d = {d}" for d in depths) + " |", "|---" * (2 + len(depths)) + "|"]
    for k in (2, 3, 5, 10):
        for b in (2, 3, 5, 10):
            found = curve([(k, b, d) for d in depths])
            cells = [f"{x:.1f}" for x in found] + [""] * (len(depths) - len(found))
            lines.append(f"| {k} | {b} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def draw() -> None:
    """Three panels: the share against d, b and k."""
    matplotlib.rcParams["svg.hashsalt"] = "galakit"  # a reproducible picture
    matplotlib.rcParams["svg.fonttype"] = "none"
    figure, panels = plt.subplots(1, 3, figsize=(11, 3.4), sharey=True)
    for k, b in ((10, 2), (5, 5), (2, 2), (2, 5), (2, 10)):
        shares = curve([(k, b, d) for d in range(2, 9)])
        panels[0].plot(range(2, 2 + len(shares)), shares, marker="o", markersize=3, label=f"k = {k}, b = {b}")
    for k in (2, 3, 5, 10):
        shares = curve([(k, b, 4) for b in range(2, 13)])
        panels[1].plot(range(2, 2 + len(shares)), shares, marker="o", markersize=3, label=f"k = {k}, d = 4")
    for b in (2, 3, 5, 10):
        shares = curve([(k, b, 4) for k in range(2, 13)])
        panels[2].plot(range(2, 2 + len(shares)), shares, marker="o", markersize=3, label=f"b = {b}, d = 4")
    for panel, axis in zip(panels, ("depth d", "moves b", "parts k")):
        panel.set_xlabel(axis)
        panel.set_ylim(0, 102)
        panel.grid(alpha=0.3)
        panel.legend(fontsize=7)
    panels[0].set_ylabel("leaves examined, %")
    figure.tight_layout()
    figure.savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    print(table())
    draw()
