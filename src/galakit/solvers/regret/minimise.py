"""A run from the first iteration to the last: when to look how good it is, when to write a checkpoint, when to stop."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from galakit.deadline import Deadline
from galakit.errors import GalakitError
from galakit.game.realization import Plan, repaired
from galakit.game.sequence_form import Floats, SequenceForm
from galakit.progress import Progress, nearing, throttled
from galakit.solution.certificate import Certificate
from galakit.solvers.keeping import Keeping
from galakit.solvers.regret.checkpoint import fingerprint, resume, save
from galakit.solvers.regret.dynamics import Judged, dynamics
from galakit.solvers.regret.interrupt import kept, patient
from galakit.solvers.regret.layout import laid_out
from galakit.solvers.regret.updates import Update

BURST = 0.05  # seconds in compiled code before Python looks at clock and signals
SEVERAL = 1_000_000  # sequences and leaves from which a second thread pays
CLOSING = 4  # looks at the gap that take as long as the last one and the certificate
LOOK = 8  # iterations before the gap is first computed; later intervals are an eighth of the iterations so far


@dataclass(frozen=True, eq=False)
class Run:
    """The result of a run."""

    plans: tuple[Floats, ...]
    gap: float
    """of these plans, the best that were looked at"""
    correlated_gap: float | None
    """of all iterations together as a coarse correlated equilibrium, where players moved at once"""
    iterations: int
    stopped: str
    """why it came to its end: gap, iterations, time or interrupt"""
    warnings: tuple[str, ...] = ()
    judged: Judged | None = None
    """the same for each player; None where the plans are those of a checkpoint"""

    def claim(self) -> Certificate | None:
        """What the run itself says of its plans."""
        return None if self.judged is None else Certificate(self.judged.values, self.judged.gains, False, by="search")


def minimise(
    form: SequenceForm,
    update: Update,
    *,
    exponents: Mapping[str, float] | None = None,
    gap: float = 0.0,
    iterations: int = 100_000,
    time_limit: float | None = None,
    last: bool = False,
    start: tuple[Plan, ...] | None = None,
    threads: int | None = None,
    checkpoint: Path | None = None,
    rescue: Keeping | None = None,
    every: float = 60.0,
    progress: Progress | None = None,
) -> Run:
    """Iterate until the average plans (or with `last` those of the last iteration) are as good as `gap`.

    What the run returns depends on nothing but the arguments: a run that is killed and resumed from its checkpoint ends
    with the very same numbers, and so does one with more threads. Only time limit and Ctrl-C cut it at a random place;
    the state of a run that was stopped goes to `rescue`.
    """
    began = time.perf_counter()
    report = throttled(progress)
    if threads is None:
        threads = 2 if sum(form.sequences) + len(form.leaf_class) >= SEVERAL else 1
    deadline = Deadline.of(time_limit)
    preparing = progress if deadline is None else deadline.watching(progress)
    layout = laid_out(form, min(threads, os.cpu_count() or 1), preparing)
    state = dynamics(form, layout, update, exponents or {}, max(1, iterations), start=start)
    before = state.done
    end = before + iterations
    best, best_gap = state.plan.copy(), np.inf
    judged: Judged | None = None
    """of the best plans"""
    warnings: list[str] = []
    this_run: dict[str, object] = {}
    if checkpoint is not None:
        this_run = {"game": fingerprint(form), "last": last}
        if checkpoint.exists():
            best, best_gap = resume(checkpoint, state, this_run)
        save(checkpoint, state, this_run, best, best_gap)  # a file that cannot be written is reported at once
    saved = time.perf_counter()
    burst = 1
    reserve = 0.0  # seconds of the time limit for what comes after the last iteration
    stopped = ""
    bounds = (-np.inf, np.inf) if len(form.players) == 2 and form.constant_sum is not None else None

    def keep() -> None:
        if checkpoint is not None:
            try:
                save(checkpoint, state, this_run, best, best_gap)
            except GalakitError as error:  # the strategies matter more than the file
                warnings[:] = [f"the last checkpoint could not be written: {error}"]

    def look() -> tuple[Floats, float]:
        nonlocal bounds, reserve, judged
        now = time.perf_counter()
        plans = state.plan.copy() if last else state.average()
        found = state.judged(plans)
        if bounds is not None:
            bounds = max(bounds[0], float(form.constant_sum or 0) - found.best[1]), min(bounds[1], found.best[0])
        reserve = CLOSING * (time.perf_counter() - now)
        if found.gap >= best_gap:
            return best, best_gap
        judged = found
        return plans, found.gap

    with patient() as asked:
        while True:
            if state.done and state.done == _look_after(state.done - 1):
                best, best_gap = look()
            now = time.perf_counter()
            if now - saved >= every:
                keep()
                saved = time.perf_counter()
            if best_gap <= gap:
                stopped = "gap"
            elif state.done >= end:
                stopped = "iterations"
            elif time_limit is not None and now - began >= time_limit - reserve:
                stopped = "time"
            elif asked():
                stopped = "interrupt"
            else:
                count = min(burst, end - state.done, _look_after(state.done) - state.done)
                now = time.perf_counter()
                state.advance(count)
                burst = max(1, int(BURST * count / max(time.perf_counter() - now, 1e-9)))
                report(
                    nearing("minimising regret", best_gap, gap, bounds),
                    state.done - before,
                    iterations if time_limit is None else None,
                )
                continue
            break
        keep()  # before a look that an uninterrupted run would not take
        if rescue is not None and checkpoint is None and rescue.takes(stopped):
            save(rescue.path, state, {"game": fingerprint(form), "last": last}, best, best_gap)
            warnings.append(kept(rescue.path))
        best, best_gap = look()
    if best_gap <= gap:
        stopped = "gap"
    plans = tuple(repaired(form, p, plan) for p, plan in enumerate(layout.collected(best)))
    together = state.correlated_gap() if len(state.record) else None
    return Run(plans, best_gap, together, state.done - before, stopped, tuple(warnings), judged)


def _look_after(done: int) -> int:
    """The first iteration after `done` at which the gap is looked at: always the same ones, however a run is cut.

    >>> [_look_after(t) for t in (0, 8, 63, 64, 72)]
    [8, 16, 64, 72, 81]
    """
    at = 0
    while at <= done:
        at += max(LOOK, at // LOOK)
    return at
