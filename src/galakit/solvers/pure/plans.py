"""Pure strategies as plans: a move for each information set becomes one number per sequence."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt

from galakit.game.realization import Plan, plan_of
from galakit.game.sequence_form import SequenceForm


def plans_of_moves(form: SequenceForm, chosen: npt.NDArray[np.int64], *, exact: bool) -> tuple[Plan, ...]:
    """The plan of each player who makes the chosen move (its index) at each of their information sets.

    >>> import galakit as gk
    >>> plans_of_moves(gk.load("stag_hunt").form, np.array([0, 1]), exact=False)
    (array([1., 1., 0.]), array([1., 0., 1.]))
    """
    plans = []
    for player, many in enumerate(form.sequences):
        sets = form.sets_of(player)
        strategy = np.zeros(many, object if exact else np.float64)
        if exact:
            strategy[:] = Fraction(0)
        strategy[form.first_sequence[sets] + chosen[sets]] = Fraction(1) if exact else 1.0
        plans.append(plan_of(form, player, strategy))
    return tuple(plans)
