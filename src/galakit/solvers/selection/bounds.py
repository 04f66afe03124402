"""What no equilibrium exceeds: the best correlated equilibrium, as every equilibrium is one.

For two players the mediator's plan is a linear programme on pairs of sequences; where chance makes its constraints too
weak (`correlated.pairs`), what it reaches may be no correlated equilibrium, but is still a bound. For more players the
mediator draws one of all profiles; where these are too many, the bound is what players would get who know everything.
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
    from galakit.game.sequence_form import SequenceForm
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
    found = (_by_plan if len(game.players) == 2 else _by_profiles)(game.form, aim, _patient(request))
    return found or _together(game.unfolded[1], aim)


def _patient(request: Request) -> Request:
    """The same with less time."""
    return request.within(PATIENCE if request.time_limit is None else min(PATIENCE, SHARE * request.time_limit))


def _by_plan(form: SequenceForm, aim: Aim, request: Request) -> Bound | None:
    """What the best extensive-form correlation plan of two players brings; None where it is not found in time."""
    from galakit.solvers.correlated.finding import QUICK_WEIGHTS
    from galakit.solvers.correlated.pairs import relevant_pairs
    from galakit.solvers.correlated.programme import programme
    from galakit.solvers.programming import solved

    try:
        pairs = relevant_pairs(form)
        exact = request.exact is not False and form.exact and len(pairs.index) <= QUICK_WEIGHTS
        sought = programme(form, pairs, "efce", [Fraction(aim.sign * w) for w in aim.weights])
        weights, _ = solved(sought, exact, deadline=request.limit, progress=request.progress)
    except GalakitError:
        return None
    number = Fraction if exact else float
    amounts = [sum(number(w) * number(v) for w, v in zip(aim.weights, payoffs)) for payoffs in form.classes]
    reached = [weights[pairs.index[s, t]] for s, t in form.leaf_sequences.T.tolist()]
    amount = sum((x * amounts[c] for x, c in zip(reached, form.leaf_class.tolist())), number(0))
    return Bound(amount, "not even a correlated one", ())


def _by_profiles(form: SequenceForm, aim: Aim, request: Request) -> Bound | None:
    """What the best correlated equilibrium of several players brings; None where it is not found in time."""
    from galakit.game.normal_form import count_strategies
    from galakit.solvers.correlated.finding import Search
    from galakit.solvers.correlated.mixture import refusal
    from galakit.solvers.correlated.mixture_proof import plans_of

    if refusal(form, "nfcce") is not None:
        return None
    few = prod(count_strategies(form, player) for player in range(len(form.players))) <= FEW
    weights = [Fraction(aim.sign * w) for w in aim.weights]
    try:
        search = Search(form, weights, request.exact, request.limit, request.progress)
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
