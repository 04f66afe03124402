"""The equilibrium at the end of a path: Newton's method on the moves that stay, once these are known."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt

from galakit.game.realization import plan_of
from galakit.game.response import best_response
from galakit.game.sequence_form import Floats, SequenceForm
from galakit.processes.beside import interruptible
from galakit.solvers.quantal.agent_form import AgentForm, Ints
from galakit.solvers.quantal.path import Lost, Path, Point

THRESHOLDS = (1e-2, 1e-4, 1e-6)  # of probabilities that stay
GONE = -1_000.0  # the logarithm of a probability of 0
UNREACHED = 1e-6
NEAR = 0.25  # how far a probability may still move: further away is another equilibrium
EXACT, ROUNDING = 1e-15, 1e-10  # differences between payoffs that are as good as none
NEWTON = 12  # steps, of which each should be better than the one before
SOONEST, LATEST = 3.0, 1e7  # precisions between which the end is looked for
AGAIN = 2.0  # times the precision after which it is looked for again

Plans = tuple[Floats, ...]


def end_of(path: Path[AgentForm], gap: float, seen: Callable[[Point], None]) -> tuple[Plans, Point] | None:
    """Plans with such a gap at the end of a path, and the last point; None if the path is lost before."""
    try:
        return _end_of(path, gap, seen)
    except Lost:
        return None


def _end_of(path: Path[AgentForm], gap: float, seen: Callable[[Point], None]) -> tuple[Plans, Point] | None:
    agents = path.agents
    look = SOONEST
    for point in path.points():
        seen(point)
        if point.precision < look:
            continue
        look = point.precision * AGAIN
        shares = np.exp(point.logs)
        tried: set[bytes] = set()
        for threshold in THRESHOLDS:
            # Far from the end the same moves pass several thresholds, and one attempt takes as long as many points.
            staying = (shares >= threshold).tobytes()
            if staying in tried:
                continue
            tried.add(staying)
            found = _polished(agents, point.logs, shares >= threshold)
            if found is None or np.abs(np.exp(found) - shares)[_reached(agents, shares)].max(initial=0.0) > NEAR:
                continue
            for logs in (np.where(shares >= threshold, found, GONE), found):
                plans = plans_of(agents, logs)
                if gap_of(agents.form, plans) <= gap:
                    return plans, point
        if point.precision > LATEST:
            return None
    return None


def _polished(agents: AgentForm, logs: Floats, stays: npt.NDArray[np.bool_]) -> Floats | None:
    """Strategies in which all moves that stay are equally good wherever they are made; None if none are near."""
    reached = _reached(agents, np.exp(logs))
    moving: Ints = np.flatnonzero(stays & reached)
    if not len(moving):
        return None
    return equalised(agents, np.where(reached, np.where(stays, logs, GONE), logs), moving)


def equalised(agents: AgentForm, logs: Floats, moving: Ints) -> Floats | None:
    """Strategies nearby in which these moves are equally good at each information set; None if none are found."""
    found = logs.copy()
    heads = _heads(agents, moving)
    is_head = heads == moving
    before = np.inf
    for _ in range(NEWTON):
        worth = agents.worth(found)
        place = np.searchsorted(moving, heads)
        wrong = worth.values[moving] - worth.values[heads]
        slopes = (worth.slopes[moving] - worth.slopes[heads])[:, moving]
        shares = np.exp(found[moving])
        wrong[is_head] = np.add.reduceat(shares, np.flatnonzero(is_head)) - 1.0
        slopes[is_head] = 0.0
        slopes[place, np.arange(len(moving))] = shares
        size = float(np.abs(wrong).max())
        if size < EXACT or (size >= before and size < ROUNDING):
            return found
        if not size < 2 * before:
            return None
        before = size
        solve = partial(np.linalg.lstsq, slopes, wrong, rcond=1e-12)  # seconds where there are a thousand moves
        found[moving] -= np.clip(interruptible(solve, "following quantal responses")[0], -2.0, 2.0)
    return found if before < ROUNDING else None


def _heads(agents: AgentForm, moving: Ints) -> Ints:
    """For each of these moves, the first of them at the same information set."""
    sets, first = np.unique(agents.set[moving], return_index=True)
    return moving[first[np.searchsorted(sets, agents.set[moving])]]


def _reached(agents: AgentForm, shares: Floats) -> npt.NDArray[np.bool_]:
    """The moves of information sets that are reached."""
    form = agents.form
    plans = plans_of(agents, np.log(np.maximum(shares, 1e-300)))
    weight = np.array(form.class_reach, np.float64)[form.leaf_class]
    for player, plan in enumerate(plans):
        weight = weight * plan[form.leaf_sequences[player]]
    leaf, move = agents.paths
    reach = np.bincount(agents.set[move], weight[leaf], len(agents.count))
    return (reach > UNREACHED)[agents.set]


def plans_of(agents: AgentForm, logs: Floats) -> Plans:
    """The realization plans of strategies, whose probabilities are made to sum to 1."""
    form = agents.form
    shares = np.exp(logs)
    shares /= np.add.reduceat(shares, agents.first)[agents.set]
    plans = []
    for player in range(len(form.players)):
        plans.append(plan_of(form, player, strategy_of(agents, player, shares)))
    return tuple(plans)


def strategy_of(agents: AgentForm, player: int, shares: Floats) -> Floats:
    """A player's part of the probabilities of all moves, by sequence."""
    form = agents.form
    strategy = np.ones(form.sequences[player])
    for h in form.sets_of(player).tolist():
        first = int(form.first_sequence[h])
        count = int(agents.count[h])
        strategy[first : first + count] = shares[agents.first[h] : agents.first[h] + count]
    return strategy


def gap_of(form: SequenceForm, plans: Plans) -> float:
    """The largest gain that a player has from deviating."""
    gains = []
    for player in range(len(form.players)):
        weights = np.ones(len(form.leaf_class))
        for other, plan in enumerate(plans):
            weights *= plan[form.leaf_sequences[other]]
        now = float(weights @ form.class_values[form.leaf_class, player])
        against = [None if p == player else plan for p, plan in enumerate(plans)]
        gains.append(best_response(form, player, against)[0] - now)
    return max(0.0, *gains)
