"""From mixed strategies of the normal form to realization plans, which are certified and shown.

Different mixed strategies can be one plan: flipping one coin for two decisions of which only one is ever reached, or a
coin for each, gives the same distribution of outcomes (Kuhn 1953).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from galakit.game.normal_form import NormalForm
from galakit.game.realization import Plan
from galakit.solvers.normal.bimatrix import Equilibrium, Mixed


@dataclass(frozen=True, eq=False)
class Profiles:
    """Equilibria as plans, each different one once."""

    plans: tuple[tuple[Plan, ...], ...]
    number: tuple[int, ...]
    """of each equilibrium, the index of its plans"""


def profiles_of(
    table: NormalForm, kept: Sequence[Sequence[int]], equilibria: Sequence[Equilibrium], *, exact: bool
) -> Profiles:
    """Equilibria of the game with the strategies kept, as plans of the whole game."""
    index: dict[tuple[tuple[Fraction, ...], ...], int] = {}
    number = []
    for pair in equilibria:
        x, y = (widened(mixed, k, n) for mixed, k, n in zip(pair, kept, table.shape))
        key = tuple(tuple(plan.tolist()) for plan in plans_of(table, (x, y), exact=True))
        number.append(index.setdefault(key, len(index)))
    plans = tuple(tuple(_column(plan, exact) for plan in profile) for profile in index)
    return Profiles(plans, tuple(number))


def plans_of(table: NormalForm, pair: Equilibrium, *, exact: bool) -> tuple[Plan, ...]:
    """The realization plans of mixed strategies: weighted sums of pure plans.

    >>> import galakit as gk
    >>> table = gk.load("matching_pennies").normal_form()
    >>> plans_of(table, ((Fraction(1, 4), Fraction(3, 4)), (Fraction(1), Fraction(0))), exact=False)[0].tolist()
    [1.0, 0.25, 0.75]
    """
    plans = []
    for pure, mixed in zip(table.plans, pair):
        used = [k for k, weight in enumerate(mixed) if weight]
        plan = [Fraction(0)] * pure.shape[1]
        for k, row in zip(used, pure[used]):
            for s in np.flatnonzero(row).tolist():
                plan[s] += mixed[k]
        plans.append(_column(plan, exact))
    return tuple(plans)


def widened(mixed: Mixed, kept: Sequence[int], many: int) -> Mixed:
    """A mixed strategy of a part of the game, as one of the whole game."""
    weights = [Fraction(0)] * many
    for k, weight in zip(kept, mixed):
        weights[k] = weight
    return tuple(weights)


def _column(weights: Sequence[Fraction], exact: bool) -> Plan:
    return np.fromiter(weights, object if exact else np.float64)
