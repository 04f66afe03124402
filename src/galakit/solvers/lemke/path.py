"""Lemke's path in floating point, on sparse factorised bases.

Both halves always have a square basis; every basic variable is linear in z. On the path one basic variable, the
*stuck* one, is 0 by the choice of z; neither it nor its partner is used. The partner of the variable that became
0 last enters, and grows until another becomes 0:

- if it enters the half of the stuck variable, z moves to keep that one at 0, and with z all other variables of both
  halves; in the end the entering variable takes the place of the stuck one;
- otherwise z stands still and only the entering variable's half changes, as in the simplex method.

Ties are broken lexicographically by the perturbations of `halves`. When z reaches 0 the bases are those of an
equilibrium; `verify` makes it exact.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import Floats
from galakit.progress import Progress, throttled
from galakit.solvers.lemke.factor import Factor, Lost
from galakit.solvers.lemke.halves import Half

TOLERANCE = 1e-9
LIMIT_PIVOTS = 20  # per variable; paths are about as long as there are variables
PUSH = 3  # the column of `_Side.solved` that belongs to z

Basic: TypeAlias = tuple[int, int]
"""a basic variable: a half, and a position in its basis"""


@dataclass(frozen=True, eq=False)
class PathEnd:
    """Where a path ended."""

    plans: tuple[Floats, Floats]
    """the players' own choices; before the end of the path, add z times the prior"""
    support: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]
    """the sequences of each player that are basic"""
    z: float
    """0 at an equilibrium"""
    pivots: int


class _Side:
    """A half with its present basis."""

    def __init__(self, half: Half) -> None:
        self.half = half
        self.basis = half.basis.copy()
        self._right = np.column_stack([half.right, half.push])
        self.factorise()

    def factorise(self) -> None:
        self.factor = Factor(self.half.matrix[:, self.basis])
        self.solved: Floats = np.column_stack([self.factor.solve(column) for column in self._right.T])

    def direction(self, column: int) -> Floats:
        """By how much the basic variables fall as a column enters."""
        matrix = self.half.matrix
        dense = np.zeros(matrix.shape[0])
        own = slice(matrix.indptr[column], matrix.indptr[column + 1])
        dense[matrix.indices[own]] = matrix.data[own]
        return self.factor.solve(dense)

    def swap(self, position: int, column: int, direction: Floats) -> None:
        """Let the column whose direction was computed last enter the basis."""
        self.basis[position] = column
        self.factor.replace(position)
        if self.factor.worn:
            self.factorise()
            return
        entering = self.solved[position] / direction[position]
        changed = np.flatnonzero(direction)
        if 4 * len(changed) < len(direction):
            self.solved[changed] -= direction[changed, None] * entering
        else:
            self.solved -= direction[:, None] * entering
        self.solved[position] = entering

    def values(self, z: float) -> Floats:
        """[columns] of all variables."""
        values = np.zeros(self.half.matrix.shape[1])
        values[self.basis] = self.solved[:, 0] - z * self.solved[:, PUSH]
        return values


def follow(
    pair: tuple[Half, Half],
    *,
    deadline: float | None = None,
    stop: Callable[[], bool] = lambda: False,
    progress: Progress | None = None,
) -> PathEnd:
    """Follow the path to its end, to the deadline, or until `stop` says so; raises Lost where rounding spoils it.

    >>> import galakit as gk
    >>> from galakit.solvers.lemke.halves import halves
    >>> from galakit.solvers.lemke.start import uniform_prior
    >>> form = gk.load("matching_pennies").form
    >>> found = follow(halves(form, uniform_prior(form)))
    >>> found.z, [plan.tolist() for plan in found.plans]
    (0.0, [[1.0, 0.5, 0.5], [1.0, 0.5, 0.5]])
    """
    sides = (_Side(pair[0]), _Side(pair[1]))
    report = throttled(progress)
    limit = LIMIT_PIVOTS * sum(len(side.basis) for side in sides) + 1000
    stuck = _first(sides)
    if stuck is None:
        return _found(sides, 0.0, 0)
    at, column = _partner(sides, stuck)
    z = _z(sides, stuck)
    for pivots in range(1, limit):
        report("following the path of equilibria", pivots, None)
        if stop() or (deadline is not None and pivots % 16 == 0 and time.perf_counter() > deadline):
            return _found(sides, float(z[0]), pivots)
        falls = sides[at].direction(column)
        there, position = stuck
        pull = sides[there].solved[position, PUSH]
        # z changes by this as the entering variable grows by 1.
        moves = -falls[position] / pull if at == there and abs(falls[position]) > TOLERANCE else 0.0
        if moves == 0.0:
            leaving = _blocking(sides, {at: falls}, z, stuck)
            if leaving is None:
                raise Lost
            enters = _partner(sides, leaving)
            sides[at].swap(leaving[1], column, falls)
        else:
            rates = {side: moves * sides[side].solved[:, PUSH] for side in (0, 1)}
            rates[at] = rates[at] + falls
            leaving = _blocking(sides, rates, z, stuck)
            ends = leaving is None or _step(sides, rates, z, leaving) >= z[0] / -moves - TOLERANCE
            if moves < 0 and ends:
                sides[at].swap(position, column, falls)
                return _found(sides, 0.0, pivots)
            if leaving is None:
                raise Lost
            enters = _partner(sides, leaving)
            sides[at].swap(position, column, falls)
            stuck = leaving
        at, column = enters
        z = _z(sides, stuck)
    raise Lost


