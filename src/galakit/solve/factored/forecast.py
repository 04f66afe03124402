"""How many iterations a run will need: gaps fall like a power of the iterations, so two of them tell the power."""

from __future__ import annotations

from math import exp, inf, log

SLOW, FAST = 0.5, 3.0  # the powers that are believed


def forecast(looks: list[tuple[int, float]], wanted: float) -> int | None:
    """After how many iterations the gap will be small enough; None where nobody can tell yet.

    >>> forecast([(16, 4.0), (32, 2.0), (64, 1.0)], 0.25)
    256
    >>> forecast([(16, 4.0)], 0.25) is None
    True
    """
    known = [(done, gap) for done, gap in looks if 0 < gap < inf]
    if len(known) < 2 or wanted <= 0:
        return None
    (early, before), (late, now) = known[-3:][0], known[-1]
    if now <= wanted:
        return late
    power = min(FAST, max(SLOW, log(before / now) / log(late / early)))
    return round(late * exp(log(now / wanted) / power))
