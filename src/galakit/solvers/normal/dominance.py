"""Iterated elimination of dominated strategies on the normal form, for any number of players, in exact arithmetic.

A strategy is *strictly* dominated when another one, or a mixture of others, is better whatever the rest do; *weakly*,
when it is never worse and sometimes better. In each round every player's dominated strategies go at once. Strict
elimination keeps all equilibria, and its order does not matter (Gilboa, Kalai & Zemel 1990). Every equilibrium of what
weak elimination leaves is one of the whole game, but others may be lost.

Whether a mixture dominates is a linear programme. It is solved the other way round, as the question whether the
strategy is a best response to some belief about the others (strict), or to one that excludes nothing (weak).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.normal_form import Whole
from galakit.solvers.exact.pivoting import inequalities, whole

LIMIT_CELLS = 200_000  # of a tableau, for domination by mixtures


@dataclass(frozen=True)
class Removed:
    """A dominated strategy; strategies are counted from 0, in the whole game."""

    player: int
    strategy: int
    by: tuple[tuple[int, Fraction], ...]
    """the strategies that dominate it, with their weights"""


@dataclass(frozen=True, eq=False)
class Elimination:
    """The strategies eliminated in each round, and those left."""

    rounds: tuple[tuple[Removed, ...], ...]
    kept: tuple[tuple[int, ...], ...]
    """[players] the strategies that are left"""


def eliminate(
    payoffs: Sequence[Whole],
    *,
    weak: bool = False,
    mixed: bool = True,
    stop: Callable[[], bool] = lambda: False,
) -> Elimination:
    """Eliminate until nothing is dominated, or until `stop` says so.

    `payoffs` are one table per player with one axis per player, as in `NormalForm.tables` (a table may be on any scale
    of its own). With `mixed`, mixtures dominate, too.

    >>> import galakit as gk
    >>> table = gk.load("prisoners_dilemma", rounds=1).normal_form()
    >>> found = eliminate([payoffs for payoffs, _ in table.tables])
    >>> [[table.names[r.player][r.strategy] for r in one] for one in found.rounds], found.kept
    ([['cooperate', 'cooperate']], ((1,), (1,)))
    """
    kept = [list(range(size)) for size in payoffs[0].shape]
    rounds: list[tuple[Removed, ...]] = []
    while True:
        gone: list[Removed] = []
        for player, table in enumerate(payoffs):
            own = np.moveaxis(table[np.ix_(*kept)], player, 0).reshape(len(kept[player]), -1)
            numbers = kept[player]
            for strategy, by in dominated(own, weak=weak, mixed=mixed, stop=stop).items():
                gone.append(Removed(player, numbers[strategy], tuple((numbers[k], w) for k, w in by)))
        if not gone:
            return Elimination(tuple(rounds), tuple(tuple(numbers) for numbers in kept))
        rounds.append(tuple(gone))
        for player in range(len(payoffs)):
            out = {r.strategy for r in gone if r.player == player}
            kept[player] = [k for k in kept[player] if k not in out]


def dominated(
    own: Whole, *, weak: bool = False, mixed: bool = True, stop: Callable[[], bool] = lambda: False
) -> dict[int, tuple[tuple[int, Fraction], ...]]:
    """The dominated rows of a player's payoffs [own strategies, what the others do], and what dominates them.

    >>> dominated(np.array([[3, 0], [0, 3], [1, 1]]))
    {2: ((0, Fraction(1, 2)), (1, Fraction(1, 2)))}
    """
    own = _distinct_columns(own)
    found: dict[int, tuple[tuple[int, Fraction], ...]] = {}
    for k in range(len(own)):
        if stop():
            return found
        better = (own >= own[k]).all(axis=1) & (own > own[k]).any(axis=1) if weak else (own > own[k]).all(axis=1)
        if better.any():
            # Of those that dominate it, the one with the largest sum (in Python, where none overflows) is undominated.
            best = max(np.flatnonzero(better).tolist(), key=lambda j: sum(own[j].tolist()))
            found[k] = ((best, Fraction(1)),)
    if not mixed:
        return found
    rest = [k for k in range(len(own)) if k not in found]
    if len(rest) < 3:  # two others at least are needed for a mixture
        return found
    most = own.max(axis=0)
    tied = (own[rest] == most).sum(axis=0)
    many = len(rest) * (own.shape[1] + len(rest))
    if many > LIMIT_CELLS:
        raise GalakitError(
            f"{len(rest):,} strategies against {own.shape[1]:,} combinations of the others are too many to look for "
            "mixtures that dominate",
            hint="look for pure strategies that dominate only",
            id="GK620",
        )
    for k in rest:
        if stop():
            break
        # Best against something that the others do, for weak dominance even alone: nothing can dominate it.
        if (own[k] == most)[tied == 1 if weak else slice(None)].any():
            continue
        others = [j for j in rest if j != k and j not in found]  # those that are not dominated suffice
        weights = _mixture(whole(own[others]) - whole(own[k]), weak)
        if weights is not None:
            found[k] = tuple((j, w) for j, w in zip(others, weights) if w)
    return found


def _distinct_columns(own: Whole) -> Whole:
    """What the others do matters only by its payoffs."""
    return own if own.dtype == object else np.unique(own, axis=1)


def _mixture(gains: npt.NDArray[Any], weak: bool) -> list[Fraction] | None:
    """Weights of rows whose mixture is positive everywhere (weak: never negative, not 0); None if there are none."""
    return _weakly(gains) if weak else _strictly(gains)


def _strictly(gains: npt.NDArray[Any]) -> list[Fraction] | None:
    """The matrix game of gains has a positive value: with G = gains + c > 0, max 1'y, G y <= 1 is 1 / (value + c)."""
    rows, columns = gains.shape
    shift = 1 - min(0, int(gains.min()))
    tableau = inequalities(gains + shift, whole([1] * rows), whole([1] * columns))
    if tableau.maximise() * shift >= 1:
        return None
    return _weights(tableau.duals())


def _weakly(gains: npt.NDArray[Any]) -> list[Fraction] | None:
    """Is there a belief 1 + z, z >= 0, with no gain? With s = most - u: max u, gains (1 + z) <= s, u <= most."""
    rows, columns = gains.shape
    sums = gains.sum(axis=1)
    most = int(max(sums))
    if most <= 0:
        return None
    left = np.concatenate([gains, whole(np.ones((rows, 1), np.int64))], axis=1)
    matrix = np.concatenate([left, whole([[0] * columns + [1]])])
    right = whole([most - s for s in sums.tolist()] + [most])
    tableau = inequalities(matrix, right, whole([0] * columns + [1]))
    if tableau.maximise() == most:
        return None
    return _weights(tableau.duals()[:rows])


def _weights(duals: list[Fraction]) -> list[Fraction]:
    """Dual values, scaled to sum to 1."""
    total = sum(duals)
    return [d / total for d in duals]
