"""Compiled code in a thread of its own, so that waiting for it can be interrupted.

HiGHS and FLINT let other threads run meanwhile, but do not stop when they are told to. What is not waited for is left
behind: it goes on beside what follows, and the process waits for it before it ends, unless the command line ends it
(`galakit.processes.leaving`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from galakit.deadline import check_deadline
from galakit.processes.leaving import leave_behind

LOOK = 0.1  # seconds between two looks at the clock

Result = TypeVar("Result")


class Beside(Generic[Result]):
    """Work that has begun.

    >>> beside = Beside(lambda: 6 * 7)
    >>> beside.wait(60), beside.result()
    (True, 42)
    """

    def __init__(self, work: Callable[[], Result]) -> None:
        self._done = threading.Event()
        self._results: list[Result] = []
        self._error: BaseException | None = None
        threading.Thread(target=self._run, args=(work,), daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Wait at most this long; whether it is done."""
        return self._done.wait(seconds)

    def result(self) -> Result:
        """What it found, once it is done; its error if it failed."""
        if self._error is not None:
            raise self._error
        return self._results[0]

    def leave(self) -> None:
        """Wait for it no longer."""
        leave_behind(self._done)

    def _run(self, work: Callable[[], Result]) -> None:
        try:
            self._results.append(work())
        except BaseException as error:  # raised again where the result is read
            self._error = error
        finally:
            self._done.set()


def interruptible(work: Callable[[], Result], stage: str) -> Result:
    """The result of some work; Ctrl-C, an alarm or the deadline in force end the wait for it with their error."""
    beside = Beside(work)
    try:
        while not beside.wait(LOOK):
            check_deadline(stage)
    except BaseException:
        beside.leave()
        raise
    return beside.result()
