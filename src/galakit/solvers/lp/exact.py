"""The exact optimum: rational plans, proved optimal, never rounded.

HiGHS finds a basis in floats; the basis, not its numbers, is kept. The programme of `lp` is written with integers
(payoffs times their common denominator), the basic solution and its dual are solved for exactly, and their signs and
objective values are compared exactly. When the basis turns out not to be optimal, exact simplex pivots with Bland's
rule lead on from it, or from a pure strategy and a best response to it, which is always a feasible basis.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm, Sparse
from galakit.progress import Progress, throttled
from galakit.solvers.exact.rational import Row, Singular, dot, solve_sparse
from galakit.solvers.highs import Algorithm, Basis
from galakit.solvers.lp.programme import solve_lp

LIMIT_PIVOTS = 100_000


@dataclass(frozen=True, eq=False)
class ExactResult:
    """Optimal plans and the value of the game for player 0."""

    plans: tuple[list[Fraction], ...]
    value: Fraction
    pivots: int
    """exact pivots after the solver's basis; usually 0"""
    seconds: float


@dataclass(frozen=True, eq=False)
class IntegerProgramme:
    """The programme of `lp` (see `Programme`) with payoffs, and so q, multiplied by `scale`."""

    rows: list[Row]
    columns: list[Row]
    right: list[int]
    cost: list[int]
    equalities: int
    x: int
    scale: Fraction


@dataclass(frozen=True, eq=False)
class Vertex:
    """A basic solution: structural columns and rows without basic slack, primal and dual values."""

    columns: list[int]
    tight: list[int]
    z: list[Fraction]
    slack: list[Fraction]
    y: list[Fraction]
    reduced: list[Fraction]


