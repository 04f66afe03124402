"""A time limit that all stages share: exploring, unfolding, preparing and solving.

Most stages take the deadline as an argument or report progress to it. Rules run deep below them, one goal at a time,
and a single goal may take longer than the limit: rules look up the deadline in force. Stages without a partial result
run inside `ending`, whose alarm ends them wherever they are, also in code that never looks at the clock.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from math import inf, isfinite, isnan
from types import FrameType

from galakit.errors import GalakitError
from galakit.progress import Progress, tell

GRACE = 0.1  # seconds: a stage that takes no longer is not worth an error
CLOSING, CLOSING_SHARE = 0.5, 0.07  # seconds, or a part of the limit, for what comes after the answer
MARGIN = 0.3  # seconds by which an alarm is late: what looks at the clock by itself can say more
AGAIN = 1.0  # seconds between two alarms: an error in the clean-up of an object is lost


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
    grace: float = GRACE
    """seconds after which a stage without a result is ended"""

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
        if time.perf_counter() < self.ends + self.grace:
            return
        raise OutOfTime(
            f"{self} was reached while {stage.partition(':')[0]}" + (f" ({done:,} so far)" if done else ""),
            hint="allow more time: --time-limit, or time_limit in Python",
            id="GK632",
        )

    def for_closing(self) -> Deadline:
        """The same for what comes after the answer, such as its certificate: methods use all the time there is."""
        over = max(0.0, time.perf_counter() - self.ends)
        return replace(self, grace=over + max(CLOSING, CLOSING_SHARE * self.seconds))

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Make this the deadline that `deadline_in_force` returns."""
        token = _in_force.set(self)
        try:
            yield
        finally:
            _in_force.reset(token)

    def take_over(self) -> None:
        """Be in force instead of the deadline that is, for as long as that would have been."""
        _in_force.set(self)

    def watching(self, progress: Progress | None) -> Progress:
        """A progress callback that passes on what is reported, and checks the limit."""

        def report(stage: str, done: int, total: int | None) -> None:
            if progress is not None:  # first, so that whoever asked knows how far the work came
                progress(stage, done, total)
            if done != total:  # a stage that has just ended has its result
                self.check(stage, done)

        return report


@dataclass(frozen=True)
class Worked(Deadline):
    """A limit on the seconds that this process works: what others take of the processors does not count.

    >>> deadline = Worked(0.2)
    >>> time.sleep(0.3); deadline.left > 0.1
    True
    >>> Worked(0.2, most=0).left
    0.0
    """

    most: float = inf
    """seconds on the clock after which it is over in any case"""
    before: float = field(default_factory=time.process_time)

    @property
    def ends(self) -> float:
        left = self.seconds - (time.process_time() - self.before)
        return min(self.began + self.most, time.perf_counter() + left)


_in_force: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


def deadline_in_force() -> Deadline | None:
    """The deadline of the current context, if there is one."""
    return _in_force.get()


def check_deadline(stage: str) -> None:
    """Raise an error if the time of the deadline in force is over."""
    if (deadline := _in_force.get()) is not None:
        deadline.check(stage)


@contextmanager
def limited_by(deadline: Deadline | None) -> Iterator[None]:
    """Make this the deadline in force, if there is one."""
    with nullcontext() if deadline is None else deadline.in_force():
        yield


def note(stage: str, done: int = 0, total: int | None = None) -> None:
    """Tell the callback in force how far a stage is, and raise an error if the time is over."""
    tell(stage, done, total)
    check_deadline(stage)


# -- alarms ----------------------------------------------------------------------------------------------------------

_ending: list[tuple[Deadline, str]] = []
"""the blocks inside `ending`, with what they do: signals reach the main thread only, so these are its own"""


@contextmanager
def ending(stage: str) -> Iterator[None]:
    """Within, an alarm raises the error that the time is over, even in code that does not look at the clock.

    Compiled code is not interrupted, and only the main thread is. An alarm that the command has set stays, if it rings
    first.

    >>> with Deadline(0.05).in_force(), ending("counting"):
    ...     for _ in iter(int, 1): pass
    Traceback (most recent call last):
    ...
    galakit.deadline.OutOfTime: error[GK632]: the time limit of 0.05 s was reached while counting
     = hint: allow more time: --time-limit, or time_limit in Python
    """
    deadline = _in_force.get()
    able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if deadline is None or not isfinite(deadline.left) or not able:
        yield
        return
    outside, began = (0.0, 0.0) if _ending else signal.getitimer(signal.ITIMER_REAL), time.monotonic()
    if 0 < outside[0] <= deadline.left + deadline.grace:
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    unraisable, depth = sys.unraisablehook, len(_ending)
    _ending.append((deadline, stage))
    _set_alarm(deadline)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        del _ending[depth:]
        sys.unraisablehook = unraisable
        signal.signal(signal.SIGALRM, before)
        if _ending:
            _set_alarm(_ending[-1][0])
        elif outside[0] > 0:
            signal.setitimer(signal.ITIMER_REAL, max(1e-3, outside[0] - (time.monotonic() - began)), outside[1])


def _set_alarm(deadline: Deadline) -> None:
    left = deadline.ends + deadline.grace - time.perf_counter()
    signal.setitimer(signal.ITIMER_REAL, max(0.0, left) + MARGIN, AGAIN)


def _ring(number: int, frame: FrameType | None) -> None:
    sys.unraisablehook = lambda _: None  # objects that are half made complain when they go
    deadline, stage = _in_force.get() or _ending[-1][0], _ending[-1][1]
    deadline.check(stage)
    _set_alarm(deadline)  # a later one has come into force
