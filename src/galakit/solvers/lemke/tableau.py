"""Lemke's path in integers: every number of the tableau is exact, and so is every choice.

The equality constraints and the free values are pivoted out beforehand. If D are the default moves and the others are
N, all plans are x = x0 + U x_N, where x0 is the pure plan of the defaults and the column of U for a sequence moves
weight from its information set's default to it; the slacks of the sequences in N are then -U[D]'u_D - U'A y. What is
left is a tableau with one row per sequence: it starts as a complementary basis, and U has only 0, 1 and -1.

Of rows that tie in the minimum-ratio test the lexicographically least is chosen (`galakit.solvers.exact.pivoting`). The
slacks come first in that order and the deepest sequences before their parents, for the reasons given in `halves`, so
the path cannot end in a ray.

With lower bounds, powers of an infinitesimal ε, plans are x = l + x̃ with x̃ >= 0. Only right sides change: they become
polynomials in ε, and comparing them makes the path that of all games in which ε is small enough.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.game.realization import Plan
from galakit.game.sequence_form import SequenceForm
from galakit.progress import Progress, throttled
from galakit.solvers.exact.pivoting import Tableau
from galakit.solvers.exact.rational import Row
from galakit.solvers.lemke.start import Bools, Start, default_moves

Ints: TypeAlias = npt.NDArray[np.int64]


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
    tableau = _start(form, payoffs, start)
    pivots = follow_path(tableau, sum(form.sequences), deadline=deadline, stop=stop, progress=progress)
    x, y = ([row[0] for row in plan] for plan in _weights(tableau, form))
    return (np.fromiter(x, object), np.fromiter(y, object)), pivots


def follow_perturbed(
    form: SequenceForm,
    payoffs: tuple[list[Row], list[Row]],
    start: Start,
    lower: tuple[Ints, Ints],
    *,
    deadline: float | None = None,
    progress: Progress | None = None,
) -> tuple[list[list[list[Fraction]]], int]:
    """The weights of all sequences as polynomials in ε, where `lower` has the power of ε that each is at least.

    >>> import galakit as gk
    >>> from galakit.solvers.lemke.start import COVERING
    >>> from galakit.solvers.lemke.verify import whole_payoffs
    >>> form = gk.load("stag_hunt").form
    >>> once = np.array([0, 1, 1])
    >>> (x, y), pivots = follow_perturbed(form, whole_payoffs(form), COVERING, (once, once))
    >>> [[str(term) for term in weight] for weight in x]
    [['1', '0'], ['1', '-1'], ['0', '1']]
    """
    tableau = _start(form, payoffs, start, lower)
    pivots = follow_path(tableau, sum(form.sequences), deadline=deadline, progress=progress)
    plans = _weights(tableau, form)
    for plan, powers in zip(plans, lower):
        for weight, power in zip(plan[1:], powers[1:].tolist()):
            weight[power] += 1
    return plans, pivots


def follow_path(
    tableau: Tableau,
    pairs: int,
    *,
    deadline: float | None = None,
    stop: Callable[[], bool] = lambda: False,
    progress: Progress | None = None,
) -> int:
    """Pivot until z, which has the number 2 * pairs, is 0; returns the number of pivots.

    Variables v and v + pairs are complementary, and all basic ones are positive if z is large enough.
    """
    report = throttled(progress)
    parameter = 2 * pairs
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
        entering = left + pairs if left < pairs else left - pairs  # the complementary variable
        leaving = tableau.blocking(entering, preferred=parameter)
        assert leaving is not None, "the path ended in a ray, which cannot be"
    return pivots


def _start(
    form: SequenceForm,
    payoffs: tuple[list[Row], list[Row]],
    start: Start,
    lower: tuple[Ints, Ints] | None = None,
) -> Tableau:
    """The tableau of a complementary basis.

    Variables are numbered: the sequences of both players, then their slacks, then z.
    """
    from flint import fmpz, fmpz_mat

    sequences = sum(form.sequences)
    parameter = 2 * sequences
    prior, unit = (None, 1) if start.prior is None else _whole(start.prior)
    default = start.default or [
        default_moves(form, own, None if prior is None else _products(payoffs[own], prior[1 - own])) for own in (0, 1)
    ]
    moved = [_moved(form, own, default[own]) for own in (0, 1)]
    terms = 1 if lower is None else 1 + max(int(powers.max()) for powers in lower)
    least = [_powers(form.sequences[own], None if lower is None else lower[own], terms) for own in (0, 1)]
    # The plans of the start: what is no default has its least weight.
    begins = [_begins(moved[own], least[own], default[own]) for own in (0, 1)]
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
        u = moved[own][:, 1:]
        against_what = np.hstack([begins[other], moved[other][:, 1:]])
        # The payoff of leaving the default against the other player's first plan, free sequences and prior.
        gains = fmpz_mat(u.T.tolist()) * _matrix(payoffs[own], form.sequences[other]) if free[own] else None
        against = [] if gains is None else (gains * fmpz_mat(against_what.tolist())).tolist()
        fined = [] if gains is None or prior is None else (gains * _column(prior[other])).tolist()
        for k, j in enumerate(free[own]):
            row = [fmpz(0)] * len(nonbasic)
            for d, entry in zip(chosen[own], u[chosen[own], k].tolist()):
                row[column[sequences + first[own] + d]] = fmpz(entry)
            for i, entry in zip(free[other], against[k][terms:]):
                row[column[first[other] + i]] = entry
            row[-1] = fmpz(-1) if prior is None else fined[k][0] - unit * against[k][0]
            row += [-term for term in against[k][:terms]]
            basic.append(sequences + first[own] + j)
            rows.append(row)
        for j in chosen[own]:
            row = [fmpz(0)] * len(nonbasic)
            for i, entry in zip(free[own], u[j].tolist()):
                row[column[first[own] + i]] = fmpz(-entry)
            right = (begins[own][j] - least[own][j]).tolist()
            row[-1] = fmpz(0) if prior is None else fmpz(unit * right[0])
            row += [fmpz(term) for term in right]
            basic.append(first[own] + j)
            rows.append(row)
    # Slacks first, then sequences, later ones (which are deeper) before earlier ones.
    tableau = Tableau(rows, basic, nonbasic, terms=terms)
    tableau.order = tuple(sorted(basic, key=lambda v: (v < sequences, -v)))
    return tableau


def _first(tableau: Tableau, parameter: int) -> int | None:
    """The row of the variable that is the first to become 0 as z falls; None when z may fall to 0."""
    z = tableau.nonbasic.index(parameter)
    # z falls from above, so the largest quotient comes first: the least by the negative of the entry.
    least = tableau.least({i: -row[z] for i, row in enumerate(tableau.rows) if row[z] < 0})
    return None if least is None or tableau.right(least) >= [0] * tableau.terms else least


def _weights(tableau: Tableau, form: SequenceForm) -> list[list[list[Fraction]]]:
    """For each player, the weights of all sequences above their least ones when z is 0, as polynomials in ε."""
    split, sequences = form.sequences[0], sum(form.sequences)
    weights = [[Fraction(0)] * tableau.terms for _ in range(sequences)]
    for empty in (0, split):
        weights[empty][0] = Fraction(1)
    for variable, value in tableau.polynomials().items():
        if variable < sequences:
            weights[variable] = value
    return [weights[:split], weights[split:]]


def _powers(sequences: int, power: Ints | None, terms: int) -> Ints:
    """[sequences, terms] the least weights as polynomials in ε; that of the empty sequence is no variable."""
    least = np.zeros((sequences, terms), np.int64)
    if power is not None:
        least[np.arange(1, sequences), power[1:]] = 1
    return least


def _begins(moved: Ints, least: Ints, default: Bools) -> Ints:
    """[sequences, terms] the plan in which the sequences that are no default have their least weights."""
    plan = moved[:, 1:] @ least[~default]
    plan[:, 0] += moved[:, 0]
    return plan


def _moved(form: SequenceForm, player: int, default: Bools) -> Ints:
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
