"""Support enumeration: all equilibria of a non-degenerate bimatrix game, small supports first.

Where no mixed strategy has more best responses than it mixes strategies (the game is non-degenerate), both players mix
equally many strategies in every equilibrium, and their supports I and J determine it: x makes J equally good, y makes I
equally good (Dickhaut & Kaplan 1991). Strategies that are dominated while the other player keeps to their support are
left out (Porter, Nudelman & Shoham 2008). Each x and y is checked by itself before they are paired, so degeneracy is
always noticed: if the game is not reported as degenerate, no equilibrium is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.solvers.exact.pivoting import inequalities, whole
from galakit.solvers.normal.bimatrix import Bimatrix, Equilibrium, Mixed


@dataclass(frozen=True, eq=False)
class Supports:
    """The equilibria, and whether they are all."""

    equilibria: tuple[Equilibrium, ...]
    degenerate: bool
    """some mixed strategy that was met has more best responses than it mixes strategies: equilibria may be missing"""
    pairs: int
    """how many pairs of supports were examined"""
    complete: bool
    """it was not stopped"""


def support_enumeration(game: Bimatrix, *, stop: Callable[[], bool] = lambda: False) -> Supports:
    """The equilibria in which both players mix equally many strategies, one for each pair of supports.

    >>> battle = Bimatrix(np.array([[2, 0], [0, 1]]), np.array([[1, 0], [0, 2]]))
    >>> found = support_enumeration(battle)
    >>> [str(p) for p in found.equilibria[2][0]], len(found.equilibria), found.degenerate
    (['2/3', '1/3'], 3, False)
    """
    rows, columns = game.shape
    a, b = game.first, game.second.T
    of_rows, of_columns = a.tolist(), b.tolist()
    equilibria: list[Equilibrium] = []
    degenerate, pairs = False, 0
    for size in range(1, min(rows, columns) + 1):
        rows_given = {}
        for j in combinations(range(columns), size):
            if stop():
                return Supports(tuple(equilibria), degenerate, pairs, False)
            rows_given[j] = _undominated(a, j)
        for i in combinations(range(rows), size):
            columns_given = _undominated(b, i)
            for j, allowed in rows_given.items():
                x_possible, y_possible = columns_given.issuperset(j), allowed.issuperset(i)
                if not (x_possible or y_possible):
                    continue
                if stop():
                    return Supports(tuple(equilibria), degenerate, pairs, False)
                pairs += 1
                x = _making_equal(of_columns, i, j) if x_possible else None
                y = _making_equal(of_rows, j, i) if y_possible else None
                degenerate = degenerate or any(found is not None and found.more for found in (x, y))
                if x is not None and y is not None:
                    equilibria.append((x.mixed, y.mixed))
    return Supports(tuple(equilibria), degenerate, pairs, True)


def _undominated(payoffs: npt.NDArray[Any], other: tuple[int, ...]) -> frozenset[int]:
    """The own strategies that are not strictly dominated by another one while the other player keeps to a support."""
    seen = payoffs[:, other]
    worse = np.any(np.all(np.less(seen[:, None, :], seen[None, :, :]), axis=2), axis=1)
    return frozenset(np.flatnonzero(~worse).tolist())


@dataclass(frozen=True, eq=False)
class _Maker:
    """A mixed strategy to which given strategies of the other player are best responses."""

    mixed: Mixed
    more: bool
    """it has more best responses than it mixes strategies, or others with this support have the same ones"""


def _making_equal(payoffs: list[list[int]], own: tuple[int, ...], equal: tuple[int, ...]) -> _Maker | None:
    """The strategy that mixes all of `own` and to which all of `equal` are best responses.

    `payoffs` are the other player's: [their strategies][ours].
    """
    from flint import fmpz_mat

    many = len(payoffs[0])
    first = [payoffs[equal[0]][k] for k in own]
    # The weights sum to 1, and make the differences to the first of the equal ones 0.
    system = [[payoffs[row][k] - p for k, p in zip(own, first)] for row in equal[1:]] + [[1] * len(own)]
    try:
        solved: Any = fmpz_mat(system).solve(fmpz_mat([[0]] * (len(equal) - 1) + [[1]]))
    except ZeroDivisionError:
        found = _some_strategy(np.array(payoffs, object)[:, own], equal)
        return None if found is None else _Maker(_spread(found, own, many), True)
    numerators, denominator = solved.numer_denom()
    weights = [int(w) for w in numerators.entries()]
    if min(weights) <= 0:  # the denominator is positive
        return None
    payoff = [sum(row[k] * w for k, w in zip(own, weights)) for row in payoffs]
    most = max(payoff)
    if payoff[equal[0]] < most:
        return None
    mixed = _spread([Fraction(w, int(denominator)) for w in weights], own, many)
    return _Maker(mixed, payoff.count(most) > len(equal))


def _some_strategy(seen: npt.NDArray[Any], equal: tuple[int, ...]) -> list[Fraction] | None:
    """Where the system leaves a choice (or none): the weights whose smallest one is largest, if that is positive."""
    many = seen.shape[1]
    better = whole(seen) - whole(seen[equal[0]])
    # Maximise t with t <= w_k, (payoffs - payoff of the first equal one) w <= 0, = 0 for the equal ones, sum of w <= 1.
    blocks = [
        np.concatenate([-whole(np.eye(many, dtype=np.int64)), whole(np.ones((many, 1), np.int64))], axis=1),
        np.concatenate([better, whole(np.zeros((len(better), 1), np.int64))], axis=1),
        np.concatenate([-better[list(equal)], whole(np.zeros((len(equal), 1), np.int64))], axis=1),
        whole([[1] * many + [0]]),
    ]
    matrix = np.concatenate(blocks)
    tableau = inequalities(matrix, whole([0] * (len(matrix) - 1) + [1]), whole([0] * many + [1]))
    if tableau.maximise() <= 0:
        return None
    return tableau.values()[:many]


def _spread(weights: list[Fraction], own: tuple[int, ...], many: int) -> Mixed:
    mixed = [Fraction(0)] * many
    for k, weight in zip(own, weights):
        mixed[k] = weight
    return tuple(mixed)
