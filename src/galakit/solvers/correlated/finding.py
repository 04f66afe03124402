"""The best correlated equilibrium: a correlation plan of two players, or a mixture of profiles that are listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from galakit.deadline import Deadline
from galakit.game.normal_form import NormalForm, count_strategies, written
from galakit.game.sequence_form import SequenceForm
from galakit.progress import Progress
from galakit.rules.contract import Number
from galakit.rules.knowledge import informative
from galakit.solution.certificate import Certificate
from galakit.solvers.correlated import mixture as mixtures
from galakit.solvers.correlated.mixture import Mixture, Profiles
from galakit.solvers.correlated.mixture_proof import certify_mixture, plans_of
from galakit.solvers.correlated.pairs import relevant_pairs, triangle
from galakit.solvers.correlated.programme import CONCEPTS, Concept, programme
from galakit.solvers.correlated.proof import certify_correlated
from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.programming import solved

QUICK_WEIGHTS = 400  # up to this many weights fractions are the default: they take less than a second
LIMIT_PURE = 4_000  # pairs of pure strategies that are listed where correlation plans are not enough


@dataclass(frozen=True, eq=False)
class Found:
    """A correlated equilibrium with its certificate."""

    plan: dict[tuple[int, ...], Number]
    """a sequence of each player -> the probability that the recommendations contain all of them"""
    certificate: Certificate
    pivots: int | None
    """exact pivots after the solver's basis; None in floating point"""
    mixture: Mixture | None


@dataclass(frozen=True, eq=False)
class Search:
    """What is looked for, and how long."""

    form: SequenceForm
    weights: Sequence[Fraction]
    """of the players' payoffs"""
    exact: bool | None
    deadline: Deadline | None
    progress: Progress | None

    def best(self, concept: str) -> Found:
        """The best equilibrium of a concept."""
        kind = plan_concept(self.form, concept)
        return self._by_profiles(concept) if kind is None else self._by_plan(kind)

    def _by_plan(self, concept: Concept) -> Found:
        form = self.form
        pairs = relevant_pairs(form)
        pure = None if triangle(form) is None else list(NormalForm(form).plans)
        numbers, pivots = self._solved(programme(form, pairs, concept, self.weights, pure))
        plan: dict[tuple[int, int], Number] = dict(zip(pairs.index, numbers))
        every: dict[tuple[int, ...], Number] = dict(plan.items())
        return Found(every, certify_correlated(form, plan, concept), pivots, None)

    def _by_profiles(self, concept: str) -> Found:
        profiles = Profiles(self.form, concept)
        numbers, pivots = self._solved(profiles.programme(self.weights))
        found = profiles.mixture(numbers)
        return Found(_plan(self.form, found), certify_mixture(self.form, found, concept), pivots, found)

    def _solved(self, p: IntegerProgramme) -> tuple[list[Any], int | None]:
        exact = self.exact
        if exact is None and not (self.form.exact and p.x <= QUICK_WEIGHTS):
            exact = False
        return solved(p, exact, deadline=self.deadline, progress=self.progress)


def plan_concept(form: SequenceForm, concept: str) -> Concept | None:
    """The concept, if correlation plans are enough for it."""
    return next((c for c in CONCEPTS if c == concept and len(form.players) == 2), None)


def refusal(form: SequenceForm, concept: str) -> str | None:
    """Why no equilibrium of a concept can be computed; None when it can."""
    if not form.perfect_recall:
        return "a player forgets what they knew or did, and the sequence form needs perfect recall"
    if plan_concept(form, concept) is None:
        return mixtures.refusal(form, concept)
    found = triangle(form)
    many = [count_strategies(form, p) for p in (0, 1)]
    if found is not None and many[0] * many[1] > LIMIT_PURE:
        one, other = (", ".join(informative(form.facts(i))) for i in found[:2])
        return (
            "what chance does is seen by each player in part, and then the best correlation is NP-hard to find "
            f"({form.players[int(form.player[found[0]])]} may know {one} or {other}, and the other cannot tell); "
            f"with {written(many[0])} x {written(many[1])} pure strategies there are too many to go through"
        )
    return None


def _plan(form: SequenceForm, mixture: Mixture) -> dict[tuple[int, ...], Number]:
    """The probability of each sequence alone, and of those that end the game together."""
    players = range(len(form.players))
    played = [plans_of(form, p, [profile[p] for profile in mixture.profiles]) for p in players]
    weights = np.fromiter(mixture.weights, object)
    alone = [
        tuple(s if p == player else 0 for p in players) for player in players for s in range(form.sequences[player])
    ]
    plan: dict[tuple[int, ...], Number] = {}
    for ends in {*alone, *zip(*form.leaf_sequences.tolist())}:
        together = np.prod([of[:, s] for of, s in zip(played, ends)], axis=0)
        plan[ends] = sum(weights[together > 0].tolist(), 0)
    return plan
