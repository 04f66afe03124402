"""Lemke's algorithm on the sequence form, in fractions: Galakit's and Gambit's."""

from __future__ import annotations

import dataclasses
import statistics
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.measure import best


def lcp_by_turns(cards: int, turns: int = 3) -> dict[str, Any]:
    """Simplified poker in fractions, from the game in memory; Galakit's time includes its certificate."""
    import pygambit

    import galakit as gk
    from galakit.formats.exporting import write_game

    game = gk.load("kuhn", cards=cards)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kuhn.efg"
        write_game(game, path, "efg")
        theirs = pygambit.read_efg(str(path))

    def ours() -> None:
        gk.solve(game, "lcp", exact=True)

    ours()
    pairs = [(best(ours, 3), best(lambda: pygambit.nash.lcp_solve(theirs, rational=True), 1)) for _ in range(turns)]
    return {
        "seconds": min(mine for mine, _ in pairs),
        "peer": min(other for _, other in pairs),
        "ratio": statistics.median(other / mine for mine, other in pairs),
    }


def write_kuhn(cards: int, path: str) -> dict[str, Any]:
    """The tree of simplified poker as a file."""
    import galakit as gk
    from galakit.formats.exporting import write_game

    write_game(gk.load("kuhn", cards=cards), path, "efg")
    return {}


def lcp_solve(path: str) -> dict[str, Any]:
    """Gambit's solver, once, in fractions."""
    import pygambit

    game = pygambit.read_efg(path)
    return {"seconds": best(lambda: pygambit.nash.lcp_solve(game, rational=True), 1)}


def lcp(game: str, params: dict[str, Any], exact: bool, rake: bool = False, times: int = 3) -> dict[str, Any]:
    """Galakit's solver; with `rake`, the house keeps a tenth of the winnings, so that the sum is not constant."""
    import galakit as gk

    loaded = gk.load(game, **params)
    form, tree, size = loaded.unfolded
    if rake:
        classes = [tuple(x * Fraction(9, 10) if x > 0 else x for x in c) for c in form.classes]
        form = dataclasses.replace(form, classes=classes, constant_sum=None)
        loaded.__dict__["unfolded"] = type(loaded.unfolded)(form, tree, size)
    solution = gk.solve(loaded, "lcp", exact=exact)
    again = best(lambda: gk.solve(loaded, "lcp", exact=exact), times)
    return {"seconds": again, "gap": float(solution.gap), "pivots": solution.found["pivots"]}
