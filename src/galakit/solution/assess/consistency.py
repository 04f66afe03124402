"""Are beliefs consistent: the limit of Bayesian ones for some mistakes that become rarer and rarer?

By Kreps & Wilson (1982, appendix; see also Perea, Jansen & Peters 1997) they are exactly when every move that is not
made can be given an order and a share, as if it were made with probability share · ε^order, such that at every
information set the believed nodes are those of the lowest order and their shares are as the beliefs are. The orders are
whole numbers that solve linear inequalities; the shares solve linear equations in their logarithms. Both systems are
solved in floating point; their coefficients are small whole numbers.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import CHANCE

LIMIT_NODES = 2_000
ROUNDING = 1e-9


def consistent(form: SequenceForm, tree: Tree, probability: npt.NDArray[Any], belief: npt.NDArray[Any]) -> bool:
    """Whether beliefs fit mistakes; [nodes] the probability of the move that leads there, and that of being there."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    if tree.nodes > LIMIT_NODES:
        raise GalakitError(
            f"the tree has {tree.nodes:,} nodes, and beliefs are tested for consistency up to {LIMIT_NODES:,}",
            hint="leave the beliefs out: those that follow from mistakes are consistent",
            id="GK645",
        )
    mistakes: dict[tuple[int, int], int] = {}
    path: list[tuple[int, ...]] = [()]  # the mistakes on the way to each node
    known = [0.0]  # the logarithm of the other probabilities; -inf where chance never goes
    for node in range(1, tree.nodes):
        above = int(tree.parent[node])
        if tree.mover[above] == CHANCE and probability[node] == 0:
            path.append(path[above])
            known.append(-inf)
        elif probability[node] > 0:
            path.append(path[above])
            known.append(known[above] + float(np.log(float(probability[node]))))
        else:
            move = int(tree.edge[node] - tree.automaton.first[tree.state[above]])
            number = mistakes.setdefault((int(tree.information_set[above]), move), len(mistakes))
            path.append((*path[above], number))
            known.append(known[above])

    def row(node: int, than: int) -> npt.NDArray[np.float64]:
        counts = np.zeros(len(mistakes))
        np.add.at(counts, list(path[node]), 1.0)
        np.add.at(counts, list(path[than]), -1.0)
        return counts

    equal, shares, later = [], [], []
    for i in range(form.information_sets):
        everywhere = np.flatnonzero(tree.information_set == i).tolist()
        nodes = [n for n in everywhere if known[n] > -inf]
        held = [n for n in everywhere if belief[n] > 0]
        if not nodes:  # only chance moves of probability 0 lead there: anything may be believed
            continue
        if not set(held) <= set(nodes):
            return False
        one = held[0]
        for n in held[1:]:
            equal.append(row(n, one))
            odds = float(np.log(float(belief[n])) - np.log(float(belief[one])))
            shares.append(odds - (known[n] - known[one]))
        later += [row(n, one) for n in nodes if not belief[n] > 0]
    if not mistakes:
        return not later and bool(np.abs(shares).max(initial=0.0) < ROUNDING)
    needed: Any = csr_array(np.array(later)) if later else None
    equalities, right = np.array(equal).reshape(-1, len(mistakes)), np.array(shares)
    if len(right):
        found = np.linalg.lstsq(equalities, right, rcond=None)[0]
        if np.abs(equalities @ found - right).max() > ROUNDING * max(1.0, float(np.abs(right).max())):
            return False
    orders = linprog(
        np.ones(len(mistakes)),
        A_ub=None if needed is None else -needed,
        b_ub=None if needed is None else -np.ones(len(later)),
        A_eq=equalities if equal else None,
        b_eq=np.zeros(len(equal)) if equal else None,
        bounds=(1, None),
    )
    return bool(orders.status == 0)
