"""Figures of the pages about equilibria: what the pages say, computed and drawn."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

import galakit as gk
from galakit.drawing.figure import Drawing
from galakit.solvers.factored.shrinking import sizes


def subsets() -> Drawing:
    """How readily the receiver fights in all equilibria of beer or quiche: each line is a maximal Nash subset."""
    found = gk.solve(gk.load("beer_quiche"), "extreme")
    points = [
        [float(one.at("receiver", breakfast).probabilities["fight"]) for breakfast in ("beer", "quiche")]
        for one in found.equilibria
    ]
    spanned = re.findall(r"\{([\d, ]+)\}", str(found.found["maximal Nash subsets"]))
    figure = Drawing(4.2, 3.8, layout="constrained")
    axes = figure.subplots()
    for subset in spanned:
        ends = sorted(points[int(number) - 1] for number in subset.split(","))
        had = found.equilibria[int(subset[0]) - 1].at("sender", "weak").probabilities
        breakfast = next(move for move, often in had.items() if often == 1)
        for one, other in pairwise(ends):
            axes.plot(*zip(one, other), "o-", linewidth=3, label=f"both types have {breakfast}")
    axes.set(xlabel="fights after beer", ylabel="fights after quiche", aspect="equal", xlim=(-0.05, 1.05))
    axes.set(ylim=(-0.05, 1.05), title="All equilibria of beer or quiche")
    axes.legend()
    return figure


def responses() -> Drawing:
    """How often each hunter hunts the stag in response to the other, and the equilibria where both respond best."""
    together = gk.solve(gk.load("stag_hunt"), "extreme").equilibria
    stag = [[float(next(iter(one.strategy(p).values()))["stag"]) for p in (0, 1)] for one in together]
    even = next(own for own in stag if 0 < own[0] < 1)
    steps = np.array([[0, 0], [even[0], 0], [even[0], 1], [1, 1]])
    figure = Drawing(4.2, 3.8, layout="constrained")
    axes = figure.subplots()
    axes.plot(steps[:, 0], steps[:, 1], linewidth=3, label="second responds to first")
    axes.plot(steps[:, 1], steps[:, 0], "--", linewidth=3, label="first responds to second")
    for (x, y), one in zip(stag, together):
        axes.plot(x, y, "ko")
        place = (-16 if x == 1 else 8, -16 if y else 8)
        axes.annotate(str(one.value[0]), (x, y), place, textcoords="offset points")
    axes.set(xlabel="first hunts the stag", ylabel="second hunts the stag", aspect="equal", xlim=(-0.05, 1.05))
    axes.set(ylim=(-0.05, 1.05), title="Stag hunt: three equilibria and their worth")
    figure.legend(loc="outside lower center")
    return figure


def shrunken(most: int) -> Drawing:
    """Rows of the linear programme of Leduc poker by the number of ranks, for each way of shrinking it."""
    ranks = range(3, most + 1)
    found = [sizes(gk.load("leduc", ranks=n).separated) for n in ranks]
    figure = Drawing(5.0, 3.4, layout="constrained")
    axes = figure.subplots()
    for way, mark in (("none", "o"), ("symmetries", "s"), ("gameshrink", "^"), ("histograms", "x")):
        axes.plot(ranks, [one[way].lp_rows for one in found], marker=mark, label=way)
    axes.set(xlabel="ranks", ylabel="rows of the linear programme", yscale="log", xticks=ranks, title="Leduc poker")
    axes.legend()
    return figure
