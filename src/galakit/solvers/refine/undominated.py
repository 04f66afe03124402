"""The method `undominated`: of all optimal strategies, one that earns the most against uniform play.

Two linear programmes more than `lp`: with the value of the game as a constraint, each player maximises what they get
when the other plays all moves of every information set with the same probability. A strategy that dominated the
answer would be optimal, too, and earn more against that opponent; so nothing dominates it, and between two players with
a constant sum that is normal-form perfection. At sets that only a player's own mistakes lead to, the answer is a best
response to the same opponent. In fractions all three programmes are solved exactly; in floating point the answer is as
near to an equilibrium as that of `lp`.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.refine.methods import refusal

if TYPE_CHECKING:
    import numpy.typing as npt

    from galakit.game.game import Game
    from galakit.game.realization import Trembles
    from galakit.game.sequence_form import Floats, SequenceForm
    from galakit.solvers.exact.programme import IntegerProgramme
    from galakit.solvers.lp.programme import LpResult

QUICK_SEQUENCES = 1_000  # up to so many the exact programmes take a second or less
UNREACHED = 1e-10  # in floating point, a smaller weight of a sequence is nothing


def run(game: Game, request: Request) -> Answer:
    from galakit.game.realization import plan_of
    from galakit.solvers.lp.programme import solve_lp

    form = game.form
    strategies, how = None, "two programmes after that of lp"
    if request.exact or (request.exact is None and form.exact and sum(form.sequences) <= QUICK_SEQUENCES):
        try:
            strategies, how = _exactly(form, request), f"{how}, solved exactly"
        except GalakitError:
            if request.exact:
                raise
    if strategies is None:
        try:
            value = solve_lp(form, time_limit=request.time_limit, progress=request.progress)
            if not value.optimal:
                return _so_far(value, f"{request.limit} was reached before the value was known: see the gap")
            try:
                strategies = _in_floats(form, value, request)
            except OutOfTime:
                return _so_far(value, f"{request.limit} was reached before dominated strategies were left out")
        except OutOfTime:
            raise
        except GalakitError:  # payoffs too far apart for floats
            if not form.exact:
                raise
            strategies, how = _exactly(form, request), f"{how}, solved exactly"
    plans = tuple(plan_of(form, p, s) for p, s in enumerate(strategies))
    return Answer(plans, how, trembles=tuple(_mistakes(s) for s in strategies))


def _so_far(value: LpResult, warning: str) -> Answer:
    """The strategies of `lp`, which may be dominated."""
    return Answer(tuple(value.plans), value.algorithm, (warning,), complete=False)


# -- in fractions ------------------------------------------------------------------------------------------------------


def _exactly(form: SequenceForm, request: Request) -> list[npt.NDArray[Any]]:
    """Both players' strategies, proved optimal in all three programmes."""
    import numpy as np

    from galakit.game.realization import behaviour
    from galakit.solvers.lp.exact import solve_exact
    from galakit.solvers.programming import exact_solution

    value = solve_exact(form, time_limit=request.time_limit, progress=request.progress).value
    ends = None if request.limit is None else request.limit.ends
    found = []
    for player in (0, 1):
        programme, against_uniform = _programme(form, player, value if player == 0 else -value)
        vertex, _ = exact_solution(programme, deadline=ends, progress=request.progress)
        strategy = behaviour(form, player, np.fromiter(vertex.z[: programme.x], object))
        found.append(_completed(form, player, strategy, np.fromiter(against_uniform, object)))
    return found


def _programme(form: SequenceForm, player: int, value: Fraction) -> tuple[IntegerProgramme, list[Fraction]]:
    """The exact programme of a player's optimal plans, and what each sequence earns against uniform play."""
    from dataclasses import replace

    from galakit.game.realization import uniform
    from galakit.solvers.lp.exact import integer_payoffs, integer_programme

    plain = integer_programme(form, player)
    cells, _ = integer_payoffs(form)
    anyhow = uniform(form, 1 - player, exact=True)
    against_uniform = [Fraction(0)] * plain.x
    for pair, amount in cells.items():
        own, other = pair if player == 0 else pair[::-1]
        against_uniform[own] += (amount if player == 0 else -amount) * anyhow[other]
    unit = lcm(*(w.denominator for w in against_uniform))
    least = value * plain.scale  # of q[0], which is as much larger as the payoffs are
    columns = [[*column] for column in plain.columns]
    columns[plain.x].append((len(plain.rows), least.denominator))
    return replace(
        plain,
        rows=[*plain.rows, [(plain.x, least.denominator)]],
        columns=columns,
        right=[*plain.right, least.numerator],
        cost=[-int(w * unit) for w in against_uniform] + [0] * (len(plain.columns) - plain.x),
    ), against_uniform


