"""Ratings from results: the strengths that make what happened most likely, on Elo's scale, with their uncertainty.

A player 400 points stronger is expected to take ten points of eleven. The ratings maximise the likelihood of all
comparisons at once (Bradley and Terry's model; a draw is half a win for each), with one drawn comparison against an
average player as prior, so that a player who always won has a finite rating. The intervals are those of the normal
approximation, from the curvature of the likelihood.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

AVERAGE = 1500.0
SCALE = 400.0 / math.log(10.0)
CERTAIN = 1.959964  # standard deviations of a 95 % interval


@dataclass(frozen=True)
class Rating:
    """A rating and its 95 % interval."""

    elo: float
    low: float
    high: float


def ratings(players: Sequence[str], comparisons: Mapping[tuple[str, str], tuple[float, int]]) -> dict[str, Rating]:
    """Ratings from comparisons: for a pair of players, the points that the first took and how often they met.

    >>> found = ratings(["ann", "bob"], {("ann", "bob"): (75.0, 100)})
    >>> {name: round(r.elo) for name, r in found.items()}
    {'ann': 1595, 'bob': 1405}
    """
    import numpy as np

    number = {name: k for k, name in enumerate(players)}
    points = np.zeros((len(players), len(players)))
    met = np.zeros_like(points)
    for (a, b), (won, times) in comparisons.items():
        i, j = number[a], number[b]
        points[i, j] += won
        points[j, i] += times - won
        met[i, j] += times
        met[j, i] += times
    strength = np.zeros(len(players))
    curvature = np.eye(len(players))
    for _ in range(100):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        prior = 1 / (1 + np.exp(-strength))
        slope = (points - met * expected).sum(1) + 0.5 - prior
        weights = met * expected * (1 - expected)
        curvature = np.diag(weights.sum(1) + prior * (1 - prior)) - weights
        step = np.clip(np.linalg.solve(curvature, slope), -2, 2)  # far from the top, Newton's step may be too long
        strength += step
        if np.abs(step).max(initial=0) < 1e-10:
            break
    # Only differences are measured, so uncertainty about the average of all is left out.
    strength -= strength.mean()
    centred = np.eye(len(players)) - 1 / len(players)
    spread = np.sqrt(np.diag(centred @ np.linalg.inv(curvature) @ centred)) * CERTAIN
    low, high = strength - spread, strength + spread
    return {name: Rating(*(float(AVERAGE + SCALE * x[k]) for x in (strength, low, high))) for name, k in number.items()}
