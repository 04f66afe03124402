"""What a commitment brings, computed from the leader's plan alone: the follower's best replies and their ties.

It shares no code with the programmes that find commitments: the values of the follower's moves come from the best
response, bottom up, and among the moves that are best for the follower, the leader's favourite or least liked counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.realization import Plan
from galakit.game.response import sequence_values
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number

TIE = 1e-9  # of the stakes: values in floating point that are no further apart are equal


@dataclass(frozen=True)
class Replies:
    """What best replies to a plan bring."""

    follower: Number
    """the follower's best reply"""
    leader: Number
    """to the leader, if the follower breaks ties in the leader's favour"""
    against: Number
    """to the leader, if the follower breaks ties against them"""


def best_replies(form: SequenceForm, leader: int, plan: Plan) -> Replies:
    """The replies of a follower who knows the leader's plan; in fractions where the game and the plan are."""
    follower = 1 - leader
    exact = plan.dtype == object
    plans = [plan, plan]
    values = sequence_values(form, follower, plans, exact=exact)
    tie: Number = 0 if exact else TIE * (float(form.stakes[follower]) or 1.0)
    weights = plan[form.leaf_sequences[leader]] * _payoffs(form, leader, exact)
    start = np.zeros(form.sequences[follower], weights.dtype) + (Fraction(0) if exact else 0.0)
    np.add.at(start, form.leaf_sequences[follower], weights)
    leads = []
    for sign in (1, -1):
        total = start * sign
        for level in reversed(form.levels(follower)):
            own = values[level.sequences]
            best = np.repeat(np.maximum.reduceat(own, level.start), level.count)
            liked = total[level.sequences]
            # A move that is no best reply does not count, whatever it brings.
            least = liked.min() - 1
            liked = np.where(own >= best - tie, liked, least)
            np.add.at(total, level.parent, np.maximum.reduceat(liked, level.start))
        leads.append(total[0] * sign)
    number: Any = Fraction if exact else float
    return Replies(number(values[0]), number(leads[0]), number(leads[1]))


def _payoffs(form: SequenceForm, player: int, exact: bool) -> npt.NDArray[Any]:
    if not exact:
        return form.payoff(player)
    return np.fromiter([Fraction(c[player]) for c in form.classes], object)[form.leaf_class]
