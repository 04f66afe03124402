"""Where the path begins: a common prior, or Lemke's covering vector.

With a *prior* (s, t), the players' plans are x + z s and y + z t, and z falls from 1 to 0: at first all play the
prior, and what they choose for themselves is a best response to the mixture (von Stengel, van den Elzen & Talman 2002).
If every sequence has positive weight in it, the equilibrium is normal-form perfect. With the *covering vector*, every
move outside a pure profile costs a fine z, at first too high to be worth paying.

Either way the path leaves from a pure profile, one *default* move per information set: the best responses to
the prior, or the first moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.game.realization import Behaviour, Plan, behaviour, plan_of, uniform
from galakit.game.sequence_form import SequenceForm

Bools: TypeAlias = npt.NDArray[np.bool_]

GRAIN = 2**16  # random and given priors have shares that are multiples of 1/GRAIN: denominators stay powers of two


@dataclass(frozen=True, eq=False)
class Start:
    """One beginning of a path."""

    name: str
    prior: tuple[Plan, Plan] | None = None
    """plans of Fractions; None: the covering vector"""
    default: tuple[Bools, Bools] | None = None
    """[sequences] True for the pure profile from which the covering vector leaves; None: the first moves"""

    @property
    def mixed(self) -> bool:
        """Whether the prior gives weight to every sequence."""
        return self.prior is not None and all((plan > 0).all() for plan in self.prior)


COVERING = Start("covering vector")


def uniform_prior(form: SequenceForm) -> Start:
    """Every move at an information set is as likely as the others.

    >>> import galakit as gk
    >>> start = uniform_prior(gk.load("matching_pennies").form)
    >>> start.mixed, start.prior[0].tolist()
    (True, [Fraction(1, 1), Fraction(1, 2), Fraction(1, 2)])
    """
    return Start("uniform prior", (uniform(form, 0, exact=True), uniform(form, 1, exact=True)))


def given_prior(form: SequenceForm, plans: tuple[Plan, ...]) -> Start:
    """The given plans, rounded to multiples of 1/GRAIN; moves at information sets that they never reach are uniform."""
    shares = [behaviour(form, player, plan).astype(np.float64) for player, plan in enumerate(plans)]
    return Start("given prior", (_grained(form, 0, shares[0]), _grained(form, 1, shares[1])))


def random_prior(form: SequenceForm, draw: Random) -> Start:
    """Shares drawn evenly from the simplex of each information set, none of them 0."""
    shares = [np.array([draw.expovariate(1.0) + 1e-3 for _ in range(n)]) for n in form.sequences]
    return Start("random prior", (_grained(form, 0, shares[0]), _grained(form, 1, shares[1])))


def from_profile(form: SequenceForm, strategies: Sequence[Behaviour]) -> Start:
    """The covering vector from the likeliest move at every information set of a profile."""
    weights = [np.asarray(strategy, np.float64) for strategy in strategies]
    return Start("given profile", default=(_likeliest(form, 0, weights[0]), _likeliest(form, 1, weights[1])))


def from_random_moves(form: SequenceForm, draw: Random) -> Start:
    """The covering vector from random moves."""
    weights = [np.array([draw.random() for _ in range(n)]) for n in form.sequences]
    return Start("random moves", default=(_likeliest(form, 0, weights[0]), _likeliest(form, 1, weights[1])))


def _likeliest(form: SequenceForm, player: int, weights: npt.NDArray[np.float64]) -> Bools:
    chosen = np.zeros(form.sequences[player], np.bool_)
    chosen[0] = True
    for i in form.sets_of(player).tolist():
        first = int(form.first_sequence[i])
        chosen[first + int(np.argmax(weights[first : first + int(form.moves_count[i])]))] = True
    return chosen


def _grained(form: SequenceForm, player: int, weights: npt.NDArray[np.float64]) -> Plan:
    """The plan whose shares are the weights in proportion, as multiples of 1/GRAIN; a positive one stays positive."""
    strategy = np.empty(form.sequences[player], object)
    for level in form.levels(player):
        own = weights[level.sequences]
        total = np.repeat(np.add.reduceat(own, level.start), level.count)
        grains = np.floor(own / total * GRAIN).astype(np.int64)
        grains[(grains == 0) & (own > 0)] = 1
        # The largest share takes the rounding error.
        largest = np.maximum.reduceat(grains, level.start)
        position = np.where(grains == np.repeat(largest, level.count), np.arange(len(own)), len(own))
        first = np.minimum.reduceat(position, level.start)
        grains[first] += GRAIN - np.add.reduceat(grains, level.start)
        strategy[level.sequences] = [Fraction(g, GRAIN) for g in grains.tolist()]
    return plan_of(form, player, strategy)


def default_moves(form: SequenceForm, player: int, values: npt.NDArray[Any] | None, slack: float = 0.0) -> Any:
    """[sequences] True for one move per information set, and for the empty sequence.

    `values` has the expected payoff of each sequence by itself; the move is the first optimal one, up to `slack`.
    Without values, it is the first one.
    """
    chosen = np.zeros(form.sequences[player], np.bool_)
    chosen[0] = True
    total = np.zeros(len(chosen)) if values is None else values.copy()
    for level in reversed(form.levels(player)):
        own = total[level.sequences]
        best = np.maximum.reduceat(own, level.start)
        good = own >= np.repeat(best - slack if slack else best, level.count)
        position = np.where(good, np.arange(len(own)), len(own))
        chosen[level.sequences[np.minimum.reduceat(position, level.start)]] = True
        np.add.at(total, level.parent, best)
    return chosen
