"""The certificate of a mixture of profiles: what each player could gain by not following the mediator.

Nothing here is shared with the linear programme: strategies are followed to the leaves of the game, and deviations are
evaluated from the last information sets to the first. With fractions everything is exact, and a gain of 0 is a proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.solution.certificate import Certificate
from galakit.solvers.correlated.mixture import Mixture

ROUNDING = 1e-7  # by which floating-point probabilities may miss their sum

Numbers = npt.NDArray[Any]


def certify_mixture(form: SequenceForm, mixture: Mixture, concept: str) -> Certificate:
    """Expected payoffs, and the most that each player can gain in expectation by not following at one trigger."""
    exact = form.exact and not any(isinstance(w, float) for w in mixture.weights)
    weights: list[Any] = list(mixture.weights)
    if min(weights) < 0 or abs(sum(weights) - 1) > (0 if exact else ROUNDING):
        raise GalakitError("this is no mixture: a probability is negative, or they do not sum to 1", id="GK609")
    sides = [_Side(form, player, mixture, exact) for player in range(len(form.players))]
    gains = [max([Fraction(0), *side.gains(concept)]) for side in sides]
    return Certificate(tuple(side.value for side in sides), tuple(gains), exact)


def plans_of(form: SequenceForm, player: int, strategies: Sequence[Sequence[int]]) -> npt.NDArray[np.int64]:
    """[strategies, sequences] which sequences each strategy plays."""
    plans = np.zeros((len(strategies), form.sequences[player]), np.int64)
    plans[:, 0] = 1
    chosen = np.array(strategies, np.int64).reshape(len(strategies), -1)
    for k, i in enumerate(form.sets_of(player).tolist()):
        rows = np.flatnonzero(plans[:, int(form.parent_sequence[i])])
        if (chosen[rows, k] < 0).any():
            raise GalakitError("this is no mixture: a strategy has no move at a set to which it leads", id="GK609")
        plans[rows, int(form.first_sequence[i]) + chosen[rows, k]] = 1
    return plans


class _Side:
    """One player's side of a mixture, in whole numbers over one denominator where it is exact."""

    def __init__(self, form: SequenceForm, player: int, mixture: Mixture, exact: bool) -> None:
        self.form, self.player = form, player
        self.own = [profile[player] for profile in mixture.profiles]
        self.plans = plans_of(form, player, self.own)
        weights, w_unit = _whole(mixture.weights, exact)
        payoffs, u_unit = _whole([c[player] for c in form.classes], exact)
        self.unit = w_unit * u_unit
        self.reach = weights[:, None] * np.ones((1, len(form.leaf_class)), np.int64)
        """[profiles, leaves] the probability of a profile, if the others play towards the leaf in it"""
        for other in range(len(form.players)):
            if other != player:
                plans = plans_of(form, other, [profile[other] for profile in mixture.profiles])
                self.reach = self.reach * plans[:, form.leaf_sequences[other]]
        self.paid = payoffs[form.leaf_class]
        self.last = form.leaf_sequences[player]
        self.sets: list[int] = form.sets_of(player).tolist()
        self.value = self._over((self.reach * self.plans[:, self.last] * self.paid).sum())

    def gains(self, concept: str) -> Iterator[Number]:
        """The gain of not following, for each trigger."""
        form = self.form
        first = [i for i in self.sets if form.parent_sequence[i] == 0]
        if concept == "afce":
            yield from self._agents()
        elif concept == "nfcce":
            yield self._gain(np.ones(len(self.own), bool), first)
        elif concept == "nfce":
            heard = np.array([self.own.index(one) for one in self.own])
            for k in sorted(set(heard.tolist())):
                yield self._gain(heard == k, first)
        else:
            for i in self.sets:
                if concept == "efcce":
                    yield self._gain(self.plans[:, int(form.parent_sequence[i])] > 0, [i])
                else:
                    for k in range(int(form.moves_count[i])):
                        yield self._gain(self.plans[:, int(form.first_sequence[i]) + k] > 0, [i])

    def _gain(self, meets: npt.NDArray[np.bool_], roots: Sequence[int]) -> Number:
        """A best response from these sets on, less what following pays there."""
        form, value = self.form, np.zeros(self.form.sequences[self.player], self.reach.dtype)
        np.add.at(value, self.last, self.reach[meets].sum(axis=0) * self.paid)
        follow = np.zeros(self.form.sequences[self.player], self.reach.dtype)
        np.add.at(follow, self.last, (self.reach * self.plans[:, self.last])[meets].sum(axis=0) * self.paid)
        best: dict[int, Any] = {}
        kept: dict[int, Any] = {}
        for i in reversed(self.sets):  # a set has a larger number than those before it
            own = slice(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i]))
            best[i], kept[i] = max(value[own].tolist()), sum(follow[own].tolist())
            value[int(form.parent_sequence[i])] += best[i]
            follow[int(form.parent_sequence[i])] += kept[i]
        return self._over(sum(best[i] - kept[i] for i in roots))

    def _agents(self) -> Iterator[Number]:
        """One move is exchanged for another; everything else is as recommended."""
        for k, i in enumerate(self.sets):
            heard = np.array([one[k] for one in self.own])
            for other in range(int(self.form.moves_count[i])):
                changed = plans_of(self.form, self.player, [(*one[:k], other, *one[k + 1 :]) for one in self.own])
                more = (self.reach * (changed - self.plans)[:, self.last] * self.paid).sum(axis=1)
                for move in sorted(set(heard.tolist())):
                    yield self._over(more[heard == move].sum())

    def _over(self, number: Any) -> Number:
        return Fraction(int(number), self.unit) if self.reach.dtype == object else float(number)


def _whole(numbers: Sequence[Number], exact: bool) -> tuple[Numbers, int]:
    """Rational numbers as Python's integers over one denominator; floats as they are."""
    if not exact:
        return np.array([float(x) for x in numbers]), 1
    fractions = [Fraction(x) for x in numbers]
    unit = lcm(*(x.denominator for x in fractions))
    return np.fromiter([x.numerator * (unit // x.denominator) for x in fractions], object), unit
