"""What is done while HiGHS solves a linear programme of the sequence form."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from galakit.game.sequence_form import SequenceForm
from galakit.processes.beside import Beside
from galakit.progress import Progress, Stage
from galakit.solvers.highs import Solver
from galakit.solvers.lp.anytime import UPDATE, Bounds, Companion

HEADSTART = 0.3  # seconds for HiGHS alone: most games are solved by then, without loading a compiler
PATIENCE = 2.0  # the same without a limit: then the companion only improves the progress report
COMPILING = 10.0  # seconds that the companion's machine code takes where it is not there yet
BURST = 0.05  # seconds of the companion between two looks at clock and signals
REST = 0.15  # seconds for HiGHS after a burst, where there is no limit or the bounds are close
CLOSE = 1e-3  # of their first distance

Stopped: TypeAlias = Literal["optimal", "gap", "time", "interrupt"]


@dataclass(eq=False)
class Meanwhile:
    """The work done while HiGHS runs: look at the limits, let the companion work, report progress."""

    form: SequenceForm
    gap: float
    began: float
    time_limit: float | None
    asked: Callable[[], bool]
    report: Progress
    companion: Companion | None = None
    loading: Beside[bool] | None = None
    """loads what the companion needs, which takes seconds on a busy machine: the limits are looked at meanwhile"""

    @cached_property
    def bounds(self) -> Bounds:
        return Bounds(self.form)

    @property
    def compiling_after(self) -> float:
        """The seconds after which a companion that must be compiled first is worth it: never without a limit."""
        if self.time_limit is None:
            return COMPILING if self.gap > 0 else float("inf")
        return min(COMPILING, self.time_limit / 4)

    def wait_for(self, solver: Solver) -> Stopped:
        """Until it is done or a limit strikes."""
        try:
            return self._until(solver)
        finally:
            if self.loading is not None and not self.loading.wait(0):
                self.loading.leave()

    def _until(self, solver: Solver) -> Stopped:
        limited = self.time_limit is not None or self.gap > 0
        headstart = HEADSTART if limited else PATIENCE
        pause, close = BURST, 0.0
        while not solver.wait(pause):
            stopped = self.stopped()
            if stopped is not None:
                return stopped
            elapsed = time.perf_counter() - self.began
            if self.companion is None and elapsed >= headstart:
                self.loading = self.loading or Beside(Companion.is_ready)
                if not self.loading.wait(0):
                    continue
                if self.loading.result() or elapsed >= self.compiling_after:
                    self.companion = Companion(self.bounds)
                    close = CLOSE * self.bounds.gap
                else:
                    headstart = self.compiling_after
            if self.companion is not None:
                self.companion.work(BURST)
                pause = 0.0 if limited and self.bounds.gap > close else REST
            stage = f"solving the linear programme: {self.bounds}"
            known = Stage(stage, self.bounds.gap, (self.bounds.lower, self.bounds.upper)) if self.companion else stage
            self.report(known, solver.iterations, None)
        return "optimal" if solver.optimal else "time"

    def stopped(self) -> Stopped | None:
        if self.gap > 0 and self.bounds.gap <= self.gap:
            return "gap"
        if self.time_limit is not None and time.perf_counter() - self.began >= self.time_limit:
            return "time"
        return "interrupt" if self.asked() else None

    def __str__(self) -> str:
        return "" if self.companion is None else f"; {UPDATE}, {self.companion.state.done:,} iterations"
