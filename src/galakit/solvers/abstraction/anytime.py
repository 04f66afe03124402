"""Ever finer abstractions, solved one after the other, each with what it is worth in the full game.

Strategies of a smaller game are strategies of the full one: whoever cannot tell two classes apart plays the same in
both. Best responses to them in the full game bound its value from below and from above (Gilpin & Sandholm 2007, section
5), whatever the abstraction left out. The best strategy of each player counts, wherever it was found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import inf

import numpy as np

from galakit.progress import Progress, Stage
from galakit.separated.factored import Factored
from galakit.solution.factored.certificate import Strategies, certify
from galakit.solvers.abstraction.rungs import Rung
from galakit.solvers.abstraction.warm import warm
from galakit.solvers.factored.minimise import minimise
from galakit.solvers.factored.tables import Tables
from galakit.solvers.regret.interrupt import patient
from galakit.solvers.regret.updates import Update

SHARE = 0.01  # of the best bound so far: this near an abstraction is solved, for certificates cost more
SHORTEST = 0.1  # seconds that an abstraction is solved at least, however late it is
ROUGH = 2e-4  # of the stakes: as near as the first is


@dataclass(frozen=True, eq=False)
class Step:
    """One abstraction, solved and certified."""

    rung: Rung
    strategies: Strategies
    lower: float
    """what the strategy of player 0 is worth at least"""
    upper: float
    """what player 0 gets at most against the strategy of player 1"""
    iterations: int
    gap: float
    """both gains together in the abstraction itself"""
    seconds: float
    """since the beginning of all"""

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
    """gap, time, interrupt, or end when there was none left"""

    @property
    def best(self) -> tuple[Step, Step]:
        """The steps at which the best strategies of both players were found."""
        return max(self.steps, key=lambda s: s.lower), min(self.steps, key=lambda s: s.upper)

    @property
    def bounds(self) -> tuple[float, float]:
        """Between what the value of player 0 is proved to be."""
        return max(s.lower for s in self.steps), min(s.upper for s in self.steps)


@dataclass(frozen=True)
class Limits:
    """When to be content."""

    gap: float
    """in the full game, both gains together"""
    last: float
    """in an abstraction that leaves nothing out"""
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

    The first one is solved and certified whatever the time limit is, for somebody wants an answer.
    """
    began = time.perf_counter()
    steps: list[Step] = []
    stopped = "end"
    slow = 0.0  # seconds that the last certificate took
    with patient() as asked:
        for number, rung in enumerate(rungs, 1):
            tell = _telling(progress, number, rung.name, steps)
            spent = time.perf_counter() - began
            found = minimise(
                rung.form,
                update,
                dtype=dtype,
                gap=limits.last if rung.lossless else _near(steps, limits),
                iterations=limits.iterations,
                time_limit=None if limits.seconds is None else max(SHORTEST, limits.seconds - spent - slow),
                progress=tell,
                start=_going_on(steps, rung) if dtype == "float64" else None,
            )
            clock = time.perf_counter()
            proof = certify(rung.form, found.strategies, tell)
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


def _going_on(steps: list[Step], rung: Rung) -> Callable[[Tables], int] | None:
    """A start from the best strategies so far."""
    if not steps:
        return None
    pairs = [lifted(step.rung.form, step.strategies, rung.form) for step in Climb(steps, "").best]
    strategies = [(one[0], other[1]) for one, other in zip(*pairs)]
    return lambda tables: warm(tables, strategies)


def _near(steps: list[Step], limits: Limits) -> float:
    """The gap up to which an abstraction is worth solving: what it leaves out costs more."""
    if not steps:
        return ROUGH * limits.stakes
    lower, upper = Climb(steps, "").bounds
    return max(SHARE * (upper - lower), limits.gap / 4)


def _telling(progress: Progress | None, number: int, name: str, steps: list[Step]) -> Progress | None:
    if progress is None:
        return None
    report = progress
    lower, upper = Climb(steps, "").bounds if steps else (-inf, inf)

    def tell(stage: str, done: int, total: int | None) -> None:
        # What is told of the abstraction is not yet true of the game.
        if not steps:
            report(f"abstraction {number} ({name}): {stage}", done, total)
        else:
            known = f"value between {lower:.4g} and {upper:.4g}"
            told = f"abstraction {number} ({name}): {known}; {stage}"
            report(Stage(told, upper - lower, (lower, upper)), done, total)

    return tell


def lifted(form: Factored, strategies: Strategies, onto: Factored) -> Strategies:
    """Strategies of one form of a game as those of another: what is played in a class of the one in each of the other.

    Where a class of the other lies in several of the one, it is one of them that counts.
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
    """Where a finer abstraction turned out worse than the one before: it happens, and is no mistake."""
    for before, after in pairwise(steps):
        if after.bound > before.bound + max(before.gap, after.gap):
            yield (
                f"{after.rung.name} are worse than {before.rung.name}: both players together can gain "
                f"{after.bound:.4g} instead of {before.bound:.4g} (it happens: a strategy that is best in a finer "
                "abstraction need not be better in the full game)"
            )
