"""The exact optimum: rational plans, proved optimal, never rounded.

HiGHS finds a basis in floats; the basis, not its numbers, is kept. The programme of `lp` is written with integers
(payoffs times their common denominator), the basic solution and its dual are solved for exactly, and their signs and
objective values are compared exactly. When the basis turns out not to be optimal, exact pivots lead on from it, or from
a pure strategy and a best response to it, which is always a feasible basis.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from galakit.deadline import OutOfTime, ending
from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.game.sparse import Entries
from galakit.progress import Progress
from galakit.solvers.checks import check_fractions
from galakit.solvers.exact.optimum import exact_optimum
from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.exact.rational import SOLVING, Row
from galakit.solvers.highs import Algorithm, Basis
from galakit.solvers.lp.programme import solve_lp


@dataclass(frozen=True, eq=False)
class ExactResult:
    """Optimal plans and the value of the game for player 0."""

    plans: tuple[list[Fraction], ...]
    value: Fraction
    pivots: int
    """exact pivots after the solver's basis; usually 0"""
    seconds: float


def solve_exact(
    form: SequenceForm,
    *,
    algorithm: Algorithm = "auto",
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> ExactResult:
    """Exactly optimal plans of a constant-sum game of two players, or of a game of one."""
    began = time.perf_counter()
    check_fractions(True, form.exact)
    if len(form.players) == 1:
        value, plan = _alone(form)
        return ExactResult((plan,), value, 0, time.perf_counter() - began)
    basis: Basis | None = None
    stopped = "optimal"
    try:
        approximate = solve_lp(form, algorithm=algorithm, time_limit=time_limit, progress=progress)
        basis, stopped = approximate.basis, approximate.stopped
        if approximate.asked:
            raise KeyboardInterrupt
    except OutOfTime:
        raise
    except GalakitError:  # HiGHS gave up on numbers that are too far apart: a pure strategy is a basis, too
        pass
    if stopped != "optimal":
        raise OutOfTime(
            "the time limit was reached before there was a basis to solve exactly",
            hint="allow more time, or solve in floating point",
            id="GK608",
        )
    deadline = None if time_limit is None else began + time_limit
    with ending(SOLVING):
        programme = integer_programme(form)
        vertex, pivots = exact_optimum(
            programme,
            basis,
            feasible_basis=lambda: pure_basis(form, programme),
            deadline=deadline,
            progress=progress,
        )
    x = vertex.z[: programme.x]
    y = vertex.y[programme.equalities :]
    value = vertex.z[programme.x] / programme.scale
    return ExactResult((x, y), value, pivots, time.perf_counter() - began)


def integer_programme(form: SequenceForm, player: int = 0) -> IntegerProgramme:
    """The sequence-form programme in integers, of the plans of one player."""
    cell, scale = integer_payoffs(form)
    own, other = form.sequences[player], form.sequences[1 - player]
    e, right = form.constraints(player)
    f, cost = form.constraints(1 - player)
    rows: list[Row] = [[] for _ in right]
    for r, j, value in _whole(e):
        rows[r].append((j, value))
    below: list[Row] = [[] for _ in range(other)]
    for (i, j), value in cell.items():
        if value:
            mine, theirs, amount = (i, j, value) if player == 0 else (j, i, -value)
            below[theirs].append((mine, amount))
    for r, j, value in _whole(f):
        below[j].append((own + r, -value))
    rows += below
    return IntegerProgramme.of_rows(
        rows,
        right=[int(v) for v in right] + [0] * other,
        cost=[0] * own + [-int(v) for v in cost],
        equalities=len(right),
        x=own,
        scale=scale,
    )


def integer_payoffs(form: SequenceForm) -> tuple[dict[tuple[int, int], int], Fraction]:
    """Player 0's payoffs per pair of sequences, times the smallest factor that makes all of them whole; the factor."""
    payoffs = [Fraction(c[0]) for c in form.classes]
    denominator = lcm(*(p.denominator for p in payoffs))
    whole = [p.numerator * (denominator // p.denominator) for p in payoffs]
    common = gcd(*whole) or 1
    cell: dict[tuple[int, int], int] = {}
    rows_of, columns_of = form.leaf_sequences.tolist()
    for i, j, c in zip(rows_of, columns_of, form.leaf_class.tolist()):
        cell[i, j] = cell.get((i, j), 0) + whole[c] // common
    return cell, Fraction(denominator, common)


def _whole(entries: Entries) -> Iterator[tuple[int, int, int]]:
    """The row, column and value of each entry of a matrix of small integers."""
    return zip(entries.rows.tolist(), entries.columns.tolist(), map(int, entries.values.tolist()))


def pure_basis(form: SequenceForm, p: IntegerProgramme) -> tuple[list[int], list[int]]:
    """The first move everywhere for player 0, a best response of player 1: a feasible basis."""
    own, other = form.sets_of(0), form.sets_of(1)
    columns = [0, *form.first_sequence[own].tolist()]
    reached = {0}
    for i in own.tolist():
        if int(form.parent_sequence[i]) in reached:
            reached.add(int(form.first_sequence[i]))
    values = [sum(value for j, value in row if j < p.x and j in reached) for row in p.rows[p.equalities :]]
    tight = [0]
    for i in reversed(other.tolist()):
        first, count = int(form.first_sequence[i]), int(form.moves_count[i])
        best = min(range(first, first + count), key=values.__getitem__)
        values[int(form.parent_sequence[i])] += values[best]
        tight.append(best)
    columns += range(p.x, len(p.columns))
    return sorted(columns), sorted([*range(p.equalities), *(p.equalities + s for s in tight)])


def _alone(form: SequenceForm) -> tuple[Fraction, list[Fraction]]:
    """One player: the best move everywhere, from the last information sets to the first."""
    values = [Fraction(0)] * form.sequences[0]
    for s, c in zip(form.leaf_sequences[0].tolist(), form.leaf_class.tolist()):
        values[s] += Fraction(form.classes[c][0])
    best = {}
    for i in reversed(range(form.information_sets)):
        first, count = int(form.first_sequence[i]), int(form.moves_count[i])
        best[i] = max(range(first, first + count), key=values.__getitem__)
        values[int(form.parent_sequence[i])] += values[best[i]]
    plan = [Fraction(1)] + [Fraction(0)] * (form.sequences[0] - 1)
    for i in range(form.information_sets):
        plan[best[i]] = plan[int(form.parent_sequence[i])]
    return values[0], plan
