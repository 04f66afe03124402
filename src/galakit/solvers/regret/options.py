"""Options of methods: texts from the command line, anything from Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from galakit.errors import GalakitError
from galakit.solvers.method import Request

ITERATIONS = 100_000  # at most, without a time limit


def option(options: Mapping[str, Any], name: str, otherwise: Any, read: Callable[[Any], Any], what: str) -> Any:
    """An option's value as `read` understands it; an error that says `what` it must be where it does not.

    >>> option({"iterations": "100"}, "iterations", 7, natural, "a whole number")
    100
    """
    if name not in options:
        return otherwise
    try:
        value = read(options[name])
        if value != value:
            raise ValueError
        return value
    except (ValueError, TypeError, OverflowError):
        raise GalakitError(
            f"the option {name} is not {what}: {options[name]}", hint=f"give {name} {what}", id="GK612"
        ) from None


def run_limits(
    request: Request, precision: Callable[[], float], *, unlimited: int = 2**62, every: float = 60.0
) -> dict[str, Any]:
    """When iterations end and where their state is kept, as keywords of `minimise`.

    `precision` is the gap to stop at where the request has no limit at all.
    """
    options = request.options
    limited = request.gap is not None or request.deadline is not None or "iterations" in options
    most = ITERATIONS if request.deadline is None else unlimited
    return {
        "gap": request.gap or 0.0 if limited else precision(),
        "iterations": option(options, "iterations", most, natural, "a whole number that is not negative"),
        "time_limit": request.time_limit,
        "checkpoint": request.checkpoint,
        "rescue": request.rescue,
        "every": option(options, "every", every, float, "a number of seconds"),
        "progress": request.progress,
    }


def aimed(request: Request, gap: float) -> float | None:
    """The gap that a run was to reach; None where iterations or time alone were to end it."""
    return gap if gap > 0 and (request.gap is not None or "iterations" not in request.options) else None


def natural(value: Any) -> int:
    """0, 1, 2, ..."""
    number = int(value)
    if number < 0 or number != float(value):
        raise ValueError
    return number


def positive(value: Any) -> int:
    """1, 2, ..."""
    number = natural(value)
    if number < 1:
        raise ValueError
    return number


def yes(value: Any) -> bool:
    """Yes or no, in the usual spellings."""
    known = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
    if str(value).lower() not in known:
        raise ValueError
    return known[str(value).lower()]