def _first(sides: tuple[_Side, _Side]) -> Basic | None:
    """The basic variable that is the first to become 0 as z falls; None when z may fall to 0."""
    found: list[Basic] = []
    ratios: list[Floats] = []
    for at, side in enumerate(sides):
        falling = np.flatnonzero(side.solved[: side.half.signed, PUSH] < -TOLERANCE)
        if len(falling):
            reached = side.solved[falling, :PUSH] / side.solved[falling, PUSH, None]
            best = _least(-reached)
            found.append((at, int(falling[best])))
            ratios.append(reached[best])
    if not found:
        return None
    best = _least(-np.array(ratios))
    return found[best] if ratios[best][0] > TOLERANCE else None


def _least(rows: npt.NDArray[Any]) -> int:
    """The number of the row that is lexicographically least, up to rounding."""
    among = np.arange(len(rows))
    for column in rows.T:
        here = column[among]
        least = here.min()
        among = among[here <= least + TOLERANCE * max(1.0, abs(least))]
        if len(among) == 1:
            break
    return int(among[0])


def _z(sides: tuple[_Side, _Side], stuck: Basic) -> Floats:
    """z, and its perturbations, from the variable that it keeps at 0."""
    row = sides[stuck[0]].solved[stuck[1]]
    if abs(row[PUSH]) < TOLERANCE**2:
        raise Lost
    z: Floats = row[:PUSH] / row[PUSH]
    return z


def _partner(sides: tuple[_Side, _Side], leaving: Basic) -> tuple[int, int]:
    """The half and the column of the variable complementary to a basic one."""
    at, position = leaving
    half, column = sides[at].half, int(sides[at].basis[position])
    if column < half.plan:
        return 1 - at, half.slacks + column  # the other half's plan is as long as these slacks
    return 1 - at, column - half.plan


def _blocking(sides: tuple[_Side, _Side], rates: dict[int, Floats], z: Floats, stuck: Basic) -> Basic | None:
    """The basic variable that is the first to become 0, when each falls at its rate."""
    found: list[Basic] = []
    steps: list[Floats] = []
    for at, rate in rates.items():
        side = sides[at]
        signed = rate[: side.half.signed]
        falling = np.flatnonzero(signed > TOLERANCE)
        if at == stuck[0]:
            falling = falling[falling != stuck[1]]
        if not len(falling):
            continue
        values = side.solved[falling, :PUSH] - np.outer(side.solved[falling, PUSH], z)
        values[:, 0] = np.maximum(values[:, 0], 0.0)
        ratios = values / signed[falling, None]
        best = _least(ratios)
        found.append((at, int(falling[best])))
        steps.append(ratios[best])
    if not found:
        return None
    return found[_least(np.array(steps))]


def _step(sides: tuple[_Side, _Side], rates: dict[int, Floats], z: Floats, leaving: Basic) -> float:
    at, position = leaving
    row = sides[at].solved[position]
    return max(0.0, float(row[0] - row[PUSH] * z[0]) / float(rates[at][position]))


def _found(sides: tuple[_Side, _Side], z: float, pivots: int) -> PathEnd:
    plans, support = [], []
    for side in sides:
        plan = side.half.plan
        plans.append(side.values(z)[:plan])
        basic = np.zeros(side.half.matrix.shape[1], np.bool_)
        basic[side.basis] = True
        support.append(basic[:plan])
    return PathEnd((plans[0], plans[1]), (support[0], support[1]), z, pivots)
