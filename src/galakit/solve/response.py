"""Best responses on the treeplex: what a player can get, and how, when the others' plans are fixed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import Floats, SequenceForm


def best_response(form: SequenceForm, player: int, plans: Sequence[npt.NDArray[Any] | None]) -> tuple[float, Floats]:
    """The largest expected payoff against the others' plans, and a pure plan for it; the own plan is not looked at."""
    weight = form.payoff(player)
    for other, plan in enumerate(plans):
        if other != player:
            weight = weight * np.asarray(plan, np.float64)[form.leaf_sequences[other]]
    worth = np.bincount(form.leaf_sequences[player], weights=weight, minlength=form.sequences[player])
    levels = form.levels(player)
    for level in reversed(levels):
        best = np.maximum.reduceat(worth[level.sequences], level.start)
        worth += np.bincount(level.parent, weights=best, minlength=len(worth))
    plan = np.zeros(len(worth))
    plan[0] = 1.0
    for level in levels:
        own = worth[level.sequences]
        best = np.repeat(np.maximum.reduceat(own, level.start), level.count)
        # The first best move of each set: the smallest position among those that attain the maximum.
        position = np.where(own == best, np.arange(len(own)), len(own))
        chosen = np.minimum.reduceat(position, level.start)
        plan[level.sequences[chosen]] = plan[level.parent]
    return float(worth[0]), plan
