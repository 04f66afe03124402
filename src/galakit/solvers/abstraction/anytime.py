"""Finer and finer abstractions, solved one after the other, each with bounds on the value of the full game.

Strategies of a smaller game are strategies of the full one: they play the same in all merged classes. Best responses to
them in the full game bound its value from below and from above (Gilpin & Sandholm 2007, section 5), whatever the
abstraction left out. The best strategy of each player counts, wherever it was found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import inf

import numpy as np

from galakit.deadline import OutOfTime
from galakit.progress import Progress, Stage
from galakit.separated.factored import Factored
from galakit.solution.factored.certificate import Strategies, certify
from galakit.solvers.abstraction.rungs import Rung
from galakit.solvers.abstraction.warm import warm
from galakit.solvers.factored.minimise import minimise
from galakit.solvers.factored.tables import Tables
from galakit.solvers.regret.interrupt import patient
from galakit.solvers.regret.updates import Update

SHARE = 0.01  # of the best bound so far: the gap to which an abstraction is solved
SHORTEST = 0.1  # seconds for each abstraction, at least
ROUGH = 2e-4  # of the stakes: the gap of the first one


@dataclass(frozen=True, eq=False)
class Step:
    """One abstraction, solved and certified."""

    rung: Rung
    strategies: Strategies
    lower: float
    """the guaranteed value of the strategy of player 0"""
    upper: float
    """the best-response value of player 0 against the strategy of player 1"""
    iterations: int
    gap: float
    """both gains together in the abstraction itself"""
    seconds: float
    """since the first abstraction was begun"""

    @property
    def bound(self) -> float:
        """Both gains together in the full game: no player can gain more."""
        return max(0.0, self.upper - self.lower)

    @property
    def size(self) -> int:
        """Information sets of the abstraction."""
        sides = [side for stage in self.rung.form.stages for side in stage.sides]
        return sum(len(side.situations) * side.classes.count for side in sides)


@dataclass(frozen=True, eq=False)
class Climb:
    """All abstractions that were solved."""

    steps: list[Step]
    stopped: str
    """gap, time, interrupt, or end after the last one"""

    @property
    def best(self) -> tuple[Step, Step]:
        """The steps at which the best strategies of both players were found."""
        return max(self.steps, key=lambda s: s.lower), min(self.steps, key=lambda s: s.upper)

    @property
    def bounds(self) -> tuple[float, float]:
        """Proved bounds on the value of player 0."""
        return max(s.lower for s in self.steps), min(s.upper for s in self.steps)


@dataclass(frozen=True)
class Limits:
    """When to stop."""

    gap: float
    """in the full game, both gains together"""
    last: float
    """in a lossless abstraction"""
    stakes: float
    seconds: float | None = None
    iterations: int = 100_000


def climb(
    rungs: Iterable[Rung],
    update: Update,
    limits: Limits,
    *,
    dtype: str = "float64",
    progress: Progress | None = None,
) -> Climb:
    """Solve and certify one abstraction after the other.

    The first one is solved and certified whatever the time limit is, so that there is an answer.
    """
    began = time.perf_counter()
    steps: list[Step] = []
    stopped = "end"
    slow = 0.0  # seconds that the last certificate took
    with patient() as asked:
        for number, rung in enumerate(rungs, 1):
            report = _reporting(progress, number, rung.name, steps)
            spent = time.perf_counter() - began
            found = minimise(
                rung.form,
                update,
                dtype=dtype,
                gap=limits.last if rung.lossless else _near(steps, limits),
                iterations=limits.iterations,
                time_limit=None if limits.seconds is None else max(SHORTEST, limits.seconds - spent - slow),
                progress=report,
                start=_warm_start(steps, rung) if dtype == "float64" else None,
            )
            clock = time.perf_counter()
            try:
                proof = certify(rung.form, found.strategies, report)
            except OutOfTime:
                if not steps:
                    raise
                stopped = "time"
                break
            spent, slow = time.perf_counter() - began, time.perf_counter() - clock
            value, (gain, loss) = float(proof.value[0]), map(float, proof.gains)
            steps.append(Step(rung, found.strategies, value - loss, value + gain, found.iterations, found.gap, spent))
            lower, upper = Climb(steps, "").bounds
            if upper - lower <= limits.gap:
                stopped = "gap"
            elif asked() or found.stopped == "interrupt":
                stopped = "interrupt"
            elif limits.seconds is not None and limits.seconds - spent <= slow:
                stopped = "time"
            if stopped != "end":
                break
    return Climb(steps, stopped)


def _warm_start(steps: list[Step], rung: Rung) -> Callable[[Tables], int] | None:
    """A start from the best strategies so far."""
    if not steps:
        return None
    pairs = [lifted(step.rung.form, step.strategies, rung.form) for step in Climb(steps, "").best]
    strategies = [(one[0], other[1]) for one, other in zip(*pairs)]
    return lambda tables: warm(tables, strategies)


def _near(steps: list[Step], limits: Limits) -> float:
    """The gap to which an abstraction is solved: its loss is larger."""
    if not steps:
        return ROUGH * limits.stakes
    lower, upper = Climb(steps, "").bounds
    return max(SHARE * (upper - lower), limits.gap / 4)


def _reporting(progress: Progress | None, number: int, name: str, steps: list[Step]) -> Progress | None:
    if progress is None:
        return None
    lower, upper = Climb(steps, "").bounds if steps else (-inf, inf)

    def report(stage: str, done: int, total: int | None) -> None:
        # Progress on the abstraction does not bound the gap of the game.
        if not steps:
            progress(f"abstraction {number} ({name}): {stage}", done, total)
        else:
            known = f"value between {lower:.4g} and {upper:.4g}"
            text = f"abstraction {number} ({name}): {known}; {stage}"
            progress(Stage(text, upper - lower, (lower, upper)), done, total)

    return report


def lifted(form: Factored, strategies: Strategies, onto: Factored) -> Strategies:
    """Strategies of one form of a game on the classes of another.

    Where a class of the other form lies in several of the first, any of them is used.
    """
    found = []
    for here, there, own in zip(form.stages, onto.stages, strategies):
        pair = []
        for p in (0, 1):
            fine, coarse = there.sides[p].classes, here.sides[p].classes
            one = np.zeros(fine.count, np.int64)
            one[fine.place[fine.orbit]] = np.arange(len(fine.orbit))
            pair.append(own[p][:, coarse.place[coarse.orbit[one]]])
        found.append((pair[0], pair[1]))
    return found


def pathologies(steps: list[Step]) -> Iterator[str]:
    """Warnings where a finer abstraction is worse than the one before, which is not an error."""
    for before, after in pairwise(steps):
        if after.bound > before.bound + max(before.gap, after.gap):
            yield (
                f"{after.rung.name} are worse than {before.rung.name}: both players together can gain "
                f"{after.bound:.4g} instead of {before.bound:.4g} (it happens: a strategy that is best in a finer "
                "abstraction need not be better in the full game)"
            )
