"""Options of methods: texts from the command line, anything from Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from galakit.errors import GalakitError


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
