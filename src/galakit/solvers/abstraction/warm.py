"""A warm start: regrets as if strategies had been played for a while (after Brown & Sandholm 2016)."""

from __future__ import annotations

import numpy as np

from galakit.solution.factored.certificate import Floats, Strategies
from galakit.solvers.factored.tables import Tables

HEADSTART = 6  # iterations that the strategies count for: more would keep errors of the coarser game
HEAVY = 1e6  # regrets so large that one iteration does not change what is played


def warm(tables: Tables, strategies: Strategies) -> int:
    """Set the regrets; returns the number of iterations that count as done.

    One iteration against these strategies gives the size of the regrets at each situation, the strategy their
    proportions. Averages start empty: the strategies belong to another game.
    """
    _put(tables, [[own * HEAVY for own in pair] for pair in strategies])
    tables.iterate(np.array([1.0, 1.0, -np.inf, 1.0, 0.0, 0.0]))
    start = []
    for part, stage, pair in zip(tables.parts, tables.game.stages, strategies):
        mine = []
        for p, side in enumerate(stage.sides):
            bundles = part.sides[p]
            once = part.regret[p][bundles.located(bundles.entries, bundles.sequences)] - pair[p] * HEAVY
            most = np.maximum.reduceat(np.abs(once), side.first - len(side.entries)) if len(side.first) else once
            mine.append(pair[p] * np.repeat(np.maximum(most, 1e-12), side.moves, axis=0) * np.sqrt(HEADSTART))
        start.append(mine)
    _put(tables, start)
    for part in tables.parts:
        for average in part.average:
            average[:] = 0.0
    tables.weight = 0.0
    return HEADSTART


def _put(tables: Tables, regrets: list[list[Floats]]) -> None:
    for part, pair in zip(tables.parts, regrets):
        for p, own in enumerate(pair):
            bundles = part.sides[p]
            where = bundles.located(bundles.entries, bundles.sequences)
            for into in (part.regret[p], part.basis[p]):
                into[where] = own