# -- in floating point -------------------------------------------------------------------------------------------------


def _in_floats(form: SequenceForm, value: LpResult, request: Request) -> list[npt.NDArray[Any]]:
    bounds = value.lower, -value.upper
    return [_best_optimal(form, player, bounds[player], request.time_limit) for player in (0, 1)]


def _best_optimal(form: SequenceForm, player: int, value: float, time_limit: float | None) -> Floats:
    """max x'A u subject to E x = e, A'x - F'q >= 0, q[0] >= value, where u is uniform play of the other."""
    import numpy as np

    from galakit.game.realization import behaviour, repaired, uniform
    from galakit.game.sparse import Entries, by_column
    from galakit.solvers.highs import Programme
    from galakit.solvers.programming import optimum

    other = 1 - player
    payoff = form.payoff(0) if player == 0 else -form.payoff(0)
    scale = float(np.abs(payoff).max(initial=0.0)) or 1.0
    own, others = form.leaf_sequences[player], form.leaf_sequences[other]
    (e_rows, e_columns, e_values), e = form.constraints(player)
    (f_rows, f_columns, f_values), f = form.constraints(other)
    x = form.sequences[player]
    last = len(e) + form.sequences[other]
    rows = np.concatenate([e_rows, len(e) + others, len(e) + f_columns, [last]])
    columns = np.concatenate([e_columns, own, x + f_rows, [x]])
    values = np.concatenate([e_values, payoff / scale, -f_values, [1.0]])
    anyhow = uniform(form, other)
    cost = np.zeros(x + len(f))
    cost[:x] = -np.bincount(own, payoff / scale * anyhow[others], x)
    found = optimum(
        Programme(
            matrix=by_column(Entries(rows, columns, values), (last + 1, x + len(f))),
            cost=cost,
            # The value was rounded, and the solver has a tolerance of its own: it meets the bound within it.
            right=np.concatenate([e, np.zeros(form.sequences[other]), [value / scale]]),
            equalities=len(e),
            x=x,
        ),
        time_limit=time_limit,
    )
    strategy = behaviour(form, player, repaired(form, player, found.z[:x]))
    return _completed(form, player, strategy, -cost[:x])


# -- in both -----------------------------------------------------------------------------------------------------------


def _completed(
    form: SequenceForm, player: int, strategy: npt.NDArray[Any], against_uniform: npt.NDArray[Any]
) -> npt.NDArray[Any]:
    """The strategy, with a best response to uniform play at the sets that it never reaches."""
    import numpy as np

    from galakit.game.realization import plan_of

    exact = strategy.dtype == object
    plan = plan_of(form, player, strategy)
    result, total = strategy.copy(), against_uniform.copy()
    for level in reversed(form.levels(player)):
        values = total[level.sequences]
        best = np.maximum.reduceat(values, level.start)
        np.add.at(total, level.parent, best)
        position = np.where(values == np.repeat(best, level.count), np.arange(len(values)), len(values))
        chosen = np.full(len(values), Fraction(0)) if exact else np.zeros(len(values))
        chosen[np.minimum.reduceat(position, level.start)] = Fraction(1) if exact else 1.0
        reached = np.repeat(plan[level.parent] > (0 if exact else UNREACHED), level.count)
        result[level.sequences] = np.where(reached, strategy[level.sequences], chosen)
    return result


def _mistakes(strategy: npt.NDArray[Any]) -> Trembles:
    """All moves that are not made are equally likely mistakes."""
    import numpy as np

    from galakit.game.realization import Trembles

    mistake = (strategy <= 0).astype(bool)
    share = strategy.copy()
    share[mistake] = Fraction(1) if strategy.dtype == object else 1.0
    return Trembles(share, mistake.astype(np.int64))


METHOD = Method(
    name="undominated",
    needs="two players, a constant sum, perfect recall",
    promises="an equilibrium of undominated strategies, the best against uniform play; exact on request",
    cost="three linear programmes like that of lp",
    refusal=refusal,
    run=run,
)
