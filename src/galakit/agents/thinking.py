"""The time for a move: a fixed effort or a clock, and work in the background that cannot overrun it."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from galakit.deadline import OutOfTime
from galakit.progress import Progress

SPARE = 0.005
"""seconds to read a move off the results and return it"""
MOST = 0.25
"""the part of a clock that may be reserved on a busy machine"""


class Clock:
    """Counts rounds of a search: until a deadline, or a fixed number where there is none, which can be repeated.

    >>> clock = Clock(None, 3)
    >>> [clock.ticks() for _ in range(4)]
    [True, True, True, False]
    """

    def __init__(self, deadline: float | None, rounds: int) -> None:
        self.stop = math.inf if deadline is None else deadline - SPARE
        self.left = rounds if deadline is None else None
        self._longest = 0.0
        self._began = time.monotonic()

    def ticks(self) -> bool:
        """Whether there is time for another round, by the longest of the recent ones."""
        if self.left is not None:
            self.left -= 1
            return self.left >= 0
        now = time.monotonic()
        self._longest = max(0.99 * self._longest, now - self._began)
        self._began = now
        return now + self._longest < self.stop


def until(deadline: float) -> Progress:
    """Progress that ends the work which reports it, by OutOfTime, at a moment of `time.monotonic()`."""

    def hurry(*_: object) -> None:
        if time.monotonic() >= deadline:
            raise OutOfTime("the time for thinking is over", id="GK632")

    return hurry


class Thinker:
    """At most one piece of work at a time, in the background: the first may wait for a compiler.

    >>> thinker = Thinker()
    >>> thinker.think(lambda stop: None, time.monotonic() + 10)
    True
    """

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._late = 0.0
        """the recent delays of the thread: on a busy machine, more time is reserved"""

    def think(self, work: Callable[[float], None], deadline: float) -> bool:
        """Start a piece of work, unless the last one is running; whether it is done in time.

        The work gets its own deadline, which is some time before this one.
        """
        now = time.monotonic()
        stop = deadline - min(SPARE + 1.5 * self._late, max(0.0, MOST * (deadline - now)))
        if not self.idle(stop):
            return False
        self._thread = threading.Thread(target=work, args=(stop,), daemon=True)
        self._thread.start()
        done = self.idle(stop)
        self._late = max(0.9 * self._late, time.monotonic() - stop)
        return done

    def idle(self, stop: float | None = None) -> bool:
        """Wait until the work is done, or until a moment; whether it is done."""
        if self._thread is not None:
            left = threading.TIMEOUT_MAX if stop is None else stop - time.monotonic()
            self._thread.join(min(threading.TIMEOUT_MAX, max(0.0, left)))
            if not self._thread.is_alive():
                self._thread = None
        return self._thread is None
