"""The pure strategy that guarantees a player most, by integer programming.

Against a pure strategy the others' best reply is a linear programme: with perfect recall, what they hold the player to
is the sum of what they choose at their information sets. Its dual stands beside the columns of the player's pure
strategies, so the programme maximises a minimum. The player may forget; the others, taken as one, must not. In games
of imperfect information the problem is NP-hard (Koller & Megiddo 1992; Blair, Mutchler & van Lent 1996).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from galakit.game.refinement import Refinement
from galakit.progress import Progress
from galakit.solvers.pure.leaves import Leaves
from galakit.solvers.pure.programme import INFINITY, Programme, Solved
from galakit.solvers.pure.strategies import strategies


@dataclass(frozen=True, eq=False)
class Guaranteed:
    """What the search ended with."""

    moves: dict[int, int] | None
    """the player's move at each information set that their strategy leads to; None where none was found in time"""
    bound: float
    """what no pure strategy guarantees more than"""
    solved: Solved


def recalled(split: Refinement) -> bool:
    """Whether no information set is in several parts: then players taken as one remember all their moves."""
    return bool(np.bincount(split.sets, minlength=1).max() <= 1)


def best_guarantee(found: Leaves, player: int, *, time_limit: float | None, progress: Progress | None) -> Guaranteed:
    """The best pure strategy of the first group of leaves, whose player is paid; the second group minimises."""
    own, others = found.splits
    weights = found.weight[player].astype(float)
    scale = float(np.abs(weights).max(initial=0.0)) or 1.0
    programme = Programme()
    mine = strategies(programme, own)
    root = programme.column(-INFINITY, INFINITY, cost=1.0)
    values = [programme.column(-INFINITY, INFINITY) for _ in others.sets]
    gets: list[dict[int, float]] = [{} for _ in range(others.sequences)]
    for s, t, amount in zip(*found.sequences.tolist(), (weights / scale).tolist()):
        column = mine.column(s)
        gets[t][column] = gets[t].get(column, 0.0) + amount
    gets[0][root] = -1.0
    for value, parent, first, count in zip(
        values, others.parent.tolist(), others.first.tolist(), others.count.tolist()
    ):
        gets[parent][value] = 1.0
        for t in range(first, first + count):
            gets[t][value] = -1.0
    for terms in gets:
        programme.row(list(terms.items()), 0.0, INFINITY)
    solved = programme.solve(time_limit, progress)
    moves = None if solved.point is None else mine.chosen(solved.point)
    return Guaranteed(moves, solved.bound * scale, solved)


def worst_reply(others: Refinement, values: np.ndarray) -> dict[int, int]:
    """The others' moves that minimise the sum of `values` of the sequences that they play."""
    total = values.copy()
    chosen = np.zeros(len(others.sets), np.int64)
    for r in reversed(range(len(others.sets))):  # parts come after those that lead to them
        first, count = int(others.first[r]), int(others.count[r])
        own = total[first : first + count]
        chosen[r] = min(range(count), key=own.__getitem__)
        total[others.parent[r]] += own[chosen[r]]
    return dict(zip(others.sets.tolist(), chosen.tolist()))
