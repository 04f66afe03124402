"""Games too large for the exact limit: equilibria of perturbed games in floats, for rarer and rarer mistakes.

Each programme starts from the last one's basis, and from two equilibria the strategies are extrapolated to ε = 0; moves
that are made no more often than they must be count as mistakes. When several rare mistakes come together they drown in
the rounding of the solver, so rarer is not always better: of all strategies with about the smallest gap those come back
that leave the least to gain at any one information set, given the beliefs that their mistakes lead to. In a refined
equilibrium both are 0.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.realization import Trembles, behaviour, plan_of
from galakit.game.sequence_form import Floats, SequenceForm
from galakit.progress import Progress, throttled
from galakit.solution.certificate import certify
from galakit.solution.tree.sheet import sheet_of
from galakit.solvers.highs import Basis
from galakit.solvers.programming import optimum
from galakit.solvers.refine.perturbed import Kind, Perturbed, at_float, perturbed_programme, weights

STEP = 2.0  # mistakes get rarer by this factor
FIRST = 0.1
FAINTEST = 1e-9  # the smallest weight that the solver can distinguish from 0
ENOUGH = 1e-9  # a gain that is none
NEARLY = 10.0  # times the smallest gap: nearly as good


@dataclass(frozen=True, eq=False)
class Approached:
    """The best strategies so far."""

    trembles: tuple[Trembles, Trembles]
    epsilon: float
    gap: float
    left: float
    """the most that a player could gain at one information set"""
    complete: bool
    """neither the time limit nor the solver ended it"""

    @property
    def enough(self) -> bool:
        """Nothing is left to gain."""
        return max(self.gap, self.left) <= ENOUGH


def approached_trembles(
    form: SequenceForm, kind: Kind, *, time_limit: float | None = None, progress: Progress | None = None
) -> Approached:
    """Nearly the limit of the equilibria of the perturbed games."""
    deadline = None if time_limit is None else time.perf_counter() + time_limit
    report = throttled(progress)
    programme = perturbed_programme(form, kind, exact=False)
    rates = _rates(form, programme)
    found: list[Approached] = []
    complete = True
    before: list[_Strategy] | None = None
    basis: Basis | None = None
    for k, epsilon in enumerate(rates):
        report("solving with rarer mistakes", k, len(rates))
        spare = None if deadline is None else deadline - time.perf_counter()
        try:
            now, basis = _equilibrium(form, programme, epsilon, basis, spare)
            # Where the basis changed between the last two, extrapolating leads astray.
            limits = [[_shares(form, p, np.where(s.meant, s.share, 0.0)) for p, s in enumerate(now)]]
            if before is not None:
                limits.append([_extrapolated(form, p, *pair) for p, pair in enumerate(zip(before, now))])
            for limit in limits:
                trembles = _trembles(now[0], limit[0], epsilon), _trembles(now[1], limit[1], epsilon)
                gap = float(certify(form, [plan_of(form, p, s) for p, s in enumerate(limit)]).gap)
                found.append(Approached(trembles, epsilon, gap, gain_anywhere(form, trembles), complete=True))
        except GalakitError:
            if not found:
                raise
            complete = False
            break
        before = now
        if found[-1].enough:
            break
    smallest = min(f.gap for f in found)
    good = [f for f in found if f.gap <= max(ENOUGH, NEARLY * smallest)]
    return replace(min(good, key=lambda f: f.left), complete=complete)


def gain_anywhere(form: SequenceForm, trembles: tuple[Trembles, ...]) -> float:
    """The most that a player could gain at one information set, given their belief there."""
    exact = all(t.share.dtype == object for t in trembles)
    sheet = sheet_of(form, [t.behaviour for t in trembles], exact=exact, trembles=trembles)
    if not sheet.information_sets:
        return 0.0
    value = sheet.value.astype(np.float64)
    start = sheet.first[:-1]
    expected = np.add.reduceat(sheet.probability.astype(np.float64) * value, start)
    return float(np.max(np.maximum.reduceat(value, start) - expected, initial=0.0))


def _rates(form: SequenceForm, programme: Perturbed) -> list[float]:
    """The ε to try, from the largest that leaves room to choose to the smallest that the solver can represent."""
    deepest = max(1, *(int(plans.depth.max()) for plans in programme.plans))
    rates = [min(FIRST, 0.5 / int(form.moves_count.max(initial=1)))]
    while rates[-1] / STEP > FAINTEST ** (1 / deepest) or len(rates) < 3:
        rates.append(rates[-1] / STEP)
    return rates


@dataclass(frozen=True, eq=False)
class _Strategy:
    """A player's behaviour with mistakes."""

    share: Floats
    meant: npt.NDArray[np.bool_]
    """which moves are made more often than they must be"""


def _equilibrium(
    form: SequenceForm, programme: Perturbed, epsilon: float, start: Basis | None, time_limit: float | None
) -> tuple[list[_Strategy], Basis]:
    """The behaviour of both players in the equilibrium for one ε."""
    found = optimum(at_float(programme, epsilon), start=start, time_limit=time_limit)
    strategies = []
    for player, rest in enumerate((found.z[: programme.x], found.duals[programme.equalities :])):
        rest = np.maximum(rest, 0.0)
        rest[0] = 1.0
        plan = weights(form, player, programme.plans[player], rest, epsilon)
        strategies.append(_Strategy(_shares(form, player, behaviour(form, player, plan)), rest > 0))
    return strategies, found.basis


def _extrapolated(form: SequenceForm, player: int, before: _Strategy, after: _Strategy) -> Floats:
    """Where two strategies point, the second with mistakes STEP times as rare."""
    line = after.share + (after.share - before.share) / (STEP - 1)
    return _shares(form, player, np.where(after.meant, np.where(before.meant, line, after.share), 0.0))


def _shares(form: SequenceForm, player: int, numbers: Floats) -> Floats:
    """Numbers as probabilities: none negative, those of a set with the sum 1."""
    numbers = np.maximum(numbers, 0.0)
    for level in form.levels(player):
        total = np.repeat(np.add.reduceat(numbers[level.sequences], level.start), level.count)
        own = np.where(total > 0, numbers[level.sequences], 1.0)
        numbers[level.sequences] = own / np.where(total > 0, total, np.repeat(level.count, level.count))
    numbers[0] = 1.0
    return numbers


def _trembles(now: _Strategy, limit: Floats, epsilon: float) -> Trembles:
    mistake = limit == 0
    least = np.maximum(now.share, np.finfo(np.float64).tiny)
    order = np.where(mistake, np.maximum(1, np.rint(np.log(least) / math.log(epsilon))), 0).astype(np.int64)
    return Trembles(np.where(mistake, least / epsilon**order, limit), order)
