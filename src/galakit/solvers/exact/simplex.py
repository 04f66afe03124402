"""The optimal basis of a linear programme in integers, from nothing: the simplex method in two phases, exactly.

It is the last resort where floating point fails, as HiGHS does on coefficients that are more than some 10^15 apart. The
tableau is dense (`pivoting`), so programmes must be small. Equalities and free columns are removed first: the slack of
an equality leaves the basis for good, a free column enters it for good. What is left has variables that are at least 0.
Where the first basis is not feasible, one more variable makes it so, and is then made as small as possible (Chvátal
1983, chapter 3).
"""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.progress import Progress, throttled
from galakit.solvers.exact.pivoting import Tableau
from galakit.solvers.exact.programme import IntegerProgramme

LIMIT_CELLS = 250_000  # of the tableau: a pivot on so many takes about half a second


class NoOptimum(GalakitError):
    """The programme has no solution, or no best one."""


def is_small(p: IntegerProgramme) -> bool:
    """Whether a dense tableau can hold the programme."""
    return len(p.rows) * len(p.columns) <= LIMIT_CELLS


def optimal_basis(
    p: IntegerProgramme, *, deadline: float | None = None, progress: Progress | None = None
) -> tuple[list[int], list[int]]:
    """The basic columns and the tight rows of an optimal solution of min cost'z.

    >>> p = IntegerProgramme([[(0, 1), (1, 1)]], [[(0, 1)], [(0, 1)]], [1], [2, 1], 1, 2, Fraction(1))
    >>> optimal_basis(p)
    ([1], [0])
    """
    return _Simplex(p, deadline, progress).basis()


class _Simplex:
    """Variables are numbered as in `optimum`: columns first, then the slack of each row (`row z - right`)."""

    def __init__(self, p: IntegerProgramme, deadline: float | None, progress: Progress | None) -> None:
        self.p = p
        self.wide = len(p.columns)
        self.deadline = deadline
        self.report = throttled(progress)
        self.pivots = 0

    def basis(self) -> tuple[list[int], list[int]]:
        settled = self._settled()
        tableau, costs = self._remaining(settled)
        if any(row[len(tableau.nonbasic)] < 0 for row in tableau.rows):
            tableau = self._feasible(tableau)
        tableau.rows.append(_objective(costs, tableau))
        self._maximise(tableau)
        basic = {*tableau.basic, *(v for v in settled.basic if not self._is_positive(v))}
        columns = [j for j in range(self.wide) if j in basic]
        tight = [r for r in range(len(self.p.rows)) if self.wide + r not in basic]
        return columns, tight

    def _settled(self) -> Tableau:
        """All slacks are basic at first; then those of equalities leave, and free columns enter, each for good."""
        p = self.p
        rows = []
        for row, right in zip(p.rows, p.right):
            line = [0] * (self.wide + 1)
            for j, value in row:
                line[j] = -value
            line[-1] = -right
            rows.append(line)
        tableau = Tableau(rows, range(self.wide, self.wide + len(rows)), range(self.wide), [*p.cost, 0])
        for r in range(p.equalities):
            row = tableau.rows[r]
            entering = [v for k, v in enumerate(tableau.nonbasic) if v < self.wide and row[k] != 0]
            if entering:  # free columns first, because they have to enter anyway
                self._tick()
                tableau.pivot(r, max(entering))
            elif row[self.wide] != 0:
                raise no_optimum("its equations contradict each other")
        for j in range(p.x, self.wide):
            if j in tableau.nonbasic:
                k = tableau.nonbasic.index(j)
                at = next(
                    (r for r, v in enumerate(tableau.basic) if self._is_positive(v) and tableau.rows[r][k] != 0), None
                )
                if at is not None:
                    self._tick()
                    tableau.pivot(at, j)
                elif tableau.rows[-1][k] != 0:
                    raise no_optimum("it is unbounded")
        return tableau

    def _is_positive(self, variable: int) -> bool:
        """Whether a variable is one that must be at least 0, and may be more."""
        return variable < self.p.x if variable < self.wide else variable - self.wide >= self.p.equalities

    def _remaining(self, settled: Tableau) -> tuple[Tableau, dict[int, Any]]:
        """The tableau of the variables that must be at least 0; the objective as a sum over those not basic."""
        kept = [k for k, v in enumerate(settled.nonbasic) if self._is_positive(v)]
        rows = [
            [row[k] for k in (*kept, self.wide)] for row, v in zip(settled.rows, settled.basic) if self._is_positive(v)
        ]
        nonbasic = [settled.nonbasic[k] for k in kept]
        basic = [v for v in settled.basic if self._is_positive(v)]
        # The last row says: -cost'z = its last entry - the sum, which is to be maximised.
        costs = {v: settled.rows[-1][k] for v, k in zip(nonbasic, kept)}
        return Tableau(rows, basic, nonbasic), costs

    def _feasible(self, tableau: Tableau) -> Tableau:
        """A tableau whose basis is feasible, by way of a variable that is added to every row."""
        extra = self.wide + len(self.p.rows)
        wide = len(tableau.nonbasic)
        rows = [[*(row[k] for k in range(wide)), -1, row[wide]] for row in tableau.rows]
        phase = Tableau(rows, tableau.basic, [*tableau.nonbasic, extra], [*([0] * wide), 1, 0])
        worst = min(range(len(rows)), key=lambda i: Fraction(int(rows[i][-1].p), int(rows[i][-1].q)))
        phase.pivot(worst, extra)
        phase.order = tuple(phase.basic)
        if self._maximise(phase) < 0:
            raise no_optimum("its rows contradict each other")
        if extra in phase.basic:  # with the value 0
            at = phase.basic.index(extra)
            k = next(k for k in range(len(phase.nonbasic)) if phase.rows[at][k] != 0)
            phase.pivot(at, phase.nonbasic[k])
        kept = [k for k, v in enumerate(phase.nonbasic) if v != extra]
        rest = [[row[k] for k in (*kept, len(phase.nonbasic))] for row in phase.rows[: len(phase.basic)]]
        return Tableau(rest, phase.basic, [phase.nonbasic[k] for k in kept])

    def _maximise(self, tableau: Tableau) -> Fraction:
        while True:
            costs = [tableau.rows[-1][k] for k in range(len(tableau.nonbasic))]
            least = min(costs, default=0)
            if least >= 0:
                value = tableau.rows[-1][len(tableau.nonbasic)]
                return Fraction(int(value.p), int(value.q))
            self._tick()
            if tableau.enter(tableau.nonbasic[costs.index(least)]) is None:
                raise no_optimum("it is unbounded")

    def _tick(self) -> None:
        self.pivots += 1
        self.report("pivoting exactly", self.pivots, None)
        if self.deadline is not None and time.perf_counter() > self.deadline:
            raise OutOfTime(
                f"the time limit was reached after {self.pivots:,} exact pivots", hint="allow more time", id="GK608"
            )


def _objective(costs: dict[int, Any], tableau: Tableau) -> Any:
    """The row of reduced costs: basic variables are replaced by their rows."""
    from flint import fmpq_poly

    total = fmpq_poly([costs.get(v, 0) for v in tableau.nonbasic])
    for v, row in zip(tableau.basic, tableau.rows):
        if costs.get(v, 0) != 0:
            total = total - costs[v] * row
    return total


def no_optimum(why: str) -> NoOptimum:
    """The error for a programme without a best solution."""
    return NoOptimum(f"the linear programme has no solution: {why}", id="GK607")
