"""HiGHS on a linear programme in its own thread, so that a caller can watch, wait for and stop it.

It looks up between iterations only, and one of a large programme takes seconds, as do presolving and the way from
interior point to a basis. A run that does not stop soon is left behind (`galakit.processes.beside`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.sequence_form import Floats
from galakit.game.sparse import ByColumn
from galakit.processes.beside import Beside, interruptible

HEEDING = 0.2  # seconds for HiGHS to stop

Algorithm: TypeAlias = Literal["auto", "simplex", "ipm"]


@dataclass(frozen=True, eq=False)
class Programme:
    """min cost'z subject to lower <= matrix z <= upper, with z = (x, q), x >= 0, q free."""

    matrix: ByColumn
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


class Solver:
    """One run. Leaving the `with` block stops it at its next iteration if it is not done; it is not waited for long.

    The state of a stopped run is useless: on liar's dice its plans guarantee no more than uniform play, after 5 of the
    9 seconds that interior point takes, and with simplex until the end.
    """

    def __init__(self, programme: Programme, algorithm: Algorithm, time_limit: float | None = None) -> None:
        self.programme = programme
        self.automatic = algorithm == "auto"
        self.algorithm: Algorithm = "simplex" if self.automatic else algorithm
        self.iterations = 0
        self._before = 0
        """iterations of the abandoned algorithm"""
        self._stop = False
        self._highs = model(programme, self.algorithm)
        if time_limit is not None:  # it checks the clock more often than it calls back
            self._highs.setOptionValue("time_limit", float(time_limit))
        self._highs.cbSimplexInterrupt += self._simplex
        self._highs.cbIpmInterrupt += self._interior

    def __enter__(self) -> Self:
        self._beside = Beside(self._run)
        return self

    def __exit__(self, *error: object) -> None:
        self._stop = True
        if not self._beside.wait(HEEDING):
            self._beside.leave()

    def wait(self, seconds: float) -> bool:
        """Wait at most this long; whether it is done."""
        return self._beside.wait(seconds)

    @property
    def optimal(self) -> bool:
        """Whether it found an optimum before the time limit; an error if it failed."""
        self._beside.result()
        if not self._is("kOptimal") and not self._is("kTimeLimit"):
            status = self._highs.modelStatusToString(self._highs.getModelStatus())
            raise GalakitError(
                f"the linear programme could not be solved: {status}",
                hint="try the other algorithm (simplex or ipm)",
                id="GK607",
            )
        return self._is("kOptimal")

    def solution(self) -> tuple[Floats, Floats]:
        """z, and the dual value of each row."""
        found = self._highs.getSolution()
        return np.array(found.col_value, np.float64), np.array(found.row_dual, np.float64)

    def basis(self) -> Basis | None:
        return basis_of(self._highs)

    def _run(self) -> None:
        highs = self._highs
        if self.automatic:
            highs.setOptionValue("simplex_iteration_limit", _patience(self.programme))
        highs.run()
        if self.automatic and self._is("kIterationLimit") and not self._stop:
            self.algorithm = "ipm"
            self._before = int(highs.getInfo().simplex_iteration_count)
            highs.clearSolver()  # else it would go on from the basis, without presolve
            highs.setOptionValue("simplex_iteration_limit", 2**31 - 1)
            highs.setOptionValue("solver", self.algorithm)
            highs.run()
        info = highs.getInfo()
        self.iterations = self._before + int(info.simplex_iteration_count + max(info.ipm_iteration_count, 0))

    def _simplex(self, event: Any) -> None:
        self.iterations = self._before + int(event.data_out.simplex_iteration_count)
        event.interrupt(self._stop)

    def _interior(self, event: Any) -> None:
        self.iterations = self._before + max(0, int(event.data_out.ipm_iteration_count))
        event.interrupt(self._stop)

    def _is(self, status: str) -> bool:
        return status_of(self._highs) == status


def run(highs: Any) -> None:
    """Run HiGHS; an interrupt, an alarm or the deadline in force ends the wait for it."""
    interruptible(highs.run, "solving a linear programme")


def model(programme: Programme, algorithm: Algorithm, tolerance: float = 1e-9) -> Any:
    """HiGHS with a programme, ready to run."""
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
    lp.a_matrix_.start_ = programme.matrix.start
    lp.a_matrix_.index_ = programme.matrix.row
    lp.a_matrix_.value_ = programme.matrix.value
    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("solver", algorithm)
    highs.setOptionValue("primal_feasibility_tolerance", tolerance)
    highs.setOptionValue("dual_feasibility_tolerance", tolerance)
    highs.setOptionValue("ipm_optimality_tolerance", 1e-10)
    highs.passModel(lp)
    return highs


def status_of(highs: Any) -> str:
    """How a run of HiGHS ended: `kOptimal`, `kInfeasible`, `kTimeLimit`, ..."""
    return str(highs.getModelStatus().name)


def basis_of(highs: Any) -> Basis | None:
    """The basis at which a run of HiGHS ended."""
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


def _patience(programme: Programme) -> int:
    """The number of simplex iterations before interior point is tried instead.

    Simplex is two to five times as fast on most games (poker with long betting, liar's dice), interior point ten times
    on some (poker with five cards each), and the shape does not predict which. But where simplex wins it needs at most
    about as many iterations as there are rows, a quarter of that where columns are short; and long columns make
    interior point slow. Counting iterations, not seconds, makes the choice the same on every machine.
    """
    rows, columns = programme.matrix.shape
    length = len(programme.matrix.value) / max(columns, 1)
    return 2_000 + int(rows * min(1.0, max(0.3, length / 20)))
