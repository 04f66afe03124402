"""Solve Rhode Island Hold'em through abstractions: print the tables of `abstraction.md` and draw its picture.

`python docs/abstraction.py`; it needs Matplotlib and about half an hour, most of it for the full game;
`python docs/abstraction.py 5` takes 5 ranks only.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt

import galakit as gk
from galakit.separated.stakes import stakes
from galakit.separated.symmetry import exchanges
from galakit.solvers.abstraction.anytime import Limits, Step, climb
from galakit.solvers.abstraction.rungs import Rungs
from galakit.solvers.regret.updates import UPDATES

PICTURE = Path(__file__).parent / "images" / "abstraction.svg"
LAST = 0.05  # the gap for the game itself
COLUMNS = ("classes", "information sets", "value at least", "at most", "bound", "iterations", "seconds")
WAYS = {"matching": {}, "kmeans": {"by": "kmeans"}, "matching, boards kept": {"public": "yes"}}


def climbed(ranks: int, options: dict[str, str]) -> list[Step]:
    """All abstractions of the default sequence, from scratch."""
    began = time.perf_counter()
    separated = gk.load("rhode_island", ranks=ranks).separated
    rungs = Rungs(separated, exchanges(separated), options | {"finer": "4" if ranks == 13 else "2"})
    print(f"\n{ranks} ranks, {options}: ready after {time.perf_counter() - began:.0f} s", flush=True)
    limits = Limits(0.0, LAST, stakes(separated.actions.leaves, separated.world))
    found = climb(rungs, UPDATES["dcfr"], limits).steps
    print("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|")
    for s in found:
        cells = [
            s.rung.name.removesuffix(" classes"),
            f"{s.size:,}",
            f"{s.lower:.4f}",
            f"{s.upper:.4f}",
            f"{s.bound:.4f}",
        ]
        print("| " + " | ".join([*cells, str(s.iterations), f"{s.seconds:.0f}"]) + " |", flush=True)
    return found


def draw(found: dict[tuple[int, str], list[Step]]) -> None:
    """Two panels: the bound against the size of the abstraction, and against the time."""
    matplotlib.rcParams["svg.hashsalt"] = "galakit"  # a reproducible picture
    matplotlib.rcParams["svg.fonttype"] = "none"
    figure, panels = plt.subplots(1, 2, figsize=(11, 3.8), sharey=True)
    for (ranks, way), steps in found.items():
        style = {"marker": "o", "markersize": 3, "linestyle": "-" if ranks == 13 else "--"}
        label = f"{ranks} ranks, {way}"
        panels[0].loglog([s.size for s in steps], [s.bound for s in steps], label=label, **style)
        panels[1].loglog([s.seconds for s in steps], [s.bound for s in steps], label=label, **style)
    panels[0].set_xlabel("information sets of the abstraction")
    panels[1].set_xlabel("seconds, certificates included")
    panels[0].set_ylabel("what both players together can gain, chips")
    for panel in panels:
        panel.grid(alpha=0.3)
    panels[0].legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    sizes = [int(x) for x in sys.argv[1:]] or [5, 13]
    draw({(ranks, way): climbed(ranks, options) for ranks in sizes for way, options in WAYS.items()})
