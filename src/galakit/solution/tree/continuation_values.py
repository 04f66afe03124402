"""Continuation values of a profile: at each node of the tree, and at each information set under beliefs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.realization import Behaviour, Trembles, is_exact
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import CHANCE, END, Number
from galakit.solution.shown.numbers import fractions
from galakit.solution.situation import Beliefs


class ContinuationValues:
    """The tree with continuation values: `value[node, player]`, exact if game and profile are.

    `probability[node]` is that of the move that leads there; `below` lists the nodes that a player's move leads to, and
    `sequence` the sequence that it ends, for each of them.
    """

    def __init__(self, form: SequenceForm, tree: Tree, strategies: Sequence[Behaviour]) -> None:
        self.form, self.tree = form, tree
        self.exact = form.exact and all(is_exact(s) for s in strategies)
        kind: Any = object if self.exact else np.float64
        self.strategies = [fractions(s) if self.exact else np.asarray(s, np.float64) for s in strategies]
        self.set_of = tree.information_set.astype(np.int64)
        self.nodes = np.flatnonzero(self.set_of >= 0)
        self.below = np.flatnonzero(self.set_of[tree.parent[1:]] >= 0) + 1
        above = tree.parent[self.below].astype(np.int64)
        first = tree.automaton.first.astype(np.int64)
        move = tree.edge[self.below] - first[tree.state[above]]
        self.sequence = form.first_sequence[self.set_of[above]].astype(np.int64) + move
        probability = np.empty(tree.nodes, kind)
        probability[:] = number(1, self.exact)
        mover = tree.mover
        drawn = np.flatnonzero(mover[tree.parent[1:]] == CHANCE) + 1
        chances = np.array([number(p, self.exact) for p in tree.automaton.probabilities], kind)
        probability[drawn] = chances[tree.automaton.probability[tree.edge[drawn]]]
        owner = form.player[self.set_of[above]]
        for player, strategy in enumerate(self.strategies):
            own = owner == player
            probability[self.below[own]] = strategy[self.sequence[own]]
        self.probability = probability
        payoffs = np.array([[number(x, self.exact) for x in row] for row in tree.payoffs], kind)
        value = payoffs[tree.payoff]
        value[mover != END] = number(0, self.exact)
        for level in reversed(tree.levels()[1:]):
            parent = tree.parent[level]  # in preorder, too: the children of a node stand together
            first = np.flatnonzero(np.diff(parent, prepend=-1))
            value[parent[first]] += np.add.reduceat(probability[level][:, None] * value[level], first)
        self.value = value

    def beliefs(self, trembles: Sequence[Trembles]) -> npt.NDArray[Any]:
        """[nodes of players] how likely each is, given its information set."""
        form, beliefs = self.form, Beliefs(self.form, self.tree, trembles)
        result = np.empty(self.tree.nodes, object if self.exact else np.float64)
        result[:] = number(0, self.exact)
        for player in range(len(form.players)):
            nodes = self.nodes[form.player[self.set_of[self.nodes]] == player]
            if not len(nodes):
                continue
            weight, order = beliefs.towards(player, nodes)
            sets = self.set_of[nodes]
            lowest = np.full(form.information_sets, order.max())
            np.minimum.at(lowest, sets, order)
            weight[order > lowest[sets]] = number(0, self.exact)
            total = np.zeros(form.information_sets, weight.dtype)
            np.add.at(total, sets, weight)
            total[total == 0] = number(1, self.exact)  # only chance moves of probability 0 lead there: no beliefs
            result[nodes] = weight / total[sets]
        return result

    def move_values(self, belief: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
        """For each player and sequence, the value of its last move given the beliefs."""
        form, tree = self.form, self.tree
        above = tree.parent[self.below].astype(np.int64)
        owner = form.player[self.set_of[above]]
        values = []
        for player in range(len(form.players)):
            own = owner == player
            total = np.zeros(form.sequences[player], object if self.exact else np.float64)
            np.add.at(total, self.sequence[own], belief[above[own]] * self.value[self.below[own], player])
            values.append(total)
        return values


def number(x: Number, exact: bool) -> Number:
    """As a Fraction, or in floating point."""
    return Fraction(x) if exact else float(x)
