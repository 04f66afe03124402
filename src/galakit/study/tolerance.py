"""Which moves are best, where differences within a profile's gap do not count."""

from __future__ import annotations

from collections.abc import Sequence

from galakit.rules.contract import Number
from galakit.solution.solution import Solution

ROUNDING = 1e-9  # relative error of values in floating point


def tolerances(solution: Solution) -> tuple[Number, ...]:
    """By how much less than the best a player's move may bring and count as best: the player's certified gain.

    Where strategies are locked, it is the gap where play is free.

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
    """Whether each value is the largest, within a tolerance.

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
