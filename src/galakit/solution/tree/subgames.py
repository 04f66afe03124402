"""Values of moves at unreached information sets of one node, where no belief is needed.

The sheet leaves values undefined at sets that the others and chance never lead to, because they depend on the belief.
In a subgame-perfect equilibrium these values matter, and with perfect information a set has only one node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.realization import Behaviour
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import CHANCE, END
from galakit.solution.shown.numbers import converted
from galakit.solution.tree.nodes import numbers
from galakit.solution.tree.sheet import Sheet


def with_subgames(sheet: Sheet, form: SequenceForm, tree: Tree, strategies: Sequence[Behaviour]) -> Sheet:
    """The sheet with a value for every move at information sets of one node."""
    values = _node_values(form, tree, strategies, sheet.exact)
    sets = tree.information_set
    # Number -1 (no player moves) is counted, too, and never single.
    single = np.bincount(sets + 1, minlength=form.information_sets + 1) == 1
    single[0] = False
    child = np.flatnonzero(single[sets[tree.parent[1:]] + 1]) + 1
    above = tree.parent[child]
    at = sets[above]
    value = sheet.value.copy()
    found = values[child, form.player[at]]
    if sheet.exact:
        found[:] = converted(found, Fraction)
    value[sheet.first[at] + tree.edge[child] - tree.automaton.first[tree.state[above]]] = found
    return replace(sheet, value=value)


def _node_values(form: SequenceForm, tree: Tree, strategies: Sequence[Behaviour], exact: bool) -> npt.NDArray[Any]:
    """[N, n] the continuation values of all players at each node."""
    automaton, kind = tree.automaton, object if exact else np.float64
    payoffs = np.stack([numbers(row, exact) for row in tree.payoffs])
    chances = numbers(automaton.probabilities, exact)
    lean = [numbers(strategy, exact) for strategy in strategies]
    values = np.zeros((tree.nodes, len(form.players)), kind)
    mover_at = tree.mover
    ends = mover_at == END
    values[ends] = payoffs[tree.payoff[ends]]
    for level in reversed(tree.levels()[1:]):
        above = tree.parent[level]
        share = np.zeros(len(level), kind)
        mover, edge = mover_at[above], tree.edge[level]
        share[mover == CHANCE] = chances[automaton.probability[edge[mover == CHANCE]]]
        for player, strategy in enumerate(lean):
            own = np.flatnonzero(mover == player)
            move = edge[own] - automaton.first[tree.state[above[own]]]
            share[own] = strategy[form.first_sequence[tree.information_set[above[own]]] + move]
        played = share != 0
        np.add.at(values, above[played], share[played, None] * values[level[played]])
    return values
