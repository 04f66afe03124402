"""Beliefs and mistakes that would justify what a profile does where nobody gets without a mistake."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.realization import Trembles
from galakit.solution.situation import Beliefs
from galakit.solution.tree.continuation_values import Outlook


def justifying_beliefs(outlook: Outlook, belief: npt.NDArray[Any], doubtful: Sequence[int]) -> npt.NDArray[Any] | None:
    """The beliefs with others at doubtful information sets, which justify what is played there; None where none can."""
    from scipy.optimize import linprog

    belief = belief.copy()
    form, tree = outlook.form, outlook.tree
    for i in doubtful:
        player = int(form.player[i])
        nodes = np.flatnonzero(outlook.set_of == i)
        own = slice(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i]))
        table = np.array([outlook.value[tree.children(n), player].tolist() for n in nodes.tolist()], np.float64)
        played = table @ np.asarray(outlook.strategies[player][own], np.float64)
        better = (table - played[:, None]).T  # rows: moves; must not be positive on average
        found = linprog(
            np.zeros(len(nodes)), better, np.zeros(len(better)), np.ones((1, len(nodes))), [1.0], bounds=(0, 1)
        )
        if found.status != 0 or found.x is None:
            return None
        shares = [Fraction(x).limit_denominator(10**6) if outlook.exact else x for x in found.x.tolist()]
        total = sum(shares)
        belief[nodes] = [s / total for s in shares]
    return belief


def justifying_mistakes(outlook: Outlook, equal: Sequence[Trembles]) -> list[Trembles] | None:
    """How likely each mistake should be to justify what is played after a single mistake of the others.

    There, what a move gains is linear in these likelihoods; after several mistakes it is not, and nothing is asked.
    """
    from scipy.optimize import linprog

    form, tree, beliefs = outlook.form, outlook.tree, Beliefs(outlook.form, outlook.tree, equal)
    start = np.cumsum([0, *form.sequences])
    owner = form.player[outlook.set_of[tree.parent[outlook.below]]]
    slip = np.full(tree.nodes, -1)  # the mistake that leads to a node, numbered through all players
    wrong = outlook.probability[outlook.below] == 0
    slip[outlook.below[wrong]] = (start[owner] + outlook.sequence)[wrong]
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
            strategy = np.asarray(outlook.strategies[player][moved], np.float64)
            moves = np.zeros((len(strategy), len(used)))
            for n, w in zip(nodes[order == 1].tolist(), weight[order == 1].tolist()):
                values = np.asarray(outlook.value[tree.children(n), player], np.float64)
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
                share[slipped - start[player]] = Fraction(x).limit_denominator(10**6) if outlook.exact else x
        result.append(Trembles(share, trembles.order))
    return result
