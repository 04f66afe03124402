"""The end of a path of quantal responses at every information set, also where play never gets in the limit.

Quantal responses make every move, so beliefs are defined everywhere, and their limit is consistent. Once the precision
is so high that mistakes hardly count, what is left are moves that are equally good given these beliefs; Newton's method
makes them so. The limit is a sequential equilibrium (McKelvey & Palfrey 1998).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import numpy as np

from galakit.game.sequence_form import Floats
from galakit.solvers.quantal.agent_form import AgentForm
from galakit.solvers.quantal.limit import THRESHOLDS, equalised, strategy_of
from galakit.solvers.quantal.path import Lost, Path, Point

NEGLIGIBLE = 1e-9  # the probability of a mistake that counts no more
NEAR = 0.25  # how far a probability may still move
CLOSE = 1e-9  # gains that are as good as none, of the largest difference between payoffs
SOONEST, LATEST = 10.0, 1e7
AGAIN = 1.5
MOST_POINTS = 2_000  # few dozens are usual; where many moves are nearly as good as others, precision grows too slowly


def sequential_end(path: Path[AgentForm], seen: Callable[[Point], None]) -> tuple[list[Floats], Point] | None:
    """One behaviour strategy per player, and the last point; None if the path is lost, or its end is not recognised.

    >>> import galakit as gk
    >>> agents = AgentForm(gk.load("centipede").form)
    >>> strategies, _ = sequential_end(Path(agents), lambda point: None)
    >>> [strategy.tolist() for strategy in strategies]
    [[1.0, 1.0, 0.0, 1.0, 0.0], [1.0, 1.0, 0.0, 1.0, 0.0]]
    """
    agents = path.agents
    look = SOONEST
    try:
        for point in islice(path.points(), MOST_POINTS):
            seen(point)
            if point.precision < look:
                continue
            look = point.precision * AGAIN
            shares = _end(agents, point.logs)
            if shares is not None:
                players = range(len(agents.form.players))
                return [strategy_of(agents, player, shares) for player in players], point
            if point.precision > LATEST:
                return None
    except Lost:
        pass
    return None


def _end(agents: AgentForm, logs: Floats) -> Floats | None:
    """[K] the probabilities of the limit; None where mistakes still count, or moves are not yet equally good."""
    shares = np.exp(logs)
    for threshold in THRESHOLDS:
        stays = shares >= threshold
        if shares[~stays].max(initial=0.0) > NEGLIGIBLE:
            continue
        found = equalised(agents, logs, np.flatnonzero(stays))
        if found is None or np.abs(np.exp(found) - shares).max() > NEAR:
            continue
        values = agents.worth(found).values
        limit = np.where(stays, np.exp(found), 0.0)
        limit /= np.add.reduceat(limit, agents.first)[agents.set]
        expected = np.add.reduceat(limit * values, agents.first)
        if (np.maximum.reduceat(values, agents.first) - expected).max() <= CLOSE:
            return limit
    return None
