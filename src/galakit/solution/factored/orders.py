"""Best responses where payoffs depend on an order and pairs of classes are too many to list: sums over ranks.

Against each class of the other the payoff is one of three numbers. Sorted by the order, those of the other that are
weaker, equal and stronger are runs, so that differences of running sums replace products; pairs that cannot be drawn
together are taken out one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.rules.lazy import Undefined
from galakit.separated.orders import Meeting, meeting, reading
from galakit.separated.separate import Separated
from galakit.solution.factored.stages import Mixture, Stage

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

MANY = 4_000_000  # pairs from which an order is used


class ByOrder:
    """A stage whose payoffs depend on an order."""

    def __init__(self, game: Separated, stage: Stage, met: Meeting, positions: list[Ints]) -> None:
        self.met = met
        self.stage = stage
        self.of_row = []
        """for each player, the position of the class of each row"""
        for p, position in enumerate(positions):
            rows = met.rows[p]
            self.of_row.append(position[game.signal(stage.signals[p]).of(game.world, rows.columns, rows.count)])
        self.occurs = met.partners(0).sum(axis=0) > 0

    def products(self, player: int, weights: Floats, values: Floats) -> None:
        """Add to each class and leaf the payoff against the other's weights."""
        met, other = self.met, 1 - player
        theirs = weights[self.of_row[other]] * met.likely[other][:, None]
        order = np.argsort(met.ranks[other], kind="stable")
        sums = np.zeros((len(theirs) + 1, theirs.shape[1]))
        np.cumsum(theirs[order], axis=0, out=sums[1:])
        sorted_ranks = met.ranks[other][order]
        weaker = np.searchsorted(sorted_ranks, met.ranks[player], side="left")
        not_stronger = np.searchsorted(sorted_ranks, met.ranks[player], side="right")
        mine, clashing = met.clashes[player], met.clashes[other]
        compared = np.sign(met.ranks[player][mine] - met.ranks[other][clashing]) + 1
        part = self.stage.parts[player]
        for k, mixture in enumerate(part.mixtures):
            columns = slice(int(part.starts[k]), int(part.starts[k + 1]))
            below, equal, above = paid = self._paid(mixture, player)
            run = sums[:, columns]
            brought = above * run[weaker] + equal * (run[not_stronger] - run[weaker])
            brought += below * (run[-1] - run[not_stronger])
            np.subtract.at(brought, mine, paid[compared][:, None] * theirs[clashing, columns])
            np.add.at(values[:, columns], self.of_row[player], brought * met.likely[player][:, None])

    def _paid(self, mixture: Mixture, player: int) -> Floats:
        """The payoffs of a player whose draws rank below, equal to and above the other's."""
        total = np.zeros(3)
        results = self.met.reading.results
        for ((guards, worked), which), c in mixture:
            for sign in range(3):
                if self.occurs[sign] and all(results[v][sign] is expected for v, expected in guards):
                    total[sign] += c * (sum(_amount(results[v][sign], player) for v in worked) if which else 1.0)
        return total if player == 0 else total[::-1]


def _amount(meaning: Any, player: int) -> float:
    if type(meaning) is Undefined:
        raise meaning.error
    return float(meaning[player])


def by_order(game: Separated, stage: Stage, positions: list[Ints]) -> ByOrder | None:
    """A stage by its order; None where pairs are few, or where payoffs depend on more than an order."""
    draws = [frozenset(game.signal(s).rows.columns) for s in stage.signals]
    if game.world.count(draws[0] | draws[1]) <= MANY:
        return None
    keys = dict.fromkeys(key for part in stage.parts for mixture in part.mixtures for (key, _), _ in mixture)
    read = reading(dict.fromkeys(v for guards, worked in keys for v in (*(g for g, _ in guards), *worked)))
    met = None if read is None else meeting(game.world, draws[0], draws[1], read)
    return None if met is None else ByOrder(game, stage, met, positions)
