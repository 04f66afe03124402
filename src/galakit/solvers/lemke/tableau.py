"""Lemke's path in integers: every number of the tableau is exact, and so is every choice.

The equality constraints and the free values are pivoted out beforehand. If D are the default moves and the others are
N, all plans are x = x0 + U x_N, where x0 is the pure plan of the defaults and the column of U for a sequence moves
weight from its information set's default to it; the slacks of the sequences in N are then -U[D]'u_D - U'A y. What is
left is a tableau with one row per sequence: it starts as a complementary basis, and U has only 0, 1 and -1.

Of rows that tie in the minimum-ratio test the lexicographically least is chosen (`galakit.solvers.exact.pivoting`). The
slacks come first in that order and the deepest sequences before their parents, for the reasons given in `halves`, so
the path cannot end in a ray.
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
from galakit.solvers.exact.pivoting import Tableau
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
    report = throttled(progress)
    sequences = sum(form.sequences)
    parameter = 2 * sequences
    tableau = _start(form, payoffs, start)
    leaving = _first(tableau, parameter)
    entering = parameter
    pivots = 0
    while leaving is not None:
        report("pivoting exactly", pivots, None)
        if stop() or (deadline is not None and time.perf_counter() > deadline):
            raise Stopped
        pivots += 1
        left = tableau.pivot(leaving, entering)
        if left == parameter:
            break
        entering = left + sequences if left < sequences else left - sequences  # the complementary variable
        leaving = tableau.blocking(entering, preferred=parameter)
        assert leaving is not None, "the path ended in a ray, which cannot be"
    return _plans(tableau, form), pivots


def _start(form: SequenceForm, payoffs: tuple[list[Row], list[Row]], start: Start) -> Tableau:
    """The tableau of a complementary basis.

    Variables are numbered: the sequences of both players, then their slacks, then z.
    """
    from flint import fmpz, fmpz_mat

    sequences = sum(form.sequences)
    parameter = 2 * sequences
    prior, unit = (None, 1) if start.prior is None else _whole(start.prior)
    default = [
        default_moves(form, own, None if prior is None else _products(payoffs[own], prior[1 - own])) for own in (0, 1)
    ]
    moved = [_moved(form, own, default[own]) for own in (0, 1)]
    free = [np.flatnonzero(~d).tolist() for d in default]
    chosen = [np.flatnonzero(d)[1:].tolist() for d in default]
    first = (0, form.sequences[0])
    nonbasic = [
        *(first[own] + j for own in (0, 1) for j in free[own]),
        *(sequences + first[own] + j for own in (0, 1) for j in chosen[own]),
        parameter,
    ]
    column = {v: c for c, v in enumerate(nonbasic)}
    basic: list[int] = []
    rows: list[list[Any]] = []
    for own, other in ((0, 1), (1, 0)):
        u, pure = moved[own][:, 1:], moved[own][:, 0]
        # The payoff of leaving the default against the other player's pure plan, free sequences and prior.
        gains = fmpz_mat(u.T.tolist()) * _matrix(payoffs[own], form.sequences[other]) if free[own] else None
        against = [] if gains is None else (gains * fmpz_mat(moved[other].tolist())).tolist()
        fined = [] if gains is None or prior is None else (gains * _column(prior[other])).tolist()
        for k, j in enumerate(free[own]):
            row = [fmpz(0)] * (len(nonbasic) + 1)
            for d, entry in zip(chosen[own], u[chosen[own], k].tolist()):
                row[column[sequences + first[own] + d]] = fmpz(entry)
            for i, entry in zip(free[other], against[k][1:]):
                row[column[first[other] + i]] = entry
            row[-2] = fmpz(-1) if prior is None else fined[k][0] - unit * against[k][0]
            row[-1] = -against[k][0]
            basic.append(sequences + first[own] + j)
            rows.append(row)
        for j in chosen[own]:
            row = [fmpz(0)] * (len(nonbasic) + 1)
            for i, entry in zip(free[own], u[j].tolist()):
                row[column[first[own] + i]] = fmpz(-entry)
            row[-1] = fmpz(int(pure[j]))
            row[-2] = fmpz(0) if prior is None else unit * row[-1]
            basic.append(first[own] + j)
            rows.append(row)
    # Slacks first, then sequences, later ones (which are deeper) before earlier ones.
    tableau = Tableau(rows, basic, nonbasic)
    tableau.order = tuple(sorted(basic, key=lambda v: (v < sequences, -v)))
    return tableau


def _first(tableau: Tableau, parameter: int) -> int | None:
    """The row of the variable that is the first to become 0 as z falls; None when z may fall to 0."""
    z = tableau.nonbasic.index(parameter)
    # z falls from above, so the largest quotient comes first: the least by the negative of the entry.
    least = tableau.least({i: -row[z] for i, row in enumerate(tableau.rows) if row[z] < 0})
    return None if least is None or tableau.rows[least][len(tableau.nonbasic)] >= 0 else least


def _plans(tableau: Tableau, form: SequenceForm) -> tuple[Plan, Plan]:
    """The weights of all sequences when z is 0."""
    split, sequences = form.sequences[0], sum(form.sequences)
    weights = np.full(sequences, Fraction(0), object)
    weights[[0, split]] = Fraction(1)
    for variable, value in tableau.solution().items():
        if variable < sequences:
            weights[variable] = value
    return weights[:split], weights[split:]


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
    return np.fromiter([sum(value * vector[j] for j, value in row) for row in rows], object)


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
