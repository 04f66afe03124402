"""Linear programmes of any shape, solved in floats by HiGHS; the basis comes back, to be made exact or started from."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from galakit.errors import GalakitError
from galakit.game.sequence_form import Floats
from galakit.solve.exact import IntegerProgramme
from galakit.solve.highs import Basis, Programme, model


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

    A start is the basis of a similar programme. Errors: GK607 when HiGHS finds no optimum, also for want of time.
    """
    import highspy

    began = time.perf_counter()
    highs = model(programme, "simplex", tolerance=1e-10)
    if time_limit is not None:
        highs.setOptionValue("time_limit", max(float(time_limit), 0.0))
    if start is not None:
        highs.setBasis(_highs_basis(start))
    highs.run()
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise GalakitError(
            f"the linear programme could not be solved: {highs.modelStatusToString(highs.getModelStatus())}",
            hint="allow more time, or try another method",
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


def in_floats(p: IntegerProgramme) -> Programme:
    """An integer programme for HiGHS."""
    from scipy.sparse import csc_array

    count = [len(column) for column in p.columns]
    rows = np.array([r for column in p.columns for r, _ in column], np.int32)
    values = np.array([float(v) for column in p.columns for _, v in column])
    start = np.concatenate([[0], np.cumsum(count)]).astype(np.int32)
    return Programme(
        matrix=csc_array((values, rows, start), shape=(len(p.rows), len(p.columns))),
        cost=np.array(p.cost, np.float64),
        right=np.array(p.right, np.float64),
        equalities=p.equalities,
        x=p.x,
    )
