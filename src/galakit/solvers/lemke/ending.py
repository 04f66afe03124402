"""The end of one path: floating-point pivots whose outcome is verified exactly, or exact pivots throughout."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from galakit.errors import GalakitError
from galakit.game.realization import Plan, repaired
from galakit.game.sequence_form import SequenceForm
from galakit.progress import Progress
from galakit.solvers.lemke.factor import Lost
from galakit.solvers.lemke.halves import halves
from galakit.solvers.lemke.path import PathEnd, follow
from galakit.solvers.lemke.start import Start
from galakit.solvers.lemke.tableau import Stopped, follow_exactly
from galakit.solvers.lemke.verify import equilibrium, whole_payoffs

QUICK_INTEGER = 400  # sequences; so many exact pivots take seconds at most
LIMIT_INTEGER = 1_500  # sequences; the tableau of more has millions of long numbers


@dataclass(frozen=True)
class Manner:
    """How paths are followed."""

    exact: bool
    """whether fractions are wanted"""
    insist: bool
    """whether floats are an error then"""
    integer: bool
    """whether every pivot is exact"""
    deadline: float | None = None
    stop: Callable[[], bool] = lambda: False
    progress: Progress | None = None

    @property
    def over(self) -> bool:
        """Whether the time is over or a stop was requested."""
        return self.stop() or (self.deadline is not None and time.perf_counter() > self.deadline)


@dataclass(frozen=True, eq=False)
class Ending:
    """The plans at the end of a path, or at the point where it was stopped."""

    plans: tuple[Plan, Plan]
    pivots: int
    exact: bool
    arrived: bool = True
    """whether it is an equilibrium; otherwise time was up"""
    perfect: bool = False
    """normal-form perfect: proved if exact, otherwise up to rounding"""


def ending(form: SequenceForm, start: Start, manner: Manner) -> Ending:
    """Follow the path from a start."""
    if manner.integer:
        return _exactly(form, start, manner)
    try:
        found = follow(halves(form, start), deadline=manner.deadline, stop=manner.stop, progress=manner.progress)
    except Lost:
        found = None
    if found is None:
        if form.exact and sum(form.sequences) <= LIMIT_INTEGER:
            return _exactly(form, start, manner)
        raise GalakitError(
            "rounding has led away from the path to an equilibrium",
            hint="try another start: --with start=covering, or --with starts=2 --with seed=1",
            id="GK625",
        )
    if found.z > 0 and manner.insist:
        raise _stopped()
    if found.z > 0 or not manner.exact:
        return _rounded(form, start, found)
    payoffs = whole_payoffs(form)
    plans = equilibrium(form, payoffs, found.support, start.prior if start.mixed else None)
    if plans is not None:
        return Ending(plans, found.pivots, True, perfect=start.mixed)
    size = sum(form.sequences)
    if size > QUICK_INTEGER:
        plans = equilibrium(form, payoffs, found.support)
        if plans is not None:  # an equilibrium, but not the one that the path leads to
            return Ending(plans, found.pivots, True)
    if size <= LIMIT_INTEGER:
        return _exactly(form, start, manner)
    if manner.insist:
        raise GalakitError(
            "the equilibrium found in floating point could not be made exact",
            hint="leave out --exact, or try another start",
            id="GK608",
        )
    return _rounded(form, start, found)


def _exactly(form: SequenceForm, start: Start, manner: Manner) -> Ending:
    size = sum(form.sequences)
    if not form.exact or size > LIMIT_INTEGER:
        why = f"the game has {size:,} sequences" if form.exact else "the rules contain floating-point numbers"
        raise GalakitError(
            f"pivots cannot be exact here: {why}",
            notes=[f"exact pivots are for exact rules with at most {LIMIT_INTEGER:,} sequences"],
            hint="use --with pivoting=floating, which verifies the equilibrium exactly where it can",
            id="GK608",
        )
    try:
        plans, pivots = follow_exactly(
            form, whole_payoffs(form), start, deadline=manner.deadline, stop=manner.stop, progress=manner.progress
        )
    except Stopped:
        raise _stopped() from None
    return Ending(plans, pivots, True, perfect=start.mixed)


def _stopped() -> GalakitError:
    return GalakitError("time was up before an exact equilibrium was reached", hint="allow more time", id="GK608")


def _rounded(form: SequenceForm, start: Start, found: PathEnd) -> Ending:
    """The plans in floats; before the end of the path they are mixtures of the players' own choices and the prior."""
    plans = []
    for player in (0, 1):
        plan = found.plans[player]
        if start.prior is not None and found.z > 0:
            plan = plan + found.z * start.prior[player].astype(float)
        plans.append(repaired(form, player, plan))
    arrived = found.z <= 0
    return Ending((plans[0], plans[1]), found.pivots, False, arrived, perfect=start.mixed and arrived)
