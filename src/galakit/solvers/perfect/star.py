"""Bounds at a chance node while its outcomes are searched one by one (Ballard 1983)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from galakit.rules.contract import Number


@dataclass(eq=False)
class Outcomes:
    """What each outcome brings at least and at most, and what they bring together, weighted with their chances.

    >>> outcomes = Outcomes((0.5, 0.5), -1, 1)
    >>> outcomes.narrow(0, 1, 1)
    >>> outcomes.below, outcomes.above, outcomes.window(1, 0.5, 1)
    (0.0, 1.0, (0.0, 1.0))
    """

    shares: Sequence[Number]
    low: Number
    high: Number
    lower: list[Number] = field(init=False)
    upper: list[Number] = field(init=False)
    below: Number = field(init=False)
    above: Number = field(init=False)

    def __post_init__(self) -> None:
        self.lower, self.upper = [self.low] * len(self.shares), [self.high] * len(self.shares)
        self.below, self.above = (sum(p * x for p in self.shares) for x in (self.low, self.high))

    def narrow(self, i: int, lower: Number, upper: Number) -> None:
        """Tighten the bounds of outcome i."""
        self.below += self.shares[i] * (lower - self.lower[i])
        self.above -= self.shares[i] * (self.upper[i] - upper)
        self.lower[i], self.upper[i] = lower, upper

    def window(self, i: int, alpha: Number, beta: Number) -> tuple[Number, Number]:
        """The window of outcome i: outside of it, the node's value is outside of alpha and beta whatever the others."""
        p = self.shares[i]
        return (alpha - self.above) / p + self.upper[i], (beta - self.below) / p + self.lower[i]
