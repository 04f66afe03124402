"""Games too large for the exact limit: equilibria of perturbed games in floats, for rarer and rarer mistakes.

Each programme starts from the last one's basis. Mistakes stop getting rarer when the strategies do not change any
more, or when several of them together would drown in the rounding of the solver. From the last two equilibria the
strategies are extrapolated to ε = 0; what is made with a probability that shrinks with ε counts as a mistake.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np

from galakit.errors import GalakitError
from galakit.game.progress import Progress, throttled
from galakit.game.sequence_form import Floats, SequenceForm
from galakit.solution.certificate import certify
from galakit.solve.lp import Basis
from galakit.solve.programming import optimum
from galakit.solve.realization import Trembles, behaviour, plan_of
from galakit.solve.refine.perturbed import Kind, Perturbed, at_float, perturbed_programme, weights

STEP = 4.0  # mistakes get rarer by this factor
FIRST = 0.1
FAINTEST = 1e-9  # a weight that the solver can still tell from nothing
STILL = 1e-7  # strategies that change by less do not change


@dataclass(frozen=True, eq=False)
class Approached:
    """Where the strategies were going when the mistakes had become so rare."""

    trembles: tuple[Trembles, Trembles]
    epsilon: float
    change: float
    """by how much the extrapolated strategies changed at the last step; infinite when nothing was extrapolated twice"""
    complete: bool
    """neither the time limit nor the solver ended it"""


def approached_trembles(
    form: SequenceForm, kind: Kind, *, time_limit: float | None = None, progress: Progress | None = None
) -> Approached:
    """Nearly the limit of the equilibria of the perturbed games."""
    deadline = None if time_limit is None else time.perf_counter() + time_limit
    tell = throttled(progress)
    programme = perturbed_programme(form, kind, exact=False)
    rates = _rates(form, programme)
    now = limit = None
    change, complete = math.inf, True
    basis: Basis | None = None
    for k, rate in enumerate(rates):
        tell("solving with rarer mistakes", k, len(rates))
        left = None if deadline is None else deadline - time.perf_counter()
        try:
            after, basis = _equilibrium(form, programme, rate, basis, left)
        except GalakitError:
            if now is None:
                raise
            complete = False
            break
        epsilon = rate
        if now is not None:
            further = [_extrapolated(form, p, now[p], after[p], epsilon) for p in (0, 1)]
            if limit is not None:
                change = max(float(np.abs(a - b).max()) for a, b in zip(limit, further))
            limit = further
        now = after
        if change < STILL:
            break
    assert now is not None
    # Where the basis changed between the last two, extrapolating leads astray: the certificate's gap tells.
    snapped = [_shares(form, p, np.where(now[p] < math.sqrt(epsilon), 0.0, now[p])) for p in (0, 1)]
    candidates = [snapped] if limit is None else [limit, snapped]
    best = min(candidates, key=lambda pair: certify(form, [plan_of(form, p, s) for p, s in enumerate(pair)]).gap)
    trembles = [_trembles(now[p], best[p], epsilon) for p in (0, 1)]
    return Approached((trembles[0], trembles[1]), epsilon, change, complete)


def _rates(form: SequenceForm, programme: Perturbed) -> list[float]:
    """The ε to try, from where all mistakes together still leave room to choose to where they can hardly be told."""
    deepest = max(1, *(int(plans.depth.max()) for plans in programme.plans))
    rates = [min(FIRST, 0.5 / int(form.moves_count.max(initial=1)))]
    while rates[-1] / STEP > FAINTEST ** (1 / deepest) or len(rates) < 3:
        rates.append(rates[-1] / STEP)
    return rates


def _equilibrium(
    form: SequenceForm, programme: Perturbed, epsilon: float, start: Basis | None, time_limit: float | None
) -> tuple[list[Floats], Basis]:
    """The behaviour of both players in the equilibrium for one ε."""
    found = optimum(at_float(programme, epsilon), start=start, time_limit=time_limit)
    strategies = []
    for player, rest in enumerate((found.z[: programme.x], found.duals[programme.equalities :])):
        rest = np.maximum(rest, 0.0)
        rest[0] = 1.0
        strategies.append(
            _shares(form, player, behaviour(form, player, weights(form, player, programme.plans[player], rest, epsilon)))
        )
    return strategies, found.basis


def _extrapolated(form: SequenceForm, player: int, before: Floats, after: Floats, epsilon: float) -> Floats:
    """Where two strategies point, the second with mistakes STEP times as rare."""
    vanishing = (after < math.sqrt(epsilon)) & (after < before * (2 / (STEP + 1)))
    return _shares(form, player, np.where(vanishing, 0.0, after + (after - before) / (STEP - 1)))


def _shares(form: SequenceForm, player: int, numbers: Floats) -> Floats:
    """Numbers as probabilities: none negative, those of a set with the sum 1."""
    numbers = np.maximum(numbers, 0.0)
    for level in form.levels(player):
        numbers[level.sequences] /= np.repeat(np.add.reduceat(numbers[level.sequences], level.start), level.count)
    numbers[0] = 1.0
    return numbers


def _trembles(now: Floats, limit: Floats, epsilon: float) -> Trembles:
    mistake = limit == 0
    least = np.maximum(now, np.finfo(np.float64).tiny)
    order = np.where(mistake, np.maximum(1, np.rint(np.log(least) / math.log(epsilon))), 0).astype(np.int64)
    return Trembles(np.where(mistake, least / epsilon**order, limit), order)
