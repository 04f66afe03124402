"""The time of a request, looked at between the steps of a method."""

from __future__ import annotations

from galakit.deadline import OutOfTime
from galakit.progress import throttled
from galakit.solvers.method import Request


class Clock:
    """Counts the steps of a request, reports them, and says when its time is over."""

    def __init__(self, request: Request, doing: str) -> None:
        self.doing = doing
        self.steps = 0
        self._deadline = request.limit
        self._tell = throttled(request.progress)

    def over(self) -> bool:
        """Another step; True when there is no time for it."""
        self.steps += 1
        self._tell(self.doing, self.steps, None)
        return self._deadline is not None and self._deadline.left <= 0

    def tick(self) -> None:
        """Another step; an error when there is no time for it."""
        if self.over():
            assert self._deadline is not None
            raise OutOfTime(
                f"no equilibrium was found within {self._deadline.seconds:g} s",
                hint="allow more time, or choose another method (`galakit methods` lists them)",
                id="GK621",
            )
