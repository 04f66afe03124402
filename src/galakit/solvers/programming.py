"""Linear programmes of any shape: in floats by HiGHS, with the optimal basis; in fractions from that basis."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from galakit.deadline import Deadline, OutOfTime, ending
from galakit.errors import GalakitError
from galakit.game.sequence_form import Floats
from galakit.game.sparse import ByColumn
from galakit.progress import Progress
from galakit.solvers.exact.optimum import exact_optimum
from galakit.solvers.exact.programme import IntegerProgramme, Vertex
from galakit.solvers.exact.rational import SOLVING
from galakit.solvers.exact.simplex import is_small
from galakit.solvers.highs import Basis, Programme, model, run


@dataclass(frozen=True, eq=False)
class Optimum:
    """An optimal basic solution in floats."""

    z: Floats
    duals: Floats
    """[rows]"""
    basis: Basis
    objective: float
    seconds: float


def optimum(programme: Programme, *, start: Basis | None = None, time_limit: float | None = None) -> Optimum:
    """Solve min cost'z; rows are equalities first, then `>=`; columns are `>= 0` first, then free.

    A start is the basis of a similar programme. Errors: GK607 when HiGHS finds no optimum, GK632 when time runs out.
    """
    import highspy

    began = time.perf_counter()
    highs = model(programme, "simplex", tolerance=1e-10)
    if time_limit is not None:
        highs.setOptionValue("time_limit", max(float(time_limit), 0.0))
    if start is not None:
        highs.setBasis(_highs_basis(start))
    run(highs)
    if highs.getModelStatus() == highspy.HighsModelStatus.kTimeLimit:
        raise OutOfTime(
            "the time limit was reached before the linear programme was solved",
            hint="allow more time: --time-limit, or time_limit in Python",
            id="GK632",
        )
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise GalakitError(
            f"the linear programme could not be solved: {highs.modelStatusToString(highs.getModelStatus())}",
            hint="numbers in the game may be too far apart: ask for fractions (--exact), or try another method",
            id="GK607",
        )
    solution, basis = highs.getSolution(), highs.getBasis()
    basic = int(highspy.HighsBasisStatus.kBasic)
    return Optimum(
        z=np.array(solution.col_value, np.float64),
        duals=np.array(solution.row_dual, np.float64),
        basis=Basis(
            columns=np.fromiter(map(int, basis.col_status), np.int8) == basic,
            rows=np.fromiter(map(int, basis.row_status), np.int8) == basic,
        ),
        objective=float(highs.getInfo().objective_function_value),
        seconds=time.perf_counter() - began,
    )


def _highs_basis(start: Basis) -> Any:
    import highspy

    status = highspy.HighsBasisStatus
    basis = highspy.HighsBasis()
    basis.col_status = [status.kBasic if basic else status.kLower for basic in start.columns.tolist()]
    basis.row_status = [status.kBasic if basic else status.kLower for basic in start.rows.tolist()]
    basis.valid = True
    return basis


def solved(
    p: IntegerProgramme, exact: bool | None, *, deadline: Deadline | None, progress: Progress | None
) -> tuple[list[Any], int | None]:
    """The best values of the columns that are not free, and the exact pivots; None where they are floats.

    Without a wish (None), fractions that cannot be had give way to floats. Floats that HiGHS cannot find give way to
    fractions in any case.
    """
    ends = None if deadline is None else deadline.ends
    if exact is not False:
        try:
            vertex, pivots = exact_solution(p, deadline=ends, progress=progress)
            return vertex.z[: p.x], pivots
        except GalakitError:
            if exact:
                raise
    try:
        found = optimum(in_floats(p), time_limit=None if deadline is None else deadline.left)
        return found.z[: p.x].clip(0.0).tolist(), None
    except OutOfTime:
        raise
    except GalakitError:
        if not is_small(p):
            raise
        vertex, pivots = exact_optimum(p, None, deadline=ends, progress=progress)
        return vertex.z[: p.x], pivots


def exact_solution(
    p: IntegerProgramme, *, deadline: float | None = None, progress: Progress | None = None
) -> tuple[Vertex, int]:
    """The exact optimum of a programme, by way of floats where they help; and the exact pivots it took."""
    left = None if deadline is None else deadline - time.perf_counter()
    with ending(SOLVING):
        return exact_optimum(p, basis_in_floats(in_floats(p), time_limit=left), deadline=deadline, progress=progress)


def basis_in_floats(programme: Programme, *, time_limit: float | None = None) -> Basis | None:
    """The optimal basis in floats; None where HiGHS fails, as on numbers that are too far apart."""
    try:
        return optimum(programme, time_limit=time_limit).basis
    except OutOfTime:
        raise
    except GalakitError:
        return None


def in_floats(p: IntegerProgramme) -> Programme:
    """An integer programme for HiGHS, which takes no numbers above 10^15 and no differences beyond 10^9.

    Rows and free columns are scaled, so that payoffs of any size are about 1. The bases of the programme do not change,
    nor do the values of the columns that are not free.
    """
    row_unit, column_unit = _units(p)
    count = [len(column) for column in p.columns]
    rows = np.array([r for column in p.columns for r, _ in column], np.int32)
    values = [v * column_unit[j] / row_unit[r] for j, column in enumerate(p.columns) for r, v in column]
    cost = [c * unit for c, unit in zip(p.cost, column_unit)]
    dearest = max(map(abs, cost), default=1) or 1
    start = np.concatenate([[0], np.cumsum(count)]).astype(np.int32)
    return Programme(
        matrix=ByColumn((len(p.rows), len(p.columns)), start, rows, np.array(values, np.float64)),
        cost=np.array([c / dearest for c in cost], np.float64),
        right=np.array([b / unit for b, unit in zip(p.right, row_unit)], np.float64),
        equalities=p.equalities,
        x=p.x,
    )


def _units(p: IntegerProgramme) -> tuple[list[int], list[int]]:
    """The divisor of each row and the factor of each column; 1 for columns that are not free."""
    own = [max((abs(v) for j, v in row if j < p.x), default=0) for row in p.rows]
    # A free column stands for an amount that is paid: its unit is that of the rows that add up payoffs. Amounts that
    # are compared with each other need the same unit.
    columns = [1] * p.x
    columns += [max((own[r] // abs(v) for r, v in column), default=0) for column in p.columns[p.x :]]
    largest: dict[int, int] = {}
    group = _compared(p)
    for j in range(p.x, len(columns)):
        largest[group[j]] = max(largest.get(group[j], 1), columns[j])
    for j in range(p.x, len(columns)):
        columns[j] = largest[group[j]]
    rows = [max((abs(v) * columns[j] for j, v in row), default=0) or 1 for row in p.rows]
    return rows, columns


def _compared(p: IntegerProgramme) -> list[int]:
    """For each free column, one that stands for all that are linked with it by rows."""
    group = list(range(len(p.columns)))

    def root(j: int) -> int:
        while group[j] != j:
            group[j] = group[group[j]]
            j = group[j]
        return j

    for row in p.rows:
        free = [j for j, _ in row if j >= p.x]
        for j in free[1:]:
            group[root(j)] = root(free[0])
    return [root(j) for j in range(len(group))]
