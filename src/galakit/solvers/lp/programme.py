"""Optimal play in two-player constant-sum games as one linear programme (Koller, Megiddo & von Stengel 1996).

With the first player's payoffs A, constraints E x = e and F y = f on the plans, the first player's optimal plan solves

    max f'q   subject to   E x = e,   F'q <= A'x,   x >= 0,   q free,

and the dual values of the rows F'q <= A'x are an optimal plan y of the second player: one solve gives both. HiGHS
solves it; tiny violations are repaired on the plans, and the bounds returned come from best responses to those
plans, so they hold whatever the solver did. While HiGHS works, a companion has plans with bounds at any time (see
`anytime`): a time limit, a gap that is good enough, or Ctrl-C ends the work with the best of them. A game with one
player needs no programme: backward induction over their information sets is optimal.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from galakit.game.realization import repaired
from galakit.game.response import best_response
from galakit.game.sequence_form import Floats, SequenceForm
from galakit.game.sparse import Entries, by_column
from galakit.progress import Progress, throttled
from galakit.solvers.highs import Algorithm, Basis, Programme, Solver
from galakit.solvers.lp.anytime import Bounds
from galakit.solvers.lp.meanwhile import Meanwhile, Stopped
from galakit.solvers.regret.interrupt import patient


@dataclass(frozen=True, eq=False)
class LpResult:
    """Plans for all players and what they guarantee."""

    plans: tuple[Floats, ...]
    lower: float
    """player 0 gets at least this with their plan"""
    upper: float
    """and at most this against the other player's plan"""
    stopped: Stopped
    """why the run ended; unless optimal, only the bounds are proved"""
    algorithm: str
    iterations: int
    seconds: float
    basis: Basis | None
    asked: bool = False
    """whether Ctrl-C asked it to stop, also where it was done at the same time"""

    @property
    def optimal(self) -> bool:
        return self.stopped == "optimal"


def solve_lp(
    form: SequenceForm,
    *,
    algorithm: Algorithm = "auto",
    gap: float = 0.0,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> LpResult:
    """Optimal plans of a constant-sum game of two players, or of a game of one; less where a limit strikes before."""
    began = time.perf_counter()
    if len(form.players) == 1:
        value, plan = best_response(form, 0, [None])
        return LpResult((plan,), value, value, "optimal", "best response", 0, time.perf_counter() - began, None)

    scale = float(np.abs(form.payoff(0)).max(initial=0.0)) or 1.0
    programme = sequence_form_programme(form, scale)
    taken = time.perf_counter() - began
    left = None if time_limit is None else time_limit - taken
    if left is not None and left < taken:  # HiGHS would still be reading the programme when the time is over
        bounds = Bounds(form)
        return LpResult(bounds.plans, bounds.lower, bounds.upper, "time", f"{algorithm} not begun", 0, taken, None)
    with patient() as asked, Solver(programme, algorithm, left) as solver:
        meanwhile = Meanwhile(form, gap, began, time_limit, asked, throttled(progress))
        stopped = meanwhile.wait_for(solver)
    if stopped == "optimal":
        z, dual = solver.solution()
        bounds = Bounds(form, (repaired(form, 0, z[: programme.x]), repaired(form, 1, dual[programme.equalities :])))
    else:
        bounds = meanwhile.bounds
    return LpResult(
        plans=bounds.plans,
        lower=bounds.lower,
        upper=bounds.upper,
        stopped=stopped,
        algorithm=solver.algorithm if stopped == "optimal" else f"{solver.algorithm} stopped{meanwhile}",
        iterations=solver.iterations,
        seconds=time.perf_counter() - began,
        basis=solver.basis() if stopped == "optimal" else None,
        asked=asked(),
    )


def sequence_form_programme(form: SequenceForm, scale: float = 1.0, player: int = 0) -> Programme:
    """The programme of a player's plans, with all payoffs divided by `scale`."""
    (e_rows, e_columns, e_values), e = form.constraints(player)
    (f_rows, f_columns, f_values), f = form.constraints(1 - player)
    x, y = form.sequences[player], form.sequences[1 - player]
    own, other = form.leaf_sequences[player], form.leaf_sequences[1 - player]
    payoff = form.payoff(0) if player == 0 else -form.payoff(0)
    # E; below it A' and -F'.
    rows = np.concatenate([e_rows, len(e) + other, len(e) + f_columns])
    columns = np.concatenate([e_columns, own, x + f_rows])
    values = np.concatenate([e_values, payoff / scale, -f_values])
    return Programme(
        matrix=by_column(Entries(rows, columns, values), (len(e) + y, x + len(f))),
        cost=np.concatenate([np.zeros(x), -f]),
        right=np.concatenate([e, np.zeros(y)]),
        equalities=len(e),
        x=x,
    )
