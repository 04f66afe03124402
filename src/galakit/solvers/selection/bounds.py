"""What no equilibrium exceeds: the best correlated equilibrium, of which every equilibrium is one.

Where profiles are too many for that, the bound is what all players together would get who know everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from galakit.errors import GalakitError
from galakit.rules.contract import CHANCE, END, Number
from galakit.solvers.method import Request

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Plan
    from galakit.game.tree import Tree
    from galakit.solvers.selection.aim import Aim

FEW = 3_000  # profiles, up to which a mediator tells whole strategies: the bound is lower, and takes longer
PATIENCE = 30.0  # seconds for a linear programme, at most
SHARE = 0.3  # of the time limit


@dataclass(frozen=True, eq=False)
class Bound:
    """A bound on weighted sums of payoffs."""

    amount: Number
    """no equilibrium has more; for the worst, less"""
    nor: str
    """what is no better than that, either"""
    profiles: tuple[tuple[Plan, ...], ...]
    """pure strategies with which it is reached if they are an equilibrium"""


def bound_on_equilibria(game: Game, aim: Aim, request: Request) -> Bound | None:
    """What no equilibrium exceeds; None where it is not known."""
    if aim.kind == "informative":
        return None
    return _with_a_mediator(game, aim, request) or _together(game.unfolded[1], aim)


def _with_a_mediator(game: Game, aim: Aim, request: Request) -> Bound | None:
    """What the best correlated equilibrium brings; None where it is not found in time."""
    from galakit.game.normal_form import count_strategies
    from galakit.solvers.correlated.finding import Search
    from galakit.solvers.correlated.mixture import refusal
    from galakit.solvers.correlated.mixture_proof import plans_of

    form = game.form
    if refusal(form, "nfcce") is not None:
        return None
    few = prod(count_strategies(form, player) for player in range(len(form.players))) <= FEW
    seconds = PATIENCE if request.time_limit is None else min(PATIENCE, SHARE * request.time_limit)
    weights = [Fraction(aim.sign * w) for w in aim.weights]
    try:
        search = Search(form, weights, request.exact, request.within(seconds).limit, request.progress)
        found = search.best("nfce" if few else "nfcce")
    except GalakitError:
        return None
    amount = sum((w * v for w, v in zip(aim.weights, found.certificate.value)), Fraction(0))
    if not found.certificate.exact:  # a bound in floating point
        amount = float(amount) + aim.sign * float(found.certificate.gap)
    profiles = () if found.mixture is None else found.mixture.profiles
    kind: type = Fraction if form.exact and request.exact is not False else float
    plans = tuple(
        tuple(np.array([kind(w) for w in plans_of(form, p, [own])[0].tolist()]) for p, own in enumerate(profile))
        for profile in profiles
    )
    return Bound(amount, "not even a correlated one", plans)


def _together(tree: Tree | None, aim: Aim) -> Bound | None:
    """What the players would get if they knew everything and did as the aim wants."""
    if tree is None:
        return None
    paid: Sequence[Number] = [sum(w * v for w, v in zip(aim.weights, payoffs)) for payoffs in tree.payoffs]
    value = np.array([float(amount) for amount in paid])[tree.payoff]
    chances = np.array([float(p) for p in tree.automaton.probabilities])
    mover = tree.mover
    best = np.where(mover == CHANCE, 0.0, -np.inf * aim.sign)
    best[mover == END] = value[mover == END]
    for level in reversed(tree.levels()[1:]):
        above = tree.parent[level]
        drawn = mover[above] == CHANCE
        share = chances[tree.automaton.probability[tree.edge[level[drawn]]]]
        np.add.at(best, above[drawn], share * best[level[drawn]])
        chosen = np.maximum if aim.sign > 0 else np.minimum
        chosen.at(best, above[~drawn], best[level[~drawn]])
    return Bound(float(best[0]), "nor is any other way to play", ())
