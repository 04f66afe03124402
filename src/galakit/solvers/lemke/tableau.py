"""Lemke's path in integers: every number of the tableau is exact, and so is every choice.

The equality constraints and the free values are pivoted out beforehand. If D are the default moves and the others are
N, all plans are x = x0 + U x_N, where x0 is the pure plan of the defaults and the column of U for a sequence moves
weight from its information set's default to it; the slacks of the sequences in N are then -U[D]'u_D - U'A y. What is
left is a tableau with one row per sequence: it starts as a complementary basis, and U has only 0, 1 and -1.

A row is a polynomial of FLINT, integers over one denominator that is kept as small as possible; a pivot
changes only the rows that contain the entering variable. Among rows that tie in the minimum-ratio test
the lexicographically least is chosen: the right sides are perturbed by powers of an infinitesimal, so the
path never comes to the same basis again. The slacks come first in that order and the deepest sequences
before their parents, for the reasons given in `halves`, so the path cannot end in a ray either.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.automaton import Column
from galakit.game.realization import Plan
from galakit.game.sequence_form import SequenceForm
from galakit.progress import Progress, throttled
from galakit.solvers.exact.rational import Row
from galakit.solvers.lemke.start import Start, default_moves


class Stopped(Exception):
    """There was no time to follow the path to its end."""


def follow_exactly(
    form: SequenceForm,
    payoffs: tuple[list[Row], list[Row]],
    start: Start,
    *,
    deadline: float | None = None,
    stop: Callable[[], bool] = lambda: False,
    progress: Progress | None = None,
) -> tuple[tuple[Plan, Plan], int]:
    """The equilibrium at the end of the path, and how many pivots led there.

    >>> import galakit as gk
    >>> from galakit.solvers.lemke.start import COVERING
    >>> from galakit.solvers.lemke.verify import whole_payoffs
    >>> form = gk.load("matching_pennies").form
    >>> (x, y), pivots = follow_exactly(form, whole_payoffs(form), COVERING)
    >>> x.tolist(), pivots
    ([Fraction(1, 1), Fraction(1, 2), Fraction(1, 2)], 3)
    """
    tell = throttled(progress)
    tableau = _Tableau(form, payoffs, start)
    leaving = tableau.first()
    entering = tableau.parameter
    pivots = 0
    while leaving is not None:
        tell("pivoting exactly", pivots, None)
        if stop() or (deadline is not None and time.perf_counter() > deadline):
            raise Stopped
        pivots += 1
        left = tableau.pivot(leaving, entering)
        if left == tableau.parameter:
            break
        entering = tableau.partner(left)
        leaving = tableau.blocking(entering)
        assert leaving is not None, "the path ended in a ray, which cannot be"
    return tableau.plans(), pivots


class _Tableau:
    """Row i says: basic[i] = right - sum of its entries times the nonbasic variables.

    Variables are numbered: the sequences of both players, then their slacks, then z. The right side is the last entry.
    """

    def __init__(self, form: SequenceForm, payoffs: tuple[list[Row], list[Row]], start: Start) -> None:
        from flint import fmpq_poly, fmpz, fmpz_mat

        self._split, self._sequences = form.sequences[0], sum(form.sequences)
        self.parameter = 2 * self._sequences
        prior, unit = (None, 1) if start.prior is None else _whole(start.prior)
        default = [
            default_moves(form, own, None if prior is None else _products(payoffs[own], prior[1 - own]))
            for own in (0, 1)
        ]
        moved = [_moved(form, own, default[own]) for own in (0, 1)]
        free = [np.flatnonzero(~d).tolist() for d in default]
        chosen = [np.flatnonzero(d)[1:].tolist() for d in default]
        first = (0, self._split)
        self.nonbasic = [
            *(first[own] + j for own in (0, 1) for j in free[own]),
            *(self._sequences + first[own] + j for own in (0, 1) for j in chosen[own]),
            self.parameter,
        ]
        column = {v: c for c, v in enumerate(self.nonbasic)}
        self._right = len(self.nonbasic)
        self.basic: list[int] = []
        self.rows: list[Any] = []
        for own, other in ((0, 1), (1, 0)):
            u, pure = moved[own][:, 1:], moved[own][:, 0]
            # What leaving the default brings against the other's pure plan, his free sequences, and his prior.
            gains = fmpz_mat(u.T.tolist()) * _matrix(payoffs[own], form.sequences[other]) if free[own] else None
            against = [] if gains is None else (gains * fmpz_mat(moved[other].tolist())).tolist()
            fined = [] if gains is None or prior is None else (gains * _column(prior[other])).tolist()
            for k, j in enumerate(free[own]):
                row = [fmpz(0)] * (self._right + 1)
                for d, entry in zip(chosen[own], u[chosen[own], k].tolist()):
                    row[column[self._sequences + first[own] + d]] = fmpz(entry)
                for i, entry in zip(free[other], against[k][1:]):
                    row[column[first[other] + i]] = entry
                row[-2] = fmpz(-1) if prior is None else fined[k][0] - unit * against[k][0]
                row[-1] = -against[k][0]
                self.basic.append(self._sequences + first[own] + j)
                self.rows.append(fmpq_poly(row))
            for j in chosen[own]:
                row = [fmpz(0)] * (self._right + 1)
                for i, entry in zip(free[own], u[j].tolist()):
                    row[column[first[own] + i]] = fmpz(-entry)
                row[-1] = fmpz(int(pure[j]))
                row[-2] = fmpz(0) if prior is None else unit * row[-1]
                self.basic.append(first[own] + j)
                self.rows.append(fmpq_poly(row))
        # Slacks first, then sequences, later ones (which are deeper) before earlier ones.
        self._order = sorted(self.basic, key=lambda v: (v < self._sequences, -v))

    def first(self) -> int | None:
        """The row of the variable that is the first to become 0 as z falls; None when z may fall to 0."""
        z = self.nonbasic.index(self.parameter)
        falling = [i for i, row in enumerate(self.rows) if row[z] < 0]
        # z falls from above, so the largest quotient comes first: the least by the negative of the entry.
        least = self._least(falling, {i: -self.rows[i][z] for i in falling})
        if least is None or not self.rows[least][self._right] < 0:
            return None
        return least

    def blocking(self, entering: int) -> int | None:
        """The row of the variable that is the first to become 0 as another grows; z before all others."""
        c = self.nonbasic.index(entering)
        entries = {i: entry for i, row in enumerate(self.rows) if (entry := row[c]) > 0}
        tied = self._tied(list(entries), entries, self._right)
        at = next((i for i in tied if self.basic[i] == self.parameter), None)
        return at if at is not None else self._least(tied, entries)

    def _least(self, among: list[int], entries: dict[int, Any]) -> int | None:
        if not among:
            return None
        among = self._tied(among, entries, self._right)
        places = {v: c for c, v in enumerate(self.nonbasic)}
        for variable in self._order:
            if len(among) == 1:
                break
            if variable in places:
                among = self._tied(among, entries, places[variable])
            else:  # basic: its perturbation is its own row's, and makes that row the larger one
                among = [i for i in among if self.basic[i] != variable]
        return among[0]

    def _tied(self, among: list[int], entries: dict[int, Any], column: int) -> list[int]:
        """The rows with the least quotient of two columns."""
        quotients = [self.rows[i][column] / entries[i] for i in among]
        least = min(quotients, default=None)
        return [i for i, q in zip(among, quotients) if q == least]

    def pivot(self, at: int, entering: int) -> int:
        """Exchange the basic variable of a row for a nonbasic one; returns the former."""
        c = self.nonbasic.index(entering)
        pivotal = self.rows[at]
        entry = pivotal[c]
        pivotal[c] = 1
        pivotal = pivotal / entry
        self.rows[at] = pivotal
        for i, row in enumerate(self.rows):
            factor = row[c]
            if i != at and factor != 0:
                row[c] = 0
                self.rows[i] = row - factor * pivotal
        left, self.basic[at] = self.basic[at], entering
        self.nonbasic[c] = left
        return left

    def partner(self, variable: int) -> int:
        """The variable complementary to one."""
        return variable + self._sequences if variable < self._sequences else variable - self._sequences

    def plans(self) -> tuple[Plan, Plan]:
        """The weights of all sequences when z is 0."""
        weights = np.empty(self._sequences, object)
        weights[:] = Fraction(0)
        weights[[0, self._split]] = Fraction(1)
        for variable, row in zip(self.basic, self.rows):
            if variable < self._sequences:
                value = row[self._right]
                weights[variable] = Fraction(int(value.p), int(value.q))
        return weights[: self._split], weights[self._split :]


def _moved(form: SequenceForm, player: int, default: Column) -> npt.NDArray[np.int64]:
    """[sequences, 1 + free ones] x0 and U: how each weight depends on those of the sequences that are no default."""
    free = np.flatnonzero(~default)
    moved = np.zeros((form.sequences[player], 1 + len(free)), np.int64)
    moved[0, 0] = 1
    moved[free, 1 + np.arange(len(free))] = 1
    for i in form.sets_of(player).tolist():  # parents come before their children
        own = slice(int(form.first_sequence[i]), int(form.first_sequence[i]) + int(form.moves_count[i]))
        at = own.start + int(np.argmax(default[own]))
        moved[at] = moved[int(form.parent_sequence[i])] - moved[own].sum(axis=0)
    return moved


def _whole(plans: tuple[Plan, Plan]) -> tuple[list[list[int]], int]:
    """Plans in integers over one denominator; z is measured in it, so that the tableau starts with integers."""
    denominator = lcm(*(x.denominator for plan in plans for x in plan))
    return [[x.numerator * (denominator // x.denominator) for x in plan] for plan in plans], denominator


def _products(rows: list[Row], vector: list[int]) -> npt.NDArray[Any]:
    products = np.empty(len(rows), object)
    products[:] = [sum(value * vector[j] for j, value in row) for row in rows]
    return products


def _matrix(rows: list[Row], width: int) -> Any:
    from flint import fmpz_mat

    entries = [0] * (len(rows) * width)
    for i, row in enumerate(rows):
        for j, value in row:
            entries[i * width + j] = value
    return fmpz_mat(len(rows), width, entries)


def _column(vector: list[int]) -> Any:
    from flint import fmpz_mat

    return fmpz_mat(len(vector), 1, vector)
