"""Gambit in a process of its own: started when first needed, kept, and ended when it takes too long."""

from __future__ import annotations

import time
from typing import Any

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.processes.worker_process import Ended, TimedOut, WorkerProcess

GAMBIT = WorkerProcess("galakit.solvers.gambit.worker", opening={}, starting=300.0)  # Gambit brings SciPy along


def ask(job: dict[str, Any]) -> dict[str, Any]:
    """The answer to a job, whose `limit` is the time it may take in seconds, also for loading Gambit."""
    try:
        began = time.perf_counter()
        GAMBIT.begin(job["limit"])
        left = max(0.0, job["limit"] - (time.perf_counter() - began))
        answer: dict[str, Any] = GAMBIT.ask({**job, "limit": left}, left)
        return answer
    except TimedOut:
        raise OutOfTime(
            "Gambit did not finish within the time limit: there is nothing to show",
            hint="give it more time: --time-limit, time_limit in Python",
            id="GK613",
        ) from None
    except Ended:
        raise GalakitError("Gambit's routine crashed", hint="try another method", id="GK613") from None
