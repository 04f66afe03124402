"""The method `undominated`: of all optimal strategies, one that earns the most against somebody who plays anyhow.

Two linear programmes more than `lp`: with the value of the game as a constraint, each player maximises what he gets
when the other plays all moves of every information set with the same probability. A strategy that dominated the
answer would be optimal, too, and earn more against him; so nothing dominates it, and between two players with a
constant sum that is normal-form perfection. Where a player only gets by his own mistakes he plays a best response to
the same opponent. It works in floating point for all games that `lp` solves, and stays as near to an equilibrium.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solve.method import Answer, Method, Request
from galakit.solve.refine.methods import refusal

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.sequence_form import Floats, SequenceForm
    from galakit.solve.realization import Trembles

SLACK = 1e-10  # of the largest payoff: by how much the value may be missed


def run(game: Game, request: Request) -> Answer:
    if request.exact:
        raise GalakitError(
            "undominated works in floating point only", hint="quasi-perfect is exact, and undominated, too", id="GK608"
        )
    from galakit.solve.lp import solve_lp
    from galakit.solve.realization import plan_of

    form = game.form
    value = solve_lp(form, time_limit=request.time_limit, progress=request.progress)
    strategies = []
    for player in (0, 1):
        bound = value.lower if player == 0 else -value.upper
        strategies.append(_best_optimal(form, player, bound, request.time_limit))
    plans = tuple(plan_of(form, p, s) for p, s in enumerate(strategies))
    return Answer(plans, "two programmes after that of lp", trembles=tuple(_mistakes(s) for s in strategies))


def _best_optimal(form: SequenceForm, player: int, value: float, time_limit: float | None) -> Floats:
    """max x'A u subject to E x = e, A'x - F'q >= 0, q[0] >= value, where u is uniform play of the other."""
    import numpy as np
    from scipy.sparse import csc_array

    from galakit.solve.highs import Programme
    from galakit.solve.programming import optimum
    from galakit.solve.realization import behaviour, repaired, uniform

    other = 1 - player
    payoff = form.payoff(0) if player == 0 else -form.payoff(0)
    scale = float(np.abs(payoff).max(initial=0.0)) or 1.0
    own, others = form.leaf_sequences[player], form.leaf_sequences[other]
    (e_matrix, e), (f_matrix, f) = form.constraints(player), form.constraints(other)
    x = form.sequences[player]
    e_rows, f_rows = (np.repeat(np.arange(m.shape[0]), np.diff(m.indptr)) for m in (e_matrix, f_matrix))
    last = len(e) + form.sequences[other]
    rows = np.concatenate([e_rows, len(e) + others, len(e) + f_matrix.indices, [last]])
    columns = np.concatenate([e_matrix.indices, own, x + f_rows, [x]])
    values = np.concatenate([e_matrix.data, payoff / scale, -f_matrix.data, [1.0]])
    anyhow = uniform(form, other)
    cost = np.zeros(x + len(f))
    cost[:x] = -np.bincount(own, payoff / scale * anyhow[others], x)
    found = optimum(
        Programme(
            matrix=csc_array((values, (rows, columns)), shape=(last + 1, x + len(f))),
            cost=cost,
            right=np.concatenate([e, np.zeros(form.sequences[other]), [value / scale - SLACK]]),
            equalities=len(e),
            x=x,
        ),
        time_limit=time_limit,
    )
    strategy = behaviour(form, player, repaired(form, player, found.z[:x]))
    return _completed(form, player, strategy, -cost[:x])


def _completed(form: SequenceForm, player: int, strategy: Floats, worth: Floats) -> Floats:
    """The strategy, with a best response where the player never gets by it; `worth` is that of the leaves."""
    import numpy as np

    from galakit.solve.realization import plan_of

    plan = plan_of(form, player, strategy)
    result, total = strategy.copy(), worth.copy()
    for level in reversed(form.levels(player)):
        values = total[level.sequences]
        best = np.maximum.reduceat(values, level.start)
        np.add.at(total, level.parent, best)
        position = np.where(values == np.repeat(best, level.count), np.arange(len(values)), len(values))
        chosen = np.zeros(len(values))
        chosen[np.minimum.reduceat(position, level.start)] = 1.0
        reached = np.repeat(plan[level.parent] > SLACK, level.count)
        result[level.sequences] = np.where(reached, strategy[level.sequences], chosen)
    return result


def _mistakes(strategy: Floats) -> Trembles:
    """All moves that are not made are equally likely mistakes."""
    import numpy as np

    from galakit.solve.realization import Trembles

    mistake = strategy <= 0
    return Trembles(np.where(mistake, 1.0, strategy), mistake.astype(np.int64))


METHOD = Method(
    name="undominated",
    needs="two players, a constant sum, perfect recall",
    promises="an equilibrium of undominated strategies, the best against somebody who plays anyhow; in floating point",
    cost="three linear programmes like that of lp",
    refusal=refusal,
    run=run,
)
