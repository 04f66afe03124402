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
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.progress import Progress, throttled
from galakit.game.sequence_form import Column, SequenceForm
from galakit.solve.lemke.start import Start, default_moves
from galakit.solve.rational import Row
from galakit.solve.realization import Plan


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
    """The equilibrium at the end of the path, and how many pivots led there."""
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
        from flint import fmpq_poly

        self._form = form
        self._sequences = sum(form.sequences)
        self.parameter = 2 * self._sequences
        matrices = [_dense(payoffs[p], form.sequences[1 - p]) for p in (0, 1)]
        prior = start.prior
        worth = [None, None] if prior is None else [matrices[0] @ prior[1], matrices[1] @ prior[0]]
        default = [default_moves(form, p, worth[p]) for p in (0, 1)]
        moved = [_moved(form, p, default[p]) for p in (0, 1)]
        first = [0, form.sequences[0]]
        pure = [_pure(form, p, default[p]) for p in (0, 1)]
        others = [np.flatnonzero(~d) for d in default]
        chosen = [np.flatnonzero(d)[1:] for d in default]

        self.nonbasic = [
            *(first[p] + j for p in (0, 1) for j in others[p].tolist()),
            *(self._sequences + first[p] + j for p in (0, 1) for j in chosen[p].tolist()),
            self.parameter,
        ]
        column = {v: c for c, v in enumerate(self.nonbasic)}
        width = len(self.nonbasic) + 1
        self.basic: list[int] = []
        rows: list[list[Any]] = []
        for own, other in ((0, 1), (1, 0)):
            u = moved[own]
            gains = u.T @ matrices[own]  # of leaving the default, for each sequence of the other
            block = gains @ moved[other]
            at_pure = gains @ pure[other]
            fine = [-1] * len(u.T) if prior is None else (gains @ prior[other] - at_pure).tolist()
            own_columns = [column[first[own] + j] for j in others[own].tolist()]
            other_columns = [column[first[other] + j] for j in others[other].tolist()]
            slack_columns = [column[self._sequences + first[own] + j] for j in chosen[own].tolist()]
            for k, j in enumerate(others[own].tolist()):
                row = [0] * width
                _put(row, slack_columns, u[chosen[own], k].tolist())
                _put(row, other_columns, block[k].tolist())
                row[-2], row[-1] = fine[k], -at_pure[k]
                self.basic.append(self._sequences + first[own] + j)
                rows.append(row)
            for j in chosen[own].tolist():
                row = [0] * width
                _put(row, own_columns, (-u[j]).tolist())
                row[-2], row[-1] = 0 if prior is None else int(pure[own][j]), int(pure[own][j])
                self.basic.append(first[own] + j)
                rows.append(row)
        self.rows = [fmpq_poly([_rational(v) for v in row]) for row in rows]
        self._right = width - 1
        # Slacks first, then sequences, later ones (which are deeper) before earlier ones.
        self._order = sorted(self.basic, key=lambda v: (v < self._sequences, -v))

    def first(self) -> int | None:
        """The row of the variable that is the first to become 0 as z falls; None when z may fall to 0."""
        z = self.nonbasic.index(self.parameter)
        falling = [i for i, row in enumerate(self.rows) if row[z] < 0]
        # z falls from above, so the largest ratio of a negative entry comes first: the least of its negative.
        least = self._least(falling, {i: -self.rows[i][z] for i in falling}, sign=1)
        if least is None or not self.rows[least][self._right] < 0:
            return None
        return least

    def blocking(self, entering: int) -> int | None:
        """The row of the variable that is the first to become 0 as another grows; z before all others."""
        c = self.nonbasic.index(entering)
        entries = {i: entry for i, row in enumerate(self.rows) if (entry := row[c]) > 0}
        tied = self._tied(list(entries), entries, self._right)
        at = next((i for i in tied if self.basic[i] == self.parameter), None)
        return at if at is not None else self._least(tied, entries, sign=1)

    def _least(self, among: list[int], entries: dict[int, Any], sign: int) -> int | None:
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
        weights[[0, self._form.sequences[0]]] = Fraction(1)
        for variable, row in zip(self.basic, self.rows):
            if variable < self._sequences:
                value = row[self._right]
                weights[variable] = Fraction(int(value.p), int(value.q))
        return weights[: self._form.sequences[0]], weights[self._form.sequences[0] :]


def _dense(rows: list[Row], width: int) -> npt.NDArray[Any]:
    matrix = np.zeros((len(rows), width), object)
    for i, row in enumerate(rows):
        for j, value in row:
            matrix[i, j] = value
    return matrix


def _moved(form: SequenceForm, player: int, default: Column) -> npt.NDArray[Any]:
    """[sequences, those that are no default] U: how each weight depends on the free ones."""
    free = np.flatnonzero(~default)
    u = np.zeros((form.sequences[player], len(free)), object)
    u[free, np.arange(len(free))] = 1
    for i in form.sets_of(player).tolist():  # parents come before their children
        own = slice(int(form.first_sequence[i]), int(form.first_sequence[i]) + int(form.moves_count[i]))
        at = own.start + int(np.argmax(default[own]))
        u[at] = u[int(form.parent_sequence[i])] - u[own].sum(axis=0)
    return u


def _pure(form: SequenceForm, player: int, default: Column) -> npt.NDArray[Any]:
    """The plan of the default moves."""
    plan = np.zeros(form.sequences[player], object)
    plan[0] = 1
    for i in form.sets_of(player).tolist():
        first = int(form.first_sequence[i])
        plan[first + int(np.argmax(default[first : first + int(form.moves_count[i])]))] = plan[
            int(form.parent_sequence[i])
        ]
    return plan


def _put(row: list[Any], columns: list[int], values: list[Any]) -> None:
    for c, value in zip(columns, values):
        row[c] = value


def _rational(value: Fraction | int) -> Any:
    from flint import fmpq

    return fmpq(value.numerator, value.denominator)
