"""Chance-minimax (Ballard 1983): a maximum where the first player moves, a minimum at the second's, a mean at chance's.

It treats every node as if the mover knew it. The nodes of one information set may then choose different moves; the last
of them in preorder decides, as in a search that overwrites what it recorded.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import CHANCE, END, Number


def chance_minimax(form: SequenceForm, tree: Tree, *, exact: bool) -> tuple[Number, npt.NDArray[np.int64]]:
    """The value it computes for the first player, and a move for each information set."""

    def column(numbers: list[Number]) -> npt.NDArray[Any]:
        result = np.empty(len(numbers), object if exact else np.float64)
        result[:] = [Fraction(x) for x in numbers] if exact else numbers
        return result

    mover = tree.mover
    node_values = np.where(mover == END, column([p[0] for p in tree.payoffs])[tree.payoff], 0)
    chances = column(tree.automaton.probabilities)
    chosen = np.zeros(form.information_sets, np.int64)
    last = np.full(form.information_sets, -1, np.int64)  # the node that decided
    for level in reversed(tree.levels()[1:]):
        above = tree.parent[level]
        start = np.flatnonzero(np.concatenate([[True], above[1:] != above[:-1]]))  # a level is in preorder
        parents = above[start]
        count = np.diff(np.append(start, len(level)))
        values = node_values[level]
        by_chance = np.repeat(mover[parents] == CHANCE, count)
        sign = np.where(np.repeat(mover[parents] == 1, count), -1, 1)
        top = np.maximum.reduceat(values * sign, start)
        chance = chances[tree.automaton.probability[tree.edge[level]]]
        mean = np.add.reduceat(np.where(by_chance, values * chance, 0), start)
        node_values[parents] = np.where(mover[parents] == CHANCE, mean, top * sign[start])

        move = np.arange(len(level)) - np.repeat(start, count)
        first_best = np.minimum.reduceat(np.where(values * sign == np.repeat(top, count), move, len(level)), start)
        decides = parents[mover[parents] != CHANCE]
        sets = tree.information_set[decides]
        # Nodes of one set can be on several levels: the last in preorder counts.
        later = decides > last[sets]
        np.maximum.at(last, sets[later], decides[later])
        final = last[sets] == decides
        chosen[sets[final]] = first_best[mover[parents] != CHANCE][final]
    value: Number = node_values[0] if exact else float(node_values[0])
    return value, chosen
