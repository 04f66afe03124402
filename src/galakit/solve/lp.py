"""Optimal play in two-player constant-sum games as one linear programme (Koller, Megiddo & von Stengel 1996).

With the first player's payoffs A, constraints E x = e and F y = f on the plans, his optimal plan solves

    max f'q   subject to   E x = e,   F'q <= A'x,   x >= 0,   q free,

and the dual values of the rows F'q <= A'x are an optimal plan y of the second player: one solve gives both. HiGHS
solves it; tiny violations are repaired on the plans, and the bounds returned come from best responses to those
plans, so they hold whatever the solver did. A game with one player needs no programme: the best response to nobody
is optimal.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.progress import Progress, throttled
from galakit.game.sequence_form import Floats, SequenceForm, Sparse
from galakit.solve.realization import repaired, uniform
from galakit.solve.response import best_response

Algorithm: TypeAlias = Literal["auto", "simplex", "ipm"]


@dataclass(frozen=True, eq=False)
class Programme:
    """min cost'z subject to lower <= matrix z <= upper, with z = (x, q), x >= 0, q free."""

    matrix: Sparse
    """rows: 1 + information sets of player 0 (E x = e), then the sequences of player 1 (A'x - F'q >= 0)"""
    cost: Floats
    right: Floats
    """[rows] e, then zeros"""
    equalities: int
    """how many rows are equalities"""
    x: int
    """how many columns are x; the others are q"""


@dataclass(frozen=True, eq=False)
class Basis:
    """A basis of the programme: which columns and which rows' slacks are basic."""

    columns: npt.NDArray[np.bool_]
    rows: npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class LpResult:
    """Plans for all players and what they guarantee."""

    plans: tuple[Floats, ...]
    lower: float
    """player 0 gets at least this with his plan"""
    upper: float
    """and at most this against the other plan"""
    optimal: bool
    """the solver finished; otherwise the time limit struck and the bounds are all there is"""
    algorithm: str
    iterations: int
    seconds: float
    basis: Basis | None


