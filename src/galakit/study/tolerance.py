"""Which moves are best: where a profile has a gap, no smaller difference between moves says anything."""

from __future__ import annotations

from collections.abc import Sequence

from galakit.rules.contract import Number
from galakit.solution.solution import Solution

ROUNDING = 1e-9  # of a value: what floating point cannot tell from nothing


def tolerances(solution: Solution) -> tuple[Number, ...]:
    """By how much a player's move may be worth less than another and be as good: what is certified that he could gain.

    Where players are told what to play, what they could gain by playing otherwise is no measure; there it is what they
    could gain where they are free.

    >>> import galakit as gk
    >>> tolerances(gk.solve(gk.load("kuhn")))
    (0, 0)
    """
    certificate = solution.certificate
    if certificate.exact:
        return (0,) * len(certificate.gains)
    free = solution.found.get("gap where play is free")
    gains = certificate.gains if not isinstance(free, (int, float)) else (free,) * len(certificate.gains)
    return tuple(max(float(gain), 0.0) for gain in gains)


def best(values: Sequence[Number | None], tolerance: Number) -> list[bool]:
    """Whether each value is the largest, or cannot be told from it.

    >>> best([1.0, None, 0.98, 0.5], 0.03)
    [True, False, True, False]
    """
    known = [value for value in values if value is not None]
    if not known:
        return [False] * len(values)
    largest = max(known)
    exact = not any(isinstance(value, float) for value in known)
    slack = tolerance if exact else max(float(tolerance), ROUNDING * max(abs(float(value)) for value in known))
    return [value is not None and largest - value <= slack for value in values]
