"""All extreme equilibria of a bimatrix game, and the convex sets of equilibria that they span.

With P = {x >= 0, B'x <= 1} and Q = {y >= 0, A y <= 1}, payoffs positive, the extreme equilibria are the pairs of
vertices at which every strategy of either player is unplayed or a best response (Mangasarian 1964; Avis, Rosenberg,
Savani & von Stengel 2010). The maximal sets X' x Y' all of whose pairs are equilibria (maximal cliques of a bipartite
graph) span the maximal Nash subsets conv X' x conv Y', and the union of these is all equilibria there are (Millham
1974; Winkels 1979).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.solvers.normal.bimatrix import Bimatrix, Equilibrium, Mixed
from galakit.solvers.normal.vertices import BLOCK, vertices

LIMIT_SUBSETS = 10_000


@dataclass(frozen=True, eq=False)
class Extreme:
    """Extreme strategies of both players, and which of them form equilibria."""

    strategies: tuple[tuple[Mixed, ...], tuple[Mixed, ...]]
    """those that are part of an extreme equilibrium"""
    pairs: tuple[tuple[int, int], ...]
    """the extreme equilibria, as indices into `strategies`"""
    subsets: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] | None
    """the maximal Nash subsets; None when there are more than LIMIT_SUBSETS"""
    degenerate: bool
    """some mixed strategy has more best responses than it mixes strategies"""

    def equilibria(self) -> list[Equilibrium]:
        return [(self.strategies[0][i], self.strategies[1][j]) for i, j in self.pairs]


def extreme_equilibria(game: Bimatrix, *, tick: Callable[[], None] = lambda: None) -> Extreme:
    """All of them.

    >>> game = Bimatrix(np.array([[3, 3], [2, 5], [0, 6]]), np.array([[3, 3], [2, 6], [3, 1]]))
    >>> found = extreme_equilibria(game)
    >>> len(found.pairs), found.subsets, found.degenerate
    (3, (((0,), (0, 1)), ((1,), (2,))), True)
    """
    rows, columns = game.shape
    a, b = game.positive
    p, q = vertices(b.T, tick=tick), vertices(a, tick=tick)
    # The labels of both: strategies of the first player, then of the second.
    of_x = p.tight
    of_y = np.concatenate([q.tight[:, columns:], q.tight[:, :columns]], axis=1)
    pairs = _complementary(of_x, of_y)
    first, second = (sorted({pair[k] for pair in pairs}) for k in (0, 1))
    at = ({v: k for k, v in enumerate(first)}, {v: k for k, v in enumerate(second)})
    numbered = tuple((at[0][i], at[1][j]) for i, j in pairs)
    return Extreme(
        strategies=(_mixed(p.rays[first]), _mixed(q.rays[second])),
        pairs=numbered,
        subsets=maximal_cliques(numbered),
        degenerate=bool((of_x.sum(axis=1) > rows).any() or (of_y.sum(axis=1) > columns).any()),
    )


def _complementary(of_x: npt.NDArray[np.bool_], of_y: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The pairs that have all labels between them."""
    missing = (~of_y).astype(np.float32).T
    pairs: list[tuple[int, int]] = []
    step = max(1, BLOCK // max(1, len(of_y)))
    for begin in range(0, len(of_x), step):
        lacking = (~of_x[begin : begin + step]).astype(np.float32) @ missing
        pairs += [(begin + i, j) for i, j in np.argwhere(lacking == 0).tolist()]
    return pairs


def _mixed(rays: npt.NDArray[Any]) -> tuple[Mixed, ...]:
    return tuple(tuple(Fraction(w, sum(ray)) for w in ray) for ray in rays.tolist())


def maximal_cliques(
    pairs: tuple[tuple[int, int], ...],
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] | None:
    """The maximal X' x Y' within the pairs; None when there are more than LIMIT_SUBSETS.

    >>> maximal_cliques(((0, 0), (0, 1), (1, 1), (2, 2)))
    (((0,), (0, 1)), ((0, 1), (1,)), ((2,), (2,)))
    """
    partners: dict[int, int] = {}  # of each x, as the bits of a number
    for i, j in pairs:
        partners[i] = partners.get(i, 0) | 1 << j
    # A maximal Y' is what some x's have in common: close the sets of partners under intersection.
    closed: set[int] = set()
    for own in set(partners.values()):
        closed |= {common for known in closed if (common := known & own)}
        closed.add(own)
        if len(closed) > LIMIT_SUBSETS:
            return None
    found = []
    for common in closed:
        ys = tuple(j for j in range(common.bit_length()) if common >> j & 1)
        found.append((tuple(i for i, own in partners.items() if own & common == common), ys))
    return tuple(sorted(found))
