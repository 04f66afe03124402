"""The time of a request, looked at between the steps of a method."""

from __future__ import annotations

import time

from galakit.errors import GalakitError
from galakit.game.progress import throttled
from galakit.solve.method import Request


class OutOfTime(GalakitError):
    """The time was over before there was anything to show."""


class Clock:
    """Counts the steps of a request, reports them, and says when its time is over."""

    def __init__(self, request: Request, doing: str) -> None:
        self.doing = doing
        self.steps = 0
        self._limit = request.time_limit
        self._end = None if self._limit is None else time.perf_counter() + self._limit
        self._tell = throttled(request.progress)

    def over(self) -> bool:
        """Another step; True when there is no time for it."""
        self.steps += 1
        self._tell(self.doing, self.steps, None)
        return self._end is not None and time.perf_counter() >= self._end

    def tick(self) -> None:
        """Another step; an error when there is no time for it."""
        if self.over():
            raise OutOfTime(
                f"no equilibrium was found within {self._limit:g} s",
                hint="allow more time, or choose another method (`galakit methods` lists them)",
                id="GK621",
            )
