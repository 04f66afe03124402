"""Goal values as numbers between 0 and 1, for those who play without knowing all goals from the rules."""

from __future__ import annotations


class Span:
    """The lowest and the highest goal of each role that was met so far.

    >>> span = Span()
    >>> span.value((0, 3), 1), span.value((1, 5), 1), span.value((2, 4), 1), span.value((None, 4), 0)
    (0.5, 1.0, 0.5, 0.5)
    """

    def __init__(self) -> None:
        self.low: dict[int, int] = {}
        self.high: dict[int, int] = {}

    def value(self, goals: tuple[int | None, ...], role: int) -> float:
        """What a role's goal is worth; the middle where it has none, or none to compare with."""
        goal = goals[role]
        if goal is None:
            return 0.5
        low = self.low[role] = min(goal, self.low.get(role, goal))
        high = self.high[role] = max(goal, self.high.get(role, goal))
        return (goal - low) / (high - low) if high > low else 0.5
