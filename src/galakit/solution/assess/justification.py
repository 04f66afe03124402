"""Beliefs and mistakes that justify a profile at information sets that only mistakes lead to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.realization import Trembles
from galakit.solution.situation import Beliefs
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


def justifying_mistakes(continuation: ContinuationValues, equal: Sequence[Trembles]) -> list[Trembles] | None:
    """How likely each mistake should be to justify what is played after a single mistake of the others.

    There, what a move gains is linear in these likelihoods; after several mistakes it is not: no constraint.
    """
    from scipy.optimize import linprog

    form, tree, beliefs = continuation.form, continuation.tree, Beliefs(continuation.form, continuation.tree, equal)
    start = np.cumsum([0, *form.sequences])
    owner = form.player[continuation.set_of[tree.parent[continuation.below]]]
    slip = np.full(tree.nodes, -1)  # the mistake that leads to a node, numbered through all players
    wrong = continuation.probability[continuation.below] == 0
    slip[continuation.below[wrong]] = (start[owner] + continuation.sequence)[wrong]
    used = np.unique(slip[slip >= 0])
    rows: list[npt.NDArray[np.float64]] = []
    for player in range(len(form.players)):
        last = np.full(tree.nodes, -1)  # the last mistake of another player on the way
        for level in tree.levels()[1:]:
            own = (slip[level] >= start[player]) & (slip[level] < start[player + 1])
            last[level] = np.where((slip[level] >= 0) & ~own, slip[level], last[tree.parent[level]])
        for i in form.sets_of(player).tolist():
            nodes = beliefs.nodes(i)
            weight, order = beliefs.towards(player, nodes)
            if order.min() != 1:
                continue
            moved = slice(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i]))
            strategy = np.asarray(continuation.strategies[player][moved], np.float64)
            moves = np.zeros((len(strategy), len(used)))
            for n, w in zip(nodes[order == 1].tolist(), weight[order == 1].tolist()):
                values = np.asarray(continuation.value[tree.children(n), player], np.float64)
                moves[:, np.searchsorted(used, last[n])] += float(w) * (values - values @ strategy)
            rows += list(moves)
    if not rows:
        return None
    found = linprog(-np.ones(len(used)), np.array(rows), np.zeros(len(rows)), bounds=(1e-3, 1))
    if found.status != 0 or found.x is None:
        return None
    result = []
    for player, trembles in enumerate(equal):
        share = trembles.share.copy()
        for slipped, x in zip(used.tolist(), found.x.tolist()):
            if start[player] <= slipped < start[player + 1]:
                share[slipped - start[player]] = Fraction(x).limit_denominator(10**6) if continuation.exact else x
        result.append(Trembles(share, trembles.order))
    return result
