"""Best responses on the treeplex: what a player can get, and how, when the others' plans are fixed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import grouped
from galakit.game.sequence_form import Floats, SequenceForm


def best_response(form: SequenceForm, player: int, plans: Sequence[npt.NDArray[Any] | None]) -> tuple[float, Floats]:
    """The largest expected payoff against the others' plans, and a pure plan for it; the own plan is ignored."""
    values = sequence_values(form, player, plans)
    plan = np.zeros(len(values))
    plan[0] = 1.0
    _choose(form, player, values, plan)
    return float(values[0]), plan


def exact_best_response(
    form: SequenceForm, player: int, plans: Sequence[npt.NDArray[Any] | None]
) -> tuple[Fraction, npt.NDArray[Any]]:
    """The same in fractions, of an exact game and exact plans."""
    values = sequence_values(form, player, plans, exact=True)
    plan = np.empty(len(values), object)
    plan[:] = Fraction(0)
    plan[0] = Fraction(1)
    _choose(form, player, values, plan)
    return Fraction(values[0]), plan


def sequence_values(
    form: SequenceForm, player: int, plans: Sequence[npt.NDArray[Any] | None], *, exact: bool = False
) -> npt.NDArray[Any]:
    """The value of each own sequence against the others' plans, if all later own moves are best."""
    if exact:
        return _exact_values(form, player, plans)
    weight = form.payoff(player)
    for other, plan in enumerate(plans):
        if other != player:
            weight = weight * np.asarray(plan, np.float64)[form.leaf_sequences[other]]
    values = np.bincount(form.leaf_sequences[player], weights=weight, minlength=form.sequences[player])
    for level in reversed(form.levels(player)):
        best = np.maximum.reduceat(values[level.sequences], level.start)
        values += np.bincount(level.parent, weights=best, minlength=len(values))
    return values


def _exact_values(form: SequenceForm, player: int, plans: Sequence[npt.NDArray[Any] | None]) -> npt.NDArray[Any]:
    values, denominator = whole_values(form, player, plans)
    fractions = np.empty(len(values), object)
    fractions[:] = [Fraction(w, denominator) for w in values.tolist()]
    return fractions


def whole_values(
    form: SequenceForm, player: int, plans: Sequence[npt.NDArray[Any] | None]
) -> tuple[npt.NDArray[Any], int]:
    """The values of sequences as integers over one denominator, which are many times faster than fractions."""
    others = [_whole(plan) if other != player and plan is not None else None for other, plan in enumerate(plans)]
    classes, denominator = _whole([weighted[player] for weighted in form.classes])
    denominator *= prod(d for _, d in filter(None, others))
    # No sum of leaves is larger than this; if it fits into 64 bits, all do.
    largest = max(map(abs, classes.tolist()), default=0) * prod(max(n.tolist()) for n, _ in filter(None, others))
    kind = np.int64 if largest * max(len(form.leaf_class), 1) < 1 << 62 else object
    weight = classes.astype(kind)[form.leaf_class]
    for row, plan in zip(form.leaf_sequences, others):
        if plan is not None:
            weight = weight * plan[0].astype(kind)[row]
    order, start = grouped(form.leaf_sequences[player], form.sequences[player])
    used = np.flatnonzero(start[1:] > start[:-1])
    values = np.zeros(form.sequences[player], kind)
    if used.size:
        values[used] = np.add.reduceat(weight[order], start[used])
    for level in reversed(form.levels(player)):
        np.add.at(values, level.parent, np.maximum.reduceat(values[level.sequences], level.start))
    return values, denominator


def _choose(form: SequenceForm, player: int, values: npt.NDArray[Any], plan: npt.NDArray[Any]) -> None:
    """Fill in the plan: the first best move at each set."""
    for level in form.levels(player):
        own = values[level.sequences]
        best = np.repeat(np.maximum.reduceat(own, level.start), level.count)
        # The smallest position among those that attain the maximum.
        position = np.where(own == best, np.arange(len(own)), len(own))
        chosen = np.minimum.reduceat(position, level.start)
        plan[level.sequences[chosen]] = plan[level.parent]


def _whole(numbers: Iterable[Any]) -> tuple[npt.NDArray[Any], int]:
    """Rational numbers as integers over a common denominator."""
    fractions = [x if isinstance(x, (int, Fraction)) else Fraction(x) for x in numbers]
    denominator = lcm(*{x.denominator for x in fractions})
    whole = np.empty(len(fractions), object)
    whole[:] = [x.numerator * (denominator // x.denominator) for x in fractions]
    return whole, denominator
