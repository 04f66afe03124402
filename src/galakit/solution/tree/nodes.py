"""Reach and values of behaviour strategies at every node of the tree, for games without perfect recall.

With perfect recall the sequence form needs no tree. Exact strategies are object arrays; whole
probabilities (0 and 1) are kept as Python integers in them, which makes pure strategies quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import CHANCE, END, Number
from galakit.solution.shown.numbers import converted

Column = npt.NDArray[Any]


def numbers(values: Sequence[Number] | Column, exact: bool) -> Column:
    """A column of floats, or of whole numbers and Fractions."""
    if not exact:
        return np.array(values, np.float64)
    column = np.empty(len(values), object)
    items = values.tolist() if isinstance(values, np.ndarray) else values
    column[:] = converted(items, _lean)
    return column


def _lean(x: Number) -> Number:
    exactly = x if isinstance(x, (int, Fraction)) else Fraction(x)
    return exactly.numerator if exactly.denominator == 1 else exactly


def steps(form: SequenceForm, tree: Tree, strategies: Sequence[Column], *, chance: bool, exact: bool) -> Column:
    """[N] the probability of the move that leads to each node; chance's moves count as 1 unless asked for."""
    probability = numbers(np.ones(tree.nodes, np.int64), exact)
    above = tree.parent[1:]
    state = tree.state[above]
    mover = tree.automaton.mover[state]
    move = tree.edge[1:] - tree.automaton.first[state]
    for player, strategy in enumerate(strategies):
        own = np.flatnonzero(mover == player)
        sequence = form.first_sequence[tree.information_set[above[own]]] + move[own]
        probability[1 + own] = strategy[sequence]
    if chance:
        own = np.flatnonzero(mover == CHANCE)
        which = tree.automaton.probability[tree.edge[1 + own]]
        probability[1 + own] = numbers(tree.automaton.probabilities, exact)[which]
    return probability


def reached(tree: Tree, step: Column) -> Column:
    """[N] the product of the steps from the root to each node."""
    probability = step.copy()
    for level in tree.levels()[1:]:
        probability[level] *= probability[tree.parent[level]]
    return probability


def expected(tree: Tree, player: int, step: Column) -> Column:
    """[N] what a player expects at each node, given that it is reached."""
    exact = step.dtype == object
    value = np.where(tree.mover == END, numbers([p[player] for p in tree.payoffs], exact)[tree.payoff], 0)
    for level in reversed(tree.levels()[1:]):
        above = tree.parent[level]  # in preorder, too: the children of a node stand together
        first = np.flatnonzero(np.diff(above, prepend=-1))
        value[above[first]] += np.add.reduceat(value[level] * step[level], first)
    return value
