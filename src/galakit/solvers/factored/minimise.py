"""A run over a factored game: when to compute the gap, write a checkpoint, and stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.progress import Progress, nearing, throttled
from galakit.separated.factored import Factored
from galakit.solution.certificate import Certificate, claimed
from galakit.solvers.factored.backends import Backend
from galakit.solvers.factored.checkpoint import fingerprint, resume, save
from galakit.solvers.factored.locking import Fixtures
from galakit.solvers.factored.locking import fingerprint as locks_of
from galakit.solvers.factored.tables import Running, State, Tables
from galakit.solvers.keeping import Keeping
from galakit.solvers.regret.interrupt import Abandoned, kept, patient
from galakit.solvers.regret.updates import Update

LOOK = 16  # iterations before the first gap; later ones after an eighth of those done
RESERVED = 1 / 2  # of the time limit, for the certificate at most
NEVER = 2**31  # iterations
LONG = 0.5  # seconds of the first iteration that are not those in which machine code is loaded
TREND = 8  # last gaps for the extrapolation


@dataclass(frozen=True, eq=False)
class Found:
    """The result of a run."""

    strategies: Any
    gap: float
    iterations: int
    stopped: str
    """gap, iterations, time or interrupt"""
    warnings: tuple[str, ...] = ()
    best: tuple[float, float] = (float("inf"), float("inf"))
    """what best responses to these strategies get, of players 0 and 1, where payoffs sum to zero"""

    def claim(self, constant: float) -> Certificate | None:
        """What the run itself says of its strategies, where payoffs sum to a constant: gains are at most its gap."""
        if not isfinite(self.gap):
            return None
        return claimed((self.best[0] - self.best[1]) / 2, self.gap, constant)

    def all_warnings(self, gap: float) -> tuple[str, ...]:
        """The warnings, and one more where the run was stopped before it reached the gap."""
        if self.stopped == "gap" or gap == 0:
            return self.warnings
        how = "interrupted" if self.stopped == "interrupt" else f"stopped by {self.stopped}"
        return (*self.warnings, f"{how} before a gap of {gap:.3g} was reached")


def minimise(
    game: Factored,
    update: Update,
    *,
    dtype: str = "float64",
    backend: Backend | None = None,
    gap: float = 0.0,
    iterations: int = 100_000,
    time_limit: float | None = None,
    checkpoint: Path | None = None,
    rescue: Keeping | None = None,
    every: float = 60.0,
    progress: Progress | None = None,
    start: Callable[[Tables], int] | None = None,
    fixtures: Fixtures | None = None,
    certificate: int = 0,
    divided: Callable[[Factored, str, bool], State] | None = None,
) -> Found:
    """Iterate until the gap of the averages is at most `gap`; with a backend, on its arrays; or on `divided` tables.

    Locks in `fixtures` stay fixed, and gains exclude them. `start` may set the regrets before the first iteration, and
    returns the number of iterations they stand for. The rest is as for `run`.
    """
    began = time.perf_counter()
    if divided is not None:
        tables = divided(game, dtype, update.predicting)
    else:
        tables = _tables(game, update, dtype, backend, fixtures)
    marked = fingerprint(game) + ("" if fixtures is None else locks_of(fixtures))
    done = 0
    if start is not None:
        assert isinstance(tables, Tables), "a start needs compiled code"
        done = start(tables)
    return run(
        tables,
        lambda t: tables.iterate(update.numbers(t, 1, {}, iterations)[0]),
        {
            "method": "factored",
            "update": update.name,
            "game": marked,
            "iterations": iterations if update.scheduled else 0,
        },
        done=done,
        gap=gap,
        iterations=iterations,
        time_limit=None if time_limit is None else time_limit - (time.perf_counter() - began),
        checkpoint=checkpoint,
        rescue=rescue,
        every=every,
        progress=progress,
        certificate=certificate,
    )


def run(
    tables: Running,
    iterate: Callable[[int], None],
    head: dict[str, Any],
    *,
    done: int = 0,
    gap: float,
    iterations: int,
    time_limit: float | None,
    checkpoint: Path | None,
    rescue: Keeping | None,
    every: float,
    progress: Progress | None,
    certificate: int = 0,
) -> Found:
    """Call `iterate` with 1, 2, ... until the gap of the averages is at most `gap`.

    The state is written to `checkpoint` and resumed from it; a run that was stopped is written to `rescue`. `head`
    identifies the run. Of the time limit, the certificate gets the time of so many iterations, or half; an iteration
    that would not end in time is not begun.
    """
    began = saved = time.perf_counter()
    report = throttled(progress)
    warnings: list[str] = []
    if checkpoint is not None:
        if checkpoint.exists():
            done = resume(checkpoint, tables, head)
        save(checkpoint, tables, head | {"done": done})  # fails now, not after an hour
    looks: list[tuple[int, float]] = []
    now_gap, best = float("inf"), (float("inf"), float("inf"))
    goal = iterations if iterations < NEVER and gap <= 0 else None  # the expected number
    stopped = ""
    before, first, reserved = done, 0.0, 0.0
    with patient() as asked:
        while not stopped:
            if done and (done == look_after(done - 1) or done >= iterations):
                best = _gains(tables)
                now_gap = _gap(best)
                looks.append((done, now_gap))
                goal = expected(looks, gap) if gap > 0 else goal
            spent = time.perf_counter() - began
            if now_gap <= gap:
                stopped = "gap"
            elif done >= iterations:
                stopped = "iterations"
            elif time_limit is not None and spent + reserved >= time_limit:
                stopped = "time"
            elif asked():
                stopped = "interrupt"
            else:
                try:
                    iterate(done + 1)
                except Abandoned:
                    stopped = "interrupt"
                    break
                done += 1
                taken, spent = time.perf_counter() - began - spent, time.perf_counter() - began
                if done - before == 1:  # the first one also loads compiled code
                    first = taken
                    reserved = taken if taken >= LONG else 0.0
                else:
                    each = (spent - first) / (done - before - 1)
                    reserved = max(each, min(certificate * each, RESERVED * (time_limit or 0.0)))
                rate = spent / (done - before)
                in_time = None if time_limit is None else done + round((time_limit - reserved - spent) / rate)
                limits = [min(t, iterations) for t in (goal, in_time) if t is not None]
                report(nearing("minimising regret", now_gap, gap), done, max(done, min(limits)) if limits else None)
                if checkpoint is not None and time.perf_counter() - saved >= every:
                    _keep(checkpoint, tables, head | {"done": done}, warnings)
                    saved = time.perf_counter()
    if checkpoint is not None:
        _keep(checkpoint, tables, head | {"done": done}, warnings)
    elif rescue is not None and rescue.takes(stopped) and done > before:
        size = sum(array.nbytes for array in tables.state().values())
        if rescue.pays(size, time.perf_counter() - began):
            _keep(rescue.path, tables, head | {"done": done}, warnings)
            warnings += [] if warnings else [kept(rescue.path)]
        else:
            warnings.append(
                f"the state of the run, {size / 1e9:.1f} GB, is not kept: to write it takes longer than to find it "
                "again; --checkpoint FILE has it written in any case"
            )
    if stopped in ("time", "interrupt") and tables.weight > 0:
        best = _gains(tables)
        now_gap = _gap(best)
    return Found(tables.strategies(), now_gap, done, stopped, tuple(warnings), best)


def look_after(done: int) -> int:
    """The first iteration after `done` at which the gap is computed: the same ones for resumed runs.

    >>> [look_after(t) for t in (0, 16, 128, 1000)]
    [16, 32, 144, 1045]
    """
    at = 0
    while at <= done:
        at += max(LOOK, at // 8)
    return at


def expected(looks: list[tuple[int, float]], wanted: float) -> int | None:
    """The number of iterations if the gap keeps falling like a power of them; None if that is unclear.

    >>> expected([(16, 1.0), (32, 0.5), (64, 0.25)], 0.0625)
    256
    >>> expected([(16, 1.0), (32, 1.0)], 0.0625)
    """
    recent = looks[-TREND:]
    if len(recent) < 2 or wanted <= 0 or min(g for _, g in recent) <= 0:
        return None
    t, g = np.log(recent).T
    power = float(np.polyfit(t, g, 1)[0])
    if power > -0.1:
        return None
    more = (g[-1] - np.log(wanted)) / -power
    return None if more > np.log(NEVER) else max(recent[-1][0], round(float(np.exp(t[-1] + more))))


def _tables(game: Factored, update: Update, dtype: str, backend: Backend | None, fixtures: Fixtures | None) -> State:
    if backend is None:
        return Tables(game, dtype, predicting=update.predicting, fixtures=fixtures)
    from galakit.solvers.factored.arrays import ArrayTables

    return ArrayTables(game, dtype, predicting=update.predicting, backend=backend, fixtures=fixtures)


def _gains(tables: Running) -> tuple[float, float]:
    """What best responses get; infinite where there is no time to find out, or Ctrl-C was pressed long ago."""
    try:
        return tables.gains()
    except (OutOfTime, Abandoned):
        return float("inf"), float("inf")


def _gap(best: tuple[float, float]) -> float:
    """Both gains together: neither player can gain more."""
    return max(0.0, sum(best))


def _keep(path: Path, tables: Running, head: dict[str, Any], warnings: list[str]) -> None:
    try:
        save(path, tables, head)
    except GalakitError as error:  # the strategies matter more than the file
        warnings[:] = [f"the last checkpoint could not be written: {error}"]