def solve_exact(
    form: SequenceForm,
    *,
    algorithm: Algorithm = "auto",
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> ExactResult:
    """Exactly optimal plans of a constant-sum game of two players, or of a game of one."""
    began = time.perf_counter()
    if not form.exact:
        raise GalakitError(
            "the game has floating-point numbers in its rules, so no exact solution exists",
            hint="write probabilities and payoffs as fractions, such as 1/3",
            id="GK608",
        )
    if len(form.players) == 1:
        value, plan = _alone(form)
        return ExactResult((plan,), value, 0, time.perf_counter() - began)
    approximate = solve_lp(form, algorithm=algorithm, time_limit=time_limit, progress=progress)
    if approximate.stopped == "interrupt":
        raise KeyboardInterrupt
    if not approximate.optimal:
        raise OutOfTime(
            "the time limit was reached before there was a basis to solve exactly",
            hint="allow more time, or solve in floating point",
            id="GK608",
        )
    programme = integer_programme(form)
    deadline = None if time_limit is None else began + time_limit
    vertex, pivots = optimal_vertex(form, programme, approximate.basis, deadline=deadline, progress=progress)
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
    rows: list[Row] = _rows(e, 0, 1)
    below: list[Row] = [[] for _ in range(other)]
    for (i, j), value in cell.items():
        if value:
            mine, theirs, amount = (i, j, value) if player == 0 else (j, i, -value)
            below[theirs].append((mine, amount))
    for row, values in zip(below, _rows(f.T.tocsr(), own, -1)):
        row.extend(values)
    rows += below
    columns: list[Row] = [[] for _ in range(own + f.shape[0])]
    for r, row in enumerate(rows):
        for j, value in row:
            columns[j].append((r, value))
    return IntegerProgramme(
        rows=rows,
        columns=columns,
        right=[int(v) for v in right] + [0] * other,
        cost=[0] * own + [-int(v) for v in cost],
        equalities=e.shape[0],
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


def _rows(csr: Sparse, shift: int, sign: int) -> list[Row]:
    """The rows of a sparse matrix of small integers."""
    index, data, start = csr.indices.tolist(), csr.data.tolist(), csr.indptr.tolist()
    return [
        [(index[k] + shift, sign * int(data[k])) for k in range(start[r], start[r + 1])] for r in range(csr.shape[0])
    ]


def optimal_vertex(
    form: SequenceForm,
    programme: IntegerProgramme,
    basis: Basis | None,
    *,
    deadline: float | None = None,
    progress: Progress | None = None,
) -> tuple[Vertex, int]:
    """An exactly optimal basic solution, and the number of pivots that led to it from the basis."""
    tell = throttled(progress)
    vertex = None
    if basis is not None:
        columns = np.flatnonzero(basis.columns).tolist()
        tight = np.flatnonzero(~basis.rows).tolist()
        # An equality row with a basic slack would need pivoting rules of its own: such a basis only counts if optimal.
        try:
            vertex = basic_solution(programme, columns, tight)
        except Singular:
            vertex = None
        if vertex is not None and not _feasible(programme, vertex):
            vertex = None
        if vertex is not None and _entering(programme, vertex) is not None and _loose_equality(programme, vertex):
            vertex = None
    if vertex is None:
        vertex = basic_solution(programme, *_pure_basis(form, programme))
    for pivots in range(LIMIT_PIVOTS):
        entering = _entering(programme, vertex)
        if entering is None:
            prove(programme, vertex)
            return vertex, pivots
        if deadline is not None and time.perf_counter() > deadline:
            break
        tell("pivoting exactly", pivots, None)
        vertex = basic_solution(programme, *_pivot(programme, vertex, entering))
    raise GalakitError(
        f"no exactly optimal basis was found within {pivots} exact pivots",
        hint="solve in floating point, or allow more time",
        id="GK608",
    )


def basic_solution(p: IntegerProgramme, columns: list[int], tight: list[int]) -> Vertex:
    """Solve for the basic solution and its dual."""
    if len(columns) != len(tight):
        raise Singular
    column_place = {j: k for k, j in enumerate(columns)}
    row_place = {r: k for k, r in enumerate(tight)}
    rows = [[(column_place[j], v) for j, v in p.rows[r] if j in column_place] for r in tight]
    transposed = [[(row_place[r], v) for r, v in p.columns[j] if r in row_place] for j in columns]
    z = [Fraction(0)] * len(p.columns)
    for j, value in zip(columns, solve_sparse(rows, [p.right[r] for r in tight])):
        z[j] = value
    y = [Fraction(0)] * len(p.rows)
    for r, value in zip(tight, solve_sparse(transposed, [p.cost[j] for j in columns])):
        y[r] = value
    slack = [dot(row, z) - b for row, b in zip(p.rows, p.right)]
    reduced = [c - dot(column, y) for column, c in zip(p.columns, p.cost)]
    return Vertex(columns, tight, z, slack, y, reduced)


def _feasible(p: IntegerProgramme, v: Vertex) -> bool:
    return (
        all(x >= 0 for x in v.z[: p.x])
        and all(s == 0 for s in v.slack[: p.equalities])
        and all(s >= 0 for s in v.slack[p.equalities :])
    )


def _loose_equality(p: IntegerProgramme, v: Vertex) -> bool:
    return len([r for r in v.tight if r < p.equalities]) < p.equalities


def _entering(p: IntegerProgramme, v: Vertex) -> tuple[int, int] | None:
    """Bland's rule: the first variable that improves the objective, and its direction. Slacks follow the columns."""
    for j, d in enumerate(v.reduced):
        if d < 0 or (d > 0 and j >= p.x):
            return j, 1 if d < 0 else -1
    for r in range(p.equalities, len(p.rows)):
        if v.y[r] < 0:  # the reduced cost of the slack of `row z - slack = 0` is its row's dual value
            return len(p.columns) + r, 1
    return None


def _pivot(p: IntegerProgramme, v: Vertex, entering: tuple[int, int]) -> tuple[list[int], list[int]]:
    """The next basis: the entering variable grows until a basic one reaches 0; ties go to the first (Bland)."""
    variable, sign = entering
    wide = len(p.columns)
    place = {j: k for k, j in enumerate(v.columns)}
    rows = [[(place[j], value) for j, value in p.rows[r] if j in place] for r in v.tight]
    if variable < wide:
        moved = dict(p.columns[variable])
        right = [-sign * moved.get(r, 0) for r in v.tight]
    else:
        right = [1 if r == variable - wide else 0 for r in v.tight]
    dz = [Fraction(0)] * wide
    for j, value in zip(v.columns, solve_sparse(rows, right)):
        dz[j] = value
    if variable < wide:
        dz[variable] = Fraction(sign)
    tight = set(v.tight)
    candidates = [(v.z[j] / -dz[j], j) for j in v.columns if j < p.x and dz[j] < 0]
    for r in range(p.equalities, len(p.rows)):
        if r not in tight:
            ds = dot(p.rows[r], dz)
            if ds < 0:
                candidates.append((v.slack[r] / -ds, wide + r))
    leaving = min(candidates)[1]  # a game has a value, so the programme is bounded and some variable leaves
    columns = set(v.columns)
    for change, number in ((columns.add, variable), (columns.discard, leaving)):
        if number < wide:
            change(number)
    if variable >= wide:
        tight.discard(variable - wide)
    if leaving >= wide:
        tight.add(leaving - wide)
    return sorted(columns), sorted(tight)


def _pure_basis(form: SequenceForm, p: IntegerProgramme) -> tuple[list[int], list[int]]:
    """The first move everywhere for player 0, a best response of player 1: a feasible basis."""
    own, other = form.sets_of(0), form.sets_of(1)
    columns = [0, *form.first_sequence[own].tolist()]
    reached = {0}
    for i in own.tolist():
        if int(form.parent_sequence[i]) in reached:
            reached.add(int(form.first_sequence[i]))
    worth = [sum(value for j, value in row if j < p.x and j in reached) for row in p.rows[p.equalities :]]
    tight = [0]
    for i in reversed(other.tolist()):
        first, count = int(form.first_sequence[i]), int(form.moves_count[i])
        best = min(range(first, first + count), key=worth.__getitem__)
        worth[int(form.parent_sequence[i])] += worth[best]
        tight.append(best)
    columns += range(p.x, len(p.columns))
    return sorted(columns), sorted([*range(p.equalities), *(p.equalities + s for s in tight)])


def prove(p: IntegerProgramme, v: Vertex) -> None:
    """Primal and dual feasible with equal objective values: optimal, by weak duality. Failing here is our mistake."""
    dual = all(d == 0 for d in v.reduced[p.x :]) and all(d >= 0 for d in v.reduced[: p.x])
    signs = all(y >= 0 for y in v.y[p.equalities :])
    primal = sum(c * z for c, z in zip(p.cost, v.z) if c)
    equal = primal == sum(b * y for b, y in zip(p.right, v.y) if b)
    if not (_feasible(p, v) and dual and signs and equal):
        raise AssertionError("an exact solution failed its own proof")


def _alone(form: SequenceForm) -> tuple[Fraction, list[Fraction]]:
    """One player: the best move everywhere, from the last information sets to the first."""
    worth = [Fraction(0)] * form.sequences[0]
    for s, c in zip(form.leaf_sequences[0].tolist(), form.leaf_class.tolist()):
        worth[s] += Fraction(form.classes[c][0])
    best = {}
    for i in reversed(range(form.information_sets)):
        first, count = int(form.first_sequence[i]), int(form.moves_count[i])
        best[i] = max(range(first, first + count), key=worth.__getitem__)
        worth[int(form.parent_sequence[i])] += worth[best[i]]
    plan = [Fraction(1)] + [Fraction(0)] * (form.sequences[0] - 1)
    for i in range(form.information_sets):
        plan[best[i]] = plan[int(form.parent_sequence[i])]
    return worth[0], plan
