"""Behaviour strategies of a profile of plans, completed where a player's own plan keeps him away.

A plan says nothing about information sets that an earlier move of the player himself excludes, and whatever he would
do there changes neither what anybody gets nor what anybody could gain. So he plays what is best there against the
others' plans: then the worth of the move that he does not make is what it would bring him, and not what it would bring
somebody who makes it and goes on at random. Several best moves are made equally often. Where the others and chance
never lead either, no move is better than another, and all are made equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.realization import Behaviour, Plan, behaviour, uniform_shares
from galakit.game.response import sequence_worth
from galakit.game.sequence_form import SequenceForm

TIE = 1e-9  # by which floating-point worths of equally good moves may differ, relative to the larger ones


def completed(form: SequenceForm, plans: Sequence[Plan]) -> tuple[Behaviour, ...]:
    """One behaviour strategy for each plan, of the same kind of numbers.

    >>> import galakit as gk
    >>> game = gk.load("monty_hall")
    >>> plans = gk.solve(game).listing.plans
    >>> other_door = game.form.find(0, ("choosing([1,2,3])", "chose(2)", "goat(3)", "choosing([1,2])"))
    >>> completed(game.form, plans)[0][game.form.first_sequence[other_door]]  # he would change there, too
    Fraction(1, 1)
    """
    exact = form.exact and all(plan.dtype == object for plan in plans)
    return tuple(_completed(form, player, plans, exact) for player in range(len(plans)))


def _completed(form: SequenceForm, player: int, plans: Sequence[Plan], exact: bool) -> Behaviour:
    plan = plans[player]
    strategy = behaviour(form, player, plan)
    if not form.perfect_recall or all(np.all(plan[level.parent] > 0) for level in form.levels(player)):
        return strategy
    worth = sequence_worth(form, player, plans, exact=exact)
    for level in form.levels(player):
        excluded = np.repeat(plan[level.parent] <= 0, level.count)
        best = _best(worth[level.sequences], level.start, level.count)
        many = np.repeat(np.add.reduceat(best.astype(np.int64), level.start), level.count)
        strategy[level.sequences[excluded & ~best]] *= 0
        strategy[level.sequences[excluded & best]] = uniform_shares(many[excluded & best], plan.dtype == object)
    return strategy


def _best(worth: npt.NDArray[Any], start: npt.NDArray[Any], count: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Which moves are best at their information sets."""
    most = np.repeat(np.maximum.reduceat(worth, start), count)
    if worth.dtype == object:
        return np.asarray(worth == most, bool)
    large = np.repeat(np.maximum.reduceat(np.abs(worth), start), count)
    return np.asarray(worth >= most - TIE * large, bool)
