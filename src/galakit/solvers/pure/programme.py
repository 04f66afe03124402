"""An integer programme as it is written down: columns and rows one after the other, handed to HiGHS to be solved."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal

import numpy as np

from galakit.errors import GalakitError
from galakit.game.sequence_form import Floats
from galakit.processes.beside import LOOK, Beside
from galakit.progress import Progress, throttled
from galakit.solvers.highs import HEEDING

INFINITY = float("inf")


@dataclass(frozen=True, eq=False)
class Solved:
    """What HiGHS says: the best point so far, if any, and what no point can exceed."""

    status: Literal["optimal", "infeasible", "time", "hopeless", "enough"]
    """`hopeless`: it was stopped because no point can be good enough; `enough`: because a point is"""
    point: Floats | None
    bound: float
    nodes: int


class Programme:
    """max cost'x subject to lower <= row'x <= upper for every row; some columns are whole.

    >>> programme = Programme()
    >>> x, y = (programme.column(0, 1, cost=cost, whole=True) for cost in (2, 3))
    >>> programme.row([(x, 1), (y, 1)], upper=1)
    >>> programme.solve().point.round().astype(int).tolist()
    [0, 1]
    """

    def __init__(self) -> None:
        self._low: list[float] = []
        self._high: list[float] = []
        self._cost: list[float] = []
        self._whole: list[bool] = []
        self._rows: list[Sequence[tuple[int, float]]] = []
        self._lower: list[float] = []
        self._upper: list[float] = []

    @property
    def columns(self) -> int:
        return len(self._cost)

    def column(self, low: float, high: float, *, cost: float = 0.0, whole: bool = False) -> int:
        """A new column; its number."""
        self._low.append(low)
        self._high.append(high)
        self._cost.append(cost)
        self._whole.append(whole)
        return len(self._cost) - 1

    def row(self, terms: Sequence[tuple[int, float]], lower: float = -INFINITY, upper: float = INFINITY) -> None:
        """A new row: a bound on a sum of columns with factors."""
        self._rows.append(terms)
        self._lower.append(lower)
        self._upper.append(upper)

    def solve(
        self,
        time_limit: float | None = None,
        progress: Progress | None = None,
        gap: float = 0.0,
        least: float = -INFINITY,
        enough: float = INFINITY,
    ) -> Solved:
        """Solve it up to a gap between the best point and the bound.

        Stop when time is out, when `least` is out of reach, or at a point that is `enough`.
        """
        import highspy

        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(self._cost), len(self._rows)
        lp.sense_ = highspy.ObjSense.kMaximize
        lp.col_cost_ = np.array(self._cost, np.float64)
        lp.col_lower_, lp.col_upper_ = np.array(self._low, np.float64), np.array(self._high, np.float64)
        lp.row_lower_, lp.row_upper_ = np.array(self._lower, np.float64), np.array(self._upper, np.float64)
        kinds = highspy.HighsVarType
        lp.integrality_ = [kinds.kInteger if whole else kinds.kContinuous for whole in self._whole]
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.array([0, *accumulate(len(r) for r in self._rows)], np.int32)
        lp.a_matrix_.index_ = np.array([c for r in self._rows for c, _ in r], np.int32)
        lp.a_matrix_.value_ = np.array([f for r in self._rows for _, f in r], np.float64)
        highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("mip_rel_gap", 0.0)
        highs.setOptionValue("mip_abs_gap", gap)
        highs.setOptionValue("mip_feasibility_tolerance", 1e-9)
        highs.setOptionValue("primal_feasibility_tolerance", 1e-9)
        if time_limit is not None:
            highs.setOptionValue("time_limit", max(0.0, float(time_limit)))
        highs.passModel(lp)
        return _Run(highs, least, enough).result(time_limit, throttled(progress), any(self._whole))


class _Run:
    """HiGHS on an integer programme in its own thread: it looks up often, but not always."""

    def __init__(self, highs: Any, least: float, enough: float) -> None:
        self.highs = highs
        self.least, self.enough = least, enough
        self.nodes, self.bound = 0, INFINITY
        self.best: Floats | None = None
        self.left = False
        highs.cbMipInterrupt += self._watch
        highs.cbMipImprovingSolution += self._improve

    def result(self, time_limit: float | None, report: Progress, whole: bool) -> Solved:
        """What it finds; where it does not end in time, what it has found until then."""
        ends = None if time_limit is None else time.perf_counter() + time_limit + HEEDING
        beside = Beside(self.highs.run)
        try:
            while not beside.wait(LOOK):
                report("solving the integer programme", self.nodes, None)
                if ends is not None and time.perf_counter() >= ends:
                    self._leave(beside)
                    return Solved("time", self.best, self.bound, self.nodes)
        except BaseException:
            self._leave(beside)
            raise
        beside.result()
        return _result(self.highs, whole, self.enough)

    def _leave(self, beside: Beside[Any]) -> None:
        self.left = True
        beside.leave()

    def _watch(self, event: Any) -> None:
        found = event.data_out
        self.nodes, self.bound = int(found.mip_node_count), float(found.mip_dual_bound)
        if self.left or self.bound < self.least or found.mip_primal_bound >= self.enough:
            event.interrupt()

    def _improve(self, event: Any) -> None:
        self.best = np.array(event.data_out.mip_solution, np.float64)


def _result(highs: Any, whole: bool, enough: float) -> Solved:
    import highspy

    status = highs.getModelStatus()
    known = highspy.HighsModelStatus
    info = highs.getInfo()
    nodes = max(0, int(info.mip_node_count))
    if status == known.kInfeasible:
        return Solved("infeasible", None, -INFINITY, nodes)
    feasible = info.primal_solution_status == int(highspy.SolutionStatus.kSolutionStatusFeasible)
    point = np.array(highs.getSolution().col_value, np.float64) if feasible else None
    if status == known.kInterrupt:
        if point is not None and info.objective_function_value >= enough:
            return Solved("enough", point, float(info.mip_dual_bound), nodes)
        return Solved("hopeless", None, float(info.mip_dual_bound), nodes)
    if status not in (known.kOptimal, known.kTimeLimit):
        raise GalakitError(
            f"the integer programme could not be solved: {highs.modelStatusToString(status)}",
            hint="scale the payoffs so that they are not too far apart",
            id="GK607",
        )
    bound = float(info.mip_dual_bound if whole else info.objective_function_value)
    return Solved("optimal" if status == known.kOptimal else "time", point, bound, nodes)
