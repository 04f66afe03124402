"""The certificate of a profile in a game without perfect recall: values and gains from the tree itself.

The weights of a player are the probabilities of the moves at each information set. A payoff is linear in the
probabilities at any one set that no play meets twice, so some *pure* response is best. To find it is NP-hard in
general, and `best_pure` searches for it. Where a set can be met twice (absent-minded) randomising can beat each pure
response: then one player's strategy is compared with all others (`planning`), and several players are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import END, Number
from galakit.solution.tree.best_pure import best_pure
from galakit.solution.tree.nodes import numbers, reached, steps
from galakit.solution.tree.planning import most

TOLERANCE = 1e-9  # by which floating-point probabilities may miss their sum


def values_and_gains(
    form: SequenceForm, tree: Tree | None, plans: Sequence[Sequence[Number] | npt.NDArray[Any]], *, exact: bool
) -> tuple[tuple[Number, ...], tuple[Number, ...], bool]:
    """Each player's expected payoff, their largest gain, and whether those gains are known to be attained."""
    tree = checked_tree(form, tree)
    planning = bool(tree.absent_minded().size)
    strategies = [numbers(plan, exact) for plan in plans]
    for player, strategy in enumerate(strategies):
        _check(form, player, strategy, 0 if exact else TOLERANCE)
    ends = np.flatnonzero(tree.mover == END)
    chance = numbers(tree.reaches, exact)[tree.reach[ends]]
    ones = [numbers(np.ones(n, np.int64), exact) for n in form.sequences]
    value: list[Number] = []
    gains: list[Number] = []
    tight = True
    for player in range(len(strategies)):
        others = [ones[p] if p == player else s for p, s in enumerate(strategies)]
        alone = [s if p == player else ones[p] for p, s in enumerate(strategies)]
        towards = reached(tree, steps(form, tree, others, chance=False, exact=exact))[ends]
        own = reached(tree, steps(form, tree, alone, chance=False, exact=exact))[ends]
        weight = numbers([p[player] for p in tree.payoffs], exact)[tree.payoff[ends]] * chance * towards
        expects = Fraction((weight * own).sum()) if exact else float((weight * own).sum())
        if planning:
            best, attained = most(form, tree, expects)
            best = best if exact else float(best)
        else:
            whole, scale = _whole(weight) if exact else (weight, 1)
            bound, attained = best_pure(form, tree, [player], ends, whole)
            best = Fraction(int(bound), scale) if exact else float(bound)
        value.append(expects)
        gains.append(best - expects)
        tight = tight and attained
    return tuple(value), tuple(gains), tight


def checked_tree(form: SequenceForm, tree: Tree | None) -> Tree:
    """The tree, which such a game needs and in which, with several players, no play may meet a set twice."""
    if tree is None:
        raise GalakitError(
            "a player forgets what they did or knew, and the tree of this game was too large to keep",
            hint="choose smaller parameters, or unfold with keep_nodes=True",
            id="GK635",
        )
    twice = tree.absent_minded()
    if twice.size and len(form.players) > 1:
        at = int(twice[0])
        raise GalakitError(
            f"{form.players[form.player[at]]} can be at one information set twice in one play (absent-mindedness)",
            notes=[f"the player knows there: {', '.join(form.facts(at))}"],
            hint="let the player know at least how often they have been there; a game of one player is certified",
            id="GK636",
        )
    return tree


def _whole(weights: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], int]:
    """Rational numbers as integers over one denominator."""
    denominator = lcm(*{Fraction(w).denominator for w in weights})
    column = np.fromiter([int(w * denominator) for w in weights], object)
    return column, denominator


def _check(form: SequenceForm, player: int, strategy: npt.NDArray[Any], tolerance: float) -> None:
    """Probabilities at every information set, up to the tolerance."""
    name = form.players[player]
    if len(strategy) != form.sequences[player]:
        raise GalakitError(
            f"the plan of {name} has {len(strategy)} weights for {form.sequences[player]} sequences", id="GK609"
        )
    if strategy.dtype != object and not np.isfinite(strategy).all():
        raise GalakitError(f"the plan of {name} is no plan: not all its weights are numbers", id="GK609")
    if (strategy < -tolerance).any():
        raise GalakitError(f"the plan of {name} is no plan: a weight is negative", id="GK609")
    sets = form.sets_of(player)
    if not sets.size:
        return
    wrong = abs(np.add.reduceat(strategy, form.first_sequence[sets]) - 1) > tolerance
    if wrong.any():
        raise GalakitError(
            f"the plan of {name} is no plan: at an information set the probabilities of the moves do not sum to 1",
            notes=[f"the player knows there: {', '.join(form.facts(int(sets[np.argmax(wrong)])))}"],
            id="GK609",
        )
