"""The problem that IMP-minimax and IMP-alpha-beta search: the tree with its nodes grouped into sets, as columns.

A *mixed set* holds the nodes that follow one move made in a PI-set, chance's moves passed over (the paper's `extend`).
It consists of leaves and of PI-sets (its `partition`). A *PI-set* holds the nodes of a mixed set that belong to one
information set. Both follow from the tree alone: merge all players into one with perfect recall; the PI-sets are that
player's information sets, and the mixed sets their sequences (`galakit.game.refinement`).

Weights are whole numbers over one denominator when the game is exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import grouped
from galakit.game.refinement import Refinement, refinement
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import END, Number

Ints = npt.NDArray[np.int64]
LARGEST = 2**60  # whole numbers up to here are handled by the machine


@dataclass(frozen=True, eq=False)
class Problem:
    """M mixed sets, Q PI-sets, L leaves; numbers are int64, Python integers (object) or float64, all over `scale`."""

    first_leaf: Ints
    """[M + 1] where the leaves of each mixed set start"""
    first_set: Ints
    """[M + 1] where the PI-sets of each mixed set start"""
    first_move: Ints
    """[Q] the mixed set that follows its first move; those of the other moves are next to it"""
    moves: Ints
    """[Q]"""
    information_set: Ints
    """[Q]"""
    minimises: npt.NDArray[np.bool_]
    """[Q] the second player moves"""
    leaf_weight: npt.NDArray[Any]
    """[L] probability of chance's moves, times the first player's payoff"""
    leaf_high: npt.NDArray[Any]
    """[L] the same if the payoff were the upper bound"""
    leaf_low: npt.NDArray[Any]
    """[L] and the lower bound"""
    set_high: npt.NDArray[Any]
    """[Q]"""
    set_low: npt.NDArray[Any]
    """[Q]"""
    mixed_high: npt.NDArray[Any]
    """[M]"""
    mixed_low: npt.NDArray[Any]
    """[M]"""
    depth: int
    """the largest number of moves, chance's not counted"""
    infinity: Any
    """more than any value can be"""
    scale: int

    @property
    def leaves(self) -> int:
        return len(self.leaf_weight)


def problem(form: SequenceForm, tree: Tree, low: Number, high: Number, *, exact: bool) -> Problem:
    """The sets of a game of one player, or of two with a constant sum; all payoffs are between `low` and `high`."""
    split = refinement(form, tree, range(len(form.players)))
    ends = np.flatnonzero(tree.mover == END)
    by_sequence, first_leaf = grouped(split.sequence[ends], split.sequences)
    ends = ends[by_sequence]
    by_parent, first_set = grouped(split.parent, split.sequences)
    set_reach = _set_reaches(tree, split)
    mixed_reach: list[Number] = [1] * split.sequences  # a mixed set is as likely as the PI-set it follows
    for q, (first, count) in enumerate(zip(split.first.tolist(), split.count.tolist())):
        mixed_reach[first : first + count] = [set_reach[q]] * count

    payoffs = [p[0] for p in tree.payoffs]
    pairs, pair_of = np.unique(np.stack([tree.reach[ends], tree.payoff[ends]], axis=1), axis=0, return_inverse=True)
    scale = 1
    if exact:
        products = (Fraction(tree.reaches[r]) * Fraction(x) for r, p in pairs.tolist() for x in (payoffs[p], low, high))
        scale = lcm(*{x.denominator for x in products})
    largest = max(-low, low, -high, high)
    whole = exact and largest * scale < LARGEST / 8
    kind: Any = np.int64 if whole else object if exact else np.float64

    def column(values: list[Any]) -> npt.NDArray[Any]:
        result = np.empty(len(values), kind)
        result[:] = [int(v * scale) for v in values] if exact else values
        return result

    weight = column([tree.reaches[r] * payoffs[p] for r, p in pairs.tolist()])[pair_of.ravel()]
    reaches, which = np.unique(tree.reach[ends], return_inverse=True)
    chance = [tree.reaches[r] for r in reaches.tolist()]
    sets = [set_reach[q] for q in by_parent.tolist()]
    return Problem(
        first_leaf=first_leaf,
        first_set=first_set,
        first_move=split.first[by_parent],
        moves=split.count[by_parent],
        information_set=split.sets[by_parent],
        minimises=form.player[split.sets[by_parent]] == 1,
        leaf_weight=weight,
        leaf_high=column([p * high for p in chance])[which],
        leaf_low=column([p * low for p in chance])[which],
        set_high=column([p * high for p in sets]),
        set_low=column([p * low for p in sets]),
        mixed_high=column([p * high for p in mixed_reach]),
        mixed_low=column([p * low for p in mixed_reach]),
        depth=len(split.levels) - 1,
        infinity=column([8 * largest + 1])[0] if exact else np.inf,
        scale=scale,
    )


def _set_reaches(tree: Tree, split: Refinement) -> list[Number]:
    """The probability that chance plays towards each PI-set, exact in exact games."""
    nodes = np.flatnonzero(split.part >= 0)
    pairs, times = np.unique(np.stack([split.part[nodes], tree.reach[nodes]], axis=1), axis=0, return_counts=True)
    total: list[Number] = [0] * len(split.sets)
    for (part, reach), many in zip(pairs.tolist(), times.tolist()):
        total[part] += tree.reaches[reach] * many
    return total
