"""Gambit in a process of its own: begun when it is first needed, kept, and ended when it takes too long."""

from __future__ import annotations

import atexit
import threading
from typing import Any

from galakit.errors import GalakitError
from galakit.processes.asking import Asked, Ended, Late

STARTING = 300.0  # seconds in which the process must be up: Gambit brings SciPy along


_lock = threading.Lock()
_kept: list[Asked] = []


def ask(job: dict[str, Any]) -> dict[str, Any]:
    """The answer to a job, whose `limit` is the time it may take in seconds, once Gambit is loaded.

    One at a time, all by the same process as long as it lives.
    """
    with _lock:
        try:
            if not (_kept and _kept[0].alive):
                end()
                _kept.append(Asked("galakit.solvers.gambit.worker"))
                _answer(None, STARTING)
            return _answer(job, job["limit"])
        except BaseException:  # also an interrupt: nobody waits for that answer any more
            end()
            raise


def _answer(job: dict[str, Any] | None, seconds: float) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = _kept[0].ask(job, seconds)
        return answer
    except Late:
        raise GalakitError(
            "Gambit did not finish within the time limit",
            hint="give it more time: --time-limit, time_limit in Python",
            id="GK613",
        ) from None
    except Ended:
        raise GalakitError("Gambit's routine crashed", hint="try another method", id="GK613") from None


def end() -> None:
    """End the process, if there is one."""
    while _kept:
        _kept.pop().end()


atexit.register(end)
