"""The equilibria in pure strategies of a small normal form, by looking at every profile, exactly.

HiGHS works in floating point: where all profiles can be checked, non-existence should not rest on its bound alone.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

import numpy as np
import numpy.typing as npt

from galakit.game.canonical import canonical
from galakit.game.normal_form import NormalForm, count_strategies
from galakit.game.realization import Plan
from galakit.game.sequence_form import SequenceForm

PROFILES = 20_000
ENTRIES = 100_000  # of the table over sequences it is made from


def count_equilibria(form: SequenceForm) -> tuple[int, int] | None:
    """Equilibria and profiles in reduced pure strategies; None where these are too many, inexact, or a player forgets.

    >>> import galakit as gk
    >>> count_equilibria(gk.load("stag_hunt").form)
    (2, 4)
    """
    if not listable(form):
        return None
    stable = _stable(NormalForm(form))
    return int(stable.sum()), stable.size


def listable(form: SequenceForm) -> bool:
    """Whether all profiles of pure strategies can be looked at."""
    if not form.exact or not form.perfect_recall or prod(form.sequences) > ENTRIES:
        return False
    return prod(count_strategies(form, p) for p in range(len(form.players))) <= PROFILES


def kindest(form: SequenceForm) -> tuple[Plan, ...] | None:
    """The equilibrium in pure strategies that is best for all players together; None where there is no equilibrium.

    Of several, what the players get decides, in their order, and then the canonical order of moves, so that the answer
    does not depend on how the rules number them.

    >>> import galakit as gk
    >>> [plan.tolist() for plan in kindest(gk.load("stag_hunt").form)]
    [[Fraction(1, 1), Fraction(1, 1), Fraction(0, 1)], [Fraction(1, 1), Fraction(1, 1), Fraction(0, 1)]]
    """
    ordered = canonical(form)
    table = NormalForm(ordered.form)
    found = np.argwhere(_stable(table))
    if not len(found):
        return None
    payoffs = [(values[tuple(found.T)].tolist(), denominator) for values, denominator in table.tables]
    paid = [tuple(Fraction(x, d) for (_, d), x in zip(payoffs, each)) for each in zip(*(v for v, _ in payoffs))]
    liked = [(sum(each), each) for each in paid]
    best = found[liked.index(max(liked))]
    plans = [plans[k] for plans, k in zip(table.plans, best.tolist())]
    return ordered.back(tuple(np.array([Fraction(x) for x in plan.tolist()], object) for plan in plans))


def _stable(table: NormalForm) -> npt.NDArray[np.bool_]:
    """Which profiles are equilibria."""
    tables = [values for values, _ in table.tables]
    stable = np.ones(tables[0].shape, bool)
    for player, values in enumerate(tables):
        stable &= (values == values.max(axis=player, keepdims=True)).astype(bool)
    return stable
