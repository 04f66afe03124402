"""Best responses on the treeplex: what a player can get, and how, when the others' plans are fixed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import grouped
from galakit.game.sequence_form import Floats, SequenceForm


def best_response(form: SequenceForm, player: int, plans: Sequence[npt.NDArray[Any] | None]) -> tuple[float, Floats]:
    """The largest expected payoff against the others' plans, and a pure plan for it; the own plan is not looked at."""
    weight = form.payoff(player)
    for other, plan in enumerate(plans):
        if other != player:
            weight = weight * np.asarray(plan, np.float64)[form.leaf_sequences[other]]
    worth = np.bincount(form.leaf_sequences[player], weights=weight, minlength=form.sequences[player])
    levels = form.levels(player)
    for level in reversed(levels):
        best = np.maximum.reduceat(worth[level.sequences], level.start)
        worth += np.bincount(level.parent, weights=best, minlength=len(worth))
    plan = np.zeros(len(worth))
    plan[0] = 1.0
    for level in levels:
        own = worth[level.sequences]
        best = np.repeat(np.maximum.reduceat(own, level.start), level.count)
        # The first best move of each set: the smallest position among those that attain the maximum.
        position = np.where(own == best, np.arange(len(own)), len(own))
        chosen = np.minimum.reduceat(position, level.start)
        plan[level.sequences[chosen]] = plan[level.parent]
    return float(worth[0]), plan


def exact_best_response(
    form: SequenceForm, player: int, plans: Sequence[npt.NDArray[Any] | None]
) -> tuple[Fraction, npt.NDArray[Any]]:
    """The same in fractions, of an exact game and exact plans; of equally good moves the first."""
    leaves, denominator = _whole([weighted[player] for weighted in form.classes])
    worth = leaves[form.leaf_class]
    for other, plan in enumerate(plans):
        if other != player and plan is not None:
            numerators, own = _whole(plan)
            worth = worth * numerators[form.leaf_sequences[other]]
            denominator *= own
    order, start = grouped(form.leaf_sequences[player], form.sequences[player])
    used = np.flatnonzero(start[1:] > start[:-1])
    total = np.zeros(form.sequences[player], object)
    if used.size:
        total[used] = np.add.reduceat(worth[order], start[used])
    for level in reversed(form.levels(player)):
        np.add.at(total, level.parent, np.maximum.reduceat(total[level.sequences], level.start))
    result = np.empty(len(total), object)
    result[:] = Fraction(0)
    result[0] = Fraction(1)
    for level in form.levels(player):
        own = total[level.sequences]
        best = np.repeat(np.maximum.reduceat(own, level.start), level.count)
        position = np.where(own == best, np.arange(len(own)), len(own))
        chosen = np.minimum.reduceat(position, level.start)
        result[level.sequences[chosen]] = result[level.parent]
    return Fraction(int(total[0]), denominator), result


def _whole(numbers: Iterable[Any]) -> tuple[npt.NDArray[Any], int]:
    """Rational numbers as whole ones over a common denominator."""
    fractions = [Fraction(x) for x in numbers]
    denominator = lcm(*(x.denominator for x in fractions))
    whole = np.empty(len(fractions), object)
    whole[:] = [x.numerator * (denominator // x.denominator) for x in fractions]
    return whole, denominator
