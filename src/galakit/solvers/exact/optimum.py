"""The exact optimum of any linear programme in integers, from any basis, by exact pivots.

A basis that HiGHS found in floats is nearly always optimal, or a few pivots away. From a feasible basis the simplex
method continues with Bland's rule (1977). But the basis may be neither primal nor dual feasible, where simplex cannot
continue; the criss-cross method (Terlaky 1985) needs no feasibility: of all variables whose value or reduced cost has
the wrong sign it takes the first, and pivots on the first partner of the right sign. In a feasible basis that variable
is the one of Bland's rule, so the two differ in the partner only; either ends after finitely many steps. Each basic
solution is solved for from the integers, and the last one is proved optimal by its dual. Where there is no basis, or
its way to the optimum is long, small programmes are solved from nothing (`simplex`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from galakit.errors import GalakitError
from galakit.progress import Progress, throttled
from galakit.solvers.exact.programme import IntegerProgramme, Vertex, basic_solution, feasible, prove
from galakit.solvers.exact.rational import Singular, dot, solve_sparse
from galakit.solvers.exact.simplex import is_small, no_optimum, optimal_basis
from galakit.solvers.highs import Basis

LIMIT_PIVOTS = 100_000
PATIENCE = 20  # pivots after which a small programme is solved from nothing instead


def exact_optimum(
    p: IntegerProgramme,
    basis: Basis | None,
    *,
    feasible_basis: Callable[[], tuple[list[int], list[int]]] | None = None,
    deadline: float | None = None,
    progress: Progress | None = None,
) -> tuple[Vertex, int]:
    """An exactly optimal basic solution of min cost'z, and the number of pivots that led to it from the basis.

    `feasible_basis` names the columns and tight rows of a feasible basis, to begin with where the basis is none.
    """
    report = throttled(progress)
    pivots = 0
    small = is_small(p)
    try:
        vertex = _first_vertex(p, basis, feasible_basis)
        if vertex is None:
            vertex = basic_solution(p, *optimal_basis(p, deadline=deadline, progress=progress))
        for pivots in range(LIMIT_PIVOTS):
            wrong = _first_wrong(p, vertex)
            if wrong is None:
                prove(p, vertex)
                return vertex, pivots
            if deadline is not None and time.perf_counter() > deadline:
                break
            report("pivoting exactly", pivots, None)
            if pivots == PATIENCE and small:
                vertex = basic_solution(p, *optimal_basis(p, deadline=deadline, progress=progress))
                continue
            vertex = basic_solution(p, *_exchanged(p, vertex, wrong, _partner(p, vertex, wrong)))
        why = f"within {pivots} exact pivots"
    except Singular:
        why = "from the basis that was found in floating point"
    raise GalakitError(
        f"no exactly optimal basis was found {why}", hint="solve in floating point, or allow more time", id="GK608"
    )


def _first_vertex(
    p: IntegerProgramme, basis: Basis | None, feasible_basis: Callable[[], tuple[list[int], list[int]]] | None
) -> Vertex | None:
    """The basic solution to begin with; None where there is none and the programme is small."""
    if basis is not None:
        try:
            vertex = basic_solution(p, np.flatnonzero(basis.columns).tolist(), np.flatnonzero(~basis.rows).tolist())
            if feasible_basis is None or feasible(p, vertex):
                return vertex
        except Singular:
            pass
    if feasible_basis is None:
        if is_small(p):
            return None
        raise Singular
    return basic_solution(p, *feasible_basis())


# Variables are numbered: columns first, then the slack of each row (`row z - right`).


def _first_wrong(p: IntegerProgramme, v: Vertex) -> int | None:
    """The first variable that is basic with a forbidden value, or not basic with an improving reduced cost."""
    basic = set(v.columns)
    for j in range(len(p.columns)):
        if j in basic:
            if j < p.x and v.z[j] < 0:
                return j
        elif v.reduced[j] < 0 or (v.reduced[j] != 0 and j >= p.x):
            return j
    tight = set(v.tight)
    for r in range(len(p.rows)):
        if r not in tight:
            if v.slack[r] < 0 or (v.slack[r] != 0 and r < p.equalities):
                return len(p.columns) + r
        elif r >= p.equalities and v.y[r] < 0:
            return len(p.columns) + r
    return None


def _partner(p: IntegerProgramme, v: Vertex, wrong: int) -> int:
    """The variable that is exchanged with the wrong one: the first whose sign fits.

    In a feasible basis it is the first to become 0 as the wrong one, which is not basic, changes.
    """
    wide = len(p.columns)
    basic, tight = set(v.columns), set(v.tight)
    if (wrong in basic) if wrong < wide else (wrong - wide not in tight):
        value = v.z[wrong] if wrong < wide else v.slack[wrong - wide]
        own, slacks = _row_of(p, v, wrong)
        for j in range(wide):
            if j not in basic:
                change = own(j)
                if change and (j >= p.x or (change > 0) == (value < 0)):
                    return j
        for r in v.tight:
            if r >= p.equalities and slacks[r] and (slacks[r] > 0) == (value < 0):
                return wide + r
        raise no_optimum("its rows contradict each other")
    sign = 1
    if wrong < wide and v.reduced[wrong] > 0:
        sign = -1
    dz = _column_of(p, v, wrong, sign)
    falling = [(j, v.z[j] / -dz[j]) for j in v.columns if j < p.x and dz[j] < 0]
    for r in range(len(p.rows)):
        if r not in tight:
            ds = dot(p.rows[r], dz)
            if ds < 0 or (ds != 0 and r < p.equalities):
                falling.append((wide + r, v.slack[r] / -ds))
    if not falling:
        raise no_optimum("it is unbounded")
    return min(falling, key=lambda pair: pair[1])[0] if feasible(p, v) else falling[0][0]


def _row_of(p: IntegerProgramme, v: Vertex, basic: int) -> tuple[Callable[[int], Fraction], list[Fraction]]:
    """How a basic variable changes with a column (a function) and with the slack of each tight row."""
    wide = len(p.columns)
    row_at = {r: k for k, r in enumerate(v.tight)}
    transposed = [[(row_at[r], value) for r, value in p.columns[j] if r in row_at] for j in v.columns]
    row = dict(p.rows[basic - wide]) if basic >= wide else {}
    right = [row.get(j, 0) if basic >= wide else int(j == basic) for j in v.columns]
    weight = [Fraction(0)] * len(p.rows)
    for r, value in zip(v.tight, solve_sparse(transposed, right)):
        weight[r] = value
    return (lambda j: row.get(j, 0) - dot(p.columns[j], weight)), weight


def _column_of(p: IntegerProgramme, v: Vertex, entering: int, sign: int) -> list[Fraction]:
    """How all columns change when one that is not basic, or a slack, grows (sign 1) or falls (-1)."""
    wide = len(p.columns)
    column_at = {j: k for k, j in enumerate(v.columns)}
    rows = [[(column_at[j], value) for j, value in p.rows[r] if j in column_at] for r in v.tight]
    if entering < wide:
        moved = dict(p.columns[entering])
        right = [-sign * moved.get(r, 0) for r in v.tight]
    else:
        right = [int(r == entering - wide) for r in v.tight]
    dz = [Fraction(0)] * wide
    for j, value in zip(v.columns, solve_sparse(rows, right)):
        dz[j] = value
    if entering < wide:
        dz[entering] = Fraction(sign)
    return dz


def _exchanged(p: IntegerProgramme, v: Vertex, one: int, other: int) -> tuple[list[int], list[int]]:
    """The basis after exchanging two variables."""
    columns, tight = set(v.columns), set(v.tight)
    for variable in (one, other):
        if variable < len(p.columns):
            columns ^= {variable}
        else:
            tight ^= {variable - len(p.columns)}
    return sorted(columns), sorted(tight)
