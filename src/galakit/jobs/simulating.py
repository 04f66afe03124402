"""Plays by the profile of a study or by agents, and how the average payoffs develop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from galakit.agents.registry import Playing
from galakit.agents.solution import policy_of
from galakit.agents.trace import Trace, traced
from galakit.jobs.messages import Average, Plays, Simulated
from galakit.play.match import Match
from galakit.play.simulate import play_on_tree
from galakit.play.walk import play_by_rules
from galakit.study.looks import steps_of

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.solution import Solution

POINTS = 60  # of the curve
EXAMPLES = 3  # plays that are reported in full
ENOUGH = 3  # plays for a standard error
MOST_BY_RULES = 20_000  # plays that follow the rules, which is slow
MOST_BY_AGENTS = 1_000  # plays of agents that search


def simulated(game: Game, solution: Solution, plays: Plays) -> Simulated:
    """The averages after more and more plays.

    >>> import galakit as gk
    >>> game = gk.load("kuhn")
    >>> curve = simulated(game, gk.solve(game), Plays(1_000, seed=1))
    >>> curve.averages[-1].plays, abs(curve.averages[-1].means[0] + 1 / 18) < 4 * curve.averages[-1].errors[0]
    (1000, True)
    """
    from galakit.study.quantities import quantity

    seed = int(np.random.SeedSequence().generate_state(1)[0]) if plays.seed is None else plays.seed
    random = np.random.default_rng(seed)
    listed = solution.game is not None and solution.able.list_all
    traces: tuple[Trace, ...]
    if any(name != "solution" for name in plays.agents.values()):
        names = dict.fromkeys(game.players, "solution") | plays.agents
        agents: dict[str, Playing] = {who: solution if name == "solution" else name for who, name in names.items()}
        result = Match(game, agents).play(min(plays.plays, MOST_BY_AGENTS), seed=seed)
        totals = np.array(result.scores)
        traces = tuple(result.trace(k) for k in range(min(EXAMPLES, len(result.hands))))
    elif listed and game.tree is not None:
        ends = play_on_tree(solution, plays.plays, random)
        totals = np.array(game.tree.payoffs, np.float64)[game.tree.payoff[ends]]
        traces = tuple(traced(game.tree, int(end)) for end in ends[:EXAMPLES])
    else:
        many = min(plays.plays, MOST_BY_RULES)
        totals, traces = play_by_rules(game.rules, policy_of(solution), many, random, traces=EXAMPLES)
    return Simulated(
        players=list(game.players),
        seed=seed,
        values=[quantity(value) for value in solution.value],
        averages=_averages(totals),
        examples=[steps_of(game.look, trace.history(game.players)) for trace in traces],
    )


def _averages(totals: npt.NDArray[np.float64]) -> list[Average]:
    """Averages at numbers of plays that are evenly spaced on a logarithmic scale."""
    n = len(totals)
    points = np.unique(np.geomspace(1, n, min(n, POINTS)).round().astype(np.int64))
    sums, squares = np.cumsum(totals, axis=0)[points - 1], np.cumsum(totals**2, axis=0)[points - 1]
    count = points[:, None]
    means = sums / count
    # Rounding may make the difference of almost equal numbers negative.
    spread = np.maximum(squares / count - means**2, 0.0) * count / np.maximum(count - 1, 1)
    errors = np.sqrt(spread / count)
    rows = zip(points.tolist(), means.tolist(), errors.tolist())
    return [
        Average(plays=k, means=mean, errors=error if k >= ENOUGH else [None] * len(error)) for k, mean, error in rows
    ]