def solve_lp(
    form: SequenceForm,
    *,
    algorithm: Algorithm = "auto",
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> LpResult:
    """Optimal plans of a constant-sum game of two players, or of a game of one."""
    began = time.perf_counter()
    if len(form.players) == 1:
        value, plan = best_response(form, 0, [None])
        return LpResult((plan,), value, value, True, "best response", 0, time.perf_counter() - began, None)

    scale = float(np.abs(form.payoff(0)).max(initial=0.0)) or 1.0
    programme = sequence_form_programme(form, scale)
    chosen: Algorithm = "simplex" if algorithm == "auto" else algorithm
    highs = _highs(programme, chosen, time_limit)
    _watch(highs, progress)
    iterations = 0
    if algorithm == "auto":
        highs.setOptionValue("simplex_iteration_limit", _patience(programme))
        highs.run()
        if _is(highs, "kIterationLimit"):
            chosen = "ipm"
            iterations = int(highs.getInfo().simplex_iteration_count)
            highs.clearSolver()  # else it would go on from the basis, without presolve
            highs.setOptionValue("simplex_iteration_limit", 2**31 - 1)
            highs.setOptionValue("solver", chosen)
            highs.run()
    else:
        highs.run()
    optimal = _is(highs, "kOptimal")
    if not optimal and not _is(highs, "kTimeLimit"):
        raise GalakitError(
            f"the linear programme could not be solved: {highs.modelStatusToString(highs.getModelStatus())}",
            hint="try the other algorithm (simplex or ipm)",
            id="GK607",
        )

    plans, lower, upper = _plans(form, programme, highs, optimal)
    info = highs.getInfo()
    return LpResult(
        plans=plans,
        lower=lower,
        upper=upper,
        optimal=optimal,
        algorithm=chosen,
        iterations=iterations + int(info.simplex_iteration_count + max(info.ipm_iteration_count, 0)),
        seconds=time.perf_counter() - began,
        basis=_basis(highs) if optimal else None,
    )


def sequence_form_programme(form: SequenceForm, scale: float = 1.0) -> Programme:
    """The programme with all payoffs divided by `scale`."""
    from scipy.sparse import csc_array

    e_matrix, e = form.constraints(0)
    f_matrix, f = form.constraints(1)
    x, y = form.sequences
    first, second = form.leaf_sequences
    e_rows, f_rows = (np.repeat(np.arange(m.shape[0]), np.diff(m.indptr)) for m in (e_matrix, f_matrix))
    # E; below it A' and -F'. Putting sparse blocks together would take longer than HiGHS for small games.
    rows = np.concatenate([e_rows, len(e) + second, len(e) + f_matrix.indices])
    columns = np.concatenate([e_matrix.indices, first, x + f_rows])
    values = np.concatenate([e_matrix.data, form.payoff(0) / scale, -f_matrix.data])
    return Programme(
        matrix=csc_array((values, (rows, columns)), shape=(len(e) + y, x + len(f))),
        cost=np.concatenate([np.zeros(x), -f]),
        right=np.concatenate([e, np.zeros(y)]),
        equalities=len(e),
        x=x,
    )


def _highs(programme: Programme, algorithm: Algorithm, time_limit: float | None) -> Any:
    import highspy

    rows, columns = programme.matrix.shape
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = columns, rows
    lp.col_cost_ = programme.cost
    lp.col_lower_ = np.where(np.arange(columns) < programme.x, 0.0, -highspy.kHighsInf)
    lp.col_upper_ = np.full(columns, highspy.kHighsInf)
    lp.row_lower_ = programme.right
    lp.row_upper_ = np.where(np.arange(rows) < programme.equalities, programme.right, highspy.kHighsInf)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_ = programme.matrix.indptr
    lp.a_matrix_.index_ = programme.matrix.indices
    lp.a_matrix_.value_ = programme.matrix.data
    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("solver", algorithm)
    highs.setOptionValue("primal_feasibility_tolerance", 1e-9)
    highs.setOptionValue("dual_feasibility_tolerance", 1e-9)
    highs.setOptionValue("ipm_optimality_tolerance", 1e-10)
    if time_limit is not None:
        highs.setOptionValue("time_limit", float(time_limit))
    highs.passModel(lp)
    return highs


def _patience(programme: Programme) -> int:
    """How many iterations simplex may take before interior point is tried instead.

    Simplex is two to five times as fast on most games (poker with long betting, liar's dice), interior point ten times
    on some (poker with five cards each), and no shape told which. But where simplex wins it needs at most about as
    many iterations as there are rows, a quarter of that where columns are short; and long columns make interior point
    dear. Counting iterations, not seconds, makes every machine choose alike.
    """
    rows, columns = programme.matrix.shape
    length = programme.matrix.nnz / max(columns, 1)
    return 2_000 + int(rows * min(1.0, max(0.3, length / 20)))


def _watch(highs: Any, progress: Progress | None) -> None:
    if progress is None:
        return
    tell = throttled(progress)

    def simplex(event: Any) -> None:
        tell("solving the linear programme", int(event.data_out.simplex_iteration_count), None)

    def interior(event: Any) -> None:
        tell("solving the linear programme", max(0, int(event.data_out.ipm_iteration_count)), None)

    highs.cbSimplexInterrupt += simplex
    highs.cbIpmInterrupt += interior


def _is(highs: Any, status: str) -> bool:
    import highspy

    return bool(highs.getModelStatus() == getattr(highspy.HighsModelStatus, status))


def _plans(
    form: SequenceForm, programme: Programme, highs: Any, optimal: bool
) -> tuple[tuple[Floats, Floats], float, float]:
    """The best pair among what the solver left and, if it did not finish, uniform play; with its bounds."""
    solution = highs.getSolution()
    x = np.array(solution.col_value, np.float64)[: programme.x]
    y = np.array(solution.row_dual, np.float64)[programme.equalities :]
    first = [repaired(form, 0, x)] if len(x) == form.sequences[0] else []
    second = [repaired(form, 1, y)] if len(y) == form.sequences[1] else []
    if not optimal or not first or not second:
        first.append(uniform(form, 0))
        second.append(uniform(form, 1))
    c = float(form.constant_sum or 0)
    guarantees = [c - best_response(form, 1, (plan, None))[0] for plan in first]
    limits = [best_response(form, 0, (None, plan))[0] for plan in second]
    i, j = int(np.argmax(guarantees)), int(np.argmin(limits))
    return (first[i], second[j]), guarantees[i], limits[j]


def _basis(highs: Any) -> Basis | None:
    import highspy

    basis = highs.getBasis()
    if not basis.valid:
        return None
    basic = int(highspy.HighsBasisStatus.kBasic)
    # As integers: comparing the statuses themselves takes ten times as long.
    return Basis(
        columns=np.fromiter(map(int, basis.col_status), np.int8) == basic,
        rows=np.fromiter(map(int, basis.row_status), np.int8) == basic,
    )
