"""How fast a stage goes on, and when it will be over."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from galakit.deadline import deadline_in_force
from galakit.progress import Foreseen, Stage

SOON = 0.5  # seconds: before that a pace means nothing
LONG = 2.0  # seconds of a time limit that a user has set: shorter ones are for trying


@dataclass
class Pace:
    """A stage that began at a moment, with so much done."""

    name: str
    began: float
    done: int
    first: tuple[float, float] | None = None
    """seconds and gap when the gap was first known"""

    def estimate(self, stage: str, now: float, done: int, total: int | None) -> str:
        """The time that is left; where the end is not known, how fast it goes, and when the time limit ends it.

        >>> pace = Pace("unfolding", 0.0, 0)
        >>> [pace.estimate("unfolding", 2.0, *far) for far in ((5_000, 20_000), (5_000, None), (1, None))]
        ['about 6 s left', '2,500 a second', '2.0 s each']
        >>> from galakit.deadline import Deadline
        >>> with Deadline(60).in_force():
        ...     [pace.estimate("unfolding", 2.0, *far) for far in ((5_000, 20_000), (5_000, None))]
        ['about 6 s left', '2,500 a second; time limit in 60 s']
        """
        left = self._left(stage, now, done, total)
        words = [] if left is None else [f"about {duration(left)} left"]
        passed = now - self.began
        if left is None and not isinstance(stage, Foreseen) and passed >= SOON and done > self.done and done != total:
            rate = (done - self.done) / passed
            words.append(f"{rate:,.0f} a second" if rate >= 0.95 else f"{1 / rate:.1f} s each")
        deadline = deadline_in_force()
        limited = deadline is not None and deadline.seconds >= LONG and done != total
        if deadline is not None and limited and (left is None or left > deadline.left):
            words.append(f"time limit in {duration(deadline.left)}")
        return "; ".join(words)

    def _left(self, stage: str, now: float, done: int, total: int | None) -> float | None:
        """Seconds until the stage ends; None where that cannot be told."""
        if isinstance(stage, Foreseen):
            return stage.left
        passed = now - self.began
        if passed < SOON or done <= self.done or done == total:
            return None
        left = self._until_wanted(stage, passed)
        if left is None and total is not None:
            left = (total - done) * passed / (done - self.done)
        return left

    def _until_wanted(self, stage: str, passed: float) -> float | None:
        """The time until the wanted gap if gaps go on to fall as a power of time, which those of regret methods do.

        >>> pace = Pace("sampling", 0.0, 0)
        >>> pace._until_wanted(Stage("sampling", 1.0, wanted=0.25), 2.0)
        >>> pace._until_wanted(Stage("sampling", 0.5, wanted=0.25), 4.0)
        4.0
        """
        if not isinstance(stage, Stage) or stage.wanted <= 0:
            return None
        if self.first is None:
            self.first = passed, stage.gap
        began, gap = self.first
        if not 0 < stage.wanted < stage.gap < gap or passed <= began:
            return None
        power = log(gap / stage.gap) / log(passed / began)
        times: float = (stage.gap / stage.wanted) ** (1 / power)
        return passed * (times - 1)


def duration(seconds: float) -> str:
    """
    >>> duration(3.4), duration(400), duration(9_000), duration(1e9)
    ('3 s', '7 min', '2.5 h', 'more than a week')
    """
    if seconds < 100:
        return f"{max(1, round(seconds))} s"
    if seconds < 6_000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 604_800 else "more than a week"
