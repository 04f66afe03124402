"""The anytime curve: what finer and finer abstractions prove of Rhode Island Hold'em.

Gilpin & Sandholm (2007), section 5.
"""

from __future__ import annotations

from typing import Any

import galakit as gk
from docs.reproduced.part import KEPT, draw, kept, table
from galakit.drawing.figure import Drawing
from galakit.separated.stakes import stakes
from galakit.separated.symmetry import exchanges
from galakit.solvers.abstraction.anytime import Limits, climb
from galakit.solvers.abstraction.rungs import Rungs
from galakit.solvers.regret.updates import UPDATES

LAST = 0.05  # the gap for the game itself
HEAD = ["ranks", "classes", "information sets", "value at least", "at most", "both can gain", "seconds"]


def climbed(ranks: int) -> list[dict[str, Any]]:
    """All abstractions of the default sequence, as `galakit solve --method abstraction` goes through them."""
    separated = gk.load("rhode_island", ranks=ranks).separated
    rungs = Rungs(separated, exchanges(separated), {"by": "kmeans", "finer": "4" if ranks == 13 else "2"})
    steps = climb(rungs, UPDATES["dcfr"], Limits(0.0, LAST, stakes(separated.actions.leaves, separated.world))).steps
    return [
        {
            "classes": one.rung.name.removesuffix(" classes"),
            "size": one.size,
            "lower": float(one.lower),
            "upper": float(one.upper),
            "bound": float(one.bound),
            "seconds": one.seconds,
        }
        for one in steps
    ]


def anytime(ranks: int) -> dict[str, str]:
    """The steps for a deck; the picture has all decks computed so far."""
    kept(f"anytime_{ranks}", lambda: climbed(ranks))
    decks = {n: kept(f"anytime_{n}", list) for n in (5, 13) if (KEPT / f"anytime_{n}.json").exists()}
    draw("anytime", curves, decks)
    rows = [
        [
            str(n),
            one["classes"],
            f"{one['size']:,}",
            *(f"{one[part]:.4f}" for part in ("lower", "upper", "bound")),
            f"{one['seconds']:.0f}",
        ]
        for n, steps in decks.items()
        for one in steps
    ]
    return {"anytime": table(HEAD, rows, 5)}


def curves(decks: dict[int, list[dict[str, Any]]]) -> Drawing:
    """What is proved of the first player's value, over time."""
    figure = Drawing(4.6 * len(decks), 3.2, layout="constrained")
    for axes, (ranks, steps) in zip(figure.subplots(1, len(decks), squeeze=False)[0], decks.items()):
        seconds = [one["seconds"] for one in steps]
        axes.fill_between(
            seconds, [one["lower"] for one in steps], [one["upper"] for one in steps], alpha=0.25, step="post"
        )
        for name in ("lower", "upper"):
            axes.step(seconds, [one[name] for one in steps], where="post", color="#2a6f97", marker="o", markersize=3)
        axes.set(xlabel="seconds", ylabel="bounds of the value", title=f"{ranks} ranks", xlim=(0, None))
        axes.grid(alpha=0.3)
    return figure
