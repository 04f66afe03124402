"""The best commitment to a pure strategy, by looking at every pair of pure strategies."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from galakit.game.normal_form import NormalForm
from galakit.game.realization import Plan
from galakit.game.sequence_form import SequenceForm


def best_pair(form: SequenceForm, leader: int, *, exact: bool) -> tuple[Plan, Plan, int]:
    """The leader's pure plan, the reply to it that is best for the leader, and how many pairs there are."""
    table = NormalForm(form)
    own, theirs = (
        table.tables[player][0] if leader == 0 else table.tables[player][0].T for player in (leader, 1 - leader)
    )
    replies = theirs == theirs.max(axis=1, keepdims=True)
    hoped = np.where(replies, own, own.min() - 1)
    row, column = np.unravel_index(int(np.argmax(hoped)), hoped.shape)
    plan, reply = table.plans[leader][row], table.plans[1 - leader][column]
    return pure_plan(plan, exact), pure_plan(reply, exact), own.size


def pure_plan(weights: Plan, exact: bool) -> Plan:
    """A plan of zeros and ones, in fractions or in floating point."""
    if exact:
        return np.fromiter([Fraction(round(float(x))) for x in weights], object)
    return np.round(np.asarray(weights, np.float64))
