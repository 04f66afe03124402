"""Realization plans and behaviour strategies (von Stengel 1996, section 4).

Both are one number per sequence of a player. In a *plan*, it is the product of the probabilities of the moves in the
sequence; in a *behaviour* strategy, the probability of its last move given that its information set is reached (1
for the empty sequence). Where a set is not reached, a plan says nothing and the behaviour returned is uniform (see
`completion` for what is best there); methods that know what to do there return *trembles*: the strategy is the limit of
strategies that make every move with positive probability.

Where a player forgets (`form.perfect_recall` is False) there are no realization plans: then both are the behaviour.

Exact plans are object arrays of Fractions, others float64; every function here keeps the kind it was given.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import SequenceForm

Plan: TypeAlias = npt.NDArray[Any]
Behaviour: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Trembles:
    """One player's behaviour as a limit: for small ε, each move is made with probability about share · ε^order.

    So a move of order 0 is made with probability `share` in the limit, and one of a higher order is a mistake.
    """

    share: npt.NDArray[Any]
    """[sequences] positive; 1 for the empty sequence"""
    order: npt.NDArray[np.int64]
    """[sequences]"""

    @property
    def behaviour(self) -> Behaviour:
        """The strategy in the limit; also where it is reached by mistakes only."""
        strategy = self.share.copy()
        strategy[self.order > 0] = Fraction(0) if self.share.dtype == object else 0.0
        return strategy

    def in_floats(self) -> Trembles:
        """The same in floating point."""
        return Trembles(self.share.astype(np.float64), self.order)


def without_trembles(strategy: Behaviour) -> Trembles:
    """A strategy without mistakes."""
    return Trembles(strategy, np.zeros(len(strategy), np.int64))


def trembling_plan(form: SequenceForm, player: int, trembles: Trembles) -> tuple[Plan, npt.NDArray[np.int64]]:
    """Weight and order of each sequence: products of the shares and sums of the orders of its moves."""
    order = trembles.order.copy()
    for level in form.levels(player):
        order[level.sequences] += np.repeat(order[level.parent], level.count)
    return plan_of(form, player, trembles.share), order


def behaviour(form: SequenceForm, player: int, plan: Plan) -> Behaviour:
    """The behaviour strategy that a plan describes."""
    plan = np.asarray(plan)
    exact = plan.dtype == object
    result = plan.copy()
    result[0] = Fraction(1) if exact else 1.0
    if not form.perfect_recall:
        return result
    for level in form.levels(player):
        above = np.repeat(plan[level.parent], level.count)
        many = np.repeat(level.count, level.count)
        own = plan[level.sequences]
        reached = above > 0
        shares = uniform_shares(many, exact)
        shares[reached] = own[reached] / above[reached]
        result[level.sequences] = shares
    return result


def plan_of(form: SequenceForm, player: int, strategy: Behaviour) -> Plan:
    """The realization plan of a behaviour strategy."""
    strategy = np.asarray(strategy)
    plan = strategy.copy()
    plan[0] = 1  # a Fraction would make Fractions of all whole numbers
    if form.perfect_recall:
        for level in form.levels(player):
            above, own = np.repeat(plan[level.parent], level.count), strategy[level.sequences]
            # Most of a pure plan is nothing, and fractions are slow to multiply.
            used = above.astype(bool) & own.astype(bool)
            plan[level.sequences] = 0
            plan[level.sequences[used]] = above[used] * own[used]
    plan[0] = Fraction(1) if strategy.dtype == object else 1.0
    return plan


def uniform(form: SequenceForm, player: int, *, exact: bool = False) -> Plan:
    """The plan that plays every move at each information set with the same probability."""
    strategy = np.empty(form.sequences[player], object if exact else np.float64)
    for level in form.levels(player):
        strategy[level.sequences] = uniform_shares(np.repeat(level.count, level.count), exact)
    return plan_of(form, player, strategy)


def repaired(form: SequenceForm, player: int, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """A plan near the given weights: negative ones become 0, each information set is scaled to its parent, top down."""
    weights = np.where(np.isfinite(weights), np.maximum(weights, 0.0), 0.0)
    plan = weights.copy()
    plan[0] = 1.0
    for level in form.levels(player):
        own = weights[level.sequences]
        total = np.repeat(np.add.reduceat(own, level.start), level.count)
        shares = uniform_shares(np.repeat(level.count, level.count), False)
        # Below the smallest normal numbers a quotient has no digits left: such a set counts as unreached.
        reached = total > 1e-300
        shares[reached] = own[reached] / total[reached]
        plan[level.sequences] = np.repeat(plan[level.parent], level.count) * shares
    return plan


def uniform_shares(many: npt.NDArray[np.int64], exact: bool) -> npt.NDArray[Any]:
    """1 / many, as Fractions when exact."""
    if not exact:
        return 1.0 / many
    share = {m: Fraction(1, m) for m in set(many.tolist())}
    return np.fromiter([share[m] for m in many.tolist()], object)


def is_exact(plan: Plan) -> bool:
    """Whether a plan has Fractions and whole numbers only."""
    return plan.dtype == object and not any(issubclass(kind, float) for kind in set(map(type, plan.tolist())))
