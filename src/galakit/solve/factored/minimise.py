"""A run over a factored game: when to look how good it is, when to write a checkpoint, when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galakit.errors import GalakitError
from galakit.game.progress import Progress, throttled
from galakit.separated.factored import Factored
from galakit.solve.factored.checkpoint import fingerprint, resume, save
from galakit.solve.factored.tables import Tables
from galakit.solve.regret.interrupt import patient
from galakit.solve.regret.updates import Update

LOOK = 16  # the first look at the gap; later ones each an eighth of the way so far


@dataclass(frozen=True, eq=False)
class Found:
    """What a run came to."""

    strategies: Any
    gap: float
    iterations: int
    stopped: str
    """gap, iterations, time or interrupt"""
    warnings: tuple[str, ...] = ()


def minimise(
    game: Factored,
    update: Update,
    *,
    dtype: str = "float64",
    gap: float = 0.0,
    iterations: int = 100_000,
    time_limit: float | None = None,
    checkpoint: Path | None = None,
    every: float = 60.0,
    progress: Progress | None = None,
    start: Callable[[Tables], int] | None = None,
) -> Found:
    """Iterate until nobody can gain more than `gap` against the averages.

    `start` may set the regrets before the first iteration, and tells how many iterations they stand for.
    """
    began = saved = time.perf_counter()
    tell = throttled(progress)
    tables = Tables(game, dtype, predicting=update.predicting)
    head = {"method": update.name, "game": fingerprint(game), "iterations": iterations if update.scheduled else 0}
    done = 0 if start is None else start(tables)
    warnings: list[str] = []
    if checkpoint is not None:
        if checkpoint.exists():
            done = resume(checkpoint, tables, head)
        save(checkpoint, tables, head | {"done": done})  # whoever cannot write wants to know now
    now_gap = float("inf")
    look = LOOK if done == 0 else done + 1
    stopped = ""
    with patient() as asked:
        while not stopped:
            if done >= look or done >= iterations:
                look = done + max(LOOK, done // 8)
                now_gap = _gap(tables)
            if now_gap <= gap:
                stopped = "gap"
            elif done >= iterations:
                stopped = "iterations"
            elif time_limit is not None and time.perf_counter() - began >= time_limit:
                stopped = "time"
            elif asked():
                stopped = "interrupt"
            else:
                tables.iterate(update.numbers(done + 1, 1, {}, iterations)[0])
                done += 1
                tell(_stage(now_gap, gap), done, None)
                if checkpoint is not None and time.perf_counter() - saved >= every:
                    _keep(checkpoint, tables, head | {"done": done}, warnings)
                    saved = time.perf_counter()
    if checkpoint is not None:
        _keep(checkpoint, tables, head | {"done": done}, warnings)
    if stopped in ("time", "interrupt") and done:
        now_gap = _gap(tables)
    return Found(tables.strategies(), now_gap, done, stopped, tuple(warnings))


def _gap(tables: Tables) -> float:
    """Both gains together: neither player can gain more."""
    return max(0.0, sum(tables.gains()))


def _stage(now: float, wanted: float) -> str:
    known = "" if now == float("inf") else f" (gap below {now:.3g}, wanted {wanted:.3g})"
    return f"minimising regret{known}"


def _keep(path: Path, tables: Tables, head: dict[str, Any], warnings: list[str]) -> None:
    try:
        save(path, tables, head)
    except GalakitError as error:  # the strategies matter more than the file
        warnings[:] = [f"the last checkpoint could not be written: {error}"]
