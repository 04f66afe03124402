"""Beliefs that justify a profile at information sets that only mistakes lead to, one set at a time."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.solution.tree.continuation_values import ContinuationValues


def justifying_beliefs(
    continuation: ContinuationValues, belief: npt.NDArray[Any], doubtful: Sequence[int]
) -> npt.NDArray[Any] | None:
    """The beliefs, replaced at doubtful information sets by ones that justify the strategy; None where none do."""
    from scipy.optimize import linprog

    belief = belief.copy()
    form, tree = continuation.form, continuation.tree
    for i in doubtful:
        player = int(form.player[i])
        nodes = np.flatnonzero(continuation.set_of == i)
        own = slice(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i]))
        table = np.array([continuation.value[tree.children(n), player].tolist() for n in nodes.tolist()], np.float64)
        played = table @ np.asarray(continuation.strategies[player][own], np.float64)
        better = (table - played[:, None]).T  # rows: moves; must not be positive on average
        found = linprog(
            np.zeros(len(nodes)), better, np.zeros(len(better)), np.ones((1, len(nodes))), [1.0], bounds=(0, 1)
        )
        if found.status != 0 or found.x is None:
            return None
        shares = [Fraction(x).limit_denominator(10**6) if continuation.exact else x for x in found.x.tolist()]
        total = sum(shares)
        belief[nodes] = [s / total for s in shares]
    return belief
