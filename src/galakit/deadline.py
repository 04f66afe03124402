"""A time limit that all stages share: exploring, unfolding, preparing and solving.

Most stages take the deadline as an argument or report progress to it. Rules run deep below them, one goal at a time,
and a single goal may take longer than the limit: rules look up the deadline in force.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import isnan

from galakit.errors import GalakitError
from galakit.progress import Progress

GRACE = 0.1  # seconds: a stage that takes no longer is not worth an error


class OutOfTime(GalakitError):
    """The time limit was reached before there was a result."""


@dataclass(frozen=True)
class Deadline:
    """A limit in seconds, counted from when it was set.

    >>> Deadline(60).left > 59
    True
    >>> Deadline(0, began=0).check("exploring states", 17)
    Traceback (most recent call last):
    ...
    galakit.deadline.OutOfTime: error[GK632]: the time limit of 0 s was reached while exploring states (17 so far)
     = hint: allow more time: --time-limit, or time_limit in Python
    """

    seconds: float
    began: float = field(default_factory=time.perf_counter)

    @classmethod
    def of(cls, seconds: float | None) -> Deadline | None:
        """The deadline that many seconds from now, or the one in force if that comes first; none for None.

        >>> Deadline.of(float("nan"))
        Traceback (most recent call last):
        ...
        galakit.errors.GalakitError: error[GK685]: the time limit is not a number
         = hint: give seconds, for example 60
        """
        if seconds is not None and isnan(seconds):
            raise GalakitError("the time limit is not a number", hint="give seconds, for example 60", id="GK685")
        if seconds is None:
            return None
        found, outer = cls(seconds), _in_force.get()
        return found if outer is None or found.ends < outer.ends else outer

    def __str__(self) -> str:
        written = f"{self.seconds:,.0f}" if self.seconds >= 100 else f"{self.seconds:.3g}"
        return f"the time limit of {written} s"

    @property
    def ends(self) -> float:
        """When the time is over, on the clock of `time.perf_counter`."""
        return self.began + self.seconds

    @property
    def left(self) -> float:
        """The seconds that remain; 0 when the time is over."""
        return max(0.0, self.ends - time.perf_counter())

    def check(self, stage: str, done: int = 0) -> None:
        """Raise an error if the time is over in a stage that has no partial result."""
        if time.perf_counter() < self.ends + GRACE:
            return
        raise OutOfTime(
            f"{self} was reached while {stage.partition(':')[0]}" + (f" ({done:,} so far)" if done else ""),
            hint="allow more time: --time-limit, or time_limit in Python",
            id="GK632",
        )

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Make this the deadline that `deadline_in_force` returns."""
        token = _in_force.set(self)
        try:
            yield
        finally:
            _in_force.reset(token)

    def watching(self, progress: Progress | None) -> Progress:
        """A progress callback that passes on what is reported, and checks the limit."""

        def report(stage: str, done: int, total: int | None) -> None:
            if progress is not None:  # first, so that whoever asked knows how far the work came
                progress(stage, done, total)
            if done != total:  # a stage that has just ended has its result
                self.check(stage, done)

        return report


_in_force: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


def deadline_in_force() -> Deadline | None:
    """The deadline of the current context, if there is one."""
    return _in_force.get()


def check_deadline(stage: str) -> None:
    """Raise an error if the time of the deadline in force is over."""
    if (deadline := _in_force.get()) is not None:
        deadline.check(stage)
