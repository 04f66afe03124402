"""How the gap fell while a method ran, recorded from its progress reports and kept with the solution."""

from __future__ import annotations

import time
from typing import NamedTuple

from galakit.progress import Progress, gap_of

MOST = 200  # moments that are kept


class Moment(NamedTuple):
    """A gap, and the seconds after which it was reached."""

    seconds: float
    gap: float


class Trail:
    """A progress callback that records new gaps and forwards all reports to another one.

    >>> from galakit.progress import Stage
    >>> trail = Trail()
    >>> trail(Stage("sampling: gap below 0.5", 0.5), 10, 100)
    >>> trail("exploring", 1, None)
    >>> [moment.gap for moment in trail.moments]
    [0.5]
    """

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = progress
        self.began = time.perf_counter()
        self.moments: list[Moment] = []

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        gap = gap_of(stage)
        if gap is not None:
            self.note(gap)
        if self.progress is not None:
            self.progress(stage, done, total)

    def note(self, gap: float) -> None:
        """Record a gap that was just reached; past the limit every second one is dropped."""
        if self.moments and self.moments[-1].gap == gap:
            return
        if len(self.moments) >= MOST:
            del self.moments[1::2]
        self.moments.append(Moment(time.perf_counter() - self.began, gap))
