"""Smooth dynamics: the replicator equation, and smoothed best responses.

The replicator equation lets a strategy grow at the rate by which it does better than the average (Taylor & Jonker
1978). It is integrated in logarithms, y' = payoff - average with x = softmax(y): shares stay positive and sum to 1
whatever the step, and strategies that are absent stay absent. In the logit dynamics (Fudenberg & Levine 1998) people
revise now and then, and choose a strategy that is better by v with e^(lambda v) times the probability.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import Floats
from galakit.solvers.dynamics.populations import Populations

ACCURACY = 1e-9
APART = 0.004  # between two points that are kept
BETWEEN = 8  # points within one step of the integrator


@dataclass(frozen=True, eq=False)
class Path:
    """States over time, from a start."""

    times: Floats
    states: Floats
    """[times, shares]"""
    average: Floats
    """of play over all the time"""
    last: Floats
    """the play at the end"""


def replicator_velocity(populations: Populations, state: Floats) -> Floats:
    """How shares change by the replicator equation."""
    payoffs = populations.payoffs(state)
    return state * (payoffs - populations.mean(state, payoffs))


def replicator_jacobian(populations: Populations, state: Floats) -> Floats:
    """The derivatives of the velocity [strategy, share]."""
    payoffs, gradient = populations.payoffs(state), populations.gradient(state)
    found = np.diag(payoffs - populations.mean(state, payoffs))
    for b in populations.blocks:
        slopes = gradient[b] - state[b] @ gradient[b]
        slopes[:, b] -= payoffs[b]
        found[b] += state[b][:, None] * slopes
    return found


def logit_response(populations: Populations, state: Floats, precision: float) -> Floats:
    """The smoothed best responses to a state."""
    return _shares(populations, precision * populations.payoffs(state))


def logit_jacobian(populations: Populations, state: Floats, precision: float) -> Floats:
    """The derivatives of the velocity of logit dynamics [strategy, share]."""
    response = logit_response(populations, state, precision)
    gradient = precision * populations.gradient(state)
    found = -np.eye(len(state))
    for b in populations.blocks:
        found[b] += response[b][:, None] * (gradient[b] - response[b] @ gradient[b])
    return found


def replicator(populations: Populations, start: Floats, time: float, tick: Callable[[], None]) -> Path:
    """The path of the replicator equation."""
    present = start > 0
    absent = np.where(present, 0.0, -np.inf)

    def shares(logs: Floats) -> Floats:
        return _shares(populations, logs + absent)

    def slope(_: float, both: Floats) -> Floats:
        tick()
        state = shares(both[: len(start)])
        payoffs = populations.payoffs(state)
        return np.concatenate([np.where(present, payoffs - populations.mean(state, payoffs), 0.0), state])

    logs = np.log(np.where(present, start, 1.0))
    return _followed(populations, slope, np.concatenate([logs, np.zeros(len(start))]), shares, time)


def logit(populations: Populations, start: Floats, time: float, precision: float, tick: Callable[[], None]) -> Path:
    """The path of logit dynamics."""

    def slope(_: float, both: Floats) -> Floats:
        tick()
        state = both[: len(start)]
        return np.concatenate([logit_response(populations, state, precision) - state, state])

    return _followed(populations, slope, np.concatenate([start, np.zeros(len(start))]), populations.normalised, time)


def _shares(populations: Populations, logs: Floats) -> Floats:
    """The shares with these logarithms, up to a constant."""
    parts = []
    for b in populations.blocks:
        weights = np.exp(logs[b] - logs[b].max())
        parts.append(weights / weights.sum())
    return np.concatenate(parts)


def _followed(
    populations: Populations,
    slope: Callable[[float, Floats], Floats],
    begin: Floats,
    shares: Callable[[Floats], Floats],
    time: float,
) -> Path:
    """Integrate a state and, behind it, its integral."""
    from scipy.integrate import solve_ivp

    many = len(begin) // 2
    found: Any = solve_ivp(
        slope, (0.0, time), begin, method="DOP853", rtol=ACCURACY, atol=ACCURACY / 10, dense_output=True
    )
    steps = np.concatenate([np.linspace(a, b, BETWEEN, endpoint=False) for a, b in zip(found.t, found.t[1:])])
    times = np.append(steps, time)
    states = np.array([shares(column) for column in found.sol(times)[:many].T])
    kept = _spaced(states)
    return Path(times[kept], states[kept], populations.normalised(found.y[many:, -1]), states[-1])


def _spaced(states: Floats) -> npt.NDArray[np.int64]:
    """Enough of the states for a smooth curve, with the first and the last."""
    kept = [0]
    for k in range(1, len(states)):
        if k == len(states) - 1 or np.abs(states[k] - states[kept[-1]]).max() >= APART:
            kept.append(k)
    return np.array(kept, np.int64)
