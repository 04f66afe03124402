"""Behaviour strategies of a profile of plans, completed at information sets that a player's own plan excludes.

A plan says nothing about information sets after moves that the player never makes, and what it played there would
change no player's payoff or best response. The completed strategy plays a best response to the others' plans there, so
that the value of a move that is never made is what the move could bring, not what it brings before random play. Several
best moves get equal probabilities; so do all moves where the others and chance never lead, since there none is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.realization import Behaviour, Plan, behaviour, uniform_shares
from galakit.game.response import sequence_values
from galakit.game.sequence_form import SequenceForm

TIE = 1e-9  # relative difference up to which floating-point values count as equal


def completed(form: SequenceForm, plans: Sequence[Plan]) -> tuple[Behaviour, ...]:
    """One behaviour strategy for each plan, of the same kind of numbers.

    >>> import galakit as gk
    >>> game = gk.load("monty_hall")
    >>> plans = gk.solve(game).listing.plans
    >>> other_door = game.form.find(0, ("choosing([1,2,3])", "chose(2)", "goat(3)", "choosing([1,2])"))
    >>> completed(game.form, plans)[0][game.form.first_sequence[other_door]]  # they would change there, too
    Fraction(1, 1)
    """
    exact = form.exact and all(plan.dtype == object for plan in plans)
    return tuple(_completed(form, player, plans, exact) for player in range(len(plans)))


def _completed(form: SequenceForm, player: int, plans: Sequence[Plan], exact: bool) -> Behaviour:
    plan = plans[player]
    strategy = behaviour(form, player, plan)
    if not form.perfect_recall or all(np.all(plan[level.parent] > 0) for level in form.levels(player)):
        return strategy
    values = sequence_values(form, player, plans, exact=exact)
    for level in form.levels(player):
        excluded = np.repeat(plan[level.parent] <= 0, level.count)
        best = _best(values[level.sequences], level.start, level.count)
        many = np.repeat(np.add.reduceat(best.astype(np.int64), level.start), level.count)
        strategy[level.sequences[excluded & ~best]] *= 0
        strategy[level.sequences[excluded & best]] = uniform_shares(many[excluded & best], plan.dtype == object)
    return strategy


def _best(values: npt.NDArray[Any], start: npt.NDArray[Any], count: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Which moves are best at their information sets."""
    most = np.repeat(np.maximum.reduceat(values, start), count)
    if values.dtype == object:
        return np.asarray(values == most, bool)
    large = np.repeat(np.maximum.reduceat(np.abs(values), start), count)
    return np.asarray(values >= most - TIE * large, bool)
